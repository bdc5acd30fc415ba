/* Recognizes associative and commutative updates, whose order may change. */
#include "analysis/reduction.h"

#include "base/islx.h"

#include <isl/map.h>
#include <string.h>

/* An update x = x op e: the places where x is written and read. */
struct update {
    enum pv_reduction_op op;
    const struct pv_expr *target; /* x on the left */
    const struct pv_expr *source; /* x on the right; NULL in x op= e, where the left one reads too */
    const struct pv_expr *tested; /* x in the condition of a choice; NULL where there is none, or it is "source" */
    const struct pv_expr *assignment;
};

enum { most_references = 3 };

/* Expressions. */

/* Ignore conversions that keep the value's meaning for the operator: those the user did not write. */
static const struct pv_expr *strip(const struct pv_expr *expr)
{
    while (expr->kind == PV_EXPR_CAST && expr->is_implicit)
        expr = expr->args[0];
    return expr;
}

static bool same_expr(const struct pv_expr *a, const struct pv_expr *b);

static bool same_steps(const struct pv_expr *a, const struct pv_expr *b)
{
    if (a->var != b->var || a->n_steps != b->n_steps)
        return false;
    for (int i = 0; i < a->n_steps; i++) {
        const struct pv_step *x = &a->steps[i], *y = &b->steps[i];
        if (x->kind != y->kind || (x->kind == PV_STEP_FIELD && x->field != y->field) ||
            (x->kind == PV_STEP_INDEX && !same_expr(x->index, y->index)))
            return false;
    }
    return true;
}

/* Do two expressions without side effects read the same, word for word? */
static bool same_expr(const struct pv_expr *a, const struct pv_expr *b)
{
    a = strip(a);
    b = strip(b);
    if (a->kind != b->kind)
        return false;
    switch (a->kind) {
    case PV_EXPR_INT:
        return a->value == b->value;
    case PV_EXPR_FLOAT:
    case PV_EXPR_STRING:
        return a->text && b->text && !strcmp(a->text, b->text);
    case PV_EXPR_ACCESS:
        return same_steps(a, b);
    case PV_EXPR_OP:
        if (a->op != b->op || pv_op_is_assignment(a->op) || pv_op_is_step(a->op))
            return false;
        break;
    case PV_EXPR_CALL:
        if (a->callee != b->callee)
            return false;
        break;
    case PV_EXPR_CAST:
        break;
    }
    if (a->n_args != b->n_args)
        return false;
    for (int i = 0; i < a->n_args; i++)
        if (!same_expr(a->args[i], b->args[i]))
            return false;
    return true;
}

static bool is_access_like(const struct pv_expr *expr, const struct pv_expr *target)
{
    return expr->kind == PV_EXPR_ACCESS && same_steps(expr, target);
}

/* The reduction that a binary operator makes; subtraction adds the negative. */
static bool op_of(enum pv_op op, enum pv_reduction_op *result)
{
    switch (op) {
    case PV_OP_ADD:
    case PV_OP_SUB:
        *result = PV_REDUCE_ADD;
        return true;
    case PV_OP_MUL:
        *result = PV_REDUCE_MUL;
        return true;
    case PV_OP_BITAND:
        *result = PV_REDUCE_AND;
        return true;
    case PV_OP_BITOR:
        *result = PV_REDUCE_OR;
        return true;
    case PV_OP_BITXOR:
        *result = PV_REDUCE_XOR;
        return true;
    default:
        return false;
    }
}

/* x at the bottom of a chain of one operator: ((x + a) + b) + c, a + x, ... Subtraction only from the left. */
static const struct pv_expr *find_in_chain(const struct pv_expr *expr, const struct pv_expr *target,
                                           enum pv_reduction_op op)
{
    expr = strip(expr);
    if (is_access_like(expr, target))
        return expr;
    enum pv_reduction_op here;
    if (expr->kind != PV_EXPR_OP || expr->n_args != 2 || !op_of(expr->op, &here) || here != op)
        return NULL;
    const struct pv_expr *left = find_in_chain(expr->args[0], target, op);
    if (left || expr->op == PV_OP_SUB)
        return left;
    return find_in_chain(expr->args[1], target, op);
}

/* Functions known to be the smaller or larger of two values; the program may define others of these names. */
static bool min_max_call(const struct pv_expr *expr, enum pv_reduction_op *op)
{
    if (expr->kind != PV_EXPR_CALL || expr->n_args != 2 || !expr->callee || expr->callee->has_body)
        return false;
    static const char *const mins[] = {"min", "imin", "fmin", "fminf", "fminl"};
    static const char *const maxs[] = {"max", "imax", "fmax", "fmaxf", "fmaxl"};
    for (size_t i = 0; i < sizeof(mins) / sizeof(*mins); i++) {
        bool is_min = !strcmp(expr->callee->name, mins[i]), is_max = !strcmp(expr->callee->name, maxs[i]);
        if (is_min || is_max) {
            *op = is_min ? PV_REDUCE_MIN : PV_REDUCE_MAX;
            return true;
        }
    }
    return false;
}

/* Is "cond" a comparison of x with e by which the smaller or larger one is chosen? "takes_e" tells which of the
 * two a condition that holds chooses. */
static bool choice(const struct pv_expr *cond, const struct pv_expr *target, const struct pv_expr *other, bool takes_e,
                   struct update *update)
{
    cond = strip(cond);
    if (cond->kind != PV_EXPR_OP ||
        (cond->op != PV_OP_LT && cond->op != PV_OP_LE && cond->op != PV_OP_GT && cond->op != PV_OP_GE))
        return false;
    const struct pv_expr *a = strip(cond->args[0]), *b = strip(cond->args[1]);
    bool less = cond->op == PV_OP_LT || cond->op == PV_OP_LE;
    if (is_access_like(b, target) && same_expr(a, other)) {
        const struct pv_expr *swap = a;
        a = b;
        b = swap;
        less = !less;
    }
    if (!is_access_like(a, target) || !same_expr(b, other))
        return false;
    /* "less": the condition is x < e */
    update->op = less == takes_e ? PV_REDUCE_MAX : PV_REDUCE_MIN;
    update->tested = a;
    return true;
}

static bool conditional_update(const struct pv_expr *target, const struct pv_expr *value, struct update *update)
{
    const struct pv_expr *yes = strip(value->args[1]), *no = strip(value->args[2]);
    bool yes_is_x = is_access_like(yes, target);
    if (yes_is_x == is_access_like(no, target))
        return false;
    update->source = yes_is_x ? yes : no;
    return choice(value->args[0], target, yes_is_x ? no : yes, !yes_is_x, update);
}

/* Is "expr" an update? */
static bool match_assignment(const struct pv_expr *expr, struct update *update)
{
    if (expr->kind != PV_EXPR_OP || !expr->n_args || expr->args[0]->kind != PV_EXPR_ACCESS)
        return false;
    *update = (struct update){.target = expr->args[0], .assignment = expr};
    if (pv_op_is_step(expr->op)) {
        update->op = PV_REDUCE_ADD;
        return true;
    }
    if (!pv_op_is_assignment(expr->op))
        return false;
    if (expr->op != PV_OP_ASSIGN)
        return op_of(pv_op_of_assignment(expr->op), &update->op);
    const struct pv_expr *value = strip(expr->args[1]);
    if (min_max_call(value, &update->op)) {
        const struct pv_expr *a = strip(value->args[0]), *b = strip(value->args[1]);
        update->source = is_access_like(a, update->target) ? a : is_access_like(b, update->target) ? b : NULL;
        return update->source;
    }
    if (value->kind == PV_EXPR_OP && value->op == PV_OP_COND)
        return conditional_update(update->target, value, update);
    if (value->kind != PV_EXPR_OP || value->n_args != 2 || !op_of(value->op, &update->op))
        return false;
    update->source = find_in_chain(value, update->target, update->op);
    return update->source && update->source != value;
}

/* The only statement below blocks of one statement each. */
static const struct pv_tree *single(const struct pv_tree *tree)
{
    while (tree && tree->kind == PV_TREE_BLOCK && tree->children.n == 1)
        tree = tree->children.v[0];
    return tree;
}

/* if (x < e) x = e: the choice is made by control. */
static bool match_choice(const struct pv_tree *tree, struct update *update)
{
    const struct pv_tree *body = single(tree->then_body);
    if (!body || body->kind != PV_TREE_EXPR || body->expr->kind != PV_EXPR_OP || body->expr->op != PV_OP_ASSIGN ||
        body->expr->args[0]->kind != PV_EXPR_ACCESS)
        return false;
    update->target = body->expr->args[0];
    update->assignment = body->expr;
    if (!choice(tree->cond, update->target, body->expr->args[1], true, update))
        return false;
    update->source = update->tested;
    update->tested = NULL;
    return true;
}

/* The update that a statement's body is, also under ifs without else. */
static bool match_body(const struct pv_tree *tree, struct update *update)
{
    tree = single(tree);
    if (!tree)
        return false;
    if (tree->kind == PV_TREE_EXPR)
        return match_assignment(tree->expr, update);
    if (tree->kind != PV_TREE_IF || tree->else_body)
        return false;
    return match_choice(tree, update) || match_body(tree->then_body, update);
}

/* References. */

static bool is_part_of(const struct pv_access *access, const struct update *update)
{
    return access->expr &&
           (access->expr == update->target || access->expr == update->source || access->expr == update->tested);
}

/* The references of the update, provided nothing else in the statement touches the array; 0 where something does. */
static int update_accesses(const struct pv_stmt *stmt, const struct update *update,
                           struct pv_access *found[most_references])
{
    int n = 0;
    for (int i = 0; i < stmt->accesses.n; i++)
        if (is_part_of(stmt->accesses.v[i], update) && n < most_references)
            found[n++] = stmt->accesses.v[i];
    if (n != 1 + !!update->source + !!update->tested)
        return 0;
    for (int i = 0; i < stmt->accesses.n; i++)
        if (stmt->accesses.v[i]->array == found[0]->array && !is_part_of(stmt->accesses.v[i], update))
            return 0;
    return n;
}

static bool is_floating(const struct pv_expr *expr)
{
    return expr->type->kind == PV_TYPE_FLOAT;
}

/* Does a variable of type "to" hold all values of type "from"? */
static bool holds_all(const struct pv_ctype *to, const struct pv_ctype *from)
{
    if (to->kind != from->kind)
        return false;
    return to->kind == PV_TYPE_INT ? pv_ctype_min(to) <= pv_ctype_min(from) && pv_ctype_max(from) <= pv_ctype_max(to)
                                   : to->size >= from->size;
}

/* Does what is chosen, as the smaller or larger value, keep its value where it is converted to "type"? Comparisons are of
 * values then, too. */
static bool chooses_exactly(const struct pv_ctype *type, const struct pv_expr *chosen)
{
    chosen = strip(chosen);
    if (chosen->kind == PV_EXPR_INT && type->kind == PV_TYPE_INT)
        return pv_ctype_min(type) <= chosen->value && chosen->value <= pv_ctype_max(type);
    return holds_all(type, chosen->type);
}

/* Is "value", which is stored in x where its type is that of integers, computed in integers? Each update would cut off what is
 * behind the point. In integers, sums and products lose the bits that x cannot hold, in any order; but a _Bool is no such number. */
static bool counts_exactly(const struct pv_expr *x, const struct pv_expr *value, enum pv_reduction_op op)
{
    if (x->type->kind != PV_TYPE_INT)
        return true;
    bool is_bool = x->type->bits == 1;
    return !is_floating(strip(value)) && !(is_bool && (op == PV_REDUCE_ADD || op == PV_REDUCE_XOR));
}

/* Do updates in any order leave the same value, up to rounding? */
static bool is_order_free(const struct update *update)
{
    const struct pv_expr *x = update->target;
    if (pv_op_is_step(update->assignment->op))
        return counts_exactly(x, x, update->op);
    const struct pv_expr *value = strip(update->assignment->args[1]);
    if (update->op != PV_REDUCE_MIN && update->op != PV_REDUCE_MAX)
        return counts_exactly(x, value, update->op);
    bool is_call = value->kind == PV_EXPR_CALL, is_choice = value->kind == PV_EXPR_OP && value->op == PV_OP_COND;
    if (!is_call && !is_choice)
        return chooses_exactly(x->type, value);
    for (int i = is_choice; i < value->n_args; i++)
        if (!chooses_exactly(x->type, value->args[i]) || !chooses_exactly(value->type, value->args[i]))
            return false;
    return true;
}

/* Did the user assert that the loop around "stmt" reduces into "array" by "op"? */
static bool is_asserted(const struct pv_scop *scop, const struct pv_stmt *stmt, const struct pv_array *array,
                        enum pv_reduction_op op)
{
    for (int i = 0; i < scop->independences.n; i++) {
        const struct pv_independence *loop = &scop->independences.v[i];
        isl_set *inside = isl_union_set_extract_set(loop->domain, isl_set_get_space(stmt->domain));
        bool is_inside = isl_set_is_empty(inside) == isl_bool_false;
        isl_set_free(inside);
        for (int j = 0; is_inside && j < loop->reductions.n; j++)
            if (loop->reductions.v[j].var == array->var && !strcmp(loop->reductions.v[j].op, pv_reduction_op_name(op)))
                return true;
    }
    return false;
}

static struct pv_reduction *reduction_for(const struct pv_scop *scop, struct pv_deps *deps, struct pv_array *array,
                                          enum pv_reduction_op op)
{
    for (int i = 0; i < deps->reductions.n; i++)
        if (deps->reductions.v[i]->array == array && deps->reductions.v[i]->op == op)
            return deps->reductions.v[i];
    struct pv_reduction *reduction = pv_new(scop->arena, struct pv_reduction);
    reduction->array = array;
    reduction->op = op;
    pv_push(scop->arena, &deps->reductions, reduction);
    return reduction;
}

/* { [S[i] -> R[]] } for the references of the updates. */
static __isl_give isl_union_set *tagged_updates(const struct pv_scop *scop, const struct pv_reduction *reduction)
{
    isl_union_set *all = isl_union_set_empty_ctx(scop->ctx);
    for (int i = 0; i < scop->stmts.n; i++)
        for (int j = 0; j < scop->stmts.v[i]->accesses.n; j++)
            for (int k = 0; k < reduction->updates.n; k++)
                if (scop->stmts.v[i]->accesses.v[j] == reduction->updates.v[k])
                    all = isl_union_set_add_set(all,
                                                pv_stmt_get_tagged_domain(scop->stmts.v[i], reduction->updates.v[k]));
    return all;
}

/* The dependences with both ends among the updates, { S[i] -> T[j] }. */
static __isl_give isl_union_map *among(__isl_keep isl_union_map *tagged, __isl_keep isl_union_set *updates)
{
    isl_union_map *inside = isl_union_map_intersect_domain(isl_union_map_copy(tagged), isl_union_set_copy(updates));
    inside = isl_union_map_intersect_range(inside, isl_union_set_copy(updates));
    return isl_union_map_factor_domain(inside);
}

static bool find_deps(const struct pv_scop *scop, const struct pv_deps *deps, struct pv_reduction *reduction)
{
    isl_union_set *updates = tagged_updates(scop, reduction);
    reduction->deps = isl_union_map_union(among(deps->tagged_flow, updates), among(deps->tagged_false, updates));
    reduction->deps = pv_union_map_coalesce(reduction->deps);
    isl_union_set_free(updates);
    return reduction->deps;
}

bool pv_reduction_find(const struct pv_scop *scop, struct pv_deps *deps)
{
    if (!deps->tagged_flow)
        return true; /* which references a dependence comes from is not known */
    for (int i = 0; i < scop->stmts.n; i++) {
        struct pv_stmt *stmt = scop->stmts.v[i];
        struct update update = {0};
        struct pv_access *found[most_references];
        bool has_code = stmt->kind == PV_STMT_EXPR || stmt->kind == PV_STMT_GENERIC;
        if (!has_code || stmt->has_effects || !stmt->body || !match_body(stmt->body, &update) ||
            !is_order_free(&update))
            continue;
        int n = update_accesses(stmt, &update, found);
        if (!n)
            continue;
        struct pv_reduction *reduction = reduction_for(scop, deps, found[0]->array, update.op);
        pv_push(scop->arena, &reduction->stmts, stmt);
        for (int j = 0; j < n; j++)
            pv_push(scop->arena, &reduction->updates, found[j]);
        /* Sums round, and the smallest value depends on the order where some are no numbers, or zeros of both signs. */
        reduction->needs_permission = reduction->needs_permission || is_floating(update.target);
        reduction->is_asserted = reduction->is_asserted || is_asserted(scop, stmt, found[0]->array, update.op);
    }
    bool ok = true;
    for (int i = 0; i < deps->reductions.n; i++)
        ok = find_deps(scop, deps, deps->reductions.v[i]) && ok;
    return ok;
}
