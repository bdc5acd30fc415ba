/* The dependences that "#pragma pencil independent" rules out. */
#ifndef PV_INDEPEND_H
#define PV_INDEPEND_H

#include "ir/deps.h"

/* { S[i] -> T[j] }: all pairs of instances that some independent loop lets overlap; not those that meet in a
 * variable it reduces into. */
__isl_give isl_union_map *pv_independ_pairs(const struct pv_scop *scop);

/* Leave out of "full", order dependences { [S[i] -> R[]] -> [[T[j] -> Q[]] -> A[a]] }, those between
 * iterations of an independent loop. What is declared in the loop stays apart: its live ranges still
 * must not overlap, or each iteration needs its own copy. So does what the loop reduces into. */
__isl_give isl_union_map *pv_independ_relieve(const struct pv_scop *scop, __isl_take isl_union_map *full);

#endif
