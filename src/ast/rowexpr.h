/* Expressions and conditions from rows of plain schedules. */
#ifndef PV_ROWEXPR_H
#define PV_ROWEXPR_H

#include "ast/plain.h"

/* The value of "row". */
pv_ax *pv_plain_expr(const struct pv_plain *plain, const int64_t *row);
/* The value of "row" / "m", which leaves no rest. */
pv_ax *pv_plain_quotient_exact(const struct pv_plain *plain, const int64_t *row, int64_t m);
/* The value of "row" / "m", rounded down, where "sure" holds. */
pv_ax *pv_plain_quotient(const struct pv_plain *plain, const struct pv_rows *sure, const int64_t *row, int64_t m);
/* All rows of "rows", of which there is at least one. */
pv_ax *pv_plain_condition(const struct pv_plain *plain, const struct pv_rows *rows);

/* "strides" are those of the iterators around the place, by their depths, or NULL.
 * A loop of "depth" through the values that "domain" and "stride" have for its iterator, where "sure" holds, without a body.
 * NULL where it has no first or no last value. */
struct pv_an *pv_plain_loop(const struct pv_plain *plain, const struct pv_rows *sure, const struct pv_rows *domain,
                            int depth, const struct pv_plain_stride *stride,
                            const struct pv_plain_stride *const *strides);
/* The same for a loop of one iteration: with the value of its iterator that is next to "bound", a row of "domain". */
struct pv_an *pv_plain_single(const struct pv_plain *plain, const struct pv_rows *sure, const struct pv_rows *domain,
                              const int64_t *bound, int depth, const struct pv_plain_stride *stride,
                              const struct pv_plain_stride *const *strides);

#endif
