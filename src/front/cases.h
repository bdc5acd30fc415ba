/* Functions by cases (isl_pw_aff), handled case by case: most have one case, for which isl's general functions are
 * ten times as slow. */
#ifndef PV_CASES_H
#define PV_CASES_H

#include "front/evalctx.h"

/* The comparison that holds of b and a when "op" holds of a and b. */
enum pv_op pv_comparison_mirrored(enum pv_op op);

/* { [i] : a(i) op b(i) } for a comparison "op"; takes both. */
__isl_give isl_set *pv_cases_compare(enum pv_op op, __isl_take isl_pw_aff *a, __isl_take isl_pw_aff *b);
/* { [i] : a(i) op b } */
__isl_give isl_set *pv_cases_compare_int(struct pv_eval *ec, enum pv_op op, __isl_keep isl_pw_aff *a, pv_int128 b);

/* "aff" wrapped into [min, max], by further cases: one per period from "first" to "last", all that it can be in. */
__isl_give isl_pw_aff *pv_cases_wrap(struct pv_eval *ec, __isl_take isl_pw_aff *aff, pv_int128 min, pv_int128 max,
                                     pv_int128 first, pv_int128 last);

#endif
