/* Loops whose iterations may run at the same time. */
#ifndef PV_PARALLEL_H
#define PV_PARALLEL_H

#include "ir/code.h"
#include "ir/deps.h"

/* Put a PV_MARK_PARALLEL above the outermost band members that carry no dependence and have more than one iteration;
 * each marked member becomes a band of its own. Marks live in "arena". */
__isl_give isl_schedule *pv_parallel_mark(struct pv_arena *arena, __isl_take isl_schedule *schedule,
                                          const struct pv_deps *deps);

#endif
