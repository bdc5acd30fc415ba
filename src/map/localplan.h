/* The plan for the shared memory and registers of one kernel, while it is made. */
#ifndef PV_LOCALPLAN_H
#define PV_LOCALPLAN_H

#include "ir/kernel.h"
#include "map/conflict.h"
#include "map/mapparams.h"
#include "map/refgroup.h"

/* A stage: one band or leaf below the shared members, and the copies that it uses. */
struct pv_stage {
    bool is_used;
    bool is_leaf;
    bool is_reduction;        /* threads share its iterations */
    int iterations;           /* of the band in one group, at most; 1 for a leaf */
    bool is_free;             /* as in struct pv_mark */
    struct pv_mark *outer;    /* copies in shared memory that are filled once for all iterations, or NULL */
    struct pv_mark *privates; /* registers, or NULL */
    struct pv_mark *inner;    /* copies in shared memory for one group of iterations, or NULL */
};
struct pv_staging {
    bool is_used;                /* does any stage use local memory? */
    bool has_shared;             /* does any have copies in shared memory? */
    PV_VEC(struct pv_stage) all; /* in the order of the tree, each band before what is after it */
};

struct pv_localplan {
    const struct pv_conflicts *conflicts;
    const struct pv_map_params *params;
    struct pv_kernel *kernel;
    struct pv_staging *staging;
    isl_union_map *host;             /* { S[i] -> [h] }: the host's iterators */
    isl_union_map *point;            /* { S[i] -> [h, v] }: the host's iterators and the shared members */
    isl_union_map *tile;             /* { S[i] -> [h, t] }: the host's iterators and the tiles */
    isl_multi_union_pw_aff *members; /* { S[i] -> [v] }: the shared members */
    pv_refs all;                     /* the references of the kernel */
    int64_t shared_bytes;            /* shared memory in use so far */
};

/* Add a copy of elements of "array" in "memory" to the kernel. */
struct pv_local *pv_localplan_add(struct pv_localplan *plan, enum pv_local_memory memory, const struct pv_array *array,
                                  int n_dims);

/* Add "local" to "mark", or to a new mark if "mark" is NULL; return the mark. */
struct pv_mark *pv_localplan_mark(struct pv_localplan *plan, struct pv_mark *mark, const struct pv_local *local);

#endif
