/* The context of lowering: what is known at a place of the code. */
#include "lower/cctx.h"

void pv_cctx_set_range(struct pv_cctx *ctx, int depth, struct pv_crange range)
{
    struct pv_crange empty = {0, 0};
    while (ctx->ranges.n <= depth)
        pv_push(ctx->arena, &ctx->ranges, empty);
    ctx->ranges.v[depth] = range;
}

const struct pv_cplace *pv_cctx_here(struct pv_cctx *ctx, const struct pv_an *loop)
{
    struct pv_cplace *place = pv_new(ctx->arena, struct pv_cplace);
    place->known = isl_set_copy(ctx->known);
    place->looped = ctx->device ? ctx->device->looped : 0;
    place->loop = loop;
    for (int i = 0; i < ctx->ranges.n; i++)
        pv_push(ctx->arena, &place->ranges, ctx->ranges.v[i]);
    for (int i = 0; i < ctx->iterators.n; i++)
        pv_push(ctx->arena, &place->iterators, ctx->iterators.v[i]);
    pv_push(ctx->arena, &ctx->places, place);
    return place;
}

const struct pv_cplace *pv_cctx_around(struct pv_cctx *ctx, __isl_keep isl_set *known, const struct pv_an *loop)
{
    struct pv_cplace *place = pv_new(ctx->arena, struct pv_cplace);
    place->known = isl_set_copy(known);
    place->loop = loop;
    pv_push(ctx->arena, &ctx->places, place);
    return place;
}

void pv_cctx_go(struct pv_cctx *ctx, const struct pv_cplace *place)
{
    isl_set_free(ctx->known);
    ctx->known = isl_set_copy(place->known);
    if (ctx->device)
        ctx->device->looped = place->looped;
    ctx->ranges.n = 0;
    for (int i = 0; i < place->ranges.n; i++)
        pv_push(ctx->arena, &ctx->ranges, place->ranges.v[i]);
    for (int i = 0; i < place->iterators.n; i++)
        ctx->iterators.v[i] = place->iterators.v[i];
}

void pv_cctx_free(struct pv_cctx *ctx)
{
    ctx->known = isl_set_free(ctx->known);
    for (int i = 0; i < ctx->places.n; i++)
        isl_set_free(ctx->places.v[i]->known);
    for (int i = 0; i < ctx->asked.n; i++)
        isl_set_free(ctx->asked.v[i].known);
    ctx->places.n = ctx->asked.n = 0;
}
