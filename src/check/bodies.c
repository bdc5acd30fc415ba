/* Matches two statements of the same form, and collects the pairs that must agree. */
#include "check/bodies.h"

#include <isl/local_space.h>
#include <string.h>

/* Values that a model knows. */

static bool is_plain_int(const struct pv_ctype *type)
{
    return type->kind == PV_TYPE_INT && type->is_signed && type->bits >= 31;
}

static const struct pv_subst *find_subst(const struct pv_stmt *stmt, const struct pv_expr *expr)
{
    for (int i = 0; i < stmt->substs.n; i++)
        if (stmt->substs.v[i].expr == expr)
            return &stmt->substs.v[i];
    return NULL;
}

static __isl_give isl_pw_aff *value_of(const struct pv_stmt *stmt, const struct pv_expr *expr);

static __isl_give isl_pw_aff *value_of_constant(const struct pv_stmt *stmt, const struct pv_expr *expr)
{
    isl_local_space *ls = isl_local_space_from_space(isl_set_get_space(stmt->domain));
    isl_val *val = isl_val_int_from_si(isl_set_get_ctx(stmt->domain), (long)expr->value);
    return isl_pw_aff_from_aff(isl_aff_val_on_domain(ls, val));
}

/* Is every value of "from" one of "to"? */
static bool holds_all(const struct pv_ctype *to, const struct pv_ctype *from)
{
    return to->kind == PV_TYPE_INT && from->kind == PV_TYPE_INT && pv_ctype_min(to) <= pv_ctype_min(from) &&
           pv_ctype_max(to) >= pv_ctype_max(from);
}

static __isl_give isl_pw_aff *truth(__isl_take isl_set *holds)
{
    return isl_set_indicator_function(holds);
}

/* The value of "a op b"; NULL for an operator that is not known. */
static __isl_give isl_pw_aff *apply(enum pv_op op, __isl_take isl_pw_aff *a, __isl_take isl_pw_aff *b)
{
    switch (op) {
    case PV_OP_ADD:
        return isl_pw_aff_add(a, b);
    case PV_OP_SUB:
        return isl_pw_aff_sub(a, b);
    case PV_OP_MUL:
        return isl_pw_aff_mul(a, b);
    case PV_OP_DIV:
        return isl_pw_aff_tdiv_q(a, b);
    case PV_OP_MOD:
        return isl_pw_aff_tdiv_r(a, b);
    case PV_OP_LT:
        return truth(isl_pw_aff_lt_set(a, b));
    case PV_OP_GT:
        return truth(isl_pw_aff_gt_set(a, b));
    case PV_OP_LE:
        return truth(isl_pw_aff_le_set(a, b));
    case PV_OP_GE:
        return truth(isl_pw_aff_ge_set(a, b));
    case PV_OP_EQ:
        return truth(isl_pw_aff_eq_set(a, b));
    case PV_OP_NE:
        return truth(isl_pw_aff_ne_set(a, b));
    case PV_OP_LAND: /* of conditions, which are 0 or 1 */
        return isl_pw_aff_min(a, b);
    case PV_OP_LOR:
        return isl_pw_aff_max(a, b);
    default:
        isl_pw_aff_free(a);
        isl_pw_aff_free(b);
        return NULL;
    }
}

static bool is_condition(const struct pv_expr *expr)
{
    return expr->kind == PV_EXPR_OP &&
           ((expr->op >= PV_OP_LT && expr->op <= PV_OP_NE) || expr->op == PV_OP_LAND || expr->op == PV_OP_LOR);
}

/* May isl apply "op" to these values? Products and quotients need a constant. */
static bool is_affine(enum pv_op op, __isl_keep isl_pw_aff *a, __isl_keep isl_pw_aff *b)
{
    bool a_is_constant = isl_pw_aff_is_cst(a) == isl_bool_true, b_is_constant = isl_pw_aff_is_cst(b) == isl_bool_true;
    if (op == PV_OP_MUL)
        return a_is_constant || b_is_constant;
    return b_is_constant || (op != PV_OP_DIV && op != PV_OP_MOD);
}

static __isl_give isl_pw_aff *value_of_op(const struct pv_stmt *stmt, const struct pv_expr *expr)
{
    if (!is_plain_int(expr->type) || pv_op_is_assignment(expr->op) || pv_op_is_step(expr->op))
        return NULL;
    isl_pw_aff *a = value_of(stmt, expr->args[0]);
    if (!a)
        return NULL;
    if (expr->op == PV_OP_NEG)
        return isl_pw_aff_neg(a);
    bool joins = expr->op == PV_OP_LAND || expr->op == PV_OP_LOR;
    bool is_known = pv_op_arity(expr->op) >= 2 &&
                    (!joins || (is_condition(expr->args[0]) && is_condition(expr->args[1])));
    isl_pw_aff *b = is_known ? value_of(stmt, expr->args[1]) : NULL;
    if (expr->op == PV_OP_COND) {
        isl_pw_aff *c = b ? value_of(stmt, expr->args[2]) : NULL;
        return isl_pw_aff_cond(a, b, c);
    }
    if (b && is_affine(expr->op, a, b))
        return apply(expr->op, a, b);
    isl_pw_aff_free(a);
    isl_pw_aff_free(b);
    return NULL;
}

/* The value { S[i] -> [v] } of an integer expression of the body, NULL where the model does not know it. Models leave
 * out parameters for which signed arithmetic overflows. */
static __isl_give isl_pw_aff *value_of(const struct pv_stmt *stmt, const struct pv_expr *expr)
{
    const struct pv_subst *subst = find_subst(stmt, expr);
    if (subst)
        return isl_pw_aff_copy(subst->value);
    if (expr->type->kind != PV_TYPE_INT)
        return NULL;
    if (expr->kind == PV_EXPR_INT && is_plain_int(expr->type))
        return value_of_constant(stmt, expr);
    if (expr->kind == PV_EXPR_OP)
        return value_of_op(stmt, expr);
    bool widens = expr->kind == PV_EXPR_CAST && holds_all(expr->type, expr->args[0]->type);
    return widens ? value_of(stmt, expr->args[0]) : NULL;
}

/* Comparison. */

struct comparison {
    struct pv_arena *arena;
    const struct pv_stmt *a, *b;
    struct pv_body_match *match;
    /* Variables that the bodies themselves declare, and pairs of others that are no memory of the models. */
    PV_VEC(const struct pv_var *) vars_a;
    PV_VEC(const struct pv_var *) vars_b;
};

static bool differ(struct comparison *comparison, struct pv_range where)
{
    if (!comparison->match->difference.file)
        comparison->match->difference = where.begin;
    return false;
}

static bool same_exprs(struct comparison *comparison, const struct pv_expr *a, const struct pv_expr *b);

static bool is_same_type(const struct pv_ctype *a, const struct pv_ctype *b)
{
    if (a->kind != b->kind || a->size != b->size)
        return false;
    if (a->kind == PV_TYPE_INT)
        return a->bits == b->bits && a->is_signed == b->is_signed;
    return a->kind != PV_TYPE_RECORD || !strcmp(a->record->spelling, b->record->spelling);
}

/* The same type in an arithmetic operation: narrow integers become int. */
static bool is_same_after_promotion(const struct pv_ctype *a, const struct pv_ctype *b)
{
    bool a_is_int = a->kind == PV_TYPE_INT && (a->size < 4 || (a->size == 4 && a->is_signed));
    bool b_is_int = b->kind == PV_TYPE_INT && (b->size < 4 || (b->size == 4 && b->is_signed));
    return (a_is_int && b_is_int) || is_same_type(a, b);
}

/* Without conversions to an integer type. A value that is equal to one of that type survives them. */
static const struct pv_expr *without_casts(const struct pv_expr *expr)
{
    while (expr->kind == PV_EXPR_CAST && expr->type->kind == PV_TYPE_INT && expr->args[0]->type->kind == PV_TYPE_INT)
        expr = expr->args[0];
    return expr;
}

/* Are both known integers? Then they have to agree. */
static bool are_values(struct comparison *comparison, const struct pv_expr *a, const struct pv_expr *b)
{
    if (a->type->kind != PV_TYPE_INT || !is_same_after_promotion(a->type, b->type))
        return false;
    struct pv_value_pair pair = {value_of(comparison->a, a), NULL};
    if (pair.a)
        pair.b = value_of(comparison->b, without_casts(b));
    if (pair.b) {
        pv_push(comparison->arena, &comparison->match->values, pair);
        return true;
    }
    isl_pw_aff_free(pair.a);
    return false;
}

static struct pv_access *find_access(const struct pv_stmt *stmt, const struct pv_expr *expr)
{
    for (int i = 0; i < stmt->accesses.n; i++)
        if (stmt->accesses.v[i]->expr == expr)
            return stmt->accesses.v[i];
    return NULL;
}

/* Variables outside of the model: those that the bodies declare, each with its counterpart, and others by name. */
static bool same_vars(struct comparison *comparison, const struct pv_var *a, const struct pv_var *b)
{
    for (int i = comparison->vars_a.n - 1; i >= 0; i--)
        if (comparison->vars_a.v[i] == a || comparison->vars_b.v[i] == b)
            return comparison->vars_a.v[i] == a && comparison->vars_b.v[i] == b;
    return !strcmp(a->name, b->name) && is_same_type(a->type, b->type);
}

static bool same_steps(struct comparison *comparison, const struct pv_expr *a, const struct pv_expr *b,
                       bool with_subscripts)
{
    if (a->n_steps != b->n_steps)
        return differ(comparison, b->range);
    for (int i = 0; i < a->n_steps; i++) {
        const struct pv_step *x = &a->steps[i], *y = &b->steps[i];
        if (x->kind != y->kind)
            return differ(comparison, b->range);
        if (x->kind == PV_STEP_FIELD && strcmp(x->field->name, y->field->name))
            return differ(comparison, b->range);
        if (x->kind == PV_STEP_INDEX && with_subscripts && !same_exprs(comparison, x->index, y->index))
            return false;
    }
    return true;
}

static bool has_fields(const struct pv_expr *expr)
{
    for (int i = 0; i < expr->n_steps; i++)
        if (expr->steps[i].kind == PV_STEP_FIELD)
            return true;
    return false;
}

static bool same_accesses(struct comparison *comparison, const struct pv_expr *a, const struct pv_expr *b)
{
    struct pv_ref_pair pair = {find_access(comparison->a, a), find_access(comparison->b, b)};
    if (!is_same_type(a->type, b->type))
        return differ(comparison, b->range);
    if (!pair.a != !pair.b) {
        bool is_known = find_subst(comparison->a, a) || find_subst(comparison->b, b);
        comparison->match->obstacle = is_known ? "only one of the models knows the value read here" : NULL;
        return differ(comparison, b->range);
    }
    if (!pair.a)
        return same_vars(comparison, a->var, b->var) ? same_steps(comparison, a, b, true)
                                                     : differ(comparison, b->range);
    if (!pair.a->index != !pair.b->index && !strcmp(a->var->name, b->var->name)) {
        comparison->match->obstacle = "only one of the models knows which element is accessed here";
        return differ(comparison, b->range);
    }
    if (pv_ref_pair_memory(&pair) == PV_MEMORY_DIFFERENT || pair.a->is_read != pair.b->is_read ||
        pair.a->is_write != pair.b->is_write)
        return differ(comparison, b->range);
    pv_push(comparison->arena, &comparison->match->refs, pair);
    bool is_known = pair.a->index && pair.b->index;
    if (is_known && !has_fields(a) && !has_fields(b) && pv_ref_pair_memory(&pair) == PV_MEMORY_PRIVATE)
        return true; /* an array may stand for a scalar */
    return same_steps(comparison, a, b, !is_known);
}

static bool same_args(struct comparison *comparison, const struct pv_expr *a, const struct pv_expr *b)
{
    if (a->n_args != b->n_args)
        return differ(comparison, b->range);
    for (int i = 0; i < a->n_args; i++)
        if (!same_exprs(comparison, a->args[i], b->args[i]))
            return false;
    return true;
}

static bool same_exprs(struct comparison *comparison, const struct pv_expr *a, const struct pv_expr *b)
{
    if (are_values(comparison, a, b))
        return true;
    if (a->kind != b->kind)
        return differ(comparison, b->range);
    bool is_same = true;
    switch (a->kind) {
    case PV_EXPR_INT:
        is_same = pv_expr_int_value(a) == pv_expr_int_value(b) && is_same_after_promotion(a->type, b->type);
        break;
    case PV_EXPR_FLOAT:
    case PV_EXPR_STRING:
        is_same = !strcmp(a->text, b->text);
        break;
    case PV_EXPR_ACCESS:
        return same_accesses(comparison, a, b);
    case PV_EXPR_OP:
        is_same = a->op == b->op;
        break;
    case PV_EXPR_CALL:
        is_same = a->text && b->text && !strcmp(a->text, b->text);
        break;
    case PV_EXPR_CAST:
        is_same = is_same_type(a->type, b->type);
        break;
    }
    return is_same ? same_args(comparison, a, b) : differ(comparison, b->range);
}

/* Trees. */

static bool is_void_cast(const struct pv_expr *expr)
{
    return expr->kind == PV_EXPR_CAST && expr->type->kind == PV_TYPE_VOID;
}

/* A statement whose value is dropped: "(void)" makes no difference. */
static bool same_statements(struct comparison *comparison, const struct pv_expr *a, const struct pv_expr *b)
{
    while (is_void_cast(a))
        a = a->args[0];
    while (is_void_cast(b))
        b = b->args[0];
    return same_exprs(comparison, a, b);
}

static bool same_optional(struct comparison *comparison, const struct pv_expr *a, const struct pv_expr *b,
                          struct pv_range where)
{
    if (!a || !b)
        return (!a && !b) || differ(comparison, where);
    return same_exprs(comparison, a, b);
}

static bool same_trees(struct comparison *comparison, const struct pv_tree *a, const struct pv_tree *b);

static bool same_optional_trees(struct comparison *comparison, const struct pv_tree *a, const struct pv_tree *b,
                                struct pv_range where)
{
    if (!a || !b)
        return (!a && !b) || differ(comparison, where);
    return same_trees(comparison, a, b);
}

static bool same_blocks(struct comparison *comparison, const struct pv_tree *a, const struct pv_tree *b)
{
    if (a->children.n != b->children.n)
        return differ(comparison, b->range);
    int n_vars = comparison->vars_a.n;
    for (int i = 0; i < a->children.n; i++)
        if (!same_trees(comparison, a->children.v[i], b->children.v[i]))
            return false;
    comparison->vars_a.n = comparison->vars_b.n = n_vars;
    return true;
}

static bool same_declarations(struct comparison *comparison, const struct pv_tree *a, const struct pv_tree *b)
{
    if (!is_same_type(a->var->type, b->var->type) || a->inits.n != b->inits.n || a->has_init_list != b->has_init_list)
        return differ(comparison, b->range);
    pv_push(comparison->arena, &comparison->vars_a, a->var);
    pv_push(comparison->arena, &comparison->vars_b, b->var);
    for (int i = 0; i < a->inits.n; i++)
        if (!same_exprs(comparison, a->inits.v[i], b->inits.v[i]))
            return false;
    return same_optional(comparison, a->expr, b->expr, b->range);
}

static bool same_loops(struct comparison *comparison, const struct pv_tree *a, const struct pv_tree *b)
{
    int n_vars = comparison->vars_a.n;
    bool is_same = same_optional_trees(comparison, a->init, b->init, b->range) &&
                   same_optional(comparison, a->cond, b->cond, b->range) &&
                   same_optional(comparison, a->inc, b->inc, b->range) && same_trees(comparison, a->body, b->body);
    comparison->vars_a.n = comparison->vars_b.n = n_vars;
    return is_same;
}

/* A block of one statement stands for the statement. */
static const struct pv_tree *unwrap(const struct pv_tree *tree)
{
    while (tree->kind == PV_TREE_BLOCK && tree->children.n == 1 && tree->children.v[0]->kind != PV_TREE_DECL)
        tree = tree->children.v[0];
    return tree;
}

static bool same_trees(struct comparison *comparison, const struct pv_tree *a, const struct pv_tree *b)
{
    a = unwrap(a);
    b = unwrap(b);
    if (a->kind != b->kind)
        return differ(comparison, b->range);
    switch (a->kind) {
    case PV_TREE_BLOCK:
        return same_blocks(comparison, a, b);
    case PV_TREE_EXPR:
        return same_statements(comparison, a->expr, b->expr);
    case PV_TREE_DECL:
        return same_declarations(comparison, a, b);
    case PV_TREE_IF:
        return same_exprs(comparison, a->cond, b->cond) && same_trees(comparison, a->then_body, b->then_body) &&
               same_optional_trees(comparison, a->else_body, b->else_body, b->range);
    case PV_TREE_FOR:
    case PV_TREE_WHILE:
    case PV_TREE_DO:
        return same_loops(comparison, a, b);
    case PV_TREE_RETURN:
        return same_optional(comparison, a->expr, b->expr, b->range);
    case PV_TREE_BREAK:
    case PV_TREE_CONTINUE:
    case PV_TREE_NULL:
        return true;
    case PV_TREE_PENCIL:
    case PV_TREE_LIVE_OUT:
        return differ(comparison, b->range);
    }
    return false;
}

/* References that stand nowhere in the text: effects of calls, in the order of the calls. */
static bool pair_effects(struct comparison *comparison)
{
    int j = 0, n_b = comparison->b->accesses.n;
    for (int i = 0; i < comparison->a->accesses.n; i++) {
        struct pv_access *a = comparison->a->accesses.v[i];
        if (a->expr || a->is_kill)
            continue;
        while (j < n_b && (comparison->b->accesses.v[j]->expr || comparison->b->accesses.v[j]->is_kill))
            j++;
        struct pv_ref_pair pair = {a, j < n_b ? comparison->b->accesses.v[j++] : NULL};
        if (!pair.b || pv_ref_pair_memory(&pair) != PV_MEMORY_SHARED)
            return differ(comparison, comparison->b->range);
        pv_push(comparison->arena, &comparison->match->refs, pair);
    }
    return true;
}

bool pv_bodies_match(struct pv_arena *arena, const struct pv_stmt *a, const struct pv_stmt *b,
                     struct pv_body_match *match)
{
    *match = (struct pv_body_match){0};
    struct comparison comparison = {.arena = arena, .a = a, .b = b, .match = match};
    if (a->body->has_init_list && !b->body->has_init_list)
        match->obstacle = "an initialiser in braces became several assignments";
    return same_trees(&comparison, a->body, b->body) && pair_effects(&comparison);
}

void pv_body_match_free(struct pv_body_match *match)
{
    for (int i = 0; i < match->values.n; i++) {
        isl_pw_aff_free(match->values.v[i].a);
        isl_pw_aff_free(match->values.v[i].b);
    }
    match->values.n = 0;
}

enum pv_memory pv_ref_pair_memory(const struct pv_ref_pair *pair)
{
    const struct pv_array *a = pair->a->array, *b = pair->b->array;
    if (a->kind != b->kind)
        return PV_MEMORY_DIFFERENT;
    if (a->kind != PV_ARRAY_DATA)
        return !strcmp(a->name, b->name) ? PV_MEMORY_SHARED : PV_MEMORY_DIFFERENT;
    if (!a->is_local && !b->is_local && !strcmp(a->var->name, b->var->name))
        return a->n_dims == b->n_dims ? PV_MEMORY_SHARED : PV_MEMORY_DIFFERENT;
    bool a_is_private = a->is_local || a->is_dead_after, b_is_private = b->is_local || b->is_dead_after;
    return a_is_private && b_is_private ? PV_MEMORY_PRIVATE : PV_MEMORY_DIFFERENT;
}
