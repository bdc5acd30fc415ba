/* Replaces array elements that an innermost loop does not leave by scalars. */
#include "lower/scalars.h"

#include "lower/bodyexpr.h"
#include "lower/buffers.h"
#include "lower/threads.h"

/* One reference in the body of the loop. */
struct reference {
    const struct pv_code_leaf *leaf;
    const struct pv_access *access;
    const struct pv_code_access *code; /* its subscripts; NULL: it has none */
    pv_px *element;
    bool is_copy;    /* of a part of the array, in shared memory or registers */
    bool is_fixed;   /* the loop does not move it */
    bool is_certain; /* evaluated whenever the statement is */
};

/* What is done for one loop. */
struct promotion {
    pv_pblock before;  /* stands before it */
    pv_pblock first;   /* its body begins with */
    pv_pblock last;    /* its body ends with */
    pv_pblock after;   /* stands after it */
    bool is_unrolled;  /* the loop updates scalars, stores nothing else, and is unrolled */
    bool is_carried;   /* what an iteration writes goes to the next one in a scalar */
    pv_pblock loads;   /* of batches of iterations, into small arrays: their declarations, */
    pv_pblock values;  /* and assignments */
    const char *which; /* the iteration of a batch */
    int batch;         /* iterations; 0: there are no batches */
    int n_plain;       /* scalars that iterations use outside of batches */
};

struct body {
    struct pv_cctx *ctx;
    int depth, step; /* of the loop's iterator */
    pv_px *init;     /* where it begins */
    const char *iterator;
    int first_scalar; /* of those in the context */
    PV_VEC(struct reference) refs;
};

/* Conditional evaluation. */

struct certainty {
    const struct pv_expr *wanted;
    bool is_found;
};

static bool look_for(struct pv_expr *expr, void *user)
{
    struct certainty *certainty = user;
    certainty->is_found = certainty->is_found || expr == certainty->wanted;
    return !certainty->is_found;
}

/* Is "wanted" evaluated whenever "expr" is? */
static bool is_certain(const struct pv_expr *expr, const struct pv_expr *wanted)
{
    if (expr == wanted)
        return true;
    bool is_choice = expr->kind == PV_EXPR_OP &&
                     (expr->op == PV_OP_COND || expr->op == PV_OP_LAND || expr->op == PV_OP_LOR);
    for (int i = 0; i < expr->n_args && (!is_choice || i == 0); i++)
        if (is_certain(expr->args[i], wanted))
            return true;
    if (expr->kind != PV_EXPR_ACCESS)
        return false;
    for (int i = 0; i < expr->n_steps; i++)
        if (expr->steps[i].kind == PV_STEP_INDEX && is_certain(expr->steps[i].index, wanted))
            return true;
    return false;
}

/* References. */

static bool is_fixed(const struct pv_code_access *code, int depth)
{
    for (int i = 0; code && i < code->subscripts.n; i++)
        if (pv_ax_uses_iterator(code->subscripts.v[i], depth))
            return false;
    return true;
}

static bool has_fields(const struct pv_expr *expr)
{
    for (int i = 0; i < expr->n_steps; i++)
        if (expr->steps[i].kind == PV_STEP_FIELD)
            return true;
    return false;
}

/* Compilers keep scalars in registers; on a device, those in memory are arrays with one element. */
static bool is_in_memory(const struct body *body, const struct pv_code_leaf *leaf, const struct pv_expr *expr)
{
    return expr->n_steps || (pv_buffer_find(body->ctx, expr->var) && !pv_code_find_value(leaf, expr));
}

/* Does "expr" take the address of an element, or hand over a pointer to some? What is done with others beside it is not known. */
static bool hands_over(struct pv_expr *expr, void *user)
{
    bool *found = user, is_call = expr->kind == PV_EXPR_CALL;
    *found = *found || (expr->kind == PV_EXPR_OP && expr->op == PV_OP_ADDRESS);
    for (int i = 0; i < expr->n_args && is_call; i++)
        *found = *found || pv_ctype_is_indexable(expr->args[i]->type);
    return !*found;
}

/* Add the references of "leaf" to arrays. False if the element of one of them is not known: it may be any element. */
static bool add_references(struct body *body, const struct pv_code_leaf *leaf)
{
    const struct pv_stmt *stmt = leaf->stmt;
    if (stmt->kind != PV_STMT_EXPR || stmt->has_effects || stmt->body->kind != PV_TREE_EXPR)
        return false;
    bool is_handed_over = false;
    pv_expr_visit(stmt->body->expr, hands_over, &is_handed_over);
    if (is_handed_over)
        return false;
    for (int i = 0; i < stmt->accesses.n; i++) {
        const struct pv_access *access = stmt->accesses.v[i];
        if (access->array->kind == PV_ARRAY_EFFECTS)
            continue; /* the order around calls, and none of them is here */
        if (access->array->kind != PV_ARRAY_DATA || !access->expr || access->expr->kind != PV_EXPR_ACCESS)
            return false;
        struct certainty search = {access->expr, false};
        pv_expr_visit(stmt->body->expr, look_for, &search);
        if (!search.is_found)
            return false;
        if (!is_in_memory(body, leaf, access->expr))
            continue;
        struct reference ref = {.leaf = leaf, .access = access, .code = pv_code_find_access(leaf, access->expr)};
        if ((!ref.code && access->expr->n_steps) || has_fields(access->expr))
            return false;
        ref.is_copy = ref.code && ref.code->local;
        body->ctx->leaf = leaf;
        ref.element = pv_bodyexpr(body->ctx, access->expr);
        body->ctx->leaf = NULL;
        ref.is_fixed = is_fixed(ref.code, body->depth);
        ref.is_certain = is_certain(stmt->body->expr, access->expr);
        pv_push(body->ctx->arena, &body->refs, ref);
    }
    return true;
}

/* Can "a", which stays in place, and "b" be one element at any time in the loop? */
static bool may_meet(const struct body *body, const struct reference *a, const struct reference *b)
{
    return !a->code || !b->code || pv_crange_may_be_equal(body->ctx->known, &a->code->subscripts, &b->code->subscripts);
}

static bool is_shared_out(const struct pv_mark *mark, const struct pv_array *array)
{
    for (int i = 0; mark && i < mark->sharing.privates.n; i++)
        if (mark->sharing.privates.v[i] == array)
            return true;
    for (int i = 0; mark && i < mark->sharing.reductions.n; i++)
        if (mark->sharing.reductions.v[i]->array == array)
            return true;
    return false;
}

/* The references to the element of "refs.v[first]", taken together. */
struct element {
    bool is_written, is_certain;
    int n_leaves; /* with such references */
};

/* May a scalar stand for the element of reference "first"? */
static bool is_promotable(const struct body *body, int first, const struct pv_mark *mark, struct element *element)
{
    const struct reference *ref = &body->refs.v[first];
    const struct pv_array *array = ref->access->array;
    *element = (struct element){false, false, 0};
    const struct pv_code_leaf *leaf = NULL;
    if (!pv_ctype_is_arithmetic(ref->access->expr->type) || is_shared_out(mark, array) || ref->is_copy)
        return false;
    bool array_is_written = false;
    for (int i = 0; i < body->refs.n; i++) {
        const struct reference *other = &body->refs.v[i];
        if (other->access->array != array || other->is_copy) /* copies are other memory */
            continue;
        array_is_written = array_is_written || other->access->is_write;
        if (pv_px_is_same(other->element, ref->element)) {
            element->is_written = element->is_written || other->access->is_write;
            element->is_certain = element->is_certain || other->is_certain;
            element->n_leaves += other->leaf != leaf;
            leaf = other->leaf;
        }
    }
    for (int i = 0; array_is_written && i < body->refs.n; i++) {
        const struct reference *other = &body->refs.v[i];
        bool matters = other->access->array == array && !other->is_copy &&
                       !pv_px_is_same(other->element, ref->element) && (element->is_written || other->access->is_write);
        if (matters && may_meet(body, ref, other))
            return false;
    }
    if (!element->is_certain)
        return false;
    return ref->is_fixed ? !(element->is_written && mark) : element->is_written && element->n_leaves > 1;
}

static bool is_first(const struct body *body, int pos)
{
    for (int i = 0; i < pos; i++)
        if (pv_px_is_same(body->refs.v[i].element, body->refs.v[pos].element))
            return false;
    return true;
}

/* A new scalar for the element of reference "first". */
static const char *name_scalar(struct body *body, int first)
{
    struct pv_cctx *ctx = body->ctx;
    const char *name = pv_printf(ctx->arena, "%s%d", ctx->scalar_prefix, ctx->n_scalars++);
    for (int i = first; i < body->refs.n; i++) {
        struct pv_cscalar scalar = {body->refs.v[i].leaf, body->refs.v[i].access->expr, name, NULL};
        if (pv_px_is_same(body->refs.v[i].element, body->refs.v[first].element))
            pv_push(ctx->arena, &ctx->scalars, scalar);
    }
    return name;
}

static void promote(struct body *body, int first, const struct element *element, struct promotion *promotion)
{
    struct pv_cctx *ctx = body->ctx;
    const struct reference *ref = &body->refs.v[first];
    const char *name = name_scalar(body, first);
    const char *type = pv_spell_type_here(ctx, ref->access->expr->type);
    struct pv_pout loads = {ctx->arena, ref->is_fixed ? &promotion->before : &promotion->first};
    struct pv_pout stores = {ctx->arena, ref->is_fixed ? &promotion->after : &promotion->last};
    pv_ps_decl(&loads, type, name, ref->element)->is_const = !element->is_written;
    if (element->is_written)
        pv_ps_assign(&stores, ref->element, pv_px_name(ctx->arena, name));
}

/* Recurrences: an element that one iteration writes and the next one reads goes from one to the other in a scalar. A device
 * would wait for its memory in every iteration. */

/* What the body does with the elements of reference "first". */
static struct element element_of(const struct body *body, int first, bool *is_read)
{
    struct element element = {0};
    *is_read = false;
    for (int i = 0; i < body->refs.n; i++) {
        const struct reference *ref = &body->refs.v[i];
        if (!pv_px_is_same(ref->element, body->refs.v[first].element))
            continue;
        element.is_written = element.is_written || ref->access->is_write;
        element.is_certain = element.is_certain || (ref->is_certain && ref->access->is_write);
        *is_read = *is_read || ref->access->is_read;
    }
    return element;
}

/* May scalars hold the element of reference "to", written in each iteration, until the next one reads it as "from"? No other
 * reference may write the array, or mean the same element in the same iteration. */
static bool is_recurrence(const struct body *body, int from, int to)
{
    const struct reference *read = &body->refs.v[from], *written = &body->refs.v[to];
    const struct pv_array *array = written->access->array;
    if (read->access->array != array || !read->code || !written->code || !body->step || !read->is_certain ||
        !pv_ctype_is_arithmetic(written->access->expr->type))
        return false;
    for (int i = 0; i < body->refs.n; i++) {
        const struct reference *other = &body->refs.v[i];
        if (other->access->array != array || pv_px_is_same(other->element, written->element))
            continue;
        if (other->is_copy || other->access->is_write || may_meet(body, written, other))
            return false;
    }
    return !written->is_copy && pv_crange_is_previous(body->ctx->known, body->depth, body->step,
                                                      &read->code->subscripts, &written->code->subscripts);
}

/* The scalars for it: one for what the iteration before has written, one for what this one writes. */
static void carry(struct body *body, int from, int to, bool reads_own, struct promotion *promotion)
{
    struct pv_cctx *ctx = body->ctx;
    const struct reference *read = &body->refs.v[from], *written = &body->refs.v[to];
    const char *type = pv_spell_type_here(ctx, written->access->expr->type);
    pv_px *old = pv_px_name(ctx->arena, name_scalar(body, from)), *new = pv_px_name(ctx->arena, name_scalar(body, to));
    struct pv_pout before = {ctx->arena, &promotion->before}, first = {ctx->arena, &promotion->first},
                   last = {ctx->arena, &promotion->last};
    pv_ps_decl(&before, type, old->text, NULL);
    pv_pblock *outside = pv_ps_enter(&before, &pv_ps_add(&before, PV_PS_BLOCK)->body);
    pv_ps_const(&before, pv_spell_iterator_type(ctx), body->iterator, body->init);
    pv_ps_assign(&before, old, read->element);
    pv_ps_enter(&before, outside);
    pv_ps_decl(&first, type, new->text, reads_own ? written->element : NULL);
    pv_ps_assign(&last, written->element, new);
    pv_ps_assign(&last, old, new);
}

/* Is the element of reference "first" one that a scalar stands for? */
static bool is_taken(const struct body *body, int first)
{
    const struct pv_cctx *ctx = body->ctx;
    for (int i = body->first_scalar; i < ctx->scalars.n; i++)
        if (ctx->scalars.v[i].leaf == body->refs.v[first].leaf &&
            ctx->scalars.v[i].expr == body->refs.v[first].access->expr)
            return true;
    return false;
}

static void find_recurrences(struct body *body, struct promotion *promotion)
{
    for (int to = 0; to < body->refs.n; to++) {
        bool reads_own = false;
        if (body->refs.v[to].is_fixed || !is_first(body, to))
            continue;
        struct element element = element_of(body, to, &reads_own);
        for (int from = 0; element.is_certain && from < body->refs.n; from++) {
            if (from == to || !is_first(body, from) || !is_recurrence(body, from, to))
                continue;
            carry(body, from, to, reads_own, promotion);
            promotion->is_carried = true;
            break;
        }
    }
}

/* Does the loop store nothing in its iterations, where scalars have the place of elements? */
static bool stores_nothing(const struct body *body)
{
    for (int i = 0; i < body->refs.n; i++)
        if (body->refs.v[i].access->is_write && !(body->refs.v[i].is_fixed && is_taken(body, i)))
            return false;
    return true;
}

/* Batches: a device begins all loads of a batch before it waits for the first. Its compiler would keep to the order of the
 * text. */

/* Loads that a thread has on their way at once, in its registers; references that have some of them; threads of a block up to
 * which registers are plentiful. With more threads than these, others work while one waits: there it is enough to unroll.
 * Loader threads do not execute the loop. */
enum { LOADS_AT_A_TIME = 32, FEW_THREADS = 32, UNROLLED_BY = 16 };

static bool has_few_threads(const struct pv_kernel *kernel)
{
    int n = 1, n_axes = pv_kernel_n_thread_axes(kernel) - (kernel->n_loaders > 0);
    for (int axis = 0; axis < n_axes; axis++)
        n *= kernel->threads[axis];
    return n <= FEW_THREADS;
}

/* Do iterations store elements of "array"? */
static bool is_stored(const struct body *body, const struct pv_array *array)
{
    for (int i = 0; i < body->refs.n; i++) {
        const struct reference *ref = &body->refs.v[i];
        if (ref->access->array == array && ref->access->is_write && !(ref->is_fixed && is_taken(body, i)))
            return true;
    }
    return false;
}

/* Does every iteration load the element of reference "pos" for this one alone, and may it do so before those before it? */
static bool is_load(const struct body *body, int pos)
{
    const struct reference *ref = &body->refs.v[pos];
    if (is_stored(body, ref->access->array))
        return false;
    return !ref->is_fixed && !ref->is_copy && ref->is_certain && !is_taken(body, pos) && is_first(body, pos) &&
           pv_ctype_is_arithmetic(ref->access->expr->type);
}

/* Have the loads of reference "pos" in a small array. */
static void load_early(struct body *body, int pos, struct promotion *promotion)
{
    struct pv_cctx *ctx = body->ctx;
    const struct reference *ref = &body->refs.v[pos];
    int first = ctx->scalars.n;
    pv_px *name = pv_px_name(ctx->arena, name_scalar(body, pos));
    for (int i = first; i < ctx->scalars.n; i++)
        ctx->scalars.v[i].subscript = promotion->which;
    struct pv_pout loads = {ctx->arena, &promotion->loads}, values = {ctx->arena, &promotion->values};
    struct pv_ps *decl = pv_ps_decl(&loads, pv_spell_type_here(ctx, ref->access->expr->type), name->text, NULL);
    pv_push(ctx->arena, &decl->dims, pv_px_number(ctx->arena, promotion->batch));
    pv_ps_assign(&values, pv_px_index(ctx->arena, name, pv_px_name(ctx->arena, promotion->which)), ref->element);
}

/* Load for batches of iterations of "loop", if it has few loads. */
static void find_batches(struct body *body, const struct pv_ps *loop, struct promotion *promotion)
{
    struct pv_cctx *ctx = body->ctx;
    struct pv_crange length = {0, loop->cond->args[1]->range.max - loop->init->expr->range.min};
    int n = 0;
    for (int i = 0; i < body->refs.n; i++)
        n += is_load(body, i);
    bool is_fit = n && n <= PV_MOST_BATCHED && body->step == 1 && (ctx->overflows || pv_crange_fits_int(length));
    if (!is_fit || !has_few_threads(ctx->device->kernel))
        return;
    int batch = LOADS_AT_A_TIME / (n > 2 ? PV_MOST_BATCHED : n);
    if (length.max < batch) /* there is none */
        return;
    promotion->batch = batch;
    promotion->which = pv_printf(ctx->arena, "%s%d", ctx->scalar_prefix, ctx->n_scalars++);
    for (int i = 0; i < body->refs.n; i++)
        if (is_load(body, i))
            load_early(body, i, promotion);
}

/* Find the elements that "loop", around "leaves" alone, neither moves away from nor reaches in another way, those that several
 * leaves update in one iteration and, on a device, those that the next iteration reads. ctx->known holds what is known in the
 * body. */
static struct promotion find_scalars(struct pv_cctx *ctx, const pv_code_leaves *leaves, const struct pv_ps *loop)
{
    struct promotion promotion = {0};
    const struct pv_ps_inner *inner = loop->inner;
    const struct pv_mark *mark = ctx->device ? NULL : inner->mark; /* says what threads of the host share */
    struct body body = {.ctx = ctx,
                        .depth = inner->depth,
                        .step = inner->step,
                        .init = loop->init->expr,
                        .iterator = loop->init->name,
                        .first_scalar = ctx->scalars.n};
    bool is_simple = true;
    ctx->n_in_use = 0;
    for (int i = 0; i < leaves->n && is_simple; i++)
        is_simple = add_references(&body, leaves->v[i]);
    if (!is_simple)
        return promotion;
    if (ctx->device)
        find_recurrences(&body, &promotion);
    for (int i = 0; i < body.refs.n; i++) {
        struct element element;
        if (!is_taken(&body, i) && is_first(&body, i) && is_promotable(&body, i, mark, &element))
            promote(&body, i, &element, &promotion);
    }
    bool is_update = promotion.after.n && stores_nothing(&body);
    promotion.n_plain = ctx->scalars.n - body.first_scalar;
    bool may_unroll = ctx->device && ctx->device->unroll_points && !loop->is_unrolled;
    promotion.is_unrolled = is_update && may_unroll;
    if (may_unroll && (is_update || promotion.is_carried))
        find_batches(&body, loop, &promotion);
    return promotion;
}

/* Loops. */

/* Append the leaves of "loop" to "leaves". False where there is more in it. */
static bool find_leaves(struct pv_arena *arena, const struct pv_ps *loop, pv_code_leaves *leaves)
{
    for (int i = 0; i < loop->body.n; i++) {
        if (loop->body.v[i]->kind != PV_PS_LEAF)
            return false;
        pv_push(arena, leaves, (struct pv_code_leaf *)loop->body.v[i]->leaf);
    }
    return true;
}

static struct promotion promote_in(struct pv_cctx *ctx, const struct pv_ps *loop, const struct pv_cplace *inside)
{
    pv_code_leaves leaves = {0};
    struct promotion promotion = {0};
    int first = ctx->scalars.n;
    if (!ctx->promotes || !find_leaves(ctx->arena, loop, &leaves))
        return promotion;
    pv_cctx_go(ctx, inside);
    promotion = find_scalars(ctx, &leaves, loop);
    for (int i = 0; i < loop->body.n; i++) {
        loop->body.v[i]->first_scalar = first;
        loop->body.v[i]->n_scalars = promotion.n_plain;
    }
    return promotion;
}

static bool has_iteration(const struct pv_ps_inner *inner)
{
    return inner->is_certain || (inner->around && pv_crange_has_iteration(inner->around->known, inner->around->loop));
}

static void add_all(struct pv_pout *out, const pv_pblock *statements)
{
    for (int i = 0; i < statements->n; i++)
        pv_push(out->arena, out->at, statements->v[i]);
}

/* The loop through the iterations of a batch that starts at "start". */
static pv_pblock *enter_batch(struct pv_cctx *ctx, struct pv_pout *out, const struct pv_ps *loop,
                              const struct promotion *promotion, pv_px *start)
{
    struct pv_arena *arena = ctx->arena;
    pv_px *which = pv_px_name(arena, promotion->which), *n = pv_px_number(arena, promotion->batch);
    pv_px *cond = pv_px_binary(arena, which, "<", n, PV_CPREC_RELATION);
    struct pv_ps *batch = pv_ps_for(out, "int", which->text, pv_px_number(arena, 0), cond, pv_px_number(arena, 1));
    batch->is_unrolled = true;
    pv_pblock *outside = pv_ps_enter(out, &batch->body);
    pv_ps_const(out, loop->init->type, loop->init->name, pv_px_binary(arena, start, "+", which, PV_CPREC_SUM));
    pv_ps_mention(out, loop->init->name);
    return outside;
}

/* The iterations of the batch that starts at "start". */
static void add_iterations(struct pv_cctx *ctx, struct pv_pout *out, const struct pv_ps *loop,
                           const struct promotion *promotion, pv_px *start)
{
    pv_pblock *outside = enter_batch(ctx, out, loop, promotion, start);
    add_all(out, &promotion->first);
    for (int i = 0; i < loop->body.n; i++) {
        struct pv_ps *leaf = pv_ps_add(out, PV_PS_LEAF);
        *leaf = *loop->body.v[i];
        leaf->n_scalars = ctx->scalars.n - leaf->first_scalar;
    }
    add_all(out, &promotion->last);
    pv_ps_enter(out, outside);
}

/* What loader threads need to know of the batches of "loop". */
static const struct pv_ps_batches *note_batches(struct pv_cctx *ctx, const struct pv_ps *loop,
                                                const struct promotion *promotion)
{
    struct pv_ps_batches *note = pv_new(ctx->arena, struct pv_ps_batches);
    note->n_arrays = promotion->loads.n;
    note->size = promotion->batch;
    note->is_inclusive = loop->cond->text[1] == '=';
    for (int i = 0; i < note->n_arrays; i++)
        note->next[i] = pv_printf(ctx->arena, "%s%d", ctx->scalar_prefix, ctx->n_scalars++);
    note->left = pv_printf(ctx->arena, "%s%d", ctx->scalar_prefix, ctx->n_scalars++);
    note->part = pv_printf(ctx->arena, "%s%d", ctx->scalar_prefix, ctx->n_scalars++);
    note->rest = loop;
    return note;
}

/* Add the iterations of "loop" that make whole batches; it is left with the rest. There is one iteration at least. */
static void add_batches(struct pv_cctx *ctx, struct pv_pout *out, struct pv_ps *loop, const struct promotion *promotion)
{
    struct pv_arena *arena = ctx->arena;
    const char *name = pv_printf(arena, "%s%d", ctx->scalar_prefix, ctx->n_scalars++);
    pv_px *start = pv_px_name(arena, name), *limit = pv_px_operand(arena, loop->cond->args[1], PV_CPREC_SUM);
    int least = promotion->batch - (loop->cond->text[1] == '=');
    pv_ps_decl(out, loop->init->type, name, loop->init->expr);
    struct pv_ps *batches = pv_ps_add(out, PV_PS_FOR);
    batches->cond = pv_px_binary(arena, pv_px_binary(arena, limit, "-", start, PV_CPREC_SUM),
                                 ">=", pv_px_number(arena, least), PV_CPREC_RELATION);
    batches->step = pv_px_binary(arena, start, "+=", pv_px_number(arena, promotion->batch), PV_CPREC_ASSIGN);
    batches->batches = note_batches(ctx, loop, promotion);
    pv_pblock *outside = pv_ps_enter(out, &batches->body);
    add_all(out, &promotion->loads);
    pv_pblock *batch = enter_batch(ctx, out, loop, promotion, start);
    add_all(out, &promotion->values);
    pv_ps_enter(out, batch);
    add_iterations(ctx, out, loop, promotion, start);
    pv_ps_enter(out, outside);
    loop->init->expr = start;
}

/* Add "loop" with scalars for the elements it stays on: in a block of their own, and not touched where the loop has no
 * iteration. Without an iteration there is no last one either, whose copy could be kept. */
static void add_promoted(struct pv_cctx *ctx, struct pv_pout *out, struct pv_ps *loop,
                         const struct promotion *promotion)
{
    pv_pblock *outside = out->at;
    if ((promotion->before.n || loop->inner->keeps_last) && !has_iteration(loop->inner)) {
        pv_px *runs = pv_px_binary(ctx->arena, pv_px_operand(ctx->arena, loop->init->expr, PV_CPREC_SUM),
                                   loop->cond->text, loop->cond->args[1], PV_CPREC_RELATION);
        pv_ps_enter(out, &pv_ps_if(out, runs)->body);
    } else if (promotion->before.n) {
        pv_ps_enter(out, &pv_ps_add(out, PV_PS_BLOCK)->body);
    }
    add_all(out, &promotion->before);
    if (promotion->batch)
        add_batches(ctx, out, loop, promotion);
    pv_pblock body = {0};
    struct pv_pout inside = {ctx->arena, &body};
    add_all(&inside, &promotion->first);
    add_all(&inside, &loop->body);
    add_all(&inside, &promotion->last);
    loop->body = body;
    loop->inner = NULL;
    if (promotion->is_unrolled && !promotion->batch) {
        loop->is_unrolled = true;
        loop->unrolled_by = UNROLLED_BY;
    }
    pv_push(ctx->arena, out->at, loop);
    add_all(out, &promotion->after);
    pv_ps_enter(out, outside);
}

/* May "loop", which one thread executes, go into "stmt", all that its body is? A thread then does the same in the same order:
 * it has one iteration of "stmt", a loop that threads share, or the condition of "stmt" stays as it is. */
static bool goes_inside(const struct pv_cctx *ctx, const struct pv_ps *loop, const struct pv_ps *stmt)
{
    const char *iterator = loop->init->name;
    if (stmt->kind == PV_PS_IF)
        return !stmt->has_other && !pv_px_names(stmt->cond, iterator);
    return stmt->kind == PV_PS_FOR && stmt->split && stmt->split->member && stmt->split->is_dense &&
           pv_thread_has_one_point(ctx, stmt->split->member) && !pv_px_names(stmt->init->expr, iterator) &&
           !pv_px_names(stmt->cond, iterator);
}

/* The statements that "loop" may go into, the outermost first: its body is one in the other, and leaves in the last. */
static int find_wrappers(const struct pv_cctx *ctx, const struct pv_ps *loop, struct pv_ps *wrappers[], int most)
{
    const struct pv_ps *at = loop;
    int n = 0;
    while (ctx->device && n < most && at->body.n == 1 && goes_inside(ctx, loop, at->body.v[0]))
        at = wrappers[n++] = at->body.v[0];
    return n;
}

/* Scalars outlive the iterations of "loop" where it stands right around leaves: on a device it goes into loops of threads. */
static void add_loop(struct pv_cctx *ctx, struct pv_pout *out, struct pv_ps *loop)
{
    struct pv_ps *wrappers[2 * PV_MAX_AXES] = {NULL};
    pv_pblock body = loop->body, *outside = out->at;
    int n = find_wrappers(ctx, loop, wrappers, 2 * PV_MAX_AXES);
    if (n)
        loop->body = wrappers[n - 1]->body;
    bool has_leaf = loop->body.n && loop->body.v[0]->kind == PV_PS_LEAF;
    struct promotion promotion = promote_in(ctx, loop, n && has_leaf ? loop->body.v[0]->place : loop->inner->inside);
    if (!promotion.before.n && n) {
        loop->body = body;
        n = 0;
    }
    for (int i = 0; i < n; i++) {
        pv_push(ctx->arena, out->at, wrappers[i]);
        wrappers[i]->body = (pv_pblock){0};
        pv_ps_enter(out, &wrappers[i]->body);
    }
    add_promoted(ctx, out, loop, &promotion);
    pv_ps_enter(out, outside);
}

static void replace(struct pv_pout *out, struct pv_ps *stmt, void *user)
{
    if (stmt->inner)
        add_loop(user, out, stmt);
    else
        pv_push(out->arena, out->at, stmt);
}

void pv_scalars(struct pv_version *version)
{
    for (int i = 0; i < version->texts.n; i++)
        pv_pblock_replace(version->lowering->arena, version->texts.v[i].body, replace, version->texts.v[i].ctx);
}
