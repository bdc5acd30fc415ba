/* Follows the values of scalars through a region, as polynomials over iterators and values that do not change. */
#include "front/followed.h"

#include "front/named.h"

struct pv_scalar *pv_followed_find(struct pv_followed *in, const struct pv_var *var)
{
    for (int i = 0; i < in->scalars.n; i++)
        if (in->scalars.v[i].var == var)
            return &in->scalars.v[i];
    return NULL;
}

static bool is_written(const struct pv_followed *in, const struct pv_var *var)
{
    for (int i = 0; i < in->written.n; i++)
        if (in->written.v[i] == var)
            return true;
    return false;
}

bool pv_followed_wraps(const struct pv_ctype *type)
{
    return !type->is_signed || type->bits < 32;
}

void pv_followed_forget(struct pv_scalar *scalar)
{
    scalar->value = NULL;
    scalar->is_modular = false;
}

void pv_followed_give_up(struct pv_followed *in, struct pv_scalar *scalar, struct pv_loc place)
{
    if (in->is_trial || in->is_first || !scalar->is_resolved)
        return;
    if (scalar->var->offset_of) {
        struct pv_loc at = place.file ? place : scalar->var->decl;
        pv_eval_refuse(in->ec, at, "use subscripts of a pointer that does not change in the region",
                       "where pointer '%s' has moved to is not known here", scalar->var->offset_of->name);
        return;
    }
    scalar->is_resolved = scalar->is_wanted = false;
    in->has_failed = true;
}

void pv_followed_invalidate(struct pv_followed *in, const struct pv_var *var)
{
    for (int i = 0; i < in->scalars.n; i++)
        if (pv_poly_mentions(in->scalars.v[i].value, var))
            pv_followed_forget(&in->scalars.v[i]);
}

pv_scalars pv_followed_save(struct pv_followed *in)
{
    pv_scalars copy = {0};
    for (int i = 0; i < in->scalars.n; i++)
        pv_push(in->arena, &copy, in->scalars.v[i]);
    return copy;
}

void pv_followed_restore(struct pv_followed *in, const pv_scalars *saved)
{
    for (int i = 0; i < saved->n; i++) {
        in->scalars.v[i].value = saved->v[i].value;
        in->scalars.v[i].is_modular = saved->v[i].is_modular;
    }
}

void pv_followed_merge(struct pv_followed *in, const pv_scalars *other)
{
    for (int i = 0; i < in->scalars.n; i++) {
        struct pv_scalar *scalar = &in->scalars.v[i];
        if (scalar->is_modular != other->v[i].is_modular || !pv_poly_is_same(scalar->value, other->v[i].value))
            pv_followed_forget(scalar);
    }
}

/* Values. */

struct pv_expr *pv_followed_access(struct pv_followed *in, struct pv_var *var, struct pv_range range)
{
    struct pv_expr *expr = pv_expr_new(in->arena, PV_EXPR_ACCESS, var->type, range);
    expr->var = var;
    return expr;
}

static struct pv_expr *converted(struct pv_followed *in, struct pv_expr *expr, const struct pv_ctype *type,
                                 bool is_exact)
{
    struct pv_expr *cast = pv_expr_new(in->arena, PV_EXPR_CAST, type, expr->range);
    cast->n_args = 1;
    cast->args = pv_new_array(in->arena, struct pv_expr *, 1);
    cast->args[0] = expr;
    cast->is_exact = is_exact;
    return cast;
}

/* In the body of a loop its number of iterations is positive. */
static const struct pv_poly *inside_loops(struct pv_followed *in, const struct pv_poly *value)
{
    for (int i = in->trips.n - 1; i >= 0; i--)
        for (int j = 0; j < in->around.n; j++)
            if (in->trips.v[i].loop == in->around.v[j])
                value = pv_poly_replace(in->arena, value, in->trips.v[i].leaf, in->trips.v[i].raw);
    return value;
}

struct pv_expr *pv_followed_expr(struct pv_followed *in, const struct pv_poly *value, const struct pv_ctype *type,
                                 struct pv_range range)
{
    value = inside_loops(in, value);
    int64_t constant;
    if (!value)
        return NULL;
    if (pv_poly_is_constant(value, &constant) && constant >= pv_ctype_min(type) && constant <= pv_ctype_max(type))
        return pv_expr_new_int(in->arena, constant, type, range);
    const struct pv_expr *leaf = pv_poly_as_leaf(value);
    if (leaf && leaf->type->bits == type->bits && leaf->type->is_signed == type->is_signed)
        return pv_expr_copy(in->arena, leaf);
    if (type->bits == 64)
        return pv_poly_expr(in->arena, value, type->is_signed ? pv_poly_type() : type, range);
    return converted(in, pv_poly_expr(in->arena, value, pv_poly_type(), range), type, !pv_followed_wraps(type));
}

/* The value of the variable "expr" names, exact. */
static const struct pv_poly *value_of_scalar(struct pv_followed *in, const struct pv_expr *expr)
{
    struct pv_var *var = expr->var;
    if (!pv_var_is_trackable(var))
        return NULL;
    struct pv_scalar *scalar = pv_followed_find(in, var);
    if (scalar && scalar->value && !scalar->is_modular)
        return scalar->value;
    if (scalar && scalar->value) {
        struct pv_expr *leaf = pv_followed_expr(in, scalar->value, var->type, expr->range);
        return leaf ? pv_poly_leaf(in->arena, leaf) : NULL;
    }
    if (scalar && scalar->is_resolved)
        return NULL;
    bool may_change = var->storage == PV_STORAGE_GLOBAL || var->address_taken
                          ? pv_eval_binding(in->ec, var)->is_written || in->ec->has_unknown_calls
                          : !scalar && is_written(in, var);
    return may_change ? NULL : pv_poly_leaf(in->arena, pv_followed_access(in, var, expr->range));
}

bool pv_followed_is_distance(const struct pv_expr *expr)
{
    return expr->kind == PV_EXPR_OP && expr->op == PV_OP_SUB && pv_ctype_is_indexable(expr->args[0]->type);
}

struct pv_expr *pv_followed_distance(struct pv_followed *in, const struct pv_expr *expr)
{
    for (int i = 0; i < expr->n_args; i++)
        if (expr->args[i]->kind != PV_EXPR_ACCESS || expr->args[i]->n_steps)
            return NULL;
    struct pv_var *name = pv_named_get(in->ec, pv_expr_copy(in->arena, expr), true);
    return name ? pv_followed_access(in, name, expr->range) : NULL;
}

/* A copy of "expr", of arithmetic on integers that have known values, in terms of these; NULL where it is anything else. */
static struct pv_expr *opaque_copy(struct pv_followed *in, const struct pv_expr *expr)
{
    if (expr->type->kind != PV_TYPE_INT)
        return NULL;
    if (expr->kind == PV_EXPR_INT)
        return pv_expr_copy(in->arena, expr);
    if (expr->kind == PV_EXPR_ACCESS) {
        const struct pv_poly *value = expr->n_steps ? NULL : value_of_scalar(in, expr);
        return value ? pv_followed_expr(in, value, expr->type, expr->range) : NULL;
    }
    bool is_pure = expr->kind == PV_EXPR_CAST ||
                   (expr->kind == PV_EXPR_OP && !pv_op_is_assignment(expr->op) && !pv_op_is_step(expr->op) &&
                    expr->op != PV_OP_ADDRESS && expr->op != PV_OP_COMMA);
    if (!is_pure)
        return NULL;
    if (pv_followed_is_distance(expr))
        return pv_followed_distance(in, expr);
    struct pv_expr *copy = pv_expr_new(in->arena, expr->kind, expr->type, expr->range);
    *copy = *expr;
    copy->args = pv_new_array(in->arena, struct pv_expr *, expr->n_args);
    for (int i = 0; i < expr->n_args; i++) {
        copy->args[i] = opaque_copy(in, expr->args[i]);
        if (!copy->args[i])
            return NULL;
    }
    return copy;
}

static bool count_node(struct pv_expr *expr, void *user)
{
    int *left = user;
    (void)expr;
    return --*left >= 0;
}

/* "expr" as one value, unless it is long: an expression that names a scalar twice doubles with each assignment. */
static const struct pv_poly *value_as_leaf(struct pv_followed *in, const struct pv_expr *expr)
{
    int left = 64;
    struct pv_expr *copy = opaque_copy(in, expr);
    return copy && pv_expr_visit(copy, count_node, &left) ? pv_poly_leaf(in->arena, copy) : NULL;
}

/* The value of a sum, a difference or a product; "of" gives those of the operands. */
static const struct pv_poly *value_of_arithmetic(struct pv_followed *in, const struct pv_expr *expr,
                                                 const struct pv_poly *(*of)(struct pv_followed *in,
                                                                             const struct pv_expr *expr))
{
    const struct pv_poly *a = of(in, expr->args[0]), *b = expr->n_args > 1 ? of(in, expr->args[1]) : NULL;
    int64_t shift;
    switch (expr->op) {
    case PV_OP_PLUS:
        return a;
    case PV_OP_NEG:
        return pv_poly_add(in->arena, pv_poly_constant(in->arena, 0), a, -1);
    case PV_OP_ADD:
        return pv_poly_add(in->arena, a, b, 1);
    case PV_OP_SUB:
        return pv_poly_add(in->arena, a, b, -1);
    case PV_OP_SHL:
        if (!pv_poly_is_constant(b, &shift) || shift < 0 || shift > 30)
            return NULL;
        return pv_poly_multiply(in->arena, a, pv_poly_constant(in->arena, (int64_t)1 << shift));
    default:
        return pv_poly_multiply(in->arena, a, b);
    }
}

static bool is_arithmetic(const struct pv_expr *expr)
{
    return expr->kind == PV_EXPR_OP && (expr->op == PV_OP_PLUS || expr->op == PV_OP_NEG || expr->op == PV_OP_ADD ||
                                        expr->op == PV_OP_SUB || expr->op == PV_OP_MUL || expr->op == PV_OP_SHL);
}

bool pv_followed_keeps_values(const struct pv_ctype *from, const struct pv_ctype *to)
{
    return pv_ctype_min(from) >= pv_ctype_min(to) && pv_ctype_max(from) <= pv_ctype_max(to);
}

const struct pv_poly *pv_followed_value(struct pv_followed *in, const struct pv_expr *expr)
{
    if (expr->type->kind != PV_TYPE_INT)
        return NULL;
    if (expr->kind == PV_EXPR_INT) {
        pv_int128 value = pv_expr_int_value(expr);
        return value >= INT32_MIN && value <= INT32_MAX ? pv_poly_constant(in->arena, (int64_t)value) : NULL;
    }
    if (expr->kind == PV_EXPR_ACCESS)
        return expr->n_steps ? NULL : value_of_scalar(in, expr);
    if (expr->kind == PV_EXPR_CAST && expr->args[0]->type->kind == PV_TYPE_INT) {
        const struct pv_poly *inner = pv_followed_value(in, expr->args[0]);
        int64_t constant;
        bool fits = pv_poly_is_constant(inner, &constant) && constant >= pv_ctype_min(expr->type) &&
                    constant <= pv_ctype_max(expr->type);
        if (inner && (fits || expr->is_exact || pv_followed_keeps_values(expr->args[0]->type, expr->type)))
            return inner;
    }
    const struct pv_poly *value = NULL;
    if (is_arithmetic(expr) && !pv_followed_wraps(expr->type))
        value = value_of_arithmetic(in, expr, pv_followed_value);
    return value ? value : value_as_leaf(in, expr);
}

/* The same modulo 2^bits of the type of "expr", which wraps. */
static const struct pv_poly *modular_value_of(struct pv_followed *in, const struct pv_expr *expr)
{
    const struct pv_poly *value = NULL;
    if (expr->type->kind != PV_TYPE_INT)
        return NULL;
    const struct pv_scalar *scalar = expr->kind == PV_EXPR_ACCESS && !expr->n_steps ? pv_followed_find(in, expr->var)
                                                                                    : NULL;
    if (scalar && scalar->value)
        return scalar->value;
    bool is_cast = expr->kind == PV_EXPR_CAST && expr->args[0]->type->kind == PV_TYPE_INT && expr->type->bits > 1 &&
                   expr->args[0]->type->bits >= expr->type->bits;
    if (is_cast)
        value = modular_value_of(in, expr->args[0]);
    else if (is_arithmetic(expr))
        value = value_of_arithmetic(in, expr, modular_value_of);
    return value ? value : pv_followed_value(in, expr);
}

struct mention_count {
    const struct pv_var *var;
    int n;
};

static bool count_mention(struct pv_expr *expr, void *user)
{
    struct mention_count *count = user;
    count->n += expr->kind == PV_EXPR_ACCESS && expr->var == count->var;
    return true;
}

int pv_followed_mentions(struct pv_expr *expr, const struct pv_var *var)
{
    struct mention_count count = {var, 0};
    if (expr)
        pv_expr_visit(expr, count_mention, &count);
    return count.n;
}

/* Assignments. */

void pv_followed_set(struct pv_followed *in, struct pv_scalar *scalar, const struct pv_poly *value, bool is_modular)
{
    if (!scalar->is_resolved)
        pv_followed_invalidate(in, scalar->var);
    scalar->value = value;
    scalar->is_modular = value && is_modular;
    int64_t constant;
    if (pv_poly_is_constant(value, &constant) && constant >= pv_ctype_min(scalar->var->type) &&
        constant <= pv_ctype_max(scalar->var->type))
        scalar->is_modular = false;
}

/* The value of "operand", which a step adds to "scalar"; NULL where C may convert the sum in another way. */
static const struct pv_poly *step_operand(struct pv_followed *in, const struct pv_scalar *scalar,
                                          const struct pv_expr *operand)
{
    const struct pv_ctype *type = scalar->var->type;
    if (operand->type->kind != PV_TYPE_INT)
        return NULL;
    if (scalar->var->offset_of)
        return pv_followed_value(in, operand);
    if (pv_followed_wraps(type) && type->bits > 1)
        return operand->type->bits >= type->bits ? modular_value_of(in, operand) : pv_followed_value(in, operand);
    bool is_computed_in_type = operand->type->bits < type->bits ||
                               (operand->type->bits == type->bits && operand->type->is_signed);
    const struct pv_poly *value = pv_followed_value(in, operand);
    int64_t constant;
    bool is_small = pv_poly_is_constant(value, &constant) && constant >= 0 && operand->type->bits == type->bits;
    return is_computed_in_type || is_small ? value : NULL;
}

bool pv_followed_is_exact(const struct pv_scalar *scalar, const struct pv_expr *expr)
{
    const struct pv_ctype *type = scalar->var->type;
    if (expr->op != PV_OP_ASSIGN)
        return !pv_followed_wraps(type);
    struct pv_expr *value = expr->args[1];
    return value->type->kind == PV_TYPE_INT && pv_followed_keeps_values(value->type, type) &&
           (!pv_followed_wraps(type) || !pv_followed_mentions(value, scalar->var));
}

const struct pv_poly *pv_followed_assigned(struct pv_followed *in, const struct pv_scalar *scalar,
                                           const struct pv_expr *expr)
{
    const struct pv_ctype *type = scalar->var->type;
    const struct pv_poly *one = pv_poly_constant(in->arena, 1);
    switch (expr->op) {
    case PV_OP_ASSIGN:
        if (pv_followed_is_exact(scalar, expr))
            return pv_followed_value(in, expr->args[1]);
        return pv_followed_wraps(type) && type->bits > 1 ? modular_value_of(in, expr->args[1]) : NULL;
    case PV_OP_PREINC:
    case PV_OP_POSTINC:
        return type->bits > 1 ? pv_poly_add(in->arena, scalar->value, one, 1) : NULL;
    case PV_OP_PREDEC:
    case PV_OP_POSTDEC:
        return type->bits > 1 ? pv_poly_add(in->arena, scalar->value, one, -1) : NULL;
    case PV_OP_ADD_ASSIGN:
        return pv_poly_add(in->arena, scalar->value, step_operand(in, scalar, expr->args[1]), 1);
    case PV_OP_SUB_ASSIGN:
        return pv_poly_add(in->arena, scalar->value, step_operand(in, scalar, expr->args[1]), -1);
    default:
        return NULL;
    }
}

bool pv_followed_is_change(const struct pv_expr *expr)
{
    return expr->kind == PV_EXPR_OP && (pv_op_is_assignment(expr->op) || pv_op_is_step(expr->op)) &&
           expr->args[0]->kind == PV_EXPR_ACCESS && !expr->args[0]->n_steps;
}
