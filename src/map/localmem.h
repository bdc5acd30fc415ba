/* Memory of blocks and threads: which parts of arrays a kernel has copies of, and where it fills them. */
#ifndef PV_LOCALMEM_H
#define PV_LOCALMEM_H

#include "ir/kernel.h"
#include "map/conflict.h"
#include "map/plan.h"

/* How the statements of a kernel go through memory, seen from its innermost loops. */
enum pv_shape {
    PV_SHAPE_STREAM,  /* nothing in particular */
    PV_SHAPE_POINTS,  /* no loops below those of the threads, and no array both read and written: nothing keeps several
                      * points of a thread from being on their way at once */
    PV_SHAPE_PRODUCT, /* each element read in a loop below the threads' serves a whole row or column of points */
    PV_SHAPE_ROWS,    /* each thread reads along a row of its own in a loop */
    PV_SHAPE_REDUCED_ROWS, /* the same, and what it computes is a reduction that several threads may share */
    PV_SHAPE_REDUCED,      /* such a reduction, but neighbours read neighbours */
};

/* The shape of a kernel made of the band "node", whose "n" members are shared. -1 where isl failed. */
int pv_localmem_shape(const struct pv_conflicts *conflicts, __isl_keep isl_schedule_node *node, int n);

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
    PV_VEC(struct pv_stage) all; /* in the order of the tree, each band before what is after it */
};

/* Choose the copies for "kernel", whose sizes are known, made of the band "node", not tiled yet. They are added to the
 * kernel. There are none where threads have variables of their own: points of one thread would mix them up. False where
 * isl failed. */
bool pv_localmem_plan(const struct pv_conflicts *conflicts, const struct pv_map_params *params,
                      struct pv_kernel *kernel, __isl_keep isl_schedule_node *node, struct pv_staging *staging);

/* Bring the threads' points, the band "node" below the tiles, to where "staging" wants them: below all other loops,
 * with marks on the way. The values of the threads' members are appended to kernel->place. */
__isl_give isl_schedule_node *pv_localmem_apply(const struct pv_conflicts *conflicts, struct pv_kernel *kernel,
                                                __isl_take isl_schedule_node *node, const struct pv_staging *staging);

#endif
