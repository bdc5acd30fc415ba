/* Checks orders of instances against the dependences between them. */
#ifndef PV_DEPCHECK_H
#define PV_DEPCHECK_H

#include "ir/deps.h"

/* Does "order" { S[i] -> [t] } execute each instance after all those in its domain that it depends on? Live ranges
 * may change places where "deps" has its order dependences, as long as those on one element stay apart; what lies
 * outside of the domain keeps its place, so that no live range may be moved across it. */
isl_bool pv_order_is_legal(const struct pv_scop *scop, const struct pv_deps *deps, __isl_take isl_union_map *order);

/* Do all "pairs" { x -> y } with both ends in the domain of "order" { x -> [t] } go forward? */
isl_bool pv_order_is_forward(__isl_take isl_union_map *pairs, __isl_keep isl_union_map *order);
/* The part of "pairs" that does not go forward. */
__isl_give isl_union_map *pv_order_backward_part(__isl_take isl_union_map *pairs, __isl_keep isl_union_map *order);

/* Do the live ranges that "swapped" { x -> y }, from the end of one to the start of another, brings into the opposite
 * order come one after the other under "order" { S[i] -> [t] }? "flow" { x -> y } leads from their starts to their ends.
 * PV_TAGGED: x and y are references { [S[i] -> R[]] }. Flow in its pieces makes very many pairs of ranges; mostly its
 * hull is enough to answer, and is asked first. */
isl_bool pv_order_takes_turns(__isl_keep isl_union_map *flow, __isl_keep isl_union_map *swapped,
                              enum pv_tagging tagging, __isl_keep isl_union_map *order);

#endif
