/* Replaces calls of functions that only return a value by this value. */
#include "front/valuecalls.h"

#include "front/regions.h"
#include "front/substitute.h"
#include "front/types.h"

enum {
    LONGEST_VALUE = 64,   /* nodes of an expression that may stand for a call */
    LONGEST_REPEATED = 8, /* nodes of an argument that stands there more than once */
    DEEPEST_CALLS = 8,    /* values in values */
};

/* Looking at expressions. */

static bool count_node(struct pv_expr *expr, void *user)
{
    (void)expr;
    ++*(int *)user;
    return true;
}

static int count_nodes(struct pv_expr *expr)
{
    int n = 0;
    pv_expr_visit(expr, count_node, &n);
    return n;
}

struct var_count {
    const struct pv_var *var;
    int n;
};

static bool count_use(struct pv_expr *expr, void *user)
{
    struct var_count *count = user;
    count->n += expr->kind == PV_EXPR_ACCESS && expr->var == count->var;
    return true;
}

static bool is_harmless_call(const struct pv_expr *call)
{
    return call->callee && (call->callee->is_const || call->callee->is_pure);
}

/* Does evaluating "expr" once, several times or not at all make no difference? */
static bool is_repeatable_node(struct pv_expr *expr, void *user)
{
    (void)user;
    bool is_change = expr->kind == PV_EXPR_OP && (pv_op_is_assignment(expr->op) || pv_op_is_step(expr->op));
    return !is_change && (expr->kind != PV_EXPR_CALL || is_harmless_call(expr));
}

static bool is_repeatable(struct pv_expr *expr)
{
    return pv_expr_visit(expr, is_repeatable_node, NULL);
}

static bool is_no_memory(struct pv_expr *expr, void *user)
{
    (void)user;
    return expr->kind != PV_EXPR_ACCESS || !expr->n_steps;
}

/* Functions. */

/* The value that the body of "function" returns, if it does nothing else; or NULL. */
static struct pv_expr *returned_value(struct pv_eval *ec, struct pv_function *function)
{
    if (!function || !function->has_body || function->summary || function->is_variadic || function->is_const ||
        pv_eval_is_on_stack(ec, function) || !pv_ctype_is_arithmetic(function->return_type))
        return NULL;
    struct pv_tree *body = pv_front_function_body(ec->unit, function);
    if (!body || body->children.n != 1 || body->children.v[0]->kind != PV_TREE_RETURN)
        return NULL;
    struct pv_expr *value = body->children.v[0]->expr;
    if (!value || !is_repeatable(value) || count_nodes(value) > LONGEST_VALUE)
        return NULL;
    return value;
}

static bool is_no_product(struct pv_expr *expr, void *user)
{
    (void)user;
    return expr->kind != PV_EXPR_OP || expr->op != PV_OP_MUL || expr->args[0]->kind == PV_EXPR_INT ||
           expr->args[1]->kind == PV_EXPR_INT;
}

/* Does "call", which computes "value", compute a subscript with rows of variable length? Affine values of calls are known
 * without the text, but rows are recovered from it. */
static bool is_linear_subscript(const struct pv_expr *call, struct pv_expr *value)
{
    for (int i = 0; i < call->n_args; i++)
        if (call->args[i]->type->kind != PV_TYPE_INT || !pv_expr_visit(call->args[i], is_no_memory, NULL))
            return false;
    return value->type->kind == PV_TYPE_INT && !pv_expr_visit(value, is_no_product, NULL);
}

/* The value that may stand for "call", or NULL. */
static struct pv_expr *value_of_call(struct pv_eval *ec, const struct pv_expr *call)
{
    struct pv_expr *value = call->kind == PV_EXPR_CALL ? returned_value(ec, call->callee) : NULL;
    if (!value || call->n_args != call->callee->params.n)
        return NULL;
    return is_linear_subscript(call, value) || !pv_expr_visit(value, is_no_memory, NULL) ? value : NULL;
}

/* "expr" as it may stand anywhere: a conversion that C makes for the sake of the call is written out. */
static struct pv_expr *write_conversion(struct pv_eval *ec, struct pv_expr *expr)
{
    if (expr->kind != PV_EXPR_CAST || !expr->is_implicit)
        return expr;
    struct pv_expr *cast = pv_expr_new(ec->arena, PV_EXPR_CAST, expr->type, expr->range);
    *cast = *expr;
    cast->is_implicit = false;
    return cast;
}

/* Let the value of "arg" stand for the scalar "param" in "value". */
static bool bind_scalar(struct pv_substitution *by, struct pv_expr *value, struct pv_var *param, struct pv_expr *arg)
{
    struct var_count count = {.var = param};
    pv_expr_visit(value, count_use, &count);
    if (!pv_ctype_is_arithmetic(param->type) || !pv_ctype_is_arithmetic(arg->type) || !is_repeatable(arg) ||
        (count.n > 1 && count_nodes(arg) > LONGEST_REPEATED))
        return false;
    struct pv_expr *converted = pv_substitute_converted(by, param, arg);
    struct pv_replacement replacement = {.var = param, .value = write_conversion(by->ec, converted)};
    pv_push(by->ec->arena, &by->replacements, replacement);
    return true;
}

static bool bind_argument(struct pv_substitution *by, struct pv_tree *body, struct pv_expr *value, int i,
                          struct pv_expr *arg)
{
    struct pv_var *param = by->function->params.v[i];
    if (pv_ctype_is_indexable(param->type))
        return pv_substitute_array(by, param, arg);
    if (param->type->kind == PV_TYPE_RECORD && pv_type_holds_pointer(param->type))
        return pv_substitute_record(by, body, param, arg);
    return bind_scalar(by, value, param, arg);
}

/* What stands for "call", whose arguments have been replaced; or "call" itself. */
static struct pv_expr *replace_call(struct pv_eval *ec, struct pv_expr *call)
{
    struct pv_function *function = call->callee;
    struct pv_expr *value = value_of_call(ec, call);
    if (!value)
        return call;
    struct pv_tree *body = pv_front_function_body(ec->unit, function);
    struct pv_substitution by = {.ec = ec, .function = function, .call = call};
    for (int i = 0; i < call->n_args; i++)
        if (!bind_argument(&by, body, value, i, call->args[i]))
            return call;
    struct pv_expr *result = pv_substitute_expr(&by, value);
    return by.failed ? call : write_conversion(ec, result);
}

struct replacing {
    struct pv_eval *ec;
    int depth;
};

static struct pv_expr *replace_calls(struct pv_expr *expr, void *user)
{
    struct replacing *replacing = user;
    if (expr->kind != PV_EXPR_CALL || replacing->depth >= DEEPEST_CALLS)
        return expr;
    struct pv_expr *value = replace_call(replacing->ec, expr);
    if (value == expr)
        return expr;
    replacing->depth++;
    value = pv_expr_map(value, replace_calls, replacing);
    replacing->depth--;
    return value;
}

static struct pv_expr *replace_in_copy(const struct pv_expr *expr, void *user)
{
    struct replacing replacing = {.ec = user};
    return pv_expr_map(pv_expr_copy(replacing.ec->arena, expr), replace_calls, &replacing);
}

/* Trees. */

struct search {
    struct pv_eval *ec;
    bool is_found;
};

static bool find_call(struct pv_expr *expr, void *user)
{
    struct search *search = user;
    search->is_found = search->is_found || value_of_call(search->ec, expr);
    return !search->is_found;
}

static void find_call_at(struct pv_expr **expr, void *user)
{
    pv_expr_visit(*expr, find_call, user);
}

static bool find_call_in(struct pv_tree *tree, void *user)
{
    struct search *search = user;
    pv_tree_visit_exprs(tree, find_call_at, search);
    return !search->is_found;
}

struct pv_tree *pv_valuecalls_replace(struct pv_eval *ec, struct pv_tree *tree)
{
    struct search search = {.ec = ec};
    pv_tree_visit(tree, find_call_in, &search);
    return search.is_found ? pv_tree_map(ec->arena, tree, replace_in_copy, ec) : tree;
}
