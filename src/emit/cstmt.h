/* Statements of the user's program in C: declarations, control, expressions, as they were but for their references. */
#ifndef PV_CSTMT_H
#define PV_CSTMT_H

#include "emit/cexpr.h"
#include "emit/writer.h"

/* Print the statement "tree"; ctx->leaf says what becomes of its references. */
void pv_cstmt_print(struct pv_cctx *ctx, struct pv_writer *out, const struct pv_tree *tree);

/* Print assignments that do what the list of values of the declaration "tree" does. */
void pv_cstmt_initialise(struct pv_cctx *ctx, struct pv_writer *out, const struct pv_tree *tree);

/* Print the statements of "body", the body of a function, without its braces. */
void pv_cstmt_print_function(struct pv_cctx *ctx, struct pv_writer *out, const struct pv_tree *body);

/* The declaration of "var" in the generated code, without an initialiser. "sizes" (may be NULL) are the lengths of
 * the dimensions that are not constant. */
const char *pv_cstmt_declaration(struct pv_cctx *ctx, const struct pv_var *var, isl_ast_expr **sizes);

#endif
