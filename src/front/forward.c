/* Follows scalars that hold a linear subscript. */
#include "front/forward.h"

#include "front/delinear.h"

#include <isl/aff.h>

/* Definitions. */

static struct pv_expr *copy_in_terms_of_known(struct pv_eval *ec, const struct pv_expr *expr,
                                              struct pv_definition *definition);

static void add_leaf(struct pv_eval *ec, struct pv_definition *definition, struct pv_var *var,
                     __isl_take isl_pw_aff *value, int depth)
{
    struct pv_definition_leaf leaf = {var, value, depth};
    pv_push(ec->arena, &definition->leaves, leaf);
}

/* Does "leaf" have the value here that it had where the definition was made? */
static bool is_unchanged(struct pv_eval *ec, const struct pv_definition_leaf *leaf)
{
    if (leaf->depth > ec->depth)
        return false;
    struct pv_value now = pv_eval_var(ec, leaf->var);
    isl_pw_aff *then = isl_pw_aff_insert_dims(isl_pw_aff_copy(leaf->value), isl_dim_in, (unsigned)leaf->depth,
                                              (unsigned)(ec->depth - leaf->depth));
    bool is_same = now.aff && isl_pw_aff_plain_is_equal(now.aff, then) == isl_bool_true;
    isl_pw_aff_free(now.aff);
    isl_pw_aff_free(then);
    return is_same;
}

const struct pv_definition *pv_forward_definition(struct pv_eval *ec, struct pv_var *var)
{
    const struct pv_definition *definition = pv_eval_binding(ec, var)->definition;
    for (int i = 0; definition && i < definition->leaves.n; i++)
        if (!is_unchanged(ec, &definition->leaves.v[i]))
            return NULL;
    return definition;
}

static struct pv_expr *copy_scalar(struct pv_eval *ec, const struct pv_expr *expr, struct pv_definition *definition)
{
    struct pv_value value = pv_eval_var(ec, expr->var);
    if (value.aff) {
        add_leaf(ec, definition, expr->var, value.aff, ec->depth);
        return pv_expr_copy(ec->arena, expr);
    }
    const struct pv_definition *inner = pv_forward_definition(ec, expr->var);
    for (int i = 0; inner && i < inner->leaves.n; i++) {
        const struct pv_definition_leaf *leaf = &inner->leaves.v[i];
        add_leaf(ec, definition, leaf->var, isl_pw_aff_copy(leaf->value), leaf->depth);
    }
    return inner ? pv_expr_copy(ec->arena, inner->expr) : NULL;
}

/* Operators of subscripts, and of conditions that choose one. */
static bool is_arithmetic(enum pv_op op)
{
    return op == PV_OP_NEG || op == PV_OP_PLUS || op == PV_OP_NOT || op == PV_OP_COND ||
           (op >= PV_OP_MUL && op <= PV_OP_NE) || op == PV_OP_LAND || op == PV_OP_LOR;
}

static struct pv_expr *copy_operands(struct pv_eval *ec, const struct pv_expr *expr, struct pv_definition *definition)
{
    struct pv_expr *copy = pv_expr_new(ec->arena, expr->kind, expr->type, expr->range);
    *copy = *expr;
    copy->args = pv_new_array(ec->arena, struct pv_expr *, expr->n_args);
    for (int i = 0; i < expr->n_args; i++) {
        copy->args[i] = copy_in_terms_of_known(ec, expr->args[i], definition);
        if (!copy->args[i])
            return NULL;
    }
    return copy;
}

/* A copy of "expr" whose scalars all have known values, which become leaves of "definition"; NULL where there is none. */
static struct pv_expr *copy_in_terms_of_known(struct pv_eval *ec, const struct pv_expr *expr,
                                              struct pv_definition *definition)
{
    if (expr->type->kind != PV_TYPE_INT)
        return NULL;
    switch (expr->kind) {
    case PV_EXPR_INT:
        return pv_expr_copy(ec->arena, expr);
    case PV_EXPR_ACCESS:
        return expr->n_steps || !pv_var_is_trackable(expr->var) ? NULL : copy_scalar(ec, expr, definition);
    case PV_EXPR_CAST:
        return copy_operands(ec, expr, definition);
    case PV_EXPR_OP:
        return is_arithmetic(expr->op) ? copy_operands(ec, expr, definition) : NULL;
    default:
        return NULL;
    }
}

/* Nothing but the assignments that the walk sees may change a variable that has a definition. */
static bool is_followed(const struct pv_var *var)
{
    return pv_var_is_trackable(var) && var->storage != PV_STORAGE_GLOBAL && !var->address_taken;
}

struct pv_definition *pv_forward_define(struct pv_eval *ec, const struct pv_var *var, const struct pv_expr *value)
{
    if (ec->generic || !ec->shapes || !is_followed(var))
        return NULL;
    struct pv_definition *definition = pv_new(ec->arena, struct pv_definition);
    struct pv_expr *copy = copy_in_terms_of_known(ec, value, definition);
    definition->expr = copy ? pv_expr_converted(ec->arena, copy, var->type) : NULL;
    if (definition->expr && pv_delinear_is_linear(ec, definition->expr))
        return definition;
    pv_definition_free(definition);
    return NULL;
}

void pv_forward_remember(struct pv_eval *ec, struct pv_var *var, struct pv_definition *definition)
{
    if (definition)
        pv_eval_binding(ec, var)->definition = definition;
}

/* Subscripts. */

struct replacement {
    struct pv_eval *ec;
    struct pv_stmt *stmt;
    pv_vars written; /* by the expression or the statement itself */
    bool is_found;
};

static bool is_written(const struct replacement *replacement, const struct pv_var *var)
{
    for (int i = 0; i < replacement->written.n; i++)
        if (replacement->written.v[i] == var)
            return true;
    return false;
}

/* The definition that takes the place of "expr", or NULL. */
static const struct pv_definition *find_definition(struct replacement *replacement, const struct pv_expr *expr)
{
    if (expr->kind != PV_EXPR_ACCESS || expr->n_steps || !pv_var_is_trackable(expr->var) ||
        !pv_eval_binding(replacement->ec, expr->var)->definition || is_written(replacement, expr->var))
        return NULL;
    const struct pv_definition *definition = pv_forward_definition(replacement->ec, expr->var);
    for (int i = 0; definition && i < definition->leaves.n; i++)
        if (is_written(replacement, definition->leaves.v[i].var))
            return NULL;
    return definition;
}

static bool look_for_scalar(struct pv_expr *expr, void *user)
{
    struct replacement *replacement = user;
    replacement->is_found = replacement->is_found || find_definition(replacement, expr);
    return !replacement->is_found;
}

static bool look_for_subscript(struct pv_expr *expr, void *user)
{
    for (int i = 0; i < expr->n_steps; i++)
        if (expr->steps[i].kind == PV_STEP_INDEX && !pv_expr_visit(expr->steps[i].index, look_for_scalar, user))
            return false;
    return true;
}

static struct pv_expr *replace_scalar(struct pv_expr *expr, void *user)
{
    struct replacement *replacement = user;
    const struct pv_definition *definition = find_definition(replacement, expr);
    if (!definition)
        return expr;
    pv_push(replacement->ec->arena, &replacement->stmt->forwarded, expr->var);
    return pv_expr_copy(replacement->ec->arena, definition->expr);
}

static bool replace_in_subscripts(struct pv_expr *expr, void *user)
{
    for (int i = 0; i < expr->n_steps; i++)
        if (expr->steps[i].kind == PV_STEP_INDEX)
            expr->steps[i].index = pv_expr_map(expr->steps[i].index, replace_scalar, user);
    return true;
}

struct pv_expr *pv_forward_into_subscripts(struct pv_eval *ec, struct pv_stmt *stmt, struct pv_expr *expr)
{
    struct replacement replacement = {.ec = ec, .stmt = stmt};
    pv_expr_collect_written(ec->arena, expr, &replacement.written);
    pv_expr_visit(expr, look_for_subscript, &replacement);
    if (!replacement.is_found)
        return expr;
    struct pv_expr *copy = pv_expr_copy(ec->arena, expr);
    pv_expr_visit(copy, replace_in_subscripts, &replacement);
    return copy;
}

static void look_in_expr(struct pv_expr **expr, void *user)
{
    pv_expr_visit(*expr, look_for_subscript, user);
}

static bool look_in_tree(struct pv_tree *tree, void *user)
{
    pv_tree_visit_exprs(tree, look_in_expr, user);
    return true;
}

static struct pv_expr *replace_in_copy(const struct pv_expr *expr, void *user)
{
    struct replacement *replacement = user;
    struct pv_expr *copy = pv_expr_copy(replacement->ec->arena, expr);
    pv_expr_visit(copy, replace_in_subscripts, replacement);
    return copy;
}

struct pv_tree *pv_forward_into_tree(struct pv_eval *ec, struct pv_stmt *stmt, struct pv_tree *tree)
{
    struct replacement replacement = {.ec = ec, .stmt = stmt};
    pv_tree_collect_written(ec->arena, tree, &replacement.written);
    pv_tree_visit(tree, look_in_tree, &replacement);
    return replacement.is_found ? pv_tree_map(ec->arena, tree, replace_in_copy, &replacement) : tree;
}
