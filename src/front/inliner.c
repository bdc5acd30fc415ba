/* Replaces calls by the bodies of the called functions. */
#include "front/inliner.h"

#include "front/regions.h"
#include "front/substitute.h"
#include "front/types.h"

/* Arguments. */

/* A parameter passed by value: a local variable that starts with the argument's value. */
static void bind_scalar(struct pv_substitution *by, struct pv_tree *block, struct pv_var *param, struct pv_expr *arg)
{
    struct pv_arena *arena = by->ec->arena;
    struct pv_tree *decl = pv_tree_new(arena, PV_TREE_DECL, arg->range);
    decl->var = pv_substitute_fresh(by, param);
    decl->expr = pv_substitute_converted(by, param, arg);
    pv_push(arena, &block->children, decl);
}

static bool bind_argument(struct pv_substitution *by, struct pv_tree *block, struct pv_tree *body, struct pv_var *param,
                          struct pv_expr *arg)
{
    if (pv_ctype_is_indexable(param->type))
        return pv_substitute_array(by, param, arg);
    if (param->type->kind == PV_TYPE_RECORD && pv_type_holds_pointer(param->type))
        return pv_substitute_record(by, body, param, arg);
    bind_scalar(by, block, param, arg);
    return true;
}

static bool bind_arguments(struct pv_substitution *by, struct pv_tree *block, struct pv_tree *body,
                           struct pv_expr *call)
{
    if (call->n_args != by->function->params.n)
        return false;
    for (int i = 0; i < call->n_args; i++)
        if (!bind_argument(by, block, body, by->function->params.v[i], call->args[i]))
            return false;
    return true;
}

/* Bodies. */

/* Statements that follow one another: the children of "block" from "first" on, then "then". */
struct rest {
    struct pv_tree *block;
    int first;
    const struct rest *then;
};

/* The text of the called function in the place of a call. */
struct inlining {
    struct pv_substitution by;
    struct pv_expr *target; /* of the result; NULL: it is not used */
    bool failed;            /* the function returns in a way that has no counterpart at the call */
};

/* Does every way through "tree" end in a return? */
static bool always_returns(const struct pv_tree *tree)
{
    if (!tree || tree->kind == PV_TREE_RETURN)
        return tree;
    if (tree->kind == PV_TREE_IF)
        return always_returns(tree->then_body) && always_returns(tree->else_body);
    return tree->kind == PV_TREE_BLOCK && tree->children.n && always_returns(tree->children.v[tree->children.n - 1]);
}

static void add_all(struct inlining *inlining, struct pv_tree *to, const struct rest *rest);

/* "return VALUE;" */
static void add_result(struct inlining *inlining, struct pv_tree *to, struct pv_tree *from)
{
    struct pv_arena *arena = inlining->by.ec->arena;
    if (!from->expr || !inlining->target)
        return;
    struct pv_tree *tree = pv_tree_new(arena, PV_TREE_EXPR, from->range);
    struct pv_expr *target = pv_expr_copy(arena, inlining->target);
    tree->expr = pv_expr_new_op(arena, PV_OP_ASSIGN, target->type, from->range, target,
                                pv_substitute_expr(&inlining->by, from->expr));
    pv_push(arena, &to->children, tree);
}

/* One way through an if with a return in it: "branch" (may be NULL), then "rest". */
static struct pv_tree *take_branch(struct inlining *inlining, struct pv_tree *branch, struct pv_range range,
                                   const struct rest *rest)
{
    struct pv_arena *arena = inlining->by.ec->arena;
    struct pv_tree *to = pv_tree_new(arena, PV_TREE_BLOCK, range);
    struct pv_tree *list = pv_tree_new(arena, PV_TREE_BLOCK, range);
    to->is_scope = true;
    if (branch)
        pv_push(arena, &list->children, branch);
    add_all(inlining, to, &(struct rest){list, 0, rest});
    return to;
}

/* An if with a return in it: what follows goes to the branch that does not return. */
static void add_if(struct inlining *inlining, struct pv_tree *to, struct pv_tree *from, const struct rest *rest)
{
    if (!always_returns(from->then_body) && !always_returns(from->else_body)) {
        inlining->failed = true;
        return;
    }
    struct pv_tree *tree = pv_tree_new(inlining->by.ec->arena, PV_TREE_IF, from->range);
    tree->cond = pv_substitute_expr(&inlining->by, from->cond);
    tree->then_body = take_branch(inlining, from->then_body, from->range, rest);
    tree->else_body = take_branch(inlining, from->else_body, from->range, rest);
    pv_push(inlining->by.ec->arena, &to->children, tree);
}

/* Append "rest" to the block "to", with an assignment to the target in the place of each return. */
static void add_all(struct inlining *inlining, struct pv_tree *to, const struct rest *rest)
{
    for (; rest && !inlining->failed; rest = rest->then)
        for (int i = rest->first; i < rest->block->children.n; i++) {
            struct pv_tree *child = rest->block->children.v[i];
            struct rest after = {rest->block, i + 1, rest->then};
            if (child->kind == PV_TREE_RETURN) {
                add_result(inlining, to, child);
                return;
            }
            if (!pv_tree_count_returns(child)) {
                pv_push(inlining->by.ec->arena, &to->children, pv_substitute_tree(&inlining->by, child));
            } else if (child->kind == PV_TREE_BLOCK) {
                add_all(inlining, to, &(struct rest){child, 0, &after});
                return;
            } else if (child->kind == PV_TREE_IF) {
                add_if(inlining, to, child, &after);
                return;
            } else {
                inlining->failed = true; /* a loop */
                return;
            }
        }
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

/* Does "expr" subscript no pointer or array that the called function shares with its caller? */
static bool is_private(struct pv_expr *expr, void *user)
{
    (void)user;
    if (expr->kind != PV_EXPR_ACCESS || !expr->n_steps)
        return true;
    if (!pv_ctype_is_indexable(expr->var->type))
        return pv_path_last_pointer(expr, expr->n_steps) < 0;
    return expr->var->storage == PV_STORAGE_LOCAL;
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

/* Does "function" get pointers in a structure? Its summary cannot tell where they lead. */
static bool takes_pointers_in_record(const struct pv_function *function)
{
    for (int i = 0; i < function->params.n; i++) {
        const struct pv_ctype *type = function->params.v[i]->type;
        if (type->kind == PV_TYPE_RECORD && pv_type_holds_pointer(type))
            return true;
    }
    return false;
}

static bool is_candidate(struct pv_eval *ec, struct pv_function *function)
{
    if (!function->has_body || function->summary || function->is_variadic || function->is_const || function->is_weak)
        return false;
    if (pv_eval_is_on_stack(ec, function) || ec->n_inlined > 1000)
        return false;
    return takes_pointers_in_record(function) ||
           ((function->is_static || function->is_inline) && touches_memory(ec, function));
}

struct pv_tree *pv_inline_call(struct pv_eval *ec, struct pv_tree *tree)
{
    struct pv_expr *target, *call = find_call(tree->expr, &target);
    if (!call || ec->scop->region->keeps_calls || !is_candidate(ec, call->callee))
        return NULL;
    struct pv_tree *body = pv_front_function_body(ec->unit, call->callee);
    if (!body)
        return NULL;
    struct inlining inlining = {.by = {.ec = ec, .function = call->callee, .call = call, .number = ++ec->n_inlined},
                                .target = target};
    struct pv_tree *block = pv_tree_new(ec->arena, PV_TREE_BLOCK, tree->range);
    block->is_scope = true;
    block->inlined_call = call;
    if (!bind_arguments(&inlining.by, block, body, call))
        return NULL;
    add_all(&inlining, block, &(struct rest){body, 0, NULL});
    return inlining.failed || inlining.by.failed ? NULL : block;
}
