/* Expressions and conditions of syntax trees from isl's functions and sets. */
#ifndef PV_AFFEXPR_H
#define PV_AFFEXPR_H

#include "ast/stock.h"

#include <isl/constraint.h>

/* All of these are about the iterators of "place". "sure" { [c] } holds where the expression is evaluated: it decides which
 * form a division has. */

/* "aff" { [c] -> [v] }, an integer wherever it is evaluated. */
pv_ax *pv_aff_expr(const struct pv_stock *place, __isl_keep isl_set *sure, __isl_take isl_aff *aff);
/* The same by cases. Unless "is_total", the expression is also evaluated where none of them applies: its value does not matter
 * there, but its divisions keep what they promise. */
pv_ax *pv_pw_aff_expr(const struct pv_stock *place, __isl_keep isl_set *sure, __isl_take isl_pw_aff *value,
                      bool is_total);
/* The condition that "set" { [c] } holds; NULL where it always does. */
pv_ax *pv_set_condition(const struct pv_stock *place, __isl_keep isl_set *sure, __isl_take isl_set *set);
/* The condition that constraint "constraint" { [c] } holds. */
pv_ax *pv_constraint_condition(const struct pv_stock *place, __isl_keep isl_set *sure,
                               __isl_take isl_constraint *constraint);

#endif
