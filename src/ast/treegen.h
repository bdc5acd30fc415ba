/* pave's generator of syntax trees from schedules (document 001, sections 4 to 6). */
#ifndef PV_TREEGEN_H
#define PV_TREEGEN_H

#include "ast/genparams.h"
#include "ast/schedfile.h"
#include "ast/stock.h"

/* Append to "code" the code that runs the instances of "file" in its order. Return false where there is none: "ctx" has
 * the reason, or "*why" where it has none, or "*is_left_to_isl" is set. */
bool pv_treegen(isl_ctx *ctx, struct pv_arena *arena, const struct pv_schedfile *file,
                const struct pv_generate_params *params, pv_anodes *code, const char **why, bool *is_left_to_isl);

/* Append to "code" the code of "schedule", where "context" holds. Return false where there is none: gen->failure has the reason, or
 * isl's context, or gen->is_left is set. */
bool pv_treegen_program(struct pv_gen *gen, __isl_take isl_set *context, __isl_keep isl_schedule *schedule,
                        pv_anodes *code);

#endif
