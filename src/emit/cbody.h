/* Statements in C: the syntax tree of a region, and the bodies of its statements. */
#ifndef PV_CBODY_H
#define PV_CBODY_H

#include "emit/cexpr.h"
#include "emit/writer.h"

/* Print "code". "loop" prints what stands before a "for", given its annotation. */
struct pv_cbody_hooks {
    void (*loop)(struct pv_cctx *ctx, struct pv_writer *out, const struct pv_code_loop *loop);
};
void pv_cbody_print(struct pv_cctx *ctx, struct pv_writer *out, const struct pv_code *code,
                    const struct pv_cbody_hooks *hooks);

/* The declaration of "var" in the generated code, without an initialiser. "sizes" (may be NULL) are the lengths of
 * the dimensions that are not constant. */
const char *pv_cbody_declaration(struct pv_cctx *ctx, const struct pv_var *var, isl_ast_expr **sizes);

#endif
