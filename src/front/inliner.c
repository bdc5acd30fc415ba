/* Replaces calls by the bodies of the called functions. */
#include "front/inliner.h"

#include "front/regions.h"

/* What a variable of the called function becomes at one place of its call. */
struct replacement {
    const struct pv_var *var;
    struct pv_var *fresh; /* another variable */
    struct pv_expr *path; /* or what a pointer parameter stands for: its own subscripts follow */
    bool is_element;      /* the argument is "&path": the first subscript is added to the last of "path" */
};

struct inlining {
    struct pv_eval *ec;
    struct pv_function *function;
    PV_VEC(struct replacement) replacements;
    int number;
    bool failed;
};

static const struct replacement *find(const struct inlining *inlining, const struct pv_var *var)
{
    for (int i = 0; i < inlining->replacements.n; i++)
        if (inlining->replacements.v[i].var == var)
            return &inlining->replacements.v[i];
    return NULL;
}

static struct pv_var *fresh_variable(struct inlining *inlining, struct pv_var *var)
{
    struct pv_arena *arena = inlining->ec->arena;
    struct pv_var *fresh = pv_new(arena, struct pv_var);
    *fresh = *var;
    fresh->id = fresh->name = pv_printf(arena, "%s__%d", var->name, inlining->number);
    fresh->storage = PV_STORAGE_LOCAL;
    fresh->slot = 0;
    struct replacement replacement = {.var = var, .fresh = fresh};
    pv_push(arena, &inlining->replacements, replacement);
    return fresh;
}

/* Expressions. */

static bool is_zero(const struct pv_expr *expr)
{
    return expr->kind == PV_EXPR_INT && expr->value == 0;
}

/* The path of an argument followed by the subscripts that the body applies to the parameter. */
static struct pv_expr *splice_path(struct inlining *inlining, struct pv_expr *use, const struct replacement *by)
{
    struct pv_arena *arena = inlining->ec->arena;
    struct pv_expr *path = pv_expr_copy(arena, by->path);
    if (!use->n_steps) {
        if (!by->is_element)
            return path;
        return pv_expr_new_op(arena, PV_OP_ADDRESS, use->type, use->range, path, NULL);
    }
    int drop = 0;
    if (by->is_element) {
        struct pv_expr *first = use->steps[0].index;
        if (!is_zero(first) && path->n_steps && path->steps[path->n_steps - 1].kind == PV_STEP_INDEX) {
            struct pv_expr **last = &path->steps[path->n_steps - 1].index;
            *last = is_zero(*last) ? first
                                   : pv_expr_new_op(arena, PV_OP_ADD, (*last)->type, (*last)->range, *last, first);
        } else if (!is_zero(first)) {
            inlining->failed = true;
        }
        drop = 1;
    }
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

static struct pv_expr *replace_access(struct pv_expr *expr, void *user)
{
    struct inlining *inlining = user;
    if (expr->kind != PV_EXPR_ACCESS)
        return expr;
    const struct replacement *by = find(inlining, expr->var);
    if (!by)
        return expr;
    if (by->path)
        return splice_path(inlining, expr, by);
    expr->var = by->fresh;
    return expr;
}

static struct pv_expr *clone_expr(struct inlining *inlining, const struct pv_expr *expr)
{
    if (!expr)
        return NULL;
    return pv_expr_map(pv_expr_copy(inlining->ec->arena, expr), replace_access, inlining);
}

/* Trees. */

static struct pv_tree *clone_tree(struct inlining *inlining, struct pv_tree *tree)
{
    if (!tree)
        return NULL;
    struct pv_arena *arena = inlining->ec->arena;
    struct pv_tree *clone = pv_new(arena, struct pv_tree);
    *clone = *tree;
    if (tree->kind == PV_TREE_DECL) {
        inlining->failed = inlining->failed || tree->var->is_static;
        clone->var = fresh_variable(inlining, tree->var);
    }
    clone->init = clone_tree(inlining, tree->init);
    clone->expr = clone_expr(inlining, tree->expr);
    clone->cond = clone_expr(inlining, tree->cond);
    clone->inc = clone_expr(inlining, tree->inc);
    clone->then_body = clone_tree(inlining, tree->then_body);
    clone->else_body = clone_tree(inlining, tree->else_body);
    clone->body = clone_tree(inlining, tree->body);
    clone->children.v = NULL;
    clone->children.n = clone->children.cap = 0;
    for (int i = 0; i < tree->children.n; i++)
        pv_push(arena, &clone->children, clone_tree(inlining, tree->children.v[i]));
    clone->inits.v = clone->args.v = NULL;
    clone->inits.n = clone->inits.cap = clone->args.n = clone->args.cap = 0;
    for (int i = 0; i < tree->inits.n; i++)
        pv_push(arena, &clone->inits, clone_expr(inlining, tree->inits.v[i]));
    for (int i = 0; i < tree->args.n; i++)
        pv_push(arena, &clone->args, clone_expr(inlining, tree->args.v[i]));
    return clone;
}

/* Does "body" return nowhere but at its end? */
static bool returns_at_end(struct pv_tree *body)
{
    int n = pv_tree_count_returns(body);
    bool last = body->children.n && body->children.v[body->children.n - 1]->kind == PV_TREE_RETURN;
    return n == (last ? 1 : 0);
}

/* Arguments. */

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

static bool bind_array(struct inlining *inlining, struct pv_var *param, struct pv_expr *arg)
{
    while (arg->kind == PV_EXPR_CAST && arg->is_implicit)
        arg = arg->args[0];
    bool is_element = arg->kind == PV_EXPR_OP && arg->op == PV_OP_ADDRESS;
    struct pv_expr *path = is_element ? arg->args[0] : arg;
    if (path->kind != PV_EXPR_ACCESS || (!is_element && !pv_ctype_is_indexable(path->type)) ||
        !same_shape(param->type, path->type, is_element))
        return false;
    for (int i = 0; i < path->n_steps; i++)
        if (path->steps[i].kind == PV_STEP_INDEX && !pv_expr_visit(path->steps[i].index, is_stable, NULL))
            return false;
    struct replacement replacement = {.var = param, .path = path, .is_element = is_element};
    pv_push(inlining->ec->arena, &inlining->replacements, replacement);
    return true;
}

/* A parameter passed by value: a local variable that starts with the argument's value. */
static void bind_scalar(struct inlining *inlining, struct pv_tree *block, struct pv_var *param, struct pv_expr *arg)
{
    struct pv_arena *arena = inlining->ec->arena;
    struct pv_tree *decl = pv_tree_new(arena, PV_TREE_DECL, arg->range);
    decl->var = fresh_variable(inlining, param);
    decl->expr = arg;
    pv_push(arena, &block->children, decl);
}

static bool bind_arguments(struct inlining *inlining, struct pv_tree *block, struct pv_expr *call)
{
    struct pv_function *function = inlining->function;
    if (call->n_args != function->params.n)
        return false;
    for (int i = 0; i < call->n_args; i++) {
        struct pv_var *param = function->params.v[i];
        if (!pv_ctype_is_indexable(param->type))
            bind_scalar(inlining, block, param, call->args[i]);
        else if (!bind_array(inlining, param, call->args[i]))
            return false;
    }
    return true;
}

/* Calls. */

/* The call that "expr" is, and what its result is assigned to (NULL: nothing). */
static struct pv_expr *find_call(struct pv_expr *expr, struct pv_expr **target)
{
    *target = NULL;
    if (expr->kind == PV_EXPR_OP && expr->op == PV_OP_ASSIGN) {
        *target = expr->args[0];
        expr = expr->args[1];
    }
    return expr->kind == PV_EXPR_CALL && expr->callee ? expr : NULL;
}

/* Does "expr" subscript a pointer or array that the called function shares with its caller? */
static bool is_private(struct pv_expr *expr, void *user)
{
    (void)user;
    return expr->kind != PV_EXPR_ACCESS || !expr->n_steps || expr->var->storage == PV_STORAGE_LOCAL ||
           !pv_ctype_is_indexable(expr->var->type);
}

static void find_shared(struct pv_expr **expr, void *user)
{
    bool *found = user;
    *found = *found || !pv_expr_visit(*expr, is_private, NULL);
}

static bool find_shared_in(struct pv_tree *tree, void *user)
{
    bool *found = user;
    pv_tree_visit_exprs(tree, find_shared, found);
    return !*found;
}

/* Does "function" touch memory other than its own? Most often the text of its body tells; else its summary does. A
 * body that cannot be evaluated is found when it stands in the region: the next, careful attempt leaves it out. */
static bool touches_memory(struct pv_eval *ec, struct pv_function *function)
{
    struct pv_tree *body = pv_front_function_body(ec->unit, function);
    bool found = false;
    if (body && !ec->is_careful)
        pv_tree_visit(body, find_shared_in, &found);
    if (found)
        return true;
    const struct pv_summary *summary = ec->summarise(ec, function);
    return summary->is_known && summary->parts.n;
}

static bool is_candidate(struct pv_eval *ec, struct pv_function *function)
{
    if (!function->has_body || function->summary || function->is_variadic || function->is_const)
        return false;
    if (!function->is_static && !function->is_inline)
        return false;
    return !pv_eval_is_on_stack(ec, function) && ec->n_inlined <= 1000 && touches_memory(ec, function);
}

struct pv_tree *pv_inline_call(struct pv_eval *ec, struct pv_tree *tree)
{
    struct pv_expr *target, *call = find_call(tree->expr, &target);
    if (!call || ec->scop->region->keeps_calls || !is_candidate(ec, call->callee))
        return NULL;
    struct pv_tree *body = pv_front_function_body(ec->unit, call->callee);
    if (!body || !returns_at_end(body))
        return NULL;
    struct inlining inlining = {.ec = ec, .function = call->callee, .number = ++ec->n_inlined};
    struct pv_tree *block = pv_tree_new(ec->arena, PV_TREE_BLOCK, tree->range);
    block->is_scope = true;
    block->inlined_call = call;
    if (!bind_arguments(&inlining, block, call))
        return NULL;
    for (int i = 0; i < body->children.n; i++) {
        struct pv_tree *child = clone_tree(&inlining, body->children.v[i]);
        if (child->kind == PV_TREE_RETURN) {
            if (!child->expr || !target)
                continue;
            struct pv_expr *result = child->expr;
            child = pv_tree_new(ec->arena, PV_TREE_EXPR, tree->range);
            child->expr = pv_expr_new_op(ec->arena, PV_OP_ASSIGN, target->type, tree->range, target, result);
        }
        pv_push(ec->arena, &block->children, child);
    }
    return inlining.failed ? NULL : block;
}
