/* Follows a scalar through a statement with control of its own: which ways lead to a read without an assignment. */
#include "front/exposed.h"

#include "front/valueflow.h"

static const struct pv_valueflow nothing = {false, false, false};

static struct pv_valueflow effect_of(struct pv_tree *tree, const struct pv_var *var);

/* Expressions. */

static struct pv_valueflow effect_of_expr(const struct pv_expr *expr, const struct pv_var *var);

static struct pv_valueflow effect_of_operands(const struct pv_expr *expr, const struct pv_var *var)
{
    struct pv_valueflow all = nothing;
    for (int i = 0; i < expr->n_args; i++)
        all = pv_valueflow_beside(all, effect_of_expr(expr->args[i], var));
    return all;
}

static struct pv_valueflow effect_of_access(const struct pv_expr *expr, const struct pv_var *var)
{
    struct pv_valueflow all = {expr->var == var, false, false};
    for (int i = 0; i < expr->n_steps; i++)
        if (expr->steps[i].kind == PV_STEP_INDEX)
            all = pv_valueflow_beside(all, effect_of_expr(expr->steps[i].index, var));
    return all;
}

static struct pv_valueflow effect_of_operation(const struct pv_expr *expr, const struct pv_var *var)
{
    const struct pv_expr *first = expr->args[0];
    switch (expr->op) {
    case PV_OP_ASSIGN:
        if (first->kind == PV_EXPR_ACCESS && first->var == var && !first->n_steps)
            return pv_valueflow_then(effect_of_expr(expr->args[1], var), (struct pv_valueflow){false, true, false});
        return effect_of_operands(expr, var);
    case PV_OP_COMMA:
        return pv_valueflow_then(effect_of_expr(first, var), effect_of_expr(expr->args[1], var));
    case PV_OP_LAND:
    case PV_OP_LOR:
        return pv_valueflow_then(effect_of_expr(first, var),
                                 pv_valueflow_either(effect_of_expr(expr->args[1], var), nothing));
    case PV_OP_COND:
        return pv_valueflow_then(effect_of_expr(first, var), pv_valueflow_either(effect_of_expr(expr->args[1], var),
                                                                                 effect_of_expr(expr->args[2], var)));
    default:
        return effect_of_operands(expr, var);
    }
}

static struct pv_valueflow effect_of_expr(const struct pv_expr *expr, const struct pv_var *var)
{
    if (!expr)
        return nothing;
    switch (expr->kind) {
    case PV_EXPR_ACCESS:
        return effect_of_access(expr, var);
    case PV_EXPR_OP:
        return effect_of_operation(expr, var);
    default:
        return effect_of_operands(expr, var);
    }
}

/* Statements. */

static struct pv_valueflow effect_of_block(struct pv_tree *tree, const struct pv_var *var)
{
    struct pv_valueflow all = nothing;
    for (int i = 0; i < tree->children.n; i++)
        all = pv_valueflow_then(all, effect_of(tree->children.v[i], var));
    return all;
}

static struct pv_valueflow effect_of_decl(struct pv_tree *tree, const struct pv_var *var)
{
    struct pv_valueflow all = effect_of_expr(tree->expr, var);
    for (int i = 0; i < tree->inits.n; i++)
        all = pv_valueflow_beside(all, effect_of_expr(tree->inits.v[i], var));
    return all;
}

/* The condition, which runs at least once, and the parts that run in each iteration. A "continue" goes to "step". */
static struct pv_valueflow effect_of_iterations(struct pv_valueflow head, struct pv_valueflow body,
                                                struct pv_valueflow step)
{
    struct pv_valueflow all = pv_valueflow_then(head, pv_valueflow_then(body, step));
    bool steps_early = !head.kills && body.jumps && step.reads;
    return (struct pv_valueflow){all.reads || steps_early, head.kills, false};
}

static struct pv_valueflow effect_of_do(struct pv_valueflow body, struct pv_valueflow cond)
{
    bool is_killed = body.kills && !body.jumps;
    return (struct pv_valueflow){body.reads || (!is_killed && cond.reads), is_killed, false};
}

static struct pv_valueflow effect_of_args(struct pv_tree *tree, const struct pv_var *var)
{
    struct pv_valueflow all = nothing;
    for (int i = 0; i < tree->args.n; i++)
        all.reads = all.reads || effect_of_expr(tree->args.v[i], var).reads;
    return all;
}

static struct pv_valueflow effect_of(struct pv_tree *tree, const struct pv_var *var)
{
    if (!tree)
        return nothing;
    struct pv_valueflow cond = effect_of_expr(tree->cond, var);
    switch (tree->kind) {
    case PV_TREE_BLOCK:
        return effect_of_block(tree, var);
    case PV_TREE_EXPR:
        return effect_of_expr(tree->expr, var);
    case PV_TREE_DECL:
        return effect_of_decl(tree, var);
    case PV_TREE_IF:
        return pv_valueflow_then(cond,
                                 pv_valueflow_either(effect_of(tree->then_body, var), effect_of(tree->else_body, var)));
    case PV_TREE_FOR: {
        struct pv_valueflow step = effect_of_expr(tree->inc, var);
        return pv_valueflow_then(effect_of(tree->init, var),
                                 effect_of_iterations(cond, effect_of(tree->body, var), step));
    }
    case PV_TREE_WHILE:
        return effect_of_iterations(cond, effect_of(tree->body, var), nothing);
    case PV_TREE_DO:
        return effect_of_do(effect_of(tree->body, var), cond);
    case PV_TREE_BREAK:
    case PV_TREE_CONTINUE:
        return (struct pv_valueflow){false, true, true};
    case PV_TREE_RETURN: /* where it leads is not known here */
        return (struct pv_valueflow){true, false, true};
    case PV_TREE_PENCIL:
        return effect_of_args(tree, var);
    case PV_TREE_NULL:
    case PV_TREE_LIVE_OUT:
        break;
    }
    return nothing;
}

static bool find_return(struct pv_tree *tree, void *user)
{
    if (tree->kind == PV_TREE_RETURN)
        *(bool *)user = true;
    return true;
}

struct pv_exposure pv_exposure_of(struct pv_tree *tree, const struct pv_var *var)
{
    bool returns = false;
    pv_tree_visit(tree, find_return, &returns);
    struct pv_valueflow effect = effect_of(tree, var);
    return (struct pv_exposure){effect.reads || returns, effect.kills && !effect.jumps && !returns};
}
