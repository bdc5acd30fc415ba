/* Syntax trees for schedules that belong to no program. */
#ifndef PV_GENERATE_H
#define PV_GENERATE_H

#include "ast/genparams.h"
#include "ast/schedfile.h"
#include "ir/ast.h"

/* Have isl build all code in "ctx" so from now on. */
void pv_generate_set_options(isl_ctx *ctx, const struct pv_generate_params *params);

/* Append to "code" the code that runs the instances of "file" in its order. Return false where there is none: "ctx" has
 * the reason, or "*why" where it has none. */
bool pv_generate(isl_ctx *ctx, struct pv_arena *arena, const struct pv_schedfile *file,
                 const struct pv_generate_params *params, pv_anodes *code, const char **why);

#endif
