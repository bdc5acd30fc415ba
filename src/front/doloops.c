/* Rewrites do loops as while loops. */
#include "front/doloops.h"

#include "front/loops.h"

static bool has_no_effect(struct pv_expr *expr, void *user)
{
    (void)user;
    return expr->kind != PV_EXPR_CALL &&
           !(expr->kind == PV_EXPR_OP && (pv_op_is_assignment(expr->op) || pv_op_is_step(expr->op)));
}

static bool is_pure(struct pv_expr *expr)
{
    return pv_expr_visit(expr, has_no_effect, NULL);
}

static bool names_variable(struct pv_expr *expr, void *user)
{
    *(bool *)user = *(bool *)user || expr->kind == PV_EXPR_ACCESS;
    return true;
}

/* The value that "step" gives: that of its variable after the step, or before it. */
static struct pv_expr *value_after(struct pv_eval *ec, const struct pv_expr *step)
{
    struct pv_expr *value = pv_expr_copy(ec->arena, step->args[0]);
    if (step->op == PV_OP_PREINC || step->op == PV_OP_PREDEC)
        return value;
    struct pv_expr *one = pv_expr_new_int(ec->arena, 1, value->type, step->range);
    enum pv_op back = step->op == PV_OP_POSTINC ? PV_OP_SUB : PV_OP_ADD;
    return pv_expr_new_op(ec->arena, back, value->type, step->range, value, one);
}

/* The step that "cond" takes: --n, n-- > 0, ++i < m. NULL where it has none, or other effects. "*place" is where it stands. */
static struct pv_expr *find_step(struct pv_expr **cond, struct pv_expr ***place)
{
    struct pv_expr **at = cond;
    while ((*at)->kind == PV_EXPR_CAST && (*at)->is_implicit)
        at = &(*at)->args[0];
    if ((*at)->kind == PV_EXPR_OP && (*at)->op >= PV_OP_LT && (*at)->op <= PV_OP_NE && is_pure((*at)->args[1]))
        at = &(*at)->args[0];
    while ((*at)->kind == PV_EXPR_CAST && (*at)->is_implicit)
        at = &(*at)->args[0];
    struct pv_expr *step = *at;
    bool is_step = step->kind == PV_EXPR_OP && pv_op_is_step(step->op) && step->args[0]->kind == PV_EXPR_ACCESS &&
                   !step->args[0]->n_steps && pv_var_is_trackable(step->args[0]->var) && step->type->bits >= 32;
    *place = at;
    return is_step ? step : NULL;
}

/* Append "step" to the body of "loop". */
static void append_step(struct pv_eval *ec, struct pv_tree *loop, struct pv_expr *step)
{
    struct pv_tree *last = pv_tree_new(ec->arena, PV_TREE_EXPR, step->range);
    last->expr = step;
    struct pv_tree *body = pv_tree_new(ec->arena, PV_TREE_BLOCK, loop->body->range);
    pv_push(ec->arena, &body->children, loop->body);
    pv_push(ec->arena, &body->children, last);
    loop->body = body;
}

static bool rewrite(struct pv_tree *tree, void *user)
{
    struct pv_eval *ec = user;
    bool has_variable = false;
    if (tree->kind != PV_TREE_DO)
        return true;
    pv_expr_visit(tree->cond, names_variable, &has_variable);
    if (!has_variable)
        return true;
    struct pv_expr **place, *step = find_step(&tree->cond, &place);
    if (step && !pv_tree_has_escaping_jump(tree->body)) {
        append_step(ec, tree, pv_expr_copy(ec->arena, step));
        *place = value_after(ec, step);
    }
    tree->is_do = is_pure(tree->cond);
    tree->kind = tree->is_do ? PV_TREE_WHILE : PV_TREE_DO;
    return true;
}

static struct pv_expr *copy_expr(const struct pv_expr *expr, void *user)
{
    return pv_expr_copy(user, expr);
}

static bool find_do(struct pv_tree *tree, void *user)
{
    *(bool *)user = *(bool *)user || tree->kind == PV_TREE_DO;
    return true;
}

struct pv_tree *pv_doloops_rewrite(struct pv_eval *ec, struct pv_tree *tree)
{
    bool is_found = false;
    pv_tree_visit(tree, find_do, &is_found);
    if (!is_found)
        return tree;
    struct pv_tree *copy = pv_tree_map(ec->arena, tree, copy_expr, ec->arena);
    pv_tree_visit(copy, rewrite, ec);
    return copy;
}
