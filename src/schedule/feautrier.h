/* One row that carries as many dependences as possible (000, 6.4, 7.1, 7.5, 7.6). */
#ifndef PV_FEAUTRIER_H
#define PV_FEAUTRIER_H

#include "schedule/depgraph.h"
#include "schedule/schedrun.h"

/* Append to the nodes of "graph" a row that respects all dependences, conditions or not, and carries as many groups of
 * them as possible; "with_coincidence": coincidence pairs too. False, and no row, if none carries any. */
bool pv_feautrier_row(struct pv_sched_run *run, const struct pv_sched_graph *graph, bool with_coincidence);

#endif
