/* Lowers the loops that fill local copies of arrays and write them back, and combines reductions. */
#include "lower/fill.h"

#include "lower/buffers.h"
#include "lower/threads.h"
#include "lower/windows.h"

/* Expressions. */

static pv_px *binary(struct pv_cctx *ctx, pv_px *a, const char *op, pv_px *b, enum pv_cprec prec)
{
    return pv_px_binary(ctx->arena, a, op, b, prec);
}

static pv_px *number(struct pv_cctx *ctx, int64_t value)
{
    return pv_px_number(ctx->arena, value);
}

static pv_px *name(struct pv_cctx *ctx, const char *text)
{
    return pv_px_name(ctx->arena, text);
}

/* "a < n", a and n with no need for parentheses. */
static pv_px *less(struct pv_cctx *ctx, pv_px *a, pv_px *n)
{
    return binary(ctx, a, "<", n, PV_CPREC_RELATION);
}

static pv_px *equal(struct pv_cctx *ctx, pv_px *a, pv_px *b)
{
    return binary(ctx, a, "==", b, PV_CPREC_EQUALITY);
}

void pv_fill_declare(struct pv_cctx *ctx, struct pv_pout *out, const struct pv_local *local)
{
    struct pv_ps *decl = pv_ps_decl(out, pv_spell_type_here(ctx, local->array->elem), pv_spell_local(ctx, local), NULL);
    decl->is_shared = local->memory == PV_LOCAL_SHARED;
    for (int i = 0; i < local->n_dims; i++)
        pv_push(ctx->arena, &decl->dims, number(ctx, local->sizes[i] + (local->is_padded && i == local->n_dims - 1)));
}

/* Iterators. */

/* The name of the iterator "pos" of those that filling may use. */
static const char *iterator_name(const struct pv_cctx *ctx, int pos)
{
    return ctx->iterators.v[ctx->device->code->point_depth + pos];
}

/* "for (int name = init; name < n; name += step)" */
static struct pv_ps *count_to(struct pv_cctx *ctx, struct pv_pout *out, const char *iterator, pv_px *init, int n,
                              int step)
{
    return pv_ps_for(out, "int", iterator, init, less(ctx, name(ctx, iterator), number(ctx, n)), number(ctx, step));
}

/* Assign under "condition" (NULL: always). */
static void assign_if(struct pv_pout *out, pv_px *condition, pv_px *to, pv_px *from)
{
    pv_pblock *outside = out->at;
    if (condition) {
        struct pv_ps *choice = pv_ps_if(out, condition);
        choice->is_bare = true;
        pv_ps_enter(out, &choice->body);
    }
    pv_ps_assign(out, to, from);
    pv_ps_enter(out, outside);
}

/* Shared memory. */

/* The number of axes of the threads that fill shared memory or compute elements. The axis of the threads that share reductions is
 * not one of them. */
static int n_own_axes(const struct pv_kernel *kernel)
{
    return kernel->n_axes + (kernel->n_loaders > 0);
}

static int n_threads(const struct pv_kernel *kernel)
{
    int n = 1;
    for (int axis = 0; axis < n_own_axes(kernel); axis++)
        n *= kernel->threads[axis];
    return n;
}

static int n_elements(const struct pv_local *local)
{
    int n = 1;
    for (int i = 0; i < local->n_dims; i++)
        n *= local->sizes[i];
    return n;
}

/* The number of a thread among them. */
static pv_px *thread_number(struct pv_cctx *ctx)
{
    const struct pv_kernel *kernel = ctx->device->kernel;
    pv_px *all = pv_thread_id(ctx, PV_LEVEL_THREAD, 0);
    int before = kernel->threads[0];
    for (int axis = 1; axis < n_own_axes(kernel); axis++) {
        pv_px *more = binary(ctx, number(ctx, before), "*", pv_thread_id(ctx, PV_LEVEL_THREAD, axis), PV_CPREC_PRODUCT);
        all = binary(ctx, all, "+", more, PV_CPREC_SUM);
        before *= kernel->threads[axis];
    }
    return all;
}

/* Position "dim" of the element with number "which" in a copy; "inside" elements are in one position of "dim". */
static pv_px *position(struct pv_cctx *ctx, const char *which, const struct pv_local *local, int dim, int inside)
{
    pv_px *all = name(ctx, which);
    if (inside > 1)
        all = binary(ctx, all, "/", number(ctx, inside), PV_CPREC_PRODUCT);
    return dim ? binary(ctx, all, "%", number(ctx, local->sizes[dim]), PV_CPREC_PRODUCT) : all;
}

/* The number of elements of "array" along "dim". */
static struct pv_crange dimension_size(struct pv_cctx *ctx, const struct pv_array *array, int dim)
{
    const struct pv_code *code = ctx->device->code;
    for (int i = 0; i < code->buffers.n; i++)
        if (code->buffers.v[i].device->array == array)
            return pv_astexpr(ctx, code->buffers.v[i].sizes[dim])->range;
    return (struct pv_crange){INT64_MIN, INT64_MAX};
}

/* An element of a copy, whose position is in iterators. */
struct element {
    pv_px *condition; /* that the array has it; NULL: it does */
    pv_px *from;      /* in the array */
    pv_px *to;        /* in the copy */
};

/* "condition" and what "fill" says of positions along "dim". */
static pv_px *limit_position(struct pv_cctx *ctx, const struct pv_code_fill *fill, int dim, pv_px *condition)
{
    pv_px *at = name(ctx, iterator_name(ctx, 1 + dim));
    if (fill->first[dim]) {
        pv_px *first = pv_astexpr(ctx, fill->first[dim]);
        first = pv_px_operand(ctx->arena, first, PV_CPREC_SUM);
        condition = pv_px_and(ctx->arena, condition, binary(ctx, at, ">=", first, PV_CPREC_RELATION));
    }
    if (fill->end[dim]) {
        pv_px *end = pv_astexpr(ctx, fill->end[dim]);
        condition = pv_px_and(ctx->arena, condition, less(ctx, at, pv_px_operand(ctx->arena, end, PV_CPREC_SUM)));
    }
    return condition;
}

/* The subscript along "dim" of the element at the position in the iterator for it. */
static pv_px *subscript_at(struct pv_cctx *ctx, const struct pv_code_fill *fill, int dim)
{
    const struct pv_local *local = fill->local;
    pv_px *offset = pv_astexpr(ctx, fill->offsets[dim]);
    struct pv_crange range = {offset->range.min, offset->range.max + local->sizes[dim] - 1};
    pv_int128 most = dimension_size(ctx, local->array, dim).max - 1;
    range.max = fill->end[dim] && most < range.max ? most : range.max;
    if (offset->width != PV_WIDTH_LONG && !pv_crange_fits_int(range))
        offset = pv_astexpr_widen(ctx, offset, offset->width);
    pv_px *sum = binary(ctx, pv_px_operand(ctx->arena, offset, PV_CPREC_SUM), "+",
                        name(ctx, iterator_name(ctx, 1 + dim)), PV_CPREC_SUM);
    return pv_px_with(ctx->arena, sum, range, offset->width);
}

/* The condition that the element "subs" does not lie behind the last one. */
static pv_px *is_there(struct pv_cctx *ctx, const struct pv_code_fill *fill, pv_px *const *subs)
{
    const struct pv_code_buffer *buffer = pv_buffer_find(ctx, fill->local->array->var);
    pv_px **last = pv_new_array(ctx->arena, pv_px *, fill->n + 1);
    for (int i = 0; i < fill->n; i++)
        last[i] = pv_px_operand(ctx->arena, pv_astexpr(ctx, fill->last[i]), PV_CPREC_UNARY);
    return binary(ctx, pv_buffer_number(ctx, buffer, subs), "<=", pv_buffer_number(ctx, buffer, last),
                  PV_CPREC_RELATION);
}

/* Add the positions of element "which" and return what is needed to copy it. */
static struct element enter_element(struct pv_cctx *ctx, struct pv_pout *out, const struct pv_code_fill *fill,
                                    const char *which)
{
    const struct pv_local *local = fill->local;
    struct element element = {NULL, NULL, name(ctx, pv_spell_local(ctx, local))};
    pv_px **subs = pv_alloc(ctx->arena, sizeof(pv_px *) * (size_t)(local->n_dims + 1));
    int inside = 1;
    for (int i = local->n_dims - 1; i >= 0; i--) {
        pv_ps_const(out, "int", iterator_name(ctx, 1 + i), position(ctx, which, local, i, inside));
        inside *= local->sizes[i];
    }
    for (int i = 0; i < local->n_dims; i++) {
        element.to = pv_px_index(ctx->arena, element.to, name(ctx, iterator_name(ctx, 1 + i)));
        element.condition = limit_position(ctx, fill, i, element.condition);
        subs[i] = subscript_at(ctx, fill, i);
    }
    element.from = pv_buffer_element(ctx, local->array, subs);
    if (fill->last)
        element.condition = pv_px_and(ctx->arena, element.condition, is_there(ctx, fill, subs));
    return element;
}

/* Copy through registers: all elements of a thread are on their way before the first is needed. */
static void add_batch(struct pv_cctx *ctx, struct pv_pout *out, const struct pv_code_fill *fill, int n, int per_thread)
{
    int threads = n_threads(ctx->device->kernel);
    const char *which = iterator_name(ctx, PV_POINT_ITERATORS - 1), *at = iterator_name(ctx, 0);
    const char *batch = pv_printf(ctx->arena, "%s%d", ctx->device->private_prefix, fill->local->number);
    struct pv_ps *all = pv_ps_add(out, PV_PS_BLOCK);
    all->fill = fill;
    pv_pblock *outside = pv_ps_enter(out, &all->body), *block = out->at;
    struct pv_ps *registers = pv_ps_decl(out, pv_spell_type_here(ctx, fill->local->array->elem), batch, NULL);
    pv_push(ctx->arena, &registers->dims, number(ctx, per_thread));
    pv_px *in_batch = pv_px_index(ctx->arena, name(ctx, batch), name(ctx, which));
    pv_px *in_copy = per_thread * threads != n ? less(ctx, name(ctx, at), number(ctx, n)) : NULL;
    for (int is_store = 0; is_store < 2; is_store++) {
        pv_ps_enter(out, block);
        struct pv_ps *loop = count_to(ctx, out, which, number(ctx, 0), per_thread, 1);
        loop->is_unrolled = ctx->device->unroll_copies;
        pv_ps_enter(out, &loop->body);
        pv_px *others = binary(ctx, number(ctx, threads), "*", name(ctx, which), PV_CPREC_PRODUCT);
        pv_ps_const(out, "int", at, binary(ctx, thread_number(ctx), "+", others, PV_CPREC_SUM));
        struct element element = enter_element(ctx, out, fill, at);
        if (is_store) {
            assign_if(out, in_copy, element.to, in_batch);
        } else {
            pv_px *condition = pv_px_and(ctx->arena, element.condition, in_copy);
            pv_px *value = condition ? pv_px_cond(ctx->arena, condition, element.from, number(ctx, 0)) : element.from;
            pv_ps_assign(out, in_batch, value);
        }
    }
    pv_ps_enter(out, outside);
}

/* Elements for one thread up to which they go through registers. */
static const int most_in_batch = 16;

static void know_iterator(struct pv_cctx *ctx, int pos, int n);

/* The same where only some elements of the copy are filled. */
static void add_some(struct pv_cctx *ctx, struct pv_pout *out, const struct pv_code_fill *fill)
{
    isl_set *before = isl_set_copy(ctx->known);
    for (int i = 0; i < fill->local->n_dims; i++)
        know_iterator(ctx, 1 + i, fill->local->sizes[i]);
    pv_px *is_read = pv_astexpr_converted(ctx, fill->is_read);
    struct pv_ps *loop = count_to(ctx, out, iterator_name(ctx, 0), thread_number(ctx), n_elements(fill->local),
                                  n_threads(ctx->device->kernel));
    pv_pblock *outside = pv_ps_enter(out, &loop->body);
    struct element element = enter_element(ctx, out, fill, iterator_name(ctx, 0));
    pv_px *condition = pv_px_and(ctx->arena, element.condition, pv_px_operand(ctx->arena, is_read, PV_CPREC_LAND));
    assign_if(out, condition, element.to, element.from);
    pv_ps_enter(out, outside);
    isl_set_free(ctx->known);
    ctx->known = before;
}

static void add_shared(struct pv_cctx *ctx, struct pv_pout *out, const struct pv_code_fill *fill)
{
    if (fill->is_read) {
        add_some(ctx, out, fill);
        return;
    }
    int n = n_elements(fill->local), threads = n_threads(ctx->device->kernel);
    int per_thread = (n + threads - 1) / threads;
    if (ctx->device->unroll_copies && per_thread <= most_in_batch) {
        add_batch(ctx, out, fill, n, per_thread);
        return;
    }
    struct pv_ps *loop = count_to(ctx, out, iterator_name(ctx, 0), thread_number(ctx), n, threads);
    pv_pblock *outside = pv_ps_enter(out, &loop->body);
    struct element element = enter_element(ctx, out, fill, iterator_name(ctx, 0));
    assign_if(out, element.condition, element.to, element.from);
    pv_ps_enter(out, outside);
}

/* Know that the iterator "pos" of those that filling may use counts from 0 to "n" - 1. */
static void know_iterator(struct pv_cctx *ctx, int pos, int n)
{
    int depth = ctx->device->code->point_depth + pos, n_known = (int)isl_set_dim(ctx->known, isl_dim_set);
    pv_cctx_set_range(ctx, depth, (struct pv_crange){0, n - 1});
    if (n_known <= depth)
        ctx->known = isl_set_add_dims(ctx->known, isl_dim_set, (unsigned)(depth + 1 - n_known));
    ctx->known = isl_set_lower_bound_si(ctx->known, isl_dim_set, (unsigned)depth, 0);
    ctx->known = isl_set_upper_bound_si(ctx->known, isl_dim_set, (unsigned)depth, n - 1);
}

/* Write back what is to be stored. */
static void add_stores(struct pv_cctx *ctx, struct pv_pout *out, const struct pv_code_fill *fill)
{
    isl_set *before = isl_set_copy(ctx->known);
    for (int i = 0; i < fill->local->n_dims; i++)
        know_iterator(ctx, 1 + i, fill->local->sizes[i]);
    pv_px *is_stored = pv_astexpr_converted(ctx, fill->is_written);
    is_stored = pv_px_operand(ctx->arena, is_stored, PV_CPREC_LAND);
    struct pv_ps *loop = count_to(ctx, out, iterator_name(ctx, 0), thread_number(ctx), n_elements(fill->local),
                                  n_threads(ctx->device->kernel));
    pv_pblock *outside = pv_ps_enter(out, &loop->body);
    struct element element = enter_element(ctx, out, fill, iterator_name(ctx, 0));
    assign_if(out, is_stored, element.from, element.to);
    pv_ps_enter(out, outside);
    isl_set_free(ctx->known);
    ctx->known = before;
}

/* Registers. */

/* The condition for copying the element of a point: its tile must belong to the block, and the point to the tile. NULL: always.
 * "fill" may have further conditions. */
static pv_px *point_condition(struct pv_cctx *ctx, const struct pv_code_fill *fill)
{
    const struct pv_kernel *kernel = ctx->device->kernel;
    pv_px *all = NULL;
    for (int i = 0; i < kernel->n_axes; i++) {
        int axis = kernel->n_axes - 1 - i;
        pv_px *tile = pv_astexpr(ctx, fill->tiles[axis]);
        if (!(ctx->device->looped & (uint64_t)1 << i))
            all = pv_px_and(ctx->arena, all, pv_thread_is_mine(ctx, &kernel->members[i], tile));
        if (kernel->points[axis] % kernel->threads[axis])
            all = pv_px_and(ctx->arena, all,
                            less(ctx, name(ctx, iterator_name(ctx, axis)), number(ctx, kernel->points[axis])));
    }
    return all;
}

/* Declare the position of a point in its tile along "axis". "which" numbers the points of a thread; NULL: there is one. */
static void declare_point(struct pv_cctx *ctx, struct pv_pout *out, int axis, const char *which)
{
    const struct pv_kernel *kernel = ctx->device->kernel;
    know_iterator(ctx, axis, kernel->points[axis]);
    pv_px *value = pv_thread_id(ctx, PV_LEVEL_THREAD, axis);
    if (which)
        value = binary(ctx, binary(ctx, number(ctx, kernel->threads[axis]), "*", name(ctx, which), PV_CPREC_PRODUCT),
                       "+", value, PV_CPREC_SUM);
    pv_ps_const(out, pv_spell_iterator_type(ctx), iterator_name(ctx, axis), value);
    pv_ps_mention(out, iterator_name(ctx, axis));
}

/* Add a block with the loops through the points of a thread, and be in it. Return the element of the copy that belongs to a
 * point. */
static pv_px *enter_points(struct pv_cctx *ctx, struct pv_pout *out, const struct pv_local *local)
{
    int n_axes = ctx->device->kernel->n_axes;
    pv_px *copy = name(ctx, pv_spell_local(ctx, local));
    pv_ps_enter(out, &pv_ps_add(out, PV_PS_BLOCK)->body);
    for (int i = 0; i < n_axes; i++) {
        int axis = n_axes - 1 - i, n = local->sizes[i];
        const char *which = n > 1 ? iterator_name(ctx, PV_MAX_AXES + axis) : NULL;
        if (which) {
            struct pv_ps *loop = count_to(ctx, out, which, number(ctx, 0), n, 1);
            loop->is_unrolled = ctx->device->unroll_points;
            pv_ps_enter(out, &loop->body);
        }
        declare_point(ctx, out, axis, which);
        copy = pv_px_index(ctx->arena, copy, which ? name(ctx, which) : number(ctx, 0));
    }
    return copy;
}

/* "all" and "condition", which holds from here on. */
static pv_px *require(struct pv_cctx *ctx, pv_px *all, pv_ax *condition)
{
    pv_px *px = pv_px_operand(ctx->arena, pv_astexpr(ctx, condition), PV_CPREC_EQUALITY);
    ctx->known = pv_crange_enter_if(ctx->known, condition, true);
    return pv_px_and(ctx->arena, all, px);
}

/* The element of the array that belongs to a point. */
static pv_px *element_of_point(struct pv_cctx *ctx, const struct pv_code_fill *fill)
{
    pv_px **subs = pv_alloc(ctx->arena, sizeof(pv_px *) * (size_t)(fill->n + 1));
    for (int i = 0; i < fill->n; i++)
        subs[i] = pv_astexpr(ctx, fill->subscripts[i]);
    return pv_buffer_element(ctx, fill->local->array, subs);
}

static void add_private(struct pv_cctx *ctx, struct pv_pout *out, const struct pv_code_fill *fill, pv_ax *condition,
                        bool is_back)
{
    pv_pblock *outside = out->at;
    isl_set *before = isl_set_copy(ctx->known);
    pv_px *copy = enter_points(ctx, out, fill->local);
    pv_px *all = point_condition(ctx, fill);
    if (ctx->device->kernel->n_loaders)
        all = pv_px_and(ctx->arena, all, pv_thread_is_no_loader(ctx));
    if (condition)
        all = require(ctx, all, condition);
    pv_px *element = element_of_point(ctx, fill);
    assign_if(out, all, is_back ? element : copy, is_back ? copy : element);
    pv_ps_enter(out, outside);
    isl_set_free(ctx->known);
    ctx->known = before;
}

/* Reductions. */

/* The operators of reductions, and their neutral elements. */
static const struct {
    const char *op;
    int neutral;
} reductions[] = {
    [PV_REDUCE_ADD] = {"+", 0}, [PV_REDUCE_MUL] = {"*", 1}, [PV_REDUCE_AND] = {"&", -1},
    [PV_REDUCE_OR] = {"|", 0},  [PV_REDUCE_XOR] = {"^", 0},
};

static pv_px *tree_name(struct pv_cctx *ctx, const struct pv_local *local)
{
    return name(ctx, pv_printf(ctx->arena, "%s%d", ctx->device->shared_prefix, local->number));
}

void pv_fill_declare_tree(struct pv_cctx *ctx, struct pv_pout *out, const struct pv_local *local)
{
    const struct pv_kernel *kernel = ctx->device->kernel;
    struct pv_ps *decl = pv_ps_decl(out, pv_spell_type_here(ctx, local->array->elem), tree_name(ctx, local)->text,
                                    NULL);
    decl->is_shared = true;
    pv_push(ctx->arena, &decl->dims, number(ctx, kernel->n_reducers));
    pv_push(ctx->arena, &decl->dims, number(ctx, n_threads(kernel)));
}

/* Each thread begins with the neutral value. */
static void add_neutral(struct pv_cctx *ctx, struct pv_pout *out, const struct pv_code_fill *fill)
{
    pv_pblock *outside = out->at;
    isl_set *before = isl_set_copy(ctx->known);
    if (fill->local->waits)
        pv_ps_phase(out, PV_PHASE_WAIT);
    pv_px *copy = enter_points(ctx, out, fill->local);
    pv_ps_assign(out, copy, number(ctx, reductions[fill->local->reduction->op].neutral));
    pv_ps_enter(out, outside);
    isl_set_free(ctx->known);
    ctx->known = before;
}

/* The place of the partial result of the thread "which" of those that share a reduction. */
static pv_px *tree_element(struct pv_cctx *ctx, const struct pv_local *local, pv_px *which)
{
    return pv_px_index(ctx->arena, pv_px_index(ctx->arena, tree_name(ctx, local), which), thread_number(ctx));
}

/* The partial results of the threads become one, pair by pair. */
static void add_tree(struct pv_cctx *ctx, struct pv_pout *out, const struct pv_local *local, pv_px *copy)
{
    const struct pv_kernel *kernel = ctx->device->kernel;
    pv_px *own = pv_thread_id(ctx, PV_LEVEL_THREAD, kernel->n_axes);
    pv_px *step = name(ctx, iterator_name(ctx, 2 * PV_MAX_AXES));
    pv_px *mine = tree_element(ctx, local, own);
    pv_px *other = tree_element(ctx, local, binary(ctx, own, "+", step, PV_CPREC_SUM));
    pv_pblock *before = pv_ps_enter(out, &pv_ps_phase(out, PV_PHASE_PARTIAL)->body);
    pv_ps_assign(out, mine, copy);
    pv_ps_enter(out, before);
    struct pv_ps *loop = pv_ps_for(out, "int", step->text, number(ctx, kernel->n_reducers / 2),
                                   binary(ctx, step, ">", number(ctx, 0), PV_CPREC_RELATION), number(ctx, 1));
    loop->step = binary(ctx, step, "/=", number(ctx, 2), PV_CPREC_ASSIGN);
    pv_ps_enter(out, &loop->body);
    pv_ps_enter(out, &pv_ps_phase(out, PV_PHASE_PARTIAL)->body);
    assign_if(out, less(ctx, own, step), mine,
              binary(ctx, mine, reductions[local->reduction->op].op, other, PV_CPREC_SUM));
    pv_ps_enter(out, before);
}

/* The value of the element before the reduction: a constant, if it is known and exact in the element's type, which saves a
 * read; otherwise the element. */
static pv_px *start_value(struct pv_cctx *ctx, const struct pv_local *local, pv_px *element)
{
    const struct pv_expr *start = local->start;
    const struct pv_ctype *type = local->array->elem;
    bool is_double = type->kind == PV_TYPE_FLOAT && type->size == 8;
    if (start && start->kind == PV_EXPR_FLOAT && is_double && start->type->size == 8)
        return pv_px_literal(ctx->arena, start->text, PV_CPREC_POSTFIX);
    bool is_truth = type->kind == PV_TYPE_INT && type->bits == 1; /* which holds 1 for any other number */
    if (start && start->kind == PV_EXPR_INT && start->value >= 0 && start->value < 128 && !is_truth)
        return number(ctx, start->value);
    return element;
}

/* One of the threads adds the result to the element. */
static void add_combination(struct pv_cctx *ctx, struct pv_pout *out, const struct pv_code_fill *fill)
{
    const struct pv_kernel *kernel = ctx->device->kernel;
    const struct pv_local *local = fill->local;
    pv_pblock *outside = out->at;
    isl_set *before = isl_set_copy(ctx->known);
    pv_px *copy = enter_points(ctx, out, local);
    add_tree(ctx, out, local, copy);
    pv_px *own = pv_thread_id(ctx, PV_LEVEL_THREAD, kernel->n_axes);
    pv_px *all = pv_px_and(ctx->arena, point_condition(ctx, fill), equal(ctx, own, number(ctx, 0)));
    if (fill->is_written)
        all = require(ctx, all, fill->is_written);
    pv_px *element = element_of_point(ctx, fill);
    pv_px *total = binary(ctx, start_value(ctx, local, element), reductions[local->reduction->op].op,
                          tree_element(ctx, local, number(ctx, 0)), PV_CPREC_SUM);
    pv_ps_enter(out, &pv_ps_phase(out, PV_PHASE_TOTAL)->body);
    assign_if(out, all, element, total);
    pv_ps_enter(out, outside);
    isl_set_free(ctx->known);
    ctx->known = before;
}

/* Conversions are enough where numbers may become large: this is no reason to make all iterators wide. */
static void add_fill(struct pv_cctx *ctx, struct pv_pout *out, const struct pv_code_fill *fill)
{
    if (fill->local->is_window)
        pv_windows_fill(ctx, out, fill);
    else if (fill->local->reduction)
        add_neutral(ctx, out, fill);
    else if (fill->local->memory == PV_LOCAL_SHARED)
        add_shared(ctx, out, fill);
    else if (fill->has_reads)
        add_private(ctx, out, fill, fill->is_read, false);
}

static void add_back(struct pv_cctx *ctx, struct pv_pout *out, const struct pv_code_fill *fill)
{
    if (fill->local->is_window)
        pv_windows_store(ctx, out, fill);
    else if (fill->local->reduction)
        add_combination(ctx, out, fill);
    else if (fill->local->memory == PV_LOCAL_PRIVATE && fill->has_writes)
        add_private(ctx, out, fill, fill->is_written, true);
    else if (fill->local->memory == PV_LOCAL_SHARED && fill->has_writes)
        add_stores(ctx, out, fill);
}

static void replace(struct pv_pout *out, struct pv_ps *stmt, void *user)
{
    struct pv_cctx *ctx = user;
    if (stmt->kind != PV_PS_FILL) {
        pv_push(out->arena, out->at, stmt);
        return;
    }
    bool overflows = ctx->overflows;
    pv_cctx_go(ctx, stmt->place);
    if (stmt->is_back)
        add_back(ctx, out, stmt->fill);
    else
        add_fill(ctx, out, stmt->fill);
    ctx->overflows = overflows;
}

void pv_fill(struct pv_version *version)
{
    for (int i = 0; i < version->texts.n; i++)
        if (version->texts.v[i].kernel)
            pv_pblock_replace(version->lowering->arena, version->texts.v[i].body, replace, version->texts.v[i].ctx);
}
