/* The tree of a kernel with copies: its loops in groups of iterations, the elements of each thread below them, and
 * marks where copies are filled. */
#ifndef PV_STAGING_H
#define PV_STAGING_H

#include "map/localmem.h"

/* Bring the threads' points, the band "node" below the tiles, to where "staging" wants them: below all other loops,
 * with marks on the way. The values of the threads' members are appended to kernel->place. */
__isl_give isl_schedule_node *pv_staging_apply(const struct pv_conflicts *conflicts, struct pv_kernel *kernel,
                                               __isl_take isl_schedule_node *node, const struct pv_staging *staging);

#endif
