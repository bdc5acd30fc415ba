/* The integer expressions of syntax trees, with their ranges and widths. */
#ifndef PV_ASTEXPR_H
#define PV_ASTEXPR_H

#include "lower/spelling.h"

/* An expression of a syntax tree. Operations whose result may not fit an int are done in long long: with iterators that are
 * wide, which "overflows" asks for, or by converting an operand. Without ctx->scop nothing is known of the values of
 * names, and they have the type int. ctx->failure is set where something has no form in C. */
pv_px *pv_astexpr(struct pv_cctx *ctx, pv_ax *expr);
/* The same, where conversions are enough: large numbers are no reason to make all iterators wide. */
pv_px *pv_astexpr_converted(struct pv_cctx *ctx, pv_ax *expr);

/* Is the approximate "range", whose values fit 64 bits, good enough? It is in kernels with steps: the positions of their tiles
 * are sums of large terms, whose exact ranges take long to compute, and their iterators have 64 bits anyway. */
bool pv_astexpr_is_rough(const struct pv_cctx *ctx, struct pv_crange range);

/* "a" as an operand of an operation with 64 bits, which would have "width" without that: converted, unless iterators with 64
 * bits make it so anyway. */
pv_px *pv_astexpr_widen(struct pv_cctx *ctx, pv_px *a, enum pv_width width);

/* "value mod count" for any value, to stand in a comparison. */
pv_px *pv_astexpr_modulo(struct pv_cctx *ctx, pv_px *value, pv_px *count);

/* The condition that there are "least" or more values from "init" to before "end", or up to it if "has_end"; the number 1 or 0
 * where that is always, or never, so. */
pv_px *pv_astexpr_at_least(struct pv_cctx *ctx, pv_px *init, pv_px *end, bool has_end, int least);
/* The condition that "work" takes so many cycles or more, in the same way. */
pv_px *pv_astexpr_has_work(struct pv_cctx *ctx, const struct pv_code_work *work, double cycles);

#endif
