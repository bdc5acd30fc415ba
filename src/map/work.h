/* Estimates the work of one execution of a loop, which must pay for starting threads. */
#ifndef PV_WORK_H
#define PV_WORK_H

#include "ir/code.h"
#include "map/reuse.h"

/* The work of one run of the band "node", of the statements "stmts" below it: of those with the most loops of unknown
 * length. Schedule dimension "innermost" will be the innermost loop; -1: the best one. NULL where isl failed. The result
 * lives in "arena" until pv_work_free(). */
struct pv_work *pv_work_find(struct pv_arena *arena, __isl_keep isl_schedule_node *node, const pv_reuse_stmts *stmts,
                             int innermost);

/* The cycles that it can have at most; HUGE_VAL where there is no bound. -1 where isl failed. */
double pv_work_most(const struct pv_work *work);

#endif
