/* Polynomials with integer coefficients over expressions that keep their values: 4 * n + i * ld. They are exact: no value
 * wraps around. Immutable; in an arena. NULL stands for a value that is not known, or too large to follow. */
#ifndef PV_POLY_H
#define PV_POLY_H

#include "ir/expr.h"

struct pv_poly;

const struct pv_poly *pv_poly_constant(struct pv_arena *arena, int64_t value);
/* The integer expression "leaf" as it stands. */
const struct pv_poly *pv_poly_leaf(struct pv_arena *arena, struct pv_expr *leaf);
/* a + factor * b */
const struct pv_poly *pv_poly_add(struct pv_arena *arena, const struct pv_poly *a, const struct pv_poly *b,
                                  int64_t factor);
const struct pv_poly *pv_poly_multiply(struct pv_arena *arena, const struct pv_poly *a, const struct pv_poly *b);
/* a / divisor, where every coefficient is a multiple of it; else NULL. */
const struct pv_poly *pv_poly_divide(struct pv_arena *arena, const struct pv_poly *a, int64_t divisor);
/* "poly" with "value" in the place of each leaf that is the same expression as "leaf". */
const struct pv_poly *pv_poly_replace(struct pv_arena *arena, const struct pv_poly *poly, const struct pv_expr *leaf,
                                      const struct pv_poly *value);

/* Are both known, and the same polynomial? */
bool pv_poly_is_same(const struct pv_poly *a, const struct pv_poly *b);
bool pv_poly_is_constant(const struct pv_poly *poly, int64_t *value);
/* Is no value of "poly" negative, for all values that the types of its leaves have? */
bool pv_poly_is_nonnegative(const struct pv_poly *poly);
/* Does a leaf of "poly" name "var"? */
bool pv_poly_mentions(const struct pv_poly *poly, const struct pv_var *var);

/* The signed type of 64 bits that sums are computed in. */
const struct pv_ctype *pv_poly_type(void);
/* "poly" as an expression of "type", which has 64 bits, at "range". */
struct pv_expr *pv_poly_expr(struct pv_arena *arena, const struct pv_poly *poly, const struct pv_ctype *type,
                             struct pv_range range);
/* The leaf that "poly" consists of, or NULL. */
const struct pv_expr *pv_poly_as_leaf(const struct pv_poly *poly);

#endif
