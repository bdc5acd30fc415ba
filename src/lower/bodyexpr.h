/* Expressions of the user's statements, with their references replaced. */
#ifndef PV_BODYEXPR_H
#define PV_BODYEXPR_H

#include "lower/buffers.h"

/* An expression of a statement's body, references replaced as ctx->leaf says. Parentheses stand also where C's rules
 * need none but compilers like to see them. */
pv_px *pv_bodyexpr(struct pv_cctx *ctx, const struct pv_expr *expr);
/* Note that a condition chooses what is computed. */
void pv_bodyexpr_note_choice(struct pv_cctx *ctx);

#endif
