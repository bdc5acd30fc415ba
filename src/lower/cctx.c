/* The context of lowering: what is known at a place of the code. */
#include "lower/cctx.h"

void pv_cctx_set_range(struct pv_cctx *ctx, int depth, struct pv_crange range)
{
    struct pv_crange empty = {0, 0};
    while (ctx->ranges.n <= depth)
        pv_push(ctx->arena, &ctx->ranges, empty);
    ctx->ranges.v[depth] = range;
}
