/* The memory of blocks and threads: the parts of arrays that a kernel copies. */
#ifndef PV_LOCALMEM_H
#define PV_LOCALMEM_H

#include "ir/kernel.h"
#include "map/conflict.h"
#include "map/mapparams.h"

/* What one band or leaf below the shared members does. */
struct pv_stage {
    bool is_used;
    bool is_leaf;
    bool is_reduction;        /* threads share its iterations */
    int iterations;           /* of the band at most between two fillings; 1 for a leaf */
    bool is_free;             /* as in struct pv_mark */
    struct pv_mark *outer;    /* shared memory that stays the same throughout, or NULL */
    struct pv_mark *privates; /* registers, or NULL */
    struct pv_mark *inner;    /* shared memory for some iterations of the band, or NULL */
};
struct pv_staging {
    bool is_used;                /* does any stage use local memory? */
    bool has_shared;             /* does any have copies in shared memory? */
    PV_VEC(struct pv_stage) all; /* in the order of the tree, each band before what is after it */
};

/* Choose the copies for "kernel", whose sizes are known, made of the band "node", not tiled yet. They are added to the
 * kernel. There are none where threads have variables of their own: points of one thread would mix them up. False where
 * isl failed. */
bool pv_localmem_plan(const struct pv_conflicts *conflicts, const struct pv_map_params *params,
                      struct pv_kernel *kernel, __isl_keep isl_schedule_node *node, struct pv_staging *staging);

#endif
