/* The shape of a kernel's loops, which determines its sizes and its use of memory. */
#ifndef PV_KERNELSHAPE_H
#define PV_KERNELSHAPE_H

#include "map/conflict.h"

/* How the statements of a kernel go through memory, seen from its innermost loops. */
enum pv_shape {
    PV_SHAPE_STREAM,  /* nothing in particular */
    PV_SHAPE_POINTS,  /* no loops below those of the threads, and no array both read and written: nothing keeps several
                      * points of a thread from being on their way at once */
    PV_SHAPE_OUTER,   /* no such loops either; of what updates an element in a plane, something serves all rows */
    PV_SHAPE_PRODUCT, /* each element read in a loop below the threads' serves a whole row or column of points */
    PV_SHAPE_ROWS,    /* each thread reads along a row of its own in a loop */
    PV_SHAPE_COLUMNS, /* the threads, which have one axis, read neighbours in a loop */
    PV_SHAPE_REDUCED_ROWS, /* the same, and what it computes is a reduction that several threads may share */
    PV_SHAPE_REDUCED,      /* such a reduction, but neighbours read neighbours */
};

/* The shape of a kernel made of the band "node", whose "n" members are shared. -1 where isl failed. */
int pv_kernelshape_find(const struct pv_conflicts *conflicts, __isl_keep isl_schedule_node *node, int n);

/* The reduction that "stmt" makes an update of, if threads may share it; else NULL. */
const struct pv_reduction *pv_kernelshape_reduction(const struct pv_conflicts *conflicts, const struct pv_stmt *stmt);

#endif
