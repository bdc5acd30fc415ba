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

const char *pv_thread_rest_name(const struct pv_cctx *ctx)
{
    return ctx->iterators.v[ctx->device->code->point_depth];
}

pv_px *pv_thread_end_of_tile(struct pv_cctx *ctx, int step, int dim, bool is_low)
{
    struct pv_arena *arena = ctx->arena;
    const struct pv_overlap *overlap = ctx->device->kernel->overlap;
    int more = is_low ? overlap->more_low[dim] : overlap->more_high[dim];
    int last = overlap->before[dim] + overlap->own[dim] - 1;
    int distance = is_low ? overlap->before[dim] - overlap->low[step][dim] : last + overlap->high[step][dim];
    pv_px *end = pv_px_name(arena, ctx->device->origins[dim]), *rest = pv_px_name(arena, pv_thread_rest_name(ctx));
    if (distance)
        end = pv_px_binary(arena, end, "+", pv_px_number(arena, distance), PV_CPREC_SUM);
    if (more > 1)
        rest = pv_px_binary(arena, pv_px_number(arena, more), "*", rest, PV_CPREC_PRODUCT);
    return more ? pv_px_binary(arena, end, is_low ? "-" : "+", rest, PV_CPREC_SUM) : end;
}

/* In overlapped tiles: "value" is one of the tile's, and at the place of this thread. */
static pv_px *is_in_tile(struct pv_cctx *ctx, const struct pv_kernel_member *member, pv_px *value)
{
    struct pv_arena *arena = ctx->arena;
    const struct pv_kernel *kernel = ctx->device->kernel;
    int axis = member->axis, dim = kernel->n_axes - 1 - axis;
    bool has_rows = !dim && kernel->n_axes > 1;
    value = pv_px_operand(arena, value, PV_CPREC_SUM);
    pv_px *low = pv_thread_end_of_tile(ctx, ctx->device->step, dim, true);
    pv_px *high = pv_thread_end_of_tile(ctx, ctx->device->step, dim, false);
    pv_px *is_inside = pv_px_and(arena, pv_px_binary(arena, value, ">=", low, PV_CPREC_RELATION),
                                 pv_px_binary(arena, value, "<=", high, PV_CPREC_RELATION));
    pv_px *origin = pv_px_name(arena, ctx->device->origins[dim]);
    pv_px *place = pv_px_paren(arena, pv_px_binary(arena, value, "-", origin, PV_CPREC_SUM));
    int n = has_rows ? pv_kernel_points_per_thread(kernel, axis) : kernel->threads[axis];
    place = pv_px_binary(arena, place, has_rows ? "/" : "%", pv_px_number(arena, n), PV_CPREC_PRODUCT);
    pv_px *id = pv_thread_id(ctx, PV_LEVEL_THREAD, axis);
    return pv_px_and(arena, is_inside, pv_px_binary(arena, place, "==", id, PV_CPREC_EQUALITY));
}

pv_px *pv_thread_is_mine(struct pv_cctx *ctx, const struct pv_kernel_member *member, pv_px *value)
{
    pv_px *id = pv_thread_id(ctx, member->level, member->axis);
    if (ctx->device->kernel->overlap)
        return is_in_tile(ctx, member, value);
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
