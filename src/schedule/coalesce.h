/* Bounds that prevent rows that coalesce two loops into one: such rows hide that a statement has two dimensions (000,
 * 7.5). */
#ifndef PV_COALESCE_H
#define PV_COALESCE_H

#include "schedule/depgraph.h"

/* The largest coefficient of coordinate "at" of "node" that cannot coalesce two loops: half the smallest size of the
 * other coordinates, rounded up, for all parameters or those of the context. PV_NO_BOUND if there is none; for the
 * context there always is one. */
int64_t pv_coefficient_bound(const struct pv_sched_node *node, int at, bool use_context);

/* A coordinate whose coefficient in "row" is so small beside another that both could be told apart from their sum: the
 * one to leave out, the lightest and innermost of them. -1 if there is none. */
int pv_row_find_coalesced(const struct pv_sched_node *node, const int64_t *row);

/* Are coefficients of coordinates in "row" so different that no loop should have their sum as its iterator? */
bool pv_row_is_lopsided(const struct pv_sched_node *node, const int64_t *row);

/* The differences in "pairs", over (d, n, 1), without the bounds that only say how large "node" is: no schedule that
 * makes use of them is wanted. */
struct pv_generators pv_drop_size_bounds(struct pv_arena *arena, const struct pv_sched_node *node, int n_param,
                                         const struct pv_generators *pairs);

#endif
