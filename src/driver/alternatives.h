/* Several orders of a region, mapped for the host, and the choice between them. */
#ifndef PV_ALTERNATIVES_H
#define PV_ALTERNATIVES_H

#include "driver/job.h"
#include "map/idle.h"
#include "map/mapping.h"

/* An order of a region, as it is and as it is mapped. */
struct pv_alternative {
    const char *name;
    isl_schedule *order, *mapped; /* "mapped" is NULL where mapping failed or took too much */
    bool tiles_nests;             /* bands with several statements or further loops below them are tiled */
    int n_tiled;                  /* bands tiled so far, those of earlier regions included */
    struct pv_cost cost;
    struct pv_idle idle; /* loops that threads do not share though they could */
};

/* Of the order "scheduled" of "task", the order of the program and others that the scheduler can find, the one that is estimated
 * to be the fastest after mapping it as "params" says. At most "budget" operations of isl for each. Where tiles are wanted
 * whatever they cost, one of those with the most statements in tiles. With -v the user is told. */
struct pv_alternative pv_alternatives_choose(struct pv_job *job, struct pv_task *task,
                                             __isl_keep isl_schedule *scheduled, const struct pv_map_params *params,
                                             unsigned long budget);

/* The cycles that "order" of "task" is estimated to take, mapped as "params" says; negative where that is not known. At most
 * "budget" operations of isl. */
double pv_alternatives_estimate(struct pv_job *job, struct pv_task *task, __isl_keep isl_schedule *order,
                                const struct pv_map_params *params, unsigned long budget);

/* The order with the deepest bands that the scheduler finds for "task"; NULL where there is none, where the options have another
 * strategy, or where the bands of "scheduled" can be no deeper. */
__isl_give isl_schedule *pv_alternatives_find_deep(struct pv_job *job, const struct pv_task *task,
                                                   __isl_keep isl_schedule *scheduled);

void pv_alternative_free(struct pv_alternative *alternative);

#endif
