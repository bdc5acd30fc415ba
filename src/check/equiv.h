/* Decides whether a second program computes what the first one computes. */
#ifndef PV_EQUIV_H
#define PV_EQUIV_H

#include "check/instances.h"

/* Prove that the region of "b" runs the instances of "a", each once, and that each of them reads what it reads in "a";
 * that what is there after the region was written by the same instances; and that accesses of which not all is known
 * keep their order. Instances that "a" itself does not need may be missing. Else report an instance for which it does
 * not hold, with values of the parameters, and return false. Loops that are marked as parallel count as sequential.
 * "*guessed" is a statement of "b" whose accesses do not tell which instances of "a" these are, or NULL. Where there is
 * one, a proof is a proof, but a difference may come from a wrong guess. */
bool pv_equiv_check(struct pv_arena *arena, struct pv_diag *diag, const struct pv_side *a, const struct pv_side *b,
                    const struct pv_stmt **guessed);

#endif
