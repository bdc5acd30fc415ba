/* Loops whose iterations run in parallel: on several threads, and in vector lanes. */
#ifndef PV_PARALLEL_H
#define PV_PARALLEL_H

#include "map/conflict.h"
#include "map/mapparams.h"

/* In the tree at "node", its root, put a PV_MARK_PARALLEL above the outermost loops that many threads can share, and a
 * PV_MARK_SIMD above innermost loops that vectors should run; tile where "params" says so and it pays. Each marked
 * member becomes a band of its own. */
__isl_give isl_schedule_node *pv_parallel_mark(const struct pv_conflicts *conflicts, const struct pv_map_params *params,
                                               __isl_take isl_schedule_node *node);

#endif
