/* Orders of a region in which the parts of its statements' iterations, divided by cuts, run one after the other. */
#ifndef PV_DIVIDE_H
#define PV_DIVIDE_H

#include "schedule/cuts.h"
#include "schedule/schedule.h"

/* The order of the program, with a sequence of loops over the parts of its range for each loop that a cut goes through. */
__isl_give isl_schedule *pv_divide_loops(const struct pv_split *split);

/* The schedule of the parts as statements of their own, as a schedule of the statements. NULL where the scheduler finds none:
 * "report" says why. */
__isl_give isl_schedule *pv_divide_schedule(const struct pv_split *split, const struct pv_deps *deps,
                                            const struct pv_schedule_params *params, struct pv_schedule_report *report);

#endif
