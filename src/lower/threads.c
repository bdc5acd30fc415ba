/* Tells which iterations belong to this block and this thread. */
#include "lower/threads.h"

pv_px *pv_thread_id(struct pv_cctx *ctx, enum pv_kernel_level level, int axis)
{
    return pv_px_name(ctx->arena, ctx->device->ids[level][axis]);
}

pv_px *pv_thread_count(struct pv_cctx *ctx, enum pv_kernel_level level, int axis)
{
    if (level == PV_LEVEL_THREAD)
        return pv_px_number(ctx->arena, ctx->device->kernel->threads[axis]);
    return pv_px_name(ctx->arena, ctx->device->counts[level][axis]);
}

/* "value" is in the row of neighbouring tiles of this block along "axis". */
static pv_px *is_in_row(struct pv_cctx *ctx, int axis, pv_px *value, pv_px *id)
{
    struct pv_arena *arena = ctx->arena;
    pv_px *first = pv_px_name(arena, ctx->device->firsts[axis]), *each = pv_px_name(arena, ctx->device->eaches[axis]);
    pv_px *distance = pv_px_binary(arena, pv_px_operand(arena, value, PV_CPREC_SUM), "-", first, PV_CPREC_SUM);
    pv_px *row = pv_px_binary(arena, pv_px_paren(arena, distance), "/", each, PV_CPREC_PRODUCT);
    return pv_px_binary(arena, row, "==", id, PV_CPREC_EQUALITY);
}

pv_px *pv_thread_is_mine(struct pv_cctx *ctx, const struct pv_kernel_member *member, pv_px *value)
{
    pv_px *id = pv_thread_id(ctx, member->level, member->axis);
    if (member->level == PV_LEVEL_THREAD && ctx->device->kernel->threads[member->axis] == 1)
        return NULL;
    if (member->level == PV_LEVEL_BLOCK && ctx->device->firsts[member->axis])
        return is_in_row(ctx, member->axis, value, id);
    if (value->range.min == 0 && value->range.max == 0)
        return pv_px_binary(ctx->arena, id, "==", pv_px_number(ctx->arena, 0), PV_CPREC_EQUALITY);
    pv_px *owner = pv_astexpr_modulo(ctx, value, pv_thread_count(ctx, member->level, member->axis));
    return pv_px_binary(ctx->arena, owner, "==", id, PV_CPREC_EQUALITY);
}

bool pv_thread_has_one_point(const struct pv_cctx *ctx, const struct pv_kernel_member *member)
{
    const struct pv_kernel *kernel = ctx->device->kernel;
    bool is_split = kernel->n_fixed < kernel->n_members;
    return member->level == PV_LEVEL_THREAD && member->axis < kernel->n_axes && !kernel->has_steps &&
           (is_split || kernel->threads[member->axis] == kernel->points[member->axis]);
}

pv_px *pv_thread_is_no_loader(struct pv_cctx *ctx)
{
    pv_px *id = pv_thread_id(ctx, PV_LEVEL_THREAD, ctx->device->kernel->n_axes);
    return pv_px_binary(ctx->arena, id, "==", pv_px_number(ctx->arena, 0), PV_CPREC_EQUALITY);
}
