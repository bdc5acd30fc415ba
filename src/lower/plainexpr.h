/* Integer expressions of syntax trees that belong to no program. */
#ifndef PV_PLAINEXPR_H
#define PV_PLAINEXPR_H

#include "ir/ast.h"
#include "lower/cctx.h"

/* "expr", where nothing is known of the values of names: they have the type int. Numbers that need more have the type
 * long long, and so have results of operations on numbers. ctx->failure is set where something has no form in C. */
pv_px *pv_plainexpr(struct pv_cctx *ctx, pv_ax *expr);

#endif
