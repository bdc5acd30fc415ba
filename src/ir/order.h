/* Orders of instances against the dependences between them. */
#ifndef PV_ORDER_H
#define PV_ORDER_H

#include "ir/deps.h"

/* Does "order" { S[i] -> [t] } execute each instance after all those in its domain that it depends on? Live ranges
 * may change places where "deps" has its order dependences, as long as those on one element stay apart; what lies
 * outside of the domain keeps its place, so that no live range may be moved across it. */
isl_bool pv_order_is_legal(const struct pv_scop *scop, const struct pv_deps *deps, __isl_take isl_union_map *order);

/* Do all "pairs" { x -> y } with both ends in the domain of "order" { x -> [t] } go forward? */
isl_bool pv_order_is_forward(__isl_take isl_union_map *pairs, __isl_keep isl_union_map *order);
/* The same, where an instance may also be paired with itself. */
isl_bool pv_order_is_forward_or_same(__isl_take isl_union_map *pairs, __isl_keep isl_union_map *order);
/* The part of "pairs" that does not go forward. */
__isl_give isl_union_map *pv_order_backward_part(__isl_take isl_union_map *pairs, __isl_keep isl_union_map *order);

#endif
