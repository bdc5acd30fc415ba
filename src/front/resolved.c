/* Replaces scalars whose values are known by these values. */
#include "front/resolved.h"

/* An expression being rewritten. */
struct rewriting {
    struct pv_followed *in;
    struct pv_expr *root;
    bool is_conditional;                 /* the current part may not be evaluated */
    PV_VEC(struct pv_scalar *) stepped;  /* and their values once all is evaluated */
    PV_VEC(const struct pv_poly *) left; /* NULL: not known */
};

static struct pv_expr *rewrite(struct rewriting *r, struct pv_expr *expr);

static struct pv_expr *read_resolved(struct pv_followed *in, struct pv_scalar *scalar, const struct pv_poly *value,
                                     struct pv_expr *expr)
{
    struct pv_expr *result = value ? pv_followed_expr(in, value, scalar->var->type, expr->range) : NULL;
    if (!result) {
        pv_followed_give_up(in, scalar, expr->range.begin);
        return expr;
    }
    if (in->used)
        pv_push(in->arena, in->used, scalar->var);
    return result;
}

/* A change of a scalar inside an expression. C orders it after nothing else there that names the scalar. */
static struct pv_expr *rewrite_change(struct rewriting *r, struct pv_scalar *scalar, struct pv_expr *expr)
{
    struct pv_followed *in = r->in;
    bool is_followed = pv_op_is_step(expr->op) && !r->is_conditional && pv_followed_mentions(r->root, scalar->var) == 1;
    const struct pv_poly *old = scalar->value, *new = is_followed ? pv_followed_assigned(in, scalar, expr) : NULL;
    pv_push(in->arena, &r->stepped, scalar);
    pv_push(in->arena, &r->left, new);
    if (!scalar->is_resolved) {
        if (!pv_op_is_step(expr->op))
            expr->args[1] = rewrite(r, expr->args[1]);
        return expr;
    }
    bool is_before = expr->op == PV_OP_PREINC || expr->op == PV_OP_PREDEC;
    return read_resolved(in, scalar, !is_followed ? NULL : is_before ? new : old, expr);
}

static bool is_choice(const struct pv_expr *expr)
{
    return expr->kind == PV_EXPR_OP &&
           (expr->op == PV_OP_COND || expr->op == PV_OP_LAND || expr->op == PV_OP_LOR || expr->op == PV_OP_COMMA);
}

/* "expr", which is changed, with values in the place of resolved scalars. */
static struct pv_expr *rewrite(struct rewriting *r, struct pv_expr *expr)
{
    struct pv_scalar *scalar = pv_followed_is_change(expr) ? pv_followed_find(r->in, expr->args[0]->var) : NULL;
    if (scalar)
        return rewrite_change(r, scalar, expr);
    if (expr->kind == PV_EXPR_ACCESS && !expr->n_steps) {
        scalar = pv_followed_find(r->in, expr->var);
        return scalar && scalar->is_resolved ? read_resolved(r->in, scalar, scalar->value, expr) : expr;
    }
    if (pv_followed_is_distance(expr)) {
        struct pv_expr *name = pv_followed_distance(r->in, expr);
        return name ? name : expr;
    }
    bool was_conditional = r->is_conditional;
    for (int i = 0; i < expr->n_args; i++) {
        expr->args[i] = rewrite(r, expr->args[i]);
        r->is_conditional = r->is_conditional || is_choice(expr);
    }
    r->is_conditional = was_conditional;
    for (int i = 0; i < expr->n_steps; i++)
        if (expr->steps[i].kind == PV_STEP_INDEX)
            expr->steps[i].index = rewrite(r, expr->steps[i].index);
    return expr;
}

struct pv_expr *pv_resolved_expr(struct pv_followed *in, const struct pv_expr *expr)
{
    if (!expr)
        return NULL;
    struct rewriting r = {.in = in, .root = pv_expr_copy(in->arena, expr)};
    const struct pv_expr *target = pv_followed_is_change(r.root) && !pv_op_is_step(r.root->op) ? r.root->args[0] : NULL;
    struct pv_scalar *scalar = target ? pv_followed_find(in, target->var) : NULL;
    const struct pv_poly *value = scalar ? pv_followed_assigned(in, scalar, r.root) : NULL;
    struct pv_expr *result = r.root;
    if (scalar) /* the target itself stays */
        result->args[1] = rewrite(&r, result->args[1]);
    else
        result = rewrite(&r, r.root);
    for (int i = 0; i < r.stepped.n; i++)
        pv_followed_set(in, r.stepped.v[i], r.left.v[i], pv_followed_wraps(r.stepped.v[i]->var->type));
    if (scalar)
        pv_followed_set(in, scalar, r.stepped.n ? NULL : value, !pv_followed_is_exact(scalar, expr));
    return result;
}

static bool is_resolved(struct pv_followed *in, const struct pv_var *var)
{
    const struct pv_scalar *scalar = pv_followed_find(in, var);
    return scalar && scalar->is_resolved;
}

struct pv_expr *pv_resolved_effect(struct pv_followed *in, struct pv_expr *expr)
{
    if (expr->kind == PV_EXPR_OP && expr->op == PV_OP_COMMA) {
        struct pv_expr *a = pv_resolved_effect(in, expr->args[0]), *b = pv_resolved_effect(in, expr->args[1]);
        return a && b ? pv_expr_new_op(in->arena, PV_OP_COMMA, b->type, expr->range, a, b) : a ? a : b;
    }
    if (!pv_followed_is_change(expr) || !is_resolved(in, expr->args[0]->var))
        return pv_resolved_expr(in, expr);
    struct pv_scalar *scalar = pv_followed_find(in, expr->args[0]->var);
    pv_followed_set(in, scalar, pv_followed_assigned(in, scalar, expr), !pv_followed_is_exact(scalar, expr));
    return NULL;
}
