/* Turns the pairs of an edge into constraints on the coefficients of a schedule row: one constraint per generator. */
#ifndef PV_FARKAS_H
#define PV_FARKAS_H

#include "schedule/depgraph.h"

/* The generators of all pairs of "edge", worked out when first asked for. Between two nodes: (x, y, n, 1). In one
 * node: differences (y - x, n, 1), without bounds that only say how large the node is. */
const struct pv_generators *pv_edge_get_pairs(const struct pv_sched_graph *graph, struct pv_sched_edge *edge);

/* The same with all bounds: distances are measured with these. */
const struct pv_generators *pv_edge_get_exact_pairs(const struct pv_sched_graph *graph, struct pv_sched_edge *edge);

/* Those of pv_edge_get_pairs() for each piece of "edge" alone; in one node, directions in which the differences of some piece have no end
 * on either side are taken to have none in any. */
const struct pv_generators *pv_edge_get_piece_pairs(const struct pv_sched_graph *graph, struct pv_sched_edge *edge);

bool pv_generators_are_equal(const struct pv_generators *a, const struct pv_generators *b);

#endif
