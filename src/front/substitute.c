/* Copies the text of called functions with their variables replaced. */
#include "front/substitute.h"

#include "ir/tree.h"

static const struct pv_replacement *find(const struct pv_substitution *by, const struct pv_var *var)
{
    for (int i = 0; i < by->replacements.n; i++)
        if (by->replacements.v[i].var == var)
            return &by->replacements.v[i];
    return NULL;
}

struct pv_var *pv_substitute_fresh(struct pv_substitution *by, struct pv_var *var)
{
    struct pv_arena *arena = by->ec->arena;
    struct pv_var *fresh = pv_new(arena, struct pv_var);
    *fresh = *var;
    fresh->id = fresh->name = pv_printf(arena, "%s__%d", var->name, by->number);
    fresh->storage = PV_STORAGE_LOCAL;
    fresh->slot = 0;
    struct pv_replacement replacement = {.var = var, .fresh = fresh};
    pv_push(arena, &by->replacements, replacement);
    return fresh;
}

/* Expressions. */

static bool is_zero(const struct pv_expr *expr)
{
    return expr->kind == PV_EXPR_INT && expr->value == 0;
}

/* Add the subscript "first" to the last one of "path", the element whose address was passed. */
static void add_to_last(struct pv_substitution *by, struct pv_expr *path, struct pv_expr *first)
{
    if (is_zero(first))
        return;
    if (!path->n_steps || path->steps[path->n_steps - 1].kind != PV_STEP_INDEX) {
        by->failed = true;
        return;
    }
    struct pv_expr **last = &path->steps[path->n_steps - 1].index;
    *last = is_zero(*last) ? first
                           : pv_expr_new_op(by->ec->arena, PV_OP_ADD, (*last)->type, (*last)->range, *last, first);
}

/* The path of an argument followed by the steps that the body applies to the parameter. */
static struct pv_expr *splice_path(struct pv_substitution *by, struct pv_expr *use, const struct pv_replacement *to)
{
    struct pv_arena *arena = by->ec->arena;
    struct pv_expr *path = pv_expr_copy(arena, to->path);
    if (!use->n_steps)
        return to->is_element ? pv_expr_new_op(arena, PV_OP_ADDRESS, use->type, use->range, path, NULL) : path;
    int drop = to->is_element ? 1 : 0;
    if (to->is_element)
        add_to_last(by, path, use->steps[0].index);
    int n = path->n_steps + use->n_steps - drop;
    struct pv_step *steps = pv_new_array(arena, struct pv_step, n + 1);
    for (int i = 0; i < path->n_steps; i++)
        steps[i] = path->steps[i];
    for (int i = drop; i < use->n_steps; i++)
        steps[path->n_steps + i - drop] = use->steps[i];
    path->steps = steps;
    path->n_steps = n;
    path->type = use->type;
    path->range = use->range;
    return path;
}

/* Text that names something declared outside of functions must not meet a local variable of the caller with that name. */
static struct pv_expr *keep_meaning(struct pv_substitution *by, struct pv_expr *expr)
{
    const char *name = expr->kind == PV_EXPR_ACCESS ? expr->var->name : expr->text;
    if (!name || !pv_region_has_local(by->ec->scop->region, name))
        return expr;
    if (expr->kind == PV_EXPR_INT)
        expr->text = NULL; /* its value stands there instead */
    else if (expr->kind == PV_EXPR_ACCESS || expr->kind == PV_EXPR_CALL)
        by->failed = true;
    return expr;
}

static struct pv_expr *replace_node(struct pv_expr *expr, void *user)
{
    struct pv_substitution *by = user;
    const struct pv_replacement *to = expr->kind == PV_EXPR_ACCESS ? find(by, expr->var) : NULL;
    if (!to)
        return keep_meaning(by, expr);
    if (to->path)
        return splice_path(by, expr, to);
    if (to->value)
        return pv_expr_copy(by->ec->arena, to->value);
    expr->var = to->fresh;
    return expr;
}

struct pv_expr *pv_substitute_expr(struct pv_substitution *by, const struct pv_expr *expr)
{
    return expr ? pv_expr_map(pv_expr_copy(by->ec->arena, expr), replace_node, by) : NULL;
}

/* Trees. */

struct pv_tree *pv_substitute_tree(struct pv_substitution *by, struct pv_tree *tree)
{
    if (!tree)
        return NULL;
    struct pv_arena *arena = by->ec->arena;
    struct pv_tree *clone = pv_new(arena, struct pv_tree);
    *clone = *tree;
    if (tree->kind == PV_TREE_DECL) {
        by->failed = by->failed || tree->var->is_static;
        clone->var = pv_substitute_fresh(by, tree->var);
    }
    clone->init = pv_substitute_tree(by, tree->init);
    clone->expr = pv_substitute_expr(by, tree->expr);
    clone->cond = pv_substitute_expr(by, tree->cond);
    clone->inc = pv_substitute_expr(by, tree->inc);
    clone->then_body = pv_substitute_tree(by, tree->then_body);
    clone->else_body = pv_substitute_tree(by, tree->else_body);
    clone->body = pv_substitute_tree(by, tree->body);
    clone->children.v = NULL;
    clone->children.n = clone->children.cap = 0;
    for (int i = 0; i < tree->children.n; i++)
        pv_push(arena, &clone->children, pv_substitute_tree(by, tree->children.v[i]));
    clone->inits.v = clone->args.v = NULL;
    clone->inits.n = clone->inits.cap = clone->args.n = clone->args.cap = 0;
    for (int i = 0; i < tree->inits.n; i++)
        pv_push(arena, &clone->inits, pv_substitute_expr(by, tree->inits.v[i]));
    for (int i = 0; i < tree->args.n; i++)
        pv_push(arena, &clone->args, pv_substitute_expr(by, tree->args.v[i]));
    return clone;
}

/* Arrays and pointers. */

/* Do an array parameter and its argument have the same number of dimensions, and inner ones of the
 * same length where both are constants? */
static bool same_shape(const struct pv_ctype *param, const struct pv_ctype *arg, bool is_element)
{
    param = param->elem;
    if (!is_element)
        arg = arg->elem;
    for (; pv_ctype_is_indexable(param) && pv_ctype_is_indexable(arg); param = param->elem, arg = arg->elem)
        if (param->kind == PV_TYPE_ARRAY && arg->kind == PV_TYPE_ARRAY && param->length >= 0 && arg->length >= 0 &&
            param->length != arg->length)
            return false;
    return !pv_ctype_is_indexable(param) && !pv_ctype_is_indexable(arg) && param->kind == arg->kind &&
           param->size == arg->size && param->record == arg->record;
}

/* Subscripts must mean the same inside the body: no global and no call in them. */
static bool is_stable(struct pv_expr *expr, void *user)
{
    (void)user;
    return expr->kind != PV_EXPR_CALL && !(expr->kind == PV_EXPR_ACCESS && expr->n_steps) &&
           !(expr->kind == PV_EXPR_ACCESS && expr->var->storage == PV_STORAGE_GLOBAL);
}

static bool has_stable_subscripts(const struct pv_expr *path)
{
    for (int i = 0; i < path->n_steps; i++)
        if (path->steps[i].kind == PV_STEP_INDEX && !pv_expr_visit(path->steps[i].index, is_stable, NULL))
            return false;
    return true;
}

bool pv_substitute_array(struct pv_substitution *by, struct pv_var *param, struct pv_expr *arg)
{
    while (arg->kind == PV_EXPR_CAST && arg->is_implicit)
        arg = arg->args[0];
    bool is_element = arg->kind == PV_EXPR_OP && arg->op == PV_OP_ADDRESS;
    struct pv_expr *path = is_element ? arg->args[0] : arg;
    if (path->kind != PV_EXPR_ACCESS || (!is_element && !pv_ctype_is_indexable(path->type)) ||
        !same_shape(param->type, path->type, is_element) || !has_stable_subscripts(path))
        return false;
    struct pv_replacement replacement = {.var = param, .path = path, .is_element = is_element};
    pv_push(by->ec->arena, &by->replacements, replacement);
    return true;
}

/* Structures passed by value. */

static bool is_change(const struct pv_expr *expr)
{
    return expr->kind == PV_EXPR_OP && (pv_op_is_assignment(expr->op) || pv_op_is_step(expr->op));
}

/* What the body of a function does with a structure that it was passed, and with memory of others. */
struct record_uses {
    const struct pv_var *param;
    bool changes_param; /* writes it, takes an address in it, or hands on an array in it */
    bool writes_memory; /* writes more than its own variables, or calls a function that might */
};

/* Is "path" in the variable itself: does it follow no pointer? */
static bool is_inside(const struct pv_expr *path)
{
    return path->kind == PV_EXPR_ACCESS && pv_path_last_pointer(path, path->n_steps) < 0;
}

static bool find_record_use(struct pv_expr *expr, void *user)
{
    struct record_uses *uses = user;
    bool is_place = is_change(expr) || (expr->kind == PV_EXPR_OP && expr->op == PV_OP_ADDRESS);
    if (is_place && is_inside(expr->args[0]) && expr->args[0]->var == uses->param)
        uses->changes_param = true;
    if (expr->kind == PV_EXPR_ACCESS && expr->var == uses->param && is_inside(expr) &&
        expr->type->kind == PV_TYPE_ARRAY)
        uses->changes_param = true;
    if (is_change(expr) && (!is_inside(expr->args[0]) || expr->args[0]->var->storage == PV_STORAGE_GLOBAL))
        uses->writes_memory = true;
    if (expr->kind == PV_EXPR_CALL && (!expr->callee || (!expr->callee->is_const && !expr->callee->is_pure)))
        uses->writes_memory = true;
    return true;
}

static void find_record_uses_at(struct pv_expr **expr, void *user)
{
    pv_expr_visit(*expr, find_record_use, user);
}

static bool find_record_uses(struct pv_tree *tree, void *user)
{
    pv_tree_visit_exprs(tree, find_record_uses_at, user);
    return true;
}

/* Is "path" in a variable of the caller that nothing points at? */
static bool is_out_of_reach(const struct pv_expr *path)
{
    return is_inside(path) && path->var->storage != PV_STORAGE_GLOBAL && !path->var->address_taken &&
           !path->var->address_passed;
}

bool pv_substitute_record(struct pv_substitution *by, struct pv_tree *body, struct pv_var *param, struct pv_expr *arg)
{
    if (arg->kind != PV_EXPR_ACCESS || arg->type->kind != PV_TYPE_RECORD || arg->type->record != param->type->record ||
        arg->type->is_volatile || !has_stable_subscripts(arg))
        return false;
    struct record_uses uses = {.param = param};
    pv_tree_visit(body, find_record_uses, &uses);
    if (uses.changes_param || (uses.writes_memory && !is_out_of_reach(arg)))
        return false;
    struct pv_replacement replacement = {.var = param, .path = arg};
    pv_push(by->ec->arena, &by->replacements, replacement);
    return true;
}
