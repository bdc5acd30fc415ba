/* pave's generator of syntax trees from schedules (document 001, sections 4 to 6). */
#ifndef PV_TREEGEN_H
#define PV_TREEGEN_H

#include "ast/genparams.h"
#include "ast/schedfile.h"
#include "ir/ast.h"

/* Append to "code" the code that runs the instances of "file" in its order. Return false where there is none: "ctx" has
 * the reason, or "*why" where it has none. */
bool pv_treegen(isl_ctx *ctx, struct pv_arena *arena, const struct pv_schedfile *file,
                const struct pv_generate_params *params, pv_anodes *code, const char **why);

#endif
