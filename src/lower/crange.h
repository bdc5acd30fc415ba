/* Ranges of the integers that generated code computes. */
#ifndef PV_CRANGE_H
#define PV_CRANGE_H

#include "ir/prog.h"

struct pv_crange pv_crange_add(struct pv_crange a, struct pv_crange b);
struct pv_crange pv_crange_negate(struct pv_crange a);
struct pv_crange pv_crange_multiply(struct pv_crange a, struct pv_crange b);
/* The quotient by a positive constant, rounded either way. */
struct pv_crange pv_crange_divide(struct pv_crange a, struct pv_crange by);
struct pv_crange pv_crange_join(struct pv_crange a, struct pv_crange b);

/* Is "range" within that of int? */
bool pv_crange_fits_int(struct pv_crange range);
/* The value of "val", or one far out where it is infinite. */
pv_int128 pv_crange_bound(__isl_take isl_val *val);
/* The value of "number", a PV_AX_NUMBER, in the same way. */
pv_int128 pv_crange_number(pv_ax *number);

/* Below, "known" { [c] } holds the values of parameters and generated iterators, by depth, for which a place in the
 * code is reached. */

/* The range of "expr" at the place; "range", which holds in any case, where it cannot be found out. */
struct pv_crange pv_crange_exact(__isl_keep isl_set *known, pv_ax *expr, struct pv_crange range);
/* The range of the iterator at "depth". */
struct pv_crange pv_crange_of_iterator(__isl_keep isl_set *known, int depth, struct pv_crange range);

/* Can the lists "a" and "b" have equal values at the place? True also where that cannot be found out. */
bool pv_crange_may_be_equal(__isl_keep isl_set *known, const pv_axs *a, const pv_axs *b);
/* Are the values of "a" certain to be those that "b" has "step" before, along the iterator at "depth"? */
bool pv_crange_is_previous(__isl_keep isl_set *known, int depth, int step, const pv_axs *a, const pv_axs *b);
/* Is it certain that "cond" holds at the place? */
bool pv_crange_implies(__isl_keep isl_set *known, pv_ax *cond);
/* Is it certain that "loop", at this place, has an iteration? */
bool pv_crange_has_iteration(__isl_keep isl_set *known, const struct pv_an *loop);

/* What is known inside a "for": its iterator, at "depth", is at least "init" and passes the test "cond". */
__isl_give isl_set *pv_crange_enter(__isl_take isl_set *known, int depth, pv_ax *init, pv_ax *cond);
/* What is known inside an "if": "cond" holds or, where not "is_true", fails. */
__isl_give isl_set *pv_crange_enter_if(__isl_take isl_set *known, pv_ax *cond, bool is_true);

#endif
