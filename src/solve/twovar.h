/* Linear inequalities replaced by inequalities of two variables with unit coefficients (UTVPI) whose solutions all satisfy
 * the original: an under-approximation (document 003). */
#ifndef PV_TWOVAR_H
#define PV_TWOVAR_H

#include "base/vec.h"
#include "solve/diffgraph.h"

/* constant + sum of terms >= 0; each variable, of any sign, occurs in one term, with a coefficient other than 0. */
struct pv_linear {
    int64_t constant;
    const struct pv_term *terms;
    int n_term;
};

typedef PV_VEC(struct pv_two) pv_two_vec;

/* At most two variables; the same with coefficients of the same size. */
bool pv_linear_is_tvpi(const struct pv_linear *linear);
bool pv_linear_is_utvpi(const struct pv_linear *linear);

/* The value of "linear" at "point", which has an entry for each variable. */
__int128 pv_linear_value(const struct pv_linear *linear, const int64_t *point);

/* Append to "out" constraints that together imply "linear", on variables "scale" times as large as those of "linear".
 * A constraint of s variables becomes s (s - 1) / 2 of two variables each, with the coefficients it had; one of two
 * variables whose coefficients differ becomes a diagonal and an interval constraint. What is left to choose are the
 * constants, which must add up:
 *   - without a point they are all alike, and the diagonal gets all of the constant of the pair (uniform method);
 *   - with a "point" that satisfies "linear" it satisfies all of "out" as well, by equal margins.
 * Constants are rounded, never beyond what "linear" allows. A constraint with UTVPI form stays as it is. Return false,
 * with nothing appended, where numbers become too large. */
bool pv_linear_replace(struct pv_arena *arena, const struct pv_linear *linear, const int64_t *point, int64_t scale,
                       pv_two_vec *out);

#endif
