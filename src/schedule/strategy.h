/* The strategy: which search is applied to what, from the outermost loop to the innermost (000, 6.1, 6.2, 6.5.8). */
#ifndef PV_STRATEGY_H
#define PV_STRATEGY_H

#include "schedule/schedrun.h"
#include "schedule/schedtree.h"

/* A schedule tree for all nodes of "graph"; NULL if the budget does not last or numbers become too large. */
struct pv_sched_tree *pv_strategy_schedule(struct pv_sched_run *run, const struct pv_sched_graph *graph);

#endif
