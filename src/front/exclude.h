/* Instances that would run into undefined behaviour: a program with a defined meaning has none, so the parameters
 * that lead to them are not in the context. */
#ifndef PV_EXCLUDE_H
#define PV_EXCLUDE_H

#include "front/evalctx.h"

/* Does an instance without a defined meaning at the current place say anything of the parameters? Not where the place
 * is not certain to execute, nor where only accesses matter. */
bool pv_exclude_applies(const struct pv_eval *ec);

/* Those in "bad" { [i] } that reach the current place cannot happen. Return their place in ec->bad plus one, or zero
 * where nothing was recorded. */
int pv_exclude(struct pv_eval *ec, __isl_take isl_set *bad);
/* Forget one record, whose instances are all in another; places after it move up. */
void pv_exclude_forget(struct pv_eval *ec, int place_plus_one);
/* Forget all records but the first "n". */
void pv_exclude_undo(struct pv_eval *ec, int n);

/* Keep of the records from "first" on what belongs to iterations in "kept" { [i, x] }. */
void pv_exclude_restrict(struct pv_eval *ec, int first, __isl_keep isl_set *kept);
/* Leaving a loop: what must not happen in any of its iterations must not happen in the loop. */
void pv_exclude_leave_loop(struct pv_eval *ec, int first);

/* The parameters, within the bounds of their types, for which nothing excluded happens. */
__isl_give isl_set *pv_exclude_context(struct pv_eval *ec);

#endif
