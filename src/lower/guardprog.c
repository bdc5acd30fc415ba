/* Lowers the run-time test in front of a region. */
#include "lower/guardprog.h"

#include "lower/astexpr.h"
#include "lower/bodyexpr.h"

/* Copies of different threads are so far from each other that no line of a cache holds parts of two. */
static const int64_t bytes_apart = 128;

/* x * n + y, or a number too large for any test where that overflows. */
static pv_px *at(struct pv_cctx *ctx, struct pv_pguard *guard, pv_px *x, pv_px *n, pv_px *y)
{
    pv_px *args[] = {x, n, y};
    guard->uses_at = true;
    return pv_px_call(ctx->arena, pv_printf(ctx->arena, "%sat", ctx->naming->own), 3, args);
}

/* "product" plus "all": its least value, or its most. */
static pv_px *add_product(struct pv_cctx *ctx, struct pv_pguard *guard, const struct pv_code_product *product,
                          bool is_most, pv_px *all)
{
    pv_px *factor = pv_astexpr(ctx, is_most ? product->most : product->least);
    if (pv_px_is_number(factor, 0) || (!product->n_sizes && pv_px_is_number(all, 0)))
        return pv_px_is_number(factor, 0) ? all : factor;
    for (int j = 0; j < product->n_sizes - 1; j++)
        factor = at(ctx, guard, factor, pv_astexpr(ctx, product->sizes[j]), pv_px_number(ctx->arena, 0));
    int last = product->n_sizes - 1;
    pv_px *size = last < 0 ? pv_px_number(ctx->arena, 1) : pv_astexpr(ctx, product->sizes[last]);
    return at(ctx, guard, factor, size, all);
}

/* The least of the sums that "span" lies between, or the most. */
static pv_px *sum_of_products(struct pv_cctx *ctx, struct pv_pguard *guard, const struct pv_code_span *span,
                              bool is_most)
{
    pv_px *all = pv_px_number(ctx->arena, 0);
    for (int i = 0; i < span->products.n; i++)
        all = add_product(ctx, guard, &span->products.v[i], is_most, all);
    return all;
}

/* The number of an element, "index" by dimension, counted from the first of the array. */
static pv_px *element_number(struct pv_cctx *ctx, struct pv_pguard *guard, const struct pv_code_span *span,
                             pv_ax *const *index)
{
    if (!span->span->n_dims)
        return pv_px_number(ctx->arena, 0);
    pv_px *all = pv_astexpr(ctx, index[0]);
    for (int i = 1; i < span->span->n_dims; i++) {
        pv_px *size = pv_astexpr(ctx, span->sizes[i]);
        pv_px *own = pv_astexpr(ctx, index[i]);
        if (pv_px_is_number(all, 0)) {
            all = own;
            continue;
        }
        all = at(ctx, guard, all, size, own);
    }
    return all;
}

static struct pv_pspan lower_span(struct pv_cctx *ctx, struct pv_pguard *guard, const struct pv_code_span *span)
{
    const struct pv_span *what = span->span;
    const struct pv_ctype *elem = what->array ? what->array->elem : what->place ? what->place->type : what->var->type;
    pv_px *base = what->place ? pv_bodyexpr(ctx, what->place) : pv_px_name(ctx->arena, pv_spell_name(ctx, what->var));
    struct pv_pspan result = {
        .has_rows = span->span->has_rows,
        .base = span->span->n_dims ? base : pv_px_prefix(ctx->arena, "&", base),
        .n_dims = span->span->n_dims,
        .elem_size = elem->size,
    };
    for (int i = 0; result.has_rows && i < result.n_dims; i++)
        pv_push(ctx->arena, &result.first, pv_astexpr(ctx, span->first[i]));
    for (int i = 0; result.has_rows && i < result.n_dims; i++)
        pv_push(ctx->arena, &result.last, pv_astexpr(ctx, span->last[i]));
    if (what->products) {
        pv_push(ctx->arena, &result.first, sum_of_products(ctx, guard, span, false));
        pv_push(ctx->arena, &result.last, sum_of_products(ctx, guard, span, true));
    } else if (!result.has_rows) {
        pv_push(ctx->arena, &result.first, element_number(ctx, guard, span, span->first));
        pv_push(ctx->arena, &result.last, element_number(ctx, guard, span, span->last));
    }
    return result;
}

/* The condition under which spans need not be tested, NULL where they must be. */
static pv_px *lower_exception(struct pv_cctx *ctx, const struct pv_code_apart *test)
{
    bool is_short = test->otherwise;
    if (!is_short && !test->condition)
        return NULL;
    pv_px *px = pv_astexpr(ctx, is_short ? test->otherwise : test->condition);
    px = pv_px_operand(ctx->arena, px, is_short ? PV_CPREC_RELATION : PV_CPREC_UNARY);
    return is_short ? px : pv_px_prefix(ctx->arena, "!", px);
}

static struct pv_papart lower_test(struct pv_cctx *ctx, struct pv_pguard *guard, const struct pv_code_guard *code,
                                   const struct pv_code_apart *test)
{
    struct pv_papart result = {.exception = lower_exception(ctx, test), .n_written = test->n_written};
    isl_set *known = ctx->known;
    ctx->known = isl_set_from_params(isl_set_copy(test->accessed));
    for (int i = 0; i < test->n; i++) {
        struct pv_pspan span = lower_span(ctx, guard, &code->spans.v[test->spans[i]]);
        pv_push(ctx->arena, &result.spans, span);
    }
    isl_set_free(ctx->known);
    ctx->known = known;
    return result;
}

pv_px *pv_copies_size(struct pv_cctx *ctx, const struct pv_code_local *local, int dim)
{
    struct pv_arena *arena = ctx->arena;
    if (local->is_per_thread && dim < local->array->n_copies)
        return dim ? pv_px_number(arena, 1)
                   : pv_px_call(arena, pv_printf(arena, "%sthreads", ctx->naming->own), 0, NULL);
    pv_px *size = pv_astexpr(ctx, local->sizes[dim]);
    if (!local->is_per_thread || dim < local->array->n_dims - 1)
        return size;
    int64_t gap = (bytes_apart + local->array->elem->size - 1) / local->array->elem->size;
    return pv_px_binary(arena, pv_px_operand(arena, size, PV_CPREC_SUM), "+", pv_px_number(arena, gap), PV_CPREC_SUM);
}

/* The memory for the copies of arrays that "code" declares. */
static void lower_rooms(struct pv_cctx *ctx, struct pv_pguard *guard, const struct pv_code *code)
{
    for (int i = 0; i < code->locals.n; i++) {
        const struct pv_code_local *local = &code->locals.v[i];
        if (!local->array->n_copies)
            continue;
        struct pv_proom room = {.elem_size = local->array->elem->size};
        for (int k = 0; k < local->array->n_dims; k++)
            pv_push(ctx->arena, &room.dims, pv_copies_size(ctx, local, k));
        pv_push(ctx->arena, &guard->rooms, room);
    }
}

const char *pv_guardprog(const struct pv_lowering *lowering, struct pv_prog *prog)
{
    const struct pv_code_guard *code = prog->code->guard;
    const struct pv_scop *scop = prog->code->scop;
    if (!code)
        return NULL;
    struct pv_cctx ctx = {.width = PV_WIDTH_LONG};
    pv_lowering_set_up(lowering, &ctx, prog->code);
    struct pv_pguard *guard = pv_new(ctx.arena, struct pv_pguard);
    if (code->assumed) {
        ctx.known = isl_set_from_params(isl_set_copy(scop->guard.context ? scop->guard.context : scop->context));
        guard->assumed = pv_astexpr(&ctx, code->assumed);
        if (code->tests.n)
            guard->assumed = pv_px_operand(ctx.arena, guard->assumed, PV_CPREC_LAND);
        isl_set_free(ctx.known);
    }
    ctx.known = isl_set_from_params(isl_set_copy(scop->context));
    for (int i = 0; i < code->tests.n; i++) {
        struct pv_papart test = lower_test(&ctx, guard, code, &code->tests.v[i]);
        pv_push(ctx.arena, &guard->tests, test);
    }
    lower_rooms(&ctx, guard, prog->code);
    guard->most_bytes = lowering->params.max_expansion;
    pv_cctx_free(&ctx);
    prog->guard = guard;
    return ctx.failure;
}
