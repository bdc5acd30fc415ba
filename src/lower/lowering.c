/* The state that the regions of a file share while they are lowered. */
#include "lower/lowering.h"

#include <isl/ilp.h>

struct pv_lowering *pv_lowering_begin(struct pv_arena *arena, const struct pv_unit *unit,
                                      const struct pv_lower_params *params)
{
    struct pv_lowering *lowering = pv_new(arena, struct pv_lowering);
    lowering->arena = arena;
    lowering->unit = unit;
    lowering->params = *params;
    lowering->ranges = pv_new(arena, struct pv_lowering_ranges);
    lowering->names = pv_names_begin(arena, unit);
    const struct {
        const char **prefix, *wish;
    } all[] = {
        {&lowering->iterator, "c"},      {&lowering->scalar, "s"},      {&lowering->block, "b"},
        {&lowering->thread, "t"},        {&lowering->n_blocks, "nb"},   {&lowering->first_tile, "first"},
        {&lowering->tiles_each, "each"}, {&lowering->shared, "shared"}, {&lowering->private, "private"},
        {&lowering->origin, "origin"},   {&lowering->tile, "tile"},     {&lowering->next, "next"},
        {&lowering->last, "last"},
    };
    for (size_t i = 0; i < sizeof(all) / sizeof(*all); i++)
        *all[i].prefix = pv_names_prefix(&lowering->names, all[i].wish);
    return lowering;
}

/* The values of "var", a parameter, that the context of "scop" allows. */
static struct pv_crange parameter_range(const struct pv_scop *scop, const struct pv_var *var)
{
    struct pv_crange range = {pv_ctype_min(var->type), pv_ctype_max(var->type)};
    isl_set *values = isl_set_from_params(isl_set_copy(scop->context));
    int pos = isl_set_find_dim_by_name(values, isl_dim_param, var->id);
    if (pos >= 0) {
        values = isl_set_move_dims(values, isl_dim_set, 0, isl_dim_param, (unsigned)pos, 1);
        pv_int128 min = pv_crange_bound(isl_set_dim_min_val(isl_set_copy(values), 0));
        pv_int128 max = pv_crange_bound(isl_set_dim_max_val(isl_set_copy(values), 0));
        range.min = min > range.min && min <= range.max ? min : range.min;
        range.max = max < range.max && max >= range.min ? max : range.max;
    }
    isl_set_free(values);
    return range;
}

/* Give "ctx" the ranges of the parameters of "code": a region asks for them once for each kernel and version. */
static void set_parameter_ranges(const struct pv_lowering *lowering, struct pv_cctx *ctx, const struct pv_code *code)
{
    struct pv_lowering_ranges *ranges = lowering->ranges;
    const struct pv_scop *scop = code->scop;
    if (ranges->code != code) {
        ranges->code = code;
        ranges->parameters.n = 0;
        for (int i = 0; i < scop->parameters.n; i++)
            pv_push(lowering->arena, &ranges->parameters, parameter_range(scop, scop->parameters.v[i]));
    }
    for (int i = 0; i < scop->parameters.n; i++)
        pv_push(ctx->arena, &ctx->parameters, ranges->parameters.v[i]);
}

void pv_lowering_set_up(const struct pv_lowering *lowering, struct pv_cctx *ctx, const struct pv_code *code)
{
    ctx->arena = lowering->arena;
    ctx->scop = code->scop;
    ctx->naming = &lowering->names;
    for (int i = 0; i <= code->n_iterators; i++)
        pv_push(ctx->arena, &ctx->iterators, pv_printf(ctx->arena, "%s%d", lowering->iterator, i));
    set_parameter_ranges(lowering, ctx, code);
}

bool pv_lowering_outlives(const struct pv_region *region, const struct pv_var *var)
{
    for (int i = 0; i < region->used_after.n; i++)
        if (region->used_after.v[i] == var)
            return true;
    return false;
}

bool pv_lowering_is_declared_inside(const struct pv_region *region, const struct pv_var *var)
{
    return var->decl.file == region->range.begin.file && var->decl.offset >= region->range.begin.offset &&
           var->decl.offset < region->range.end.offset;
}

bool pv_lowering_has_access(const struct pv_code *code, const struct pv_var *var, bool reads)
{
    for (int i = 0; i < code->leaves.n; i++) {
        const struct pv_stmt *stmt = code->leaves.v[i]->stmt;
        for (int j = 0; j < stmt->accesses.n; j++) {
            const struct pv_access *access = stmt->accesses.v[j];
            if (access->array->var == var && (reads ? access->is_read : access->is_write))
                return true;
        }
    }
    return false;
}
