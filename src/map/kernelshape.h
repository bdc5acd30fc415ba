/* The shape of a kernel's loops, which determines its sizes and its use of memory. */
#ifndef PV_KERNELSHAPE_H
#define PV_KERNELSHAPE_H

#include "map/conflict.h"

/* The access pattern of the statements of a kernel in its innermost loops. */
enum pv_shape {
    PV_SHAPE_STREAM, /* no special pattern */
    PV_SHAPE_POINTS, /* no loops below those of the threads, and no array both read and written: a thread can work on
                       * several points concurrently */
    PV_SHAPE_OUTER,  /* no such loops either; an operand of the update of a matrix element is the same for all rows */
    PV_SHAPE_TRANSPOSED, /* nor there; an array is read along the last but one of the axes, others are accessed along the last */
    PV_SHAPE_PRODUCT, /* each element read in a loop below the threads' is used by a whole row or column of points */
    PV_SHAPE_ROWS,    /* each thread reads its own row in a loop */
    PV_SHAPE_COLUMNS, /* threads along one axis; in a loop, neighbouring threads read neighbouring elements */
    PV_SHAPE_REDUCED_ROWS, /* as ROWS, and the loop is a reduction that several threads may share */
    PV_SHAPE_REDUCED,      /* such a reduction; neighbouring threads read neighbouring elements */
};

/* The shape of a kernel made of the band "node", whose "n" members are shared. -1 where isl failed. */
int pv_kernelshape_find(const struct pv_conflicts *conflicts, __isl_keep isl_schedule_node *node, int n);

/* The reduction that "stmt" updates, if threads may share it; else NULL. */
const struct pv_reduction *pv_kernelshape_reduction(const struct pv_conflicts *conflicts, const struct pv_stmt *stmt);

#endif
