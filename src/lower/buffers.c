/* Lowers accesses to arrays in the memory of a device. */
#include "lower/buffers.h"

const struct pv_code_buffer *pv_buffer_find(const struct pv_cctx *ctx, const struct pv_var *var)
{
    const struct pv_code *code = ctx->device ? ctx->device->code : NULL;
    for (int i = 0; code && i < code->buffers.n; i++) {
        const struct pv_device_array *device = code->buffers.v[i].device;
        if (device->array->var == var && !device->is_value && !pv_kernel_is_private(ctx->device->kernel, device->array))
            return &code->buffers.v[i];
    }
    return NULL;
}

int64_t pv_buffer_constant_size(const struct pv_code_buffer *buffer, int dim)
{
    pv_int128 size = buffer->sizes[dim]->kind == PV_AX_NUMBER ? pv_crange_number(buffer->sizes[dim]) : -1;
    return size <= INT32_MAX ? (int64_t)size : -1;
}

/* Are all dimensions of "buffer" one? Those of arrays with rows of constant size may be kept. */
static bool is_linear(const struct pv_cctx *ctx, const struct pv_code_buffer *buffer)
{
    const struct pv_array *array = buffer->device->array;
    if (!ctx->device->keeps_rows || array->n_dims < 2 || array->n_linear)
        return true;
    for (int i = 1; i < array->n_dims; i++)
        if (pv_buffer_constant_size(buffer, i) <= 0)
            return true;
    return false;
}

bool pv_buffer_has_rows(const struct pv_cctx *ctx, const struct pv_var *var)
{
    const struct pv_code_buffer *buffer = pv_buffer_find(ctx, var);
    return buffer && !is_linear(ctx, buffer);
}

/* "n" subscripts of "buffer" as one. */
static pv_px *linear_index(struct pv_cctx *ctx, const struct pv_code_buffer *buffer, pv_px *const *subs, int n)
{
    struct pv_arena *arena = ctx->arena;
    if (n == 0)
        return pv_px_number(arena, 0);
    if (n == 1)
        return subs[0];
    pv_px *index = pv_px_cast(arena, pv_spell_wide(ctx), pv_px_operand(arena, subs[0], PV_CPREC_UNARY));
    for (int i = 1; i < n; i++) {
        pv_px *size = pv_astexpr(ctx, buffer->sizes[i]);
        pv_px *rows = pv_px_binary(arena, i > 1 ? pv_px_paren(arena, index) : index, "*",
                                   pv_px_operand(arena, size, PV_CPREC_UNARY), PV_CPREC_PRODUCT);
        index = pv_px_binary(arena, rows, "+", pv_px_operand(arena, subs[i], PV_CPREC_PRODUCT), PV_CPREC_SUM);
    }
    return index;
}

pv_px *pv_buffer_number(struct pv_cctx *ctx, const struct pv_code_buffer *buffer, pv_px *const *subs)
{
    return linear_index(ctx, buffer, subs, buffer->device->array->n_dims);
}

pv_px *pv_buffer_subscripted(struct pv_cctx *ctx, const struct pv_code_buffer *buffer, pv_px *base, pv_px *const *subs,
                             int n)
{
    if (is_linear(ctx, buffer))
        return pv_px_index(ctx->arena, base, linear_index(ctx, buffer, subs, n));
    for (int i = 0; i < n; i++)
        base = pv_px_index(ctx->arena, base, subs[i]);
    return base;
}

pv_px *pv_buffer_element(struct pv_cctx *ctx, const struct pv_array *array, pv_px *const *subs)
{
    const struct pv_code_buffer *buffer = pv_buffer_find(ctx, array->var);
    if (!buffer) {
        ctx->failure = "a copy of something that is not in memory";
        return pv_px_number(ctx->arena, 0);
    }
    return pv_buffer_subscripted(ctx, buffer, pv_px_name(ctx->arena, pv_spell_name(ctx, array->var)), subs,
                                 array->n_dims);
}

pv_px *pv_buffer_in_window(struct pv_cctx *ctx, pv_px *subscript, int dim)
{
    pv_px *origin = pv_px_name(ctx->arena, ctx->device->origins[dim]);
    return pv_px_binary(ctx->arena, pv_px_operand(ctx->arena, subscript, PV_CPREC_SUM), "-", origin, PV_CPREC_SUM);
}

bool pv_buffer_alternates(const struct pv_kernel *kernel, const struct pv_array *array)
{
    for (int i = 0; kernel->overlap && i < kernel->locals.n; i++)
        if (kernel->locals.v[i]->array == array && kernel->locals.v[i]->alternates)
            return true;
    return false;
}

const char *pv_buffer_next(struct pv_cctx *ctx, const struct pv_array *array)
{
    const struct pv_kernel *kernel = ctx->device->kernel;
    for (int i = 0; kernel->overlap && i < kernel->locals.n; i++)
        if (kernel->locals.v[i]->array == array && kernel->locals.v[i]->alternates)
            return pv_printf(ctx->arena, "%s%d", ctx->device->next_prefix, kernel->locals.v[i]->number);
    return NULL;
}
