/* Conditional validity: conditions that a violated pair is adjacent to (002, 3). */
#ifndef PV_ADJACENT_H
#define PV_ADJACENT_H

#include "schedule/depgraph.h"

/* Does a pair of "condition" that some row from "first" on does not keep together share an end, tag included, with a
 * pair of "conditioned" that some such row puts in the wrong order? Instances may be taken to meet that do not. */
bool pv_edges_meet(const struct pv_sched_graph *graph, const struct pv_sched_edge *condition,
                   const struct pv_sched_edge *conditioned, int first);

#endif
