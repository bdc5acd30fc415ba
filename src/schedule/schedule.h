/* A new order for the instances of a region. */
#ifndef PV_SCHEDULE_H
#define PV_SCHEDULE_H

#include "ir/deps.h"
#include "schedule/schedrun.h"

#include <isl/schedule.h>

/* A schedule that respects "sc". Where the budget does not last, a simpler strategy is tried, and "report" says so. NULL
 * where there is no schedule: "report" says why; or, with no reason there, where there is no memory left. */
__isl_give isl_schedule *pv_schedule_from_constraints(__isl_take isl_schedule_constraints *sc,
                                                      const struct pv_schedule_params *params,
                                                      struct pv_schedule_report *report);

/* The same where "original" is the order of the program; "*grouped" as in pv_schedule_compute(). */
__isl_give isl_schedule *pv_schedule_from_order(__isl_take isl_schedule_constraints *sc,
                                                __isl_keep isl_schedule *original,
                                                const struct pv_schedule_params *params,
                                                struct pv_schedule_report *report, isl_schedule **grouped);

/* The order of the program, for all statements of "scop" but kills. */
__isl_give isl_schedule *pv_schedule_original(const struct pv_scop *scop);

/* The new schedule of all statements of "scop" but kills. Where there is none, the original order, and "report" says why
 * not. NULL where there is no memory left. "*grouped", unless "grouped" is NULL, gets the same schedule with the chains
 * of statements that were scheduled as one in expansion nodes. */
__isl_give isl_schedule *pv_schedule_compute(const struct pv_scop *scop, const struct pv_deps *deps,
                                             const struct pv_schedule_params *params, struct pv_schedule_report *report,
                                             isl_schedule **grouped);

#endif
