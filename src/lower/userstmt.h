/* Lowers the user's statements: declarations, control and expressions stay as they are, except for their references. */
#ifndef PV_USERSTMT_H
#define PV_USERSTMT_H

#include "lower/bodyexpr.h"

/* Add the statement "tree"; ctx->leaf says what becomes of its references. */
void pv_userstmt(struct pv_cctx *ctx, struct pv_pout *out, const struct pv_tree *tree);

/* Add assignments that do what the list of values of the declaration "tree" does. */
void pv_userstmt_initialise(struct pv_cctx *ctx, struct pv_pout *out, const struct pv_tree *tree);

/* Add the declaration of "var" in the generated code, without an initialiser. "sizes" (may be NULL) are the lengths of
 * the dimensions that are not constant. */
struct pv_ps *pv_userstmt_declare(struct pv_cctx *ctx, struct pv_pout *out, const struct pv_var *var, pv_ax **sizes);

#endif
