/* Division of steps that change the rows and columns they read into parallel parts. */
#ifndef PV_PIVOT_H
#define PV_PIVOT_H

#include "map/conflict.h"

/* Consider each band at or below "node" that has loops around it and no members that threads can share. If all
 * dependences within one iteration of the surrounding loops begin or end on few planes of iterations, execute the
 * iterations before the planes, on them and behind them as a sequence of parts, each in parallel. The bands are above
 * statements that run together. NULL where isl failed. */
__isl_give isl_schedule_node *pv_pivot_divide(const struct pv_conflicts *conflicts, __isl_take isl_schedule_node *node);

#endif
