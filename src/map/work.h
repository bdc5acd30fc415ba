/* Estimates the work of one execution of a loop, which must pay for starting threads. */
#ifndef PV_WORK_H
#define PV_WORK_H

#include "ir/code.h"
#include "map/conflict.h"
#include "map/reuse.h"

/* The work of one execution of the band "node". Of the statements "stmts" below it, those with the most loops of
 * unknown length count. Schedule dimension "innermost" will be the innermost loop; -1: the best one. NULL where isl
 * failed. The result lives in the arena of "conflicts" until pv_work_free(). */
struct pv_work *pv_work_find(const struct pv_conflicts *conflicts, __isl_keep isl_schedule_node *node,
                             const pv_reuse_stmts *stmts, int innermost);

/* The cycles that it can have at most; HUGE_VAL where there is no bound. -1 where isl failed. */
double pv_work_most(const struct pv_work *work);

/* The iterations that member "pos" of the band "node" can have at most; 0 where nothing is below it, HUGE_VAL where there is
 * no bound. -1 where isl failed. */
double pv_work_length(__isl_keep isl_schedule_node *node, int pos);

/* Do iterations of the band "node", which has one member, differ in the number of instances of "stmts" that they execute, as
 * far as is known? */
isl_bool pv_work_is_uneven(const struct pv_conflicts *conflicts, __isl_keep isl_schedule_node *node,
                           const pv_reuse_stmts *stmts);

#endif
