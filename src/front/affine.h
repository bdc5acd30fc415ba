/* Expressions to quasi-affine functions of the iterators and parameters, with C's arithmetic. */
#ifndef PV_AFFINE_H
#define PV_AFFINE_H

#include "front/evalctx.h"

/* The value of "expr" in the current context. Where "aff" is NULL, ec->why says the reason. A
 * signed operation that overflows excludes the instance; unsigned ones and conversions wrap. */
struct pv_value pv_affine_value(struct pv_eval *ec, const struct pv_expr *expr);

/* Split the current space by a condition: "*holds" and "*fails" { [i] }. Return false, and set
 * neither, where the condition is not affine. */
bool pv_affine_condition(struct pv_eval *ec, const struct pv_expr *expr, isl_set **holds, isl_set **fails);

/* Bring a value into the range of the integer type "type": as C converts where "wraps", else an
 * instance out of range is excluded. */
struct pv_value pv_value_convert(struct pv_eval *ec, struct pv_value value, const struct pv_ctype *type, bool wraps);

/* "value" where "holds", "other" elsewhere; takes all three. */
struct pv_value pv_value_select(__isl_take isl_set *holds, struct pv_value value, struct pv_value other);

/* Is "value" one integer? Then store it in "*result". */
bool pv_value_is_constant(struct pv_value value, int64_t *result);

/* Apply a binary operator to two values, before conversion to the result type. Takes both. */
struct pv_value pv_value_binary(struct pv_eval *ec, enum pv_op op, struct pv_value a, struct pv_value b,
                                struct pv_loc loc);

#endif
