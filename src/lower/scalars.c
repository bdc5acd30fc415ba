/* Replaces array elements that an innermost loop does not leave by scalars. */
#include "lower/scalars.h"

#include "lower/bodyexpr.h"

/* One reference in the body of the loop. */
struct reference {
    const struct pv_code_leaf *leaf;
    const struct pv_access *access;
    const struct pv_code_access *code; /* its subscripts */
    pv_px *element;
    bool is_fixed;   /* the loop does not move it */
    bool is_certain; /* evaluated whenever the statement is */
};

/* What is done for one loop. */
struct promotion {
    pv_pblock before; /* stands before it */
    pv_pblock first;  /* its body begins with */
    pv_pblock last;   /* its body ends with */
    pv_pblock after;  /* stands after it */
};

struct body {
    struct pv_cctx *ctx;
    int depth; /* of the loop's iterator */
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
    for (int i = 0; i < code->subscripts.n; i++)
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

/* Add the references of "leaf" to arrays. False if the element of one of them is not known: it may be any element. */
static bool add_references(struct body *body, const struct pv_code_leaf *leaf)
{
    const struct pv_stmt *stmt = leaf->stmt;
    if (stmt->kind != PV_STMT_EXPR || stmt->has_effects || stmt->body->kind != PV_TREE_EXPR)
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
        if (!access->expr->n_steps)
            continue;
        struct reference ref = {leaf, access, pv_code_find_access(leaf, access->expr), NULL, false, false};
        if (!ref.code || has_fields(access->expr))
            return false;
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
    return pv_crange_may_be_equal(body->ctx->known, &a->code->subscripts, &b->code->subscripts);
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
    if (!pv_ctype_is_arithmetic(ref->access->expr->type) || is_shared_out(mark, array))
        return false;
    bool array_is_written = false;
    for (int i = 0; i < body->refs.n; i++) {
        const struct reference *other = &body->refs.v[i];
        if (other->access->array != array)
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
        bool matters = other->access->array == array && !pv_px_is_same(other->element, ref->element) &&
                       (element->is_written || other->access->is_write);
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

static void promote(struct body *body, int first, const struct element *element, struct promotion *promotion)
{
    struct pv_cctx *ctx = body->ctx;
    const struct reference *ref = &body->refs.v[first];
    const char *name = pv_printf(ctx->arena, "%s%d", ctx->scalar_prefix, ctx->n_scalars++);
    const char *type = pv_spell_type(ctx->arena, ref->access->expr->type);
    struct pv_pout loads = {ctx->arena, ref->is_fixed ? &promotion->before : &promotion->first};
    struct pv_pout stores = {ctx->arena, ref->is_fixed ? &promotion->after : &promotion->last};
    pv_ps_decl(&loads, type, name, ref->element)->is_const = !element->is_written;
    if (element->is_written)
        pv_ps_assign(&stores, ref->element, pv_px_name(ctx->arena, name));
    for (int i = first; i < body->refs.n; i++) {
        struct pv_cscalar scalar = {body->refs.v[i].leaf, body->refs.v[i].access->expr, name};
        if (pv_px_is_same(body->refs.v[i].element, ref->element))
            pv_push(ctx->arena, &ctx->scalars, scalar);
    }
}

/* Find the elements that a loop with the iterator at "depth" around "leaves" alone neither moves away from nor reaches in
 * another way, and those that several leaves update in one iteration; "mark" says what is special about the loop, or is
 * NULL. ctx->known holds what is known in the body. */
static struct promotion find_scalars(struct pv_cctx *ctx, const pv_code_leaves *leaves, int depth,
                                     const struct pv_mark *mark)
{
    struct promotion promotion = {0};
    struct body body = {.ctx = ctx, .depth = depth};
    bool is_simple = true;
    ctx->n_in_use = 0;
    for (int i = 0; i < leaves->n && is_simple; i++)
        is_simple = add_references(&body, leaves->v[i]);
    for (int i = 0; i < body.refs.n && is_simple; i++) {
        struct element element;
        if (is_first(&body, i) && is_promotable(&body, i, mark, &element))
            promote(&body, i, &element, &promotion);
    }
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

static struct promotion promote_in(struct pv_cctx *ctx, const struct pv_ps *loop)
{
    pv_code_leaves leaves = {0};
    struct promotion promotion = {0};
    int first = ctx->scalars.n;
    if (!ctx->promotes || !find_leaves(ctx->arena, loop, &leaves))
        return promotion;
    pv_cctx_go(ctx, loop->inner->inside);
    promotion = find_scalars(ctx, &leaves, loop->inner->depth, loop->inner->mark);
    for (int i = 0; i < loop->body.n; i++) {
        loop->body.v[i]->first_scalar = first;
        loop->body.v[i]->n_scalars = ctx->scalars.n - first;
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

/* Add "loop" with scalars for the elements it stays on: in a block of their own, and not touched where the loop has no
 * iteration. Without an iteration there is no last one either, whose copy could be kept. */
static void add_loop(struct pv_cctx *ctx, struct pv_pout *out, struct pv_ps *loop)
{
    struct promotion promotion = promote_in(ctx, loop);
    pv_pblock *outside = out->at;
    if ((promotion.before.n || loop->inner->keeps_last) && !has_iteration(loop->inner)) {
        pv_px *runs = pv_px_binary(ctx->arena, pv_px_operand(ctx->arena, loop->init->expr, PV_CPREC_SUM),
                                   loop->cond->text, loop->cond->args[1], PV_CPREC_RELATION);
        pv_ps_enter(out, &pv_ps_if(out, runs)->body);
    } else if (promotion.before.n) {
        pv_ps_enter(out, &pv_ps_add(out, PV_PS_BLOCK)->body);
    }
    pv_pblock body = {0};
    struct pv_pout inside = {ctx->arena, &body};
    add_all(&inside, &promotion.first);
    add_all(&inside, &loop->body);
    add_all(&inside, &promotion.last);
    loop->body = body;
    loop->inner = NULL;
    add_all(out, &promotion.before);
    pv_push(ctx->arena, out->at, loop);
    add_all(out, &promotion.after);
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
