/* Copies the text of called functions with their variables replaced. */
#include "front/substitute.h"

#include "base/words.h"

#include "ir/tree.h"

#include <string.h>

static const struct pv_replacement *find(const struct pv_substitution *by, const struct pv_var *var)
{
    for (int i = 0; i < by->replacements.n; i++)
        if (by->replacements.v[i].var == var)
            return &by->replacements.v[i];
    return NULL;
}

/* Does the caller or the file declare "name", or is it that of another variable in the same text? Its scopes may be joined. */
static bool is_taken(const struct pv_substitution *by, const char *name)
{
    const struct pv_unit *unit = by->ec->unit;
    for (int i = 0; i < by->replacements.n; i++)
        if (by->replacements.v[i].fresh && !strcmp(by->replacements.v[i].fresh->name, name))
            return true;
    for (int i = 0; i < unit->names.n; i++)
        if (!strcmp(unit->names.v[i].name, name))
            return true;
    return pv_region_has_local(by->ec->scop->region, name);
}

struct pv_var *pv_substitute_fresh(struct pv_substitution *by, struct pv_var *var)
{
    struct pv_arena *arena = by->ec->arena;
    struct pv_var *fresh = pv_new(arena, struct pv_var);
    *fresh = *var;
    const char *name = pv_printf(arena, "%s__%d", var->name, by->number);
    for (int i = 1; is_taken(by, name); i++)
        name = pv_printf(arena, "%s__%d_%d", var->name, by->number, i);
    fresh->id = fresh->name = name;
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

static struct pv_expr *cast_to(struct pv_arena *arena, struct pv_expr *expr, const struct pv_ctype *type)
{
    struct pv_expr *cast = pv_expr_new(arena, PV_EXPR_CAST, type, expr->range);
    cast->n_args = 1;
    cast->args = pv_new_array(arena, struct pv_expr *, 1);
    cast->args[0] = expr;
    return cast;
}

/* The sum of two subscripts. C adds them to a pointer one after the other: no type of theirs wraps around. */
static struct pv_expr *add_subscripts(struct pv_arena *arena, struct pv_expr *a, struct pv_expr *b)
{
    static const struct pv_ctype wide = {
        .kind = PV_TYPE_INT, .spelling = "long long", .size = 8, .bits = 64, .is_signed = true};
    if (a->type->bits < wide.bits || !a->type->is_signed)
        a = cast_to(arena, a, &wide);
    if (b->type->bits < wide.bits || !b->type->is_signed) {
        b = cast_to(arena, b, &wide);
        b->is_implicit = b->args[0]->type->bits < wide.bits; /* C makes it by itself */
    }
    return pv_expr_new_op(arena, PV_OP_ADD, &wide, a->range, a, b);
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
    path->steps[path->n_steps - 1].is_flat = true;
    *last = is_zero(*last) ? first : add_subscripts(by->ec->arena, *last, first);
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
    if (!drop)
        steps[path->n_steps].is_flat = true; /* the function has a pointer to the first element of a row */
    path->steps = steps;
    path->n_steps = n;
    path->type = use->type;
    path->range = use->range;
    return path;
}

/* Does the text of a type or of a constant expression name something that the caller declares for itself? */
static bool names_local(const struct pv_substitution *by, const char *text)
{
    const struct pv_region *region = by->ec->scop->region;
    for (int i = 0; text && i < region->local_names.n; i++)
        if (pv_text_count_identifier(text, strlen(text), region->local_names.v[i]))
            return true;
    return false;
}

/* Text that names something declared outside of functions must not meet a local name of the caller. */
static struct pv_expr *keep_meaning(struct pv_substitution *by, struct pv_expr *expr)
{
    const struct pv_region *region = by->ec->scop->region;
    if (expr->kind == PV_EXPR_INT && names_local(by, expr->text))
        expr->text = NULL; /* its value stands there instead */
    else if (expr->kind == PV_EXPR_ACCESS)
        by->failed = by->failed || pv_region_has_local(region, expr->var->name);
    else if (expr->kind == PV_EXPR_CALL)
        by->failed = by->failed || (expr->text && pv_region_has_local(region, expr->text));
    else if (expr->kind == PV_EXPR_CAST && !expr->is_implicit)
        by->failed = by->failed || names_local(by, expr->type->spelling);
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
        by->failed = by->failed || tree->var->is_static ||
                     names_local(by, pv_ctype_innermost(tree->var->type, true)->spelling);
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

static bool is_same_element(const struct pv_ctype *a, const struct pv_ctype *b)
{
    return a->kind == b->kind && a->size == b->size && a->record == b->record && a->bits == b->bits &&
           a->is_signed == b->is_signed && a->is_volatile == b->is_volatile;
}

/* Do an array parameter and its argument have the same number of dimensions, inner ones of the same length where both are
 * constants, and the same elements? C also takes a pointer to elements of the other sign. */
static bool same_shape(const struct pv_ctype *param, const struct pv_ctype *arg, bool is_element)
{
    param = param->elem;
    if (!is_element)
        arg = arg->elem;
    for (; pv_ctype_is_indexable(param) && pv_ctype_is_indexable(arg); param = param->elem, arg = arg->elem)
        if (param->kind == PV_TYPE_ARRAY && arg->kind == PV_TYPE_ARRAY && param->length >= 0 && arg->length >= 0 &&
            param->length != arg->length)
            return false;
    return !pv_ctype_is_indexable(param) && !pv_ctype_is_indexable(arg) && is_same_element(param, arg);
}

static bool is_no_address_of(struct pv_expr *expr, void *user)
{
    return expr->kind != PV_EXPR_OP || expr->op != PV_OP_ADDRESS || expr->args[0]->kind != PV_EXPR_ACCESS ||
           expr->args[0]->var != user;
}

/* Can the called function change the variable of the caller? */
static bool is_in_reach(const struct pv_substitution *by, struct pv_var *var)
{
    if (var->storage == PV_STORAGE_GLOBAL || var->address_taken)
        return true;
    for (int i = 0; var->address_passed && i < by->call->n_args; i++)
        if (!pv_expr_visit(by->call->args[i], is_no_address_of, var))
            return true;
    return false;
}

/* Subscripts must mean the same inside the body: no call, and nothing that the function may change. */
static bool is_stable(struct pv_expr *expr, void *user)
{
    return expr->kind != PV_EXPR_CALL && !(expr->kind == PV_EXPR_ACCESS && expr->n_steps) &&
           !(expr->kind == PV_EXPR_ACCESS && is_in_reach(user, expr->var));
}

static bool has_stable_subscripts(struct pv_substitution *by, const struct pv_expr *path)
{
    for (int i = 0; i < path->n_steps; i++)
        if (path->steps[i].kind == PV_STEP_INDEX && !pv_expr_visit(path->steps[i].index, is_stable, by))
            return false;
    return true;
}

/* Can a conversion from "from" to "to" change a value? */
static bool is_other_value(const struct pv_ctype *from, const struct pv_ctype *to)
{
    bool is_int = from->kind == PV_TYPE_INT;
    return from->kind != to->kind || from->size != to->size ||
           (is_int && (from->bits != to->bits || from->is_signed != to->is_signed));
}

struct pv_expr *pv_substitute_converted(struct pv_substitution *by, const struct pv_var *param, struct pv_expr *arg)
{
    bool is_scalar = pv_ctype_is_arithmetic(param->type) && pv_ctype_is_arithmetic(arg->type);
    return is_scalar && is_other_value(arg->type, param->type) ? cast_to(by->ec->arena, arg, param->type) : arg;
}

bool pv_substitute_array(struct pv_substitution *by, struct pv_var *param, struct pv_expr *arg)
{
    while (arg->kind == PV_EXPR_CAST && arg->is_implicit)
        arg = arg->args[0];
    bool is_element = arg->kind == PV_EXPR_OP && arg->op == PV_OP_ADDRESS;
    struct pv_expr *path = is_element ? arg->args[0] : arg;
    if (path->kind != PV_EXPR_ACCESS || (!is_element && !pv_ctype_is_indexable(path->type)) ||
        !same_shape(param->type, path->type, is_element) || !has_stable_subscripts(by, path) ||
        (path->var->type->kind == PV_TYPE_POINTER && path->var->address_passed && is_in_reach(by, path->var)))
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
        arg->type->is_volatile || !has_stable_subscripts(by, arg))
        return false;
    struct record_uses uses = {.param = param};
    pv_tree_visit(body, find_record_uses, &uses);
    if (uses.changes_param || (uses.writes_memory && !is_out_of_reach(arg)))
        return false;
    struct pv_replacement replacement = {.var = param, .path = arg};
    pv_push(by->ec->arena, &by->replacements, replacement);
    return true;
}
