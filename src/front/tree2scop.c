/* Entry of the second phase: from the tree of a region to its model. */
#include "front/tree2scop.h"

#include "front/evaluate.h"
#include "front/summary.h"

struct pv_scop *pv_tree2scop(isl_ctx *ctx, struct pv_arena *arena, struct pv_diag *diag, struct pv_unit *unit,
                             struct pv_region *region, const struct pv_eval_params *params)
{
    struct pv_summaries summaries = {0};
    struct pv_eval root = {.arena = arena,
                           .diag = diag,
                           .ctx = ctx,
                           .unit = unit,
                           .params = params,
                           .summarise = pv_summary_get,
                           .summaries = &summaries};
    struct pv_scop *scop = pv_region_evaluate(&root, region);
    pv_summaries_free(&summaries);
    return scop;
}
