/* A new order for the instances of a region. */
#ifndef PV_SCHEDULE_H
#define PV_SCHEDULE_H

#include "ir/deps.h"

#include <isl/schedule.h>

enum pv_scheduler { PV_SCHEDULER_PAVE, PV_SCHEDULER_ISL };

struct pv_schedule_params {
    enum pv_scheduler scheduler;
    bool reschedule; /* false: keep the original order */
    bool feautrier;  /* carry dependences first, in place of wide permutable bands */
    bool outer_coincidence, maximize_band_depth, maximize_coincidence;
    bool whole_component, serialize_sccs, split_scaled, treat_coalescing, carry_self_first;
    int max_coefficient, max_constant_term; /* -1: no bound */
    unsigned long budget;                   /* isl's operations; 0: no limit */
};

/* A schedule that respects "sc". NULL where there is none, or the budget does not last, and "*why_not" says why; or, with
 * "*why_not" NULL, where there is no memory left. */
__isl_give isl_schedule *pv_schedule_from_constraints(__isl_take isl_schedule_constraints *sc,
                                                      const struct pv_schedule_params *params, const char **why_not);

/* The new schedule of all statements of "scop" but kills. Where there is none, or the budget does not last, the original order,
 * and "*why_original" says why. NULL where there is no memory left. */
__isl_give isl_schedule *pv_schedule_compute(const struct pv_scop *scop, const struct pv_deps *deps,
                                             const struct pv_schedule_params *params, const char **why_original);

#endif
