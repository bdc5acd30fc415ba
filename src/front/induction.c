/* Turns scalars that advance with the loops into functions of the iterators. */
#include "front/induction.h"

#include "front/cases.h"
#include "front/loops.h"
#include "front/named.h"
#include "front/poly.h"

/* What is known of a scalar at the current place. */
struct scalar {
    struct pv_var *var;
    const struct pv_poly *value; /* NULL: not known */
    bool is_modular;             /* "value" is right modulo 2^bits of the type only */
    bool is_wanted;              /* it advances beside a loop */
    bool is_resolved;            /* its values take its place in the text */
    bool is_declared;            /* by the tree itself */
    bool is_length;              /* of an array that the tree declares: its text must keep it */
    struct pv_expr *marker;      /* its unknown value at the start of an iteration, while a body is looked at */
};

/* The number of iterations of a loop that is not known to be positive, as a leaf: raw > 0 ? raw : 0. */
struct trip {
    const struct pv_tree *loop;
    struct pv_expr *leaf;
    const struct pv_poly *raw;
};

struct induction {
    struct pv_eval *ec;
    struct pv_arena *arena;
    PV_VEC(struct scalar) scalars;
    PV_VEC(struct trip) trips;
    PV_VEC(const struct pv_tree *) around; /* loops around the current place */
    pv_vars written;                       /* by the tree */
    pv_vars *used;                         /* resolved scalars that the current statement names; or NULL */
    int depth;                             /* of loops, also of those that are only looked at */
    bool is_first;                         /* nothing is decided yet in this attempt */
    bool is_trial;                         /* a body is looked at for what it does, and nothing is decided */
    bool has_failed;                       /* a scalar is not resolved after all: start again */
};

typedef PV_VEC(struct scalar) scalars;

/* Bodies are looked at before they are rewritten, so that the work doubles with each loop. */
enum { deepest_loops = 7 };

static struct scalar *find(struct induction *in, const struct pv_var *var)
{
    for (int i = 0; i < in->scalars.n; i++)
        if (in->scalars.v[i].var == var)
            return &in->scalars.v[i];
    return NULL;
}

static bool is_written(const struct induction *in, const struct pv_var *var)
{
    for (int i = 0; i < in->written.n; i++)
        if (in->written.v[i] == var)
            return true;
    return false;
}

/* Must sums of "type" be followed modulo 2^bits? */
static bool wraps(const struct pv_ctype *type)
{
    return !type->is_signed || type->bits < 32;
}

static void forget(struct scalar *scalar)
{
    scalar->value = NULL;
    scalar->is_modular = false;
}

/* "scalar" cannot be resolved at "place". A pointer must be. */
static void give_up(struct induction *in, struct scalar *scalar, struct pv_loc place)
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

/* The variable "var", which stays in the text, changes here: nothing that is expressed by it is known any more. */
static void invalidate(struct induction *in, const struct pv_var *var)
{
    for (int i = 0; i < in->scalars.n; i++)
        if (pv_poly_mentions(in->scalars.v[i].value, var))
            forget(&in->scalars.v[i]);
}

static scalars save(struct induction *in)
{
    scalars copy = {0};
    for (int i = 0; i < in->scalars.n; i++)
        pv_push(in->arena, &copy, in->scalars.v[i]);
    return copy;
}

static void restore(struct induction *in, const scalars *saved)
{
    for (int i = 0; i < saved->n; i++) {
        in->scalars.v[i].value = saved->v[i].value;
        in->scalars.v[i].is_modular = saved->v[i].is_modular;
    }
}

/* Values. */

static struct pv_expr *access_of(struct induction *in, struct pv_var *var, struct pv_range range)
{
    struct pv_expr *expr = pv_expr_new(in->arena, PV_EXPR_ACCESS, var->type, range);
    expr->var = var;
    return expr;
}

static struct pv_expr *converted(struct induction *in, struct pv_expr *expr, const struct pv_ctype *type, bool is_exact)
{
    struct pv_expr *cast = pv_expr_new(in->arena, PV_EXPR_CAST, type, expr->range);
    cast->n_args = 1;
    cast->args = pv_new_array(in->arena, struct pv_expr *, 1);
    cast->args[0] = expr;
    cast->is_exact = is_exact;
    return cast;
}

/* In the body of a loop its number of iterations is positive. */
static const struct pv_poly *inside_loops(struct induction *in, const struct pv_poly *value)
{
    for (int i = in->trips.n - 1; i >= 0; i--)
        for (int j = 0; j < in->around.n; j++)
            if (in->trips.v[i].loop == in->around.v[j])
                value = pv_poly_replace(in->arena, value, in->trips.v[i].leaf, in->trips.v[i].raw);
    return value;
}

/* "value" as an expression of "type", C's conversion included. */
static struct pv_expr *expr_of(struct induction *in, const struct pv_poly *value, const struct pv_ctype *type,
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
    return converted(in, pv_poly_expr(in->arena, value, pv_poly_type(), range), type, !wraps(type));
}

static const struct pv_poly *value_of(struct induction *in, const struct pv_expr *expr);

/* The value of the variable "expr" names, exact. */
static const struct pv_poly *value_of_scalar(struct induction *in, const struct pv_expr *expr)
{
    struct pv_var *var = expr->var;
    if (!pv_var_is_trackable(var))
        return NULL;
    struct scalar *scalar = find(in, var);
    if (scalar && scalar->value && !scalar->is_modular)
        return scalar->value;
    if (scalar && scalar->value) {
        struct pv_expr *leaf = expr_of(in, scalar->value, var->type, expr->range);
        return leaf ? pv_poly_leaf(in->arena, leaf) : NULL;
    }
    if (scalar && scalar->is_resolved)
        return NULL;
    bool may_change = var->storage == PV_STORAGE_GLOBAL || var->address_taken
                          ? pv_eval_binding(in->ec, var)->is_written || in->ec->has_unknown_calls
                          : !scalar && is_written(in, var);
    return may_change ? NULL : pv_poly_leaf(in->arena, access_of(in, var, expr->range));
}

/* Is "expr" the difference of two pointers? */
static bool is_distance(const struct pv_expr *expr)
{
    return expr->kind == PV_EXPR_OP && expr->op == PV_OP_SUB && pv_ctype_is_indexable(expr->args[0]->type);
}

/* The difference of two pointers that stay what they are: a value with a name; NULL where it has none. */
static struct pv_expr *distance_name(struct induction *in, const struct pv_expr *expr)
{
    for (int i = 0; i < expr->n_args; i++)
        if (expr->args[i]->kind != PV_EXPR_ACCESS || expr->args[i]->n_steps)
            return NULL;
    struct pv_var *name = pv_named_get(in->ec, pv_expr_copy(in->arena, expr), true);
    return name ? access_of(in, name, expr->range) : NULL;
}

/* A copy of "expr", of arithmetic on integers that have known values, in terms of these; NULL where it is anything else. */
static struct pv_expr *opaque_copy(struct induction *in, const struct pv_expr *expr)
{
    if (expr->type->kind != PV_TYPE_INT)
        return NULL;
    if (expr->kind == PV_EXPR_INT)
        return pv_expr_copy(in->arena, expr);
    if (expr->kind == PV_EXPR_ACCESS) {
        const struct pv_poly *value = expr->n_steps ? NULL : value_of_scalar(in, expr);
        return value ? expr_of(in, value, expr->type, expr->range) : NULL;
    }
    bool is_pure = expr->kind == PV_EXPR_CAST ||
                   (expr->kind == PV_EXPR_OP && !pv_op_is_assignment(expr->op) && !pv_op_is_step(expr->op) &&
                    expr->op != PV_OP_ADDRESS && expr->op != PV_OP_COMMA);
    if (!is_pure)
        return NULL;
    if (is_distance(expr))
        return distance_name(in, expr);
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
static const struct pv_poly *value_as_leaf(struct induction *in, const struct pv_expr *expr)
{
    int left = 64;
    struct pv_expr *copy = opaque_copy(in, expr);
    return copy && pv_expr_visit(copy, count_node, &left) ? pv_poly_leaf(in->arena, copy) : NULL;
}

/* The value of a sum, a difference or a product; "of" gives those of the operands. */
static const struct pv_poly *value_of_arithmetic(struct induction *in, const struct pv_expr *expr,
                                                 const struct pv_poly *(*of)(struct induction *in,
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

/* Does a conversion from "from" to "to" keep every value? */
static bool keeps_values(const struct pv_ctype *from, const struct pv_ctype *to)
{
    return pv_ctype_min(from) >= pv_ctype_min(to) && pv_ctype_max(from) <= pv_ctype_max(to);
}

/* The value of "expr", without effects, as C has it; NULL where it is not known. */
static const struct pv_poly *value_of(struct induction *in, const struct pv_expr *expr)
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
        const struct pv_poly *inner = value_of(in, expr->args[0]);
        int64_t constant;
        bool fits = pv_poly_is_constant(inner, &constant) && constant >= pv_ctype_min(expr->type) &&
                    constant <= pv_ctype_max(expr->type);
        if (inner && (fits || expr->is_exact || keeps_values(expr->args[0]->type, expr->type)))
            return inner;
    }
    const struct pv_poly *value = NULL;
    if (is_arithmetic(expr) && !wraps(expr->type))
        value = value_of_arithmetic(in, expr, value_of);
    return value ? value : value_as_leaf(in, expr);
}

/* The same modulo 2^bits of the type of "expr", which wraps. */
static const struct pv_poly *modular_value_of(struct induction *in, const struct pv_expr *expr)
{
    const struct pv_poly *value = NULL;
    if (expr->type->kind != PV_TYPE_INT)
        return NULL;
    const struct scalar *scalar = expr->kind == PV_EXPR_ACCESS && !expr->n_steps ? find(in, expr->var) : NULL;
    if (scalar && scalar->value)
        return scalar->value;
    bool is_cast = expr->kind == PV_EXPR_CAST && expr->args[0]->type->kind == PV_TYPE_INT && expr->type->bits > 1 &&
                   expr->args[0]->type->bits >= expr->type->bits;
    if (is_cast)
        value = modular_value_of(in, expr->args[0]);
    else if (is_arithmetic(expr))
        value = value_of_arithmetic(in, expr, modular_value_of);
    return value ? value : value_of(in, expr);
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

static int mentions(struct pv_expr *expr, const struct pv_var *var)
{
    struct mention_count count = {var, 0};
    if (expr)
        pv_expr_visit(expr, count_mention, &count);
    return count.n;
}

/* Assignments. */

static void set(struct induction *in, struct scalar *scalar, const struct pv_poly *value, bool is_modular)
{
    if (!scalar->is_resolved)
        invalidate(in, scalar->var);
    scalar->value = value;
    scalar->is_modular = value && is_modular;
    int64_t constant;
    if (pv_poly_is_constant(value, &constant) && constant >= pv_ctype_min(scalar->var->type) &&
        constant <= pv_ctype_max(scalar->var->type))
        scalar->is_modular = false;
}

/* The value of "operand", which a step adds to "scalar"; NULL where C may convert the sum in another way. */
static const struct pv_poly *step_operand(struct induction *in, const struct scalar *scalar,
                                          const struct pv_expr *operand)
{
    const struct pv_ctype *type = scalar->var->type;
    if (operand->type->kind != PV_TYPE_INT)
        return NULL;
    if (scalar->var->offset_of)
        return value_of(in, operand);
    if (wraps(type) && type->bits > 1)
        return operand->type->bits >= type->bits ? modular_value_of(in, operand) : value_of(in, operand);
    bool is_computed_in_type = operand->type->bits < type->bits ||
                               (operand->type->bits == type->bits && operand->type->is_signed);
    const struct pv_poly *value = value_of(in, operand);
    int64_t constant;
    bool is_small = pv_poly_is_constant(value, &constant) && constant >= 0 && operand->type->bits == type->bits;
    return is_computed_in_type || is_small ? value : NULL;
}

/* Does "expr", a step of or an assignment to "scalar", leave a value in it that is right as it stands, not modulo 2^bits? A sum
 * with the scalar itself is followed modulo 2^bits where it may wrap. */
static bool is_exact(const struct scalar *scalar, const struct pv_expr *expr)
{
    const struct pv_ctype *type = scalar->var->type;
    if (expr->op != PV_OP_ASSIGN)
        return !wraps(type);
    struct pv_expr *value = expr->args[1];
    return value->type->kind == PV_TYPE_INT && keeps_values(value->type, type) &&
           (!wraps(type) || !mentions(value, scalar->var));
}

/* What "expr", a step of or an assignment to "scalar", leaves in it. */
static const struct pv_poly *assigned_value(struct induction *in, const struct scalar *scalar,
                                            const struct pv_expr *expr)
{
    const struct pv_ctype *type = scalar->var->type;
    const struct pv_poly *one = pv_poly_constant(in->arena, 1);
    switch (expr->op) {
    case PV_OP_ASSIGN:
        if (is_exact(scalar, expr))
            return value_of(in, expr->args[1]);
        return wraps(type) && type->bits > 1 ? modular_value_of(in, expr->args[1]) : NULL;
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

static bool is_change(const struct pv_expr *expr)
{
    return expr->kind == PV_EXPR_OP && (pv_op_is_assignment(expr->op) || pv_op_is_step(expr->op)) &&
           expr->args[0]->kind == PV_EXPR_ACCESS && !expr->args[0]->n_steps;
}

/* Expressions. */

/* An expression being rewritten. */
struct rewriting {
    struct induction *in;
    struct pv_expr *root;
    bool is_conditional;                 /* the current part may not be evaluated */
    PV_VEC(struct scalar *) stepped;     /* and their values once all is evaluated */
    PV_VEC(const struct pv_poly *) left; /* NULL: not known */
};

static struct pv_expr *rewrite(struct rewriting *r, struct pv_expr *expr);

static struct pv_expr *read_resolved(struct induction *in, struct scalar *scalar, const struct pv_poly *value,
                                     struct pv_expr *expr)
{
    struct pv_expr *result = value ? expr_of(in, value, scalar->var->type, expr->range) : NULL;
    if (!result) {
        give_up(in, scalar, expr->range.begin);
        return expr;
    }
    if (in->used)
        pv_push(in->arena, in->used, scalar->var);
    return result;
}

/* A change of a scalar inside an expression. C orders it after nothing else there that names the scalar. */
static struct pv_expr *rewrite_change(struct rewriting *r, struct scalar *scalar, struct pv_expr *expr)
{
    struct induction *in = r->in;
    bool is_followed = pv_op_is_step(expr->op) && !r->is_conditional && mentions(r->root, scalar->var) == 1;
    const struct pv_poly *old = scalar->value, *new = is_followed ? assigned_value(in, scalar, expr) : NULL;
    pv_push(in->arena, &r->stepped, scalar);
    pv_push(in->arena, &r->left, new);
    if (!scalar->is_resolved) {
        if (!pv_op_is_step(expr->op))
            expr->args[1] = rewrite(r, expr->args[1]);
        return expr;
    }
    bool is_before = expr->op == PV_OP_PREINC || expr->op == PV_OP_PREDEC;
    return read_resolved(in, scalar, !is_followed ? NULL : is_before ? new : old, expr);
}

static bool is_choice(const struct pv_expr *expr)
{
    return expr->kind == PV_EXPR_OP &&
           (expr->op == PV_OP_COND || expr->op == PV_OP_LAND || expr->op == PV_OP_LOR || expr->op == PV_OP_COMMA);
}

/* "expr", which is changed, with values in the place of resolved scalars. */
static struct pv_expr *rewrite(struct rewriting *r, struct pv_expr *expr)
{
    struct scalar *scalar = is_change(expr) ? find(r->in, expr->args[0]->var) : NULL;
    if (scalar)
        return rewrite_change(r, scalar, expr);
    if (expr->kind == PV_EXPR_ACCESS && !expr->n_steps) {
        scalar = find(r->in, expr->var);
        return scalar && scalar->is_resolved ? read_resolved(r->in, scalar, scalar->value, expr) : expr;
    }
    if (is_distance(expr)) {
        struct pv_expr *name = distance_name(r->in, expr);
        return name ? name : expr;
    }
    bool was_conditional = r->is_conditional;
    for (int i = 0; i < expr->n_args; i++) {
        expr->args[i] = rewrite(r, expr->args[i]);
        r->is_conditional = r->is_conditional || is_choice(expr);
    }
    r->is_conditional = was_conditional;
    for (int i = 0; i < expr->n_steps; i++)
        if (expr->steps[i].kind == PV_STEP_INDEX)
            expr->steps[i].index = rewrite(r, expr->steps[i].index);
    return expr;
}

/* A copy of "expr" with values in the place of resolved scalars; what its steps leave in scalars is known from here on. */
static struct pv_expr *resolve_expr(struct induction *in, const struct pv_expr *expr)
{
    if (!expr)
        return NULL;
    struct rewriting r = {.in = in, .root = pv_expr_copy(in->arena, expr)};
    const struct pv_expr *target = is_change(r.root) && !pv_op_is_step(r.root->op) ? r.root->args[0] : NULL;
    struct scalar *scalar = target ? find(in, target->var) : NULL;
    const struct pv_poly *value = scalar ? assigned_value(in, scalar, r.root) : NULL;
    struct pv_expr *result = r.root;
    if (scalar) /* the target itself stays */
        result->args[1] = rewrite(&r, result->args[1]);
    else
        result = rewrite(&r, r.root);
    for (int i = 0; i < r.stepped.n; i++)
        set(in, r.stepped.v[i], r.left.v[i], wraps(r.stepped.v[i]->var->type));
    if (scalar)
        set(in, scalar, r.stepped.n ? NULL : value, !is_exact(scalar, expr));
    return result;
}

/* Statements. */

static struct pv_tree *walk(struct induction *in, struct pv_tree *tree);

static struct pv_tree *copy_of(struct induction *in, const struct pv_tree *tree)
{
    struct pv_tree *copy = pv_new(in->arena, struct pv_tree);
    *copy = *tree;
    return copy;
}

static bool is_resolved(struct induction *in, const struct pv_var *var)
{
    const struct scalar *scalar = find(in, var);
    return scalar && scalar->is_resolved;
}

/* "expr" as a statement: an expression that is left of it, or NULL. */
static struct pv_expr *walk_effect(struct induction *in, struct pv_expr *expr)
{
    if (expr->kind == PV_EXPR_OP && expr->op == PV_OP_COMMA) {
        struct pv_expr *a = walk_effect(in, expr->args[0]), *b = walk_effect(in, expr->args[1]);
        return a && b ? pv_expr_new_op(in->arena, PV_OP_COMMA, b->type, expr->range, a, b) : a ? a : b;
    }
    if (!is_change(expr) || !is_resolved(in, expr->args[0]->var))
        return resolve_expr(in, expr);
    struct scalar *scalar = find(in, expr->args[0]->var);
    set(in, scalar, assigned_value(in, scalar, expr), !is_exact(scalar, expr));
    return NULL;
}

static struct pv_tree *walk_expr(struct induction *in, struct pv_tree *tree)
{
    struct pv_tree *copy = copy_of(in, tree);
    copy->resolved.v = NULL;
    copy->resolved.n = copy->resolved.cap = 0;
    pv_vars used = {0};
    in->used = &used;
    copy->expr = walk_effect(in, tree->expr);
    in->used = NULL;
    for (int i = 0; i < used.n; i++)
        pv_push(in->arena, &copy->resolved, used.v[i]);
    if (!copy->expr)
        copy->kind = PV_TREE_NULL;
    return copy;
}

static struct pv_tree *walk_decl(struct induction *in, struct pv_tree *tree)
{
    struct pv_tree *copy = copy_of(in, tree);
    struct scalar *scalar = find(in, tree->var);
    const struct pv_poly *value = NULL;
    bool is_modular = false;
    if (scalar && tree->expr) {
        struct pv_expr *assignment = pv_expr_new_op(in->arena, PV_OP_ASSIGN, tree->var->type, tree->range,
                                                    access_of(in, tree->var, tree->range), tree->expr);
        value = assigned_value(in, scalar, assignment);
        is_modular = !is_exact(scalar, assignment);
    }
    if (!scalar || !scalar->is_resolved)
        copy->expr = resolve_expr(in, tree->expr);
    else
        copy->kind = PV_TREE_NULL;
    if (scalar)
        set(in, scalar, value, is_modular);
    copy->inits.v = NULL;
    copy->inits.n = copy->inits.cap = 0;
    for (int i = 0; i < tree->inits.n; i++)
        pv_push(in->arena, &copy->inits, resolve_expr(in, tree->inits.v[i]));
    return copy;
}

static struct pv_tree *walk_block(struct induction *in, struct pv_tree *tree)
{
    struct pv_tree *copy = copy_of(in, tree);
    copy->children.v = NULL;
    copy->children.n = copy->children.cap = 0;
    for (int i = 0; i < tree->children.n; i++)
        pv_push(in->arena, &copy->children, walk(in, tree->children.v[i]));
    return copy;
}

/* After two ways to the same place: what is the same on both. */
static void merge(struct induction *in, const scalars *other)
{
    for (int i = 0; i < in->scalars.n; i++) {
        struct scalar *scalar = &in->scalars.v[i];
        if (scalar->is_modular != other->v[i].is_modular || !pv_poly_is_same(scalar->value, other->v[i].value))
            forget(scalar);
    }
}

static struct pv_tree *walk_if(struct induction *in, struct pv_tree *tree)
{
    struct pv_tree *copy = copy_of(in, tree);
    copy->cond = resolve_expr(in, tree->cond);
    scalars before = save(in);
    copy->then_body = walk(in, tree->then_body);
    scalars after_then = save(in);
    restore(in, &before);
    if (tree->else_body)
        copy->else_body = walk(in, tree->else_body);
    merge(in, &after_then);
    return copy;
}

/* Loops. */

/* A counted loop being rewritten. */
struct counted {
    struct pv_counted_loop loop;
    struct scalar *iterator;     /* NULL where its value before the loop is not followed */
    const struct pv_poly *first; /* the iterator's value in the first iteration */
    const struct pv_poly *start; /* and before the loop */
    const struct pv_poly *count; /* of iterations before the current one */
    const struct pv_poly *trip;  /* of all iterations; NULL where it is not known */
    const struct pv_poly *it;    /* the iterator in the current iteration */
};

/* Does the iterator, while the condition holds, never wrap around? A loop that wraps with such a condition would not end. */
static bool stays_in_type(const struct counted *c, enum pv_op op)
{
    const struct pv_ctype *type = c->loop.iterator->type;
    if (!wraps(type))
        return true;
    if (c->loop.has_break)
        return false;
    return c->loop.step > 0 ? op == PV_OP_LT || op == PV_OP_LE : op == PV_OP_GT || op == PV_OP_GE;
}

static const struct pv_expr *without_casts(const struct pv_expr *expr)
{
    while (expr->kind == PV_EXPR_CAST && expr->args[0]->type->kind == PV_TYPE_INT &&
           keeps_values(expr->args[0]->type, expr->type))
        expr = expr->args[0];
    return expr;
}

/* Take "cond" apart as "iterator op limit"; false where it is something else. A bare iterator is compared with 0. */
static bool take_condition(struct induction *in, const struct counted *c, enum pv_op *op, struct pv_expr **limit)
{
    const struct pv_expr *cond = c->loop.cond ? without_casts(c->loop.cond) : NULL;
    if (!cond)
        return false;
    if (pv_expr_is_var(cond, c->loop.iterator)) {
        *op = PV_OP_NE;
        *limit = pv_expr_new_int(in->arena, 0, cond->type, cond->range);
        return true;
    }
    if (cond->kind != PV_EXPR_OP || cond->op < PV_OP_LT || cond->op > PV_OP_NE)
        return false;
    for (int side = 0; side < 2; side++)
        if (pv_expr_is_var(without_casts(cond->args[side]), c->loop.iterator) &&
            !mentions(cond->args[1 - side], c->loop.iterator)) {
            *op = side ? pv_comparison_mirrored(cond->op) : cond->op;
            *limit = cond->args[1 - side];
            return true;
        }
    return false;
}

/* distance / step, rounded up, for a positive distance; 0 for others. */
static const struct pv_poly *trips_of(struct induction *in, const struct pv_tree *tree, const struct pv_poly *distance,
                                      int64_t step, bool is_exact)
{
    struct pv_range range = tree->range;
    if (!distance)
        return NULL;
    int64_t constant;
    if (pv_poly_is_constant(distance, &constant))
        return pv_poly_constant(in->arena, constant > 0 ? (constant + step - 1) / step : 0);
    const struct pv_poly *raw = step == 1 ? distance : pv_poly_divide(in->arena, distance, step);
    if (!raw) {
        const struct pv_poly *sum = pv_poly_add(in->arena, distance, pv_poly_constant(in->arena, step - 1), 1);
        if (!sum)
            return NULL;
        struct pv_expr *divisor = pv_expr_new_int(in->arena, step, pv_poly_type(), range);
        raw = pv_poly_leaf(in->arena, pv_expr_new_op(in->arena, PV_OP_DIV, pv_poly_type(), range,
                                                     pv_poly_expr(in->arena, sum, pv_poly_type(), range), divisor));
    }
    if (is_exact || pv_poly_is_nonnegative(distance))
        return raw;
    struct pv_expr *zero = pv_expr_new_int(in->arena, 0, pv_poly_type(), range);
    struct pv_expr *leaf = pv_expr_new(in->arena, PV_EXPR_OP, pv_poly_type(), range);
    leaf->op = PV_OP_COND;
    leaf->n_args = 3;
    leaf->args = pv_new_array(in->arena, struct pv_expr *, 3);
    leaf->args[1] = pv_poly_expr(in->arena, raw, pv_poly_type(), range);
    leaf->args[2] = zero;
    leaf->args[0] = pv_expr_new_op(in->arena, PV_OP_GT, pv_poly_type(), range,
                                   pv_poly_expr(in->arena, distance, pv_poly_type(), range), zero);
    struct trip trip = {tree, leaf, raw};
    pv_push(in->arena, &in->trips, trip);
    return pv_poly_leaf(in->arena, leaf);
}

/* while (n--): the body sees start - 1, ..., 0. */
static void count_to_zero(struct induction *in, struct pv_tree *tree, struct counted *c)
{
    c->trip = trips_of(in, tree, c->start, 1, !c->loop.iterator->type->is_signed);
    c->count = pv_poly_add(in->arena, c->first, c->it, -1);
}

/* The scalars that the parts of a loop change, its iterator not among them. */
static pv_vars changed_by(struct induction *in, const struct counted *c)
{
    pv_vars written = {0}, changed = {0};
    pv_tree_collect_written(in->arena, c->loop.body, &written);
    if (c->loop.after)
        pv_tree_collect_written(in->arena, c->loop.after, &written);
    for (int i = 0; i < written.n; i++)
        if (written.v[i] != c->loop.iterator)
            pv_push(in->arena, &changed, written.v[i]);
    return changed;
}

/* Is "value" the same in all iterations of a loop that changes the scalars "changed" and its iterator? */
static bool is_invariant(struct induction *in, const struct counted *c, const pv_vars *changed,
                         const struct pv_poly *value)
{
    if (!value || pv_poly_mentions(value, c->loop.iterator))
        return false;
    for (int i = 0; i < changed->n; i++) {
        const struct scalar *scalar = find(in, changed->v[i]);
        if (pv_poly_mentions(value, changed->v[i]) ||
            (scalar && scalar->marker && pv_poly_mentions(value, scalar->marker->var)))
            return false;
    }
    return true;
}

/* "run" / "size": a polynomial, or a leaf where the division has a remainder. */
static const struct pv_poly *divide_run(struct induction *in, const struct pv_tree *tree, const struct pv_poly *run,
                                        int64_t size)
{
    const struct pv_poly *count = size == 1 ? run : pv_poly_divide(in->arena, run, size);
    if (count || !run)
        return count;
    struct pv_expr *divisor = pv_expr_new_int(in->arena, size, pv_poly_type(), tree->range);
    struct pv_expr *sum = pv_poly_expr(in->arena, run, pv_poly_type(), tree->range);
    return pv_poly_leaf(in->arena, pv_expr_new_op(in->arena, PV_OP_DIV, pv_poly_type(), tree->range, sum, divisor));
}

/* Find the number of iterations before each, and of all. Nothing that the loop changes is known any more. */
static void count_iterations(struct induction *in, struct pv_tree *tree, struct counted *c, const pv_vars *changed)
{
    const struct pv_counted_loop *loop = &c->loop;
    const struct pv_poly *step = pv_poly_constant(in->arena, loop->step);
    c->first = loop->steps_first ? pv_poly_add(in->arena, c->start, step, 1) : c->start;
    if (loop->steps_first && loop->counts_to_zero) {
        count_to_zero(in, tree, c);
        return;
    }
    enum pv_op op = PV_OP_COMMA;
    struct pv_expr *limit = NULL;
    bool is_plain = !loop->steps_first && take_condition(in, c, &op, &limit);
    bool goes_up = loop->step > 0;
    int64_t size = goes_up ? loop->step : -loop->step;
    bool is_down_to_zero = is_plain && op == PV_OP_NE && loop->step == -1 && limit->kind == PV_EXPR_INT &&
                           !limit->value && !loop->has_break;
    if (wraps(loop->iterator->type) && !is_down_to_zero && !(is_plain && stays_in_type(c, op)))
        return;
    const struct pv_poly *run = goes_up ? pv_poly_add(in->arena, c->it, c->first, -1)
                                        : pv_poly_add(in->arena, c->first, c->it, -1);
    c->count = divide_run(in, tree, run, size);
    const struct pv_poly *end = is_plain ? value_of(in, limit) : NULL;
    if (!is_invariant(in, c, changed, end))
        return;
    const struct pv_poly *distance = goes_up ? pv_poly_add(in->arena, end, c->first, -1)
                                             : pv_poly_add(in->arena, c->first, end, -1);
    if (!distance || loop->has_break)
        return;
    bool is_inclusive = op == (goes_up ? PV_OP_LE : PV_OP_GE), is_strict = op == (goes_up ? PV_OP_LT : PV_OP_GT);
    if (!is_inclusive && !is_strict && !(op == PV_OP_NE && size == 1))
        return;
    if (is_inclusive)
        distance = pv_poly_add(in->arena, distance, pv_poly_constant(in->arena, 1), 1);
    c->trip = trips_of(in, tree, distance, size, op == PV_OP_NE);
}

static struct pv_expr *new_marker(struct induction *in, const struct scalar *scalar, struct pv_range range)
{
    struct pv_var *var = pv_new(in->arena, struct pv_var);
    *var = *scalar->var;
    var->slot = 0;
    return access_of(in, var, range);
}

/* By how much one iteration advances each of "changed": NULL where that is not the same in all iterations. */
static const struct pv_poly **find_advances(struct induction *in, const struct counted *c, const pv_vars *changed)
{
    const struct pv_poly **advances = pv_new_array(in->arena, const struct pv_poly *, changed->n + 1);
    if (in->depth >= deepest_loops)
        return advances;
    scalars before = save(in);
    bool was_trial = in->is_trial;
    in->is_trial = true;
    in->depth++;
    struct pv_expr **markers = pv_new_array(in->arena, struct pv_expr *, changed->n + 1);
    for (int i = 0; i < changed->n; i++) {
        struct scalar *scalar = find(in, changed->v[i]);
        if (!scalar)
            continue;
        markers[i] = scalar->marker;
        scalar->marker = new_marker(in, scalar, c->loop.tree->range);
        scalar->value = pv_poly_leaf(in->arena, scalar->marker);
        scalar->is_modular = wraps(scalar->var->type);
    }
    int n_trips = in->trips.n;
    walk(in, c->loop.body);
    if (c->loop.after)
        walk(in, c->loop.after);
    in->trips.n = n_trips;
    for (int i = 0; i < changed->n; i++) {
        struct scalar *scalar = find(in, changed->v[i]);
        if (!scalar)
            continue;
        const struct pv_poly *marker = pv_poly_leaf(in->arena, scalar->marker);
        const struct pv_poly *advance = pv_poly_add(in->arena, scalar->value, marker, -1);
        advances[i] = is_invariant(in, c, changed, advance) ? advance : NULL;
    }
    for (int i = 0; i < changed->n; i++)
        if (find(in, changed->v[i]))
            find(in, changed->v[i])->marker = markers[i];
    restore(in, &before);
    in->is_trial = was_trial;
    in->depth--;
    return advances;
}

/* start + n * advance */
static const struct pv_poly *advanced(struct induction *in, const struct pv_poly *start, const struct pv_poly *n,
                                      const struct pv_poly *advance)
{
    int64_t constant;
    if (pv_poly_is_constant(advance, &constant) && !constant)
        return start;
    return pv_poly_add(in->arena, start, pv_poly_multiply(in->arena, n, advance), 1);
}

/* n * advance without the division that is part of the count. */
static const struct pv_poly *in_iteration(struct induction *in, const struct counted *c, const struct pv_poly *start,
                                          const struct pv_poly *advance)
{
    int64_t size = c->loop.step > 0 ? c->loop.step : -c->loop.step;
    const struct pv_poly *part = size == 1 || !c->count ? NULL : pv_poly_divide(in->arena, advance, size);
    if (!part)
        return advanced(in, start, c->count, advance);
    const struct pv_poly *run = c->loop.step > 0 ? pv_poly_add(in->arena, c->it, c->first, -1)
                                                 : pv_poly_add(in->arena, c->first, c->it, -1);
    return advanced(in, start, run, part);
}

/* Set the scalars that the loop changes to their values in the current iteration. */
static void enter_iteration(struct induction *in, const struct counted *c, const pv_vars *changed,
                            const struct pv_poly **advances, const scalars *before)
{
    for (int i = 0; i < changed->n; i++) {
        struct scalar *scalar = find(in, changed->v[i]);
        if (!scalar)
            continue;
        const struct scalar *old = &before->v[scalar - in->scalars.v];
        const struct pv_poly *value = advances[i] ? in_iteration(in, c, old->value, advances[i]) : NULL;
        int64_t constant;
        bool is_moving = !(pv_poly_is_constant(advances[i], &constant) && !constant);
        scalar->value = value;
        scalar->is_modular = value && (old->is_modular || (is_moving && wraps(scalar->var->type)));
        scalar->is_wanted = scalar->is_wanted || (value && is_moving && !in->is_trial);
    }
}

/* Set them to their values after the loop. */
static void leave_loop(struct induction *in, const struct counted *c, const pv_vars *changed,
                       const struct pv_poly **advances, const scalars *before)
{
    for (int i = 0; i < changed->n; i++) {
        struct scalar *scalar = find(in, changed->v[i]);
        if (!scalar)
            continue;
        const struct scalar *old = &before->v[scalar - in->scalars.v];
        const struct pv_poly *value = advances[i] ? advanced(in, old->value, c->trip, advances[i]) : NULL;
        set(in, scalar, value, old->is_modular || wraps(scalar->var->type));
    }
    if (!c->loop.is_declared && c->iterator) {
        const struct pv_poly *step = pv_poly_constant(in->arena, c->loop.step);
        const struct pv_poly *after = advanced(in, c->first, c->trip, step);
        set(in, c->iterator, after, wraps(c->iterator->var->type));
    }
    invalidate(in, c->loop.iterator);
}

/* Rewriting loops. */

/* The init clause: the iterator's part with "init" as its value, after what is left of the rest. */
static struct pv_tree *new_init(struct induction *in, const struct counted *c, struct pv_tree *before,
                                struct pv_expr *init, struct pv_var *iterator, bool is_declared)
{
    struct pv_range range = c->loop.tree->range;
    struct pv_tree *own = NULL;
    if (init && is_declared) {
        own = pv_tree_new(in->arena, PV_TREE_DECL, range);
        own->var = iterator;
        own->expr = init;
    } else if (init) {
        own = pv_tree_new(in->arena, PV_TREE_EXPR, range);
        own->expr = pv_expr_new_op(in->arena, PV_OP_ASSIGN, iterator->type, range, access_of(in, iterator, range),
                                   init);
    }
    if (!before || !before->children.n)
        return own;
    if (own)
        pv_push(in->arena, &before->children, own);
    return before;
}

/* "tree" without statements that do nothing; NULL where nothing is left. */
static struct pv_tree *without_null(struct induction *in, struct pv_tree *tree)
{
    if (!tree)
        return NULL;
    struct pv_tree *copy = pv_tree_new(in->arena, PV_TREE_BLOCK, tree->range);
    for (int i = 0; i < tree->children.n; i++)
        if (tree->children.v[i]->kind != PV_TREE_NULL)
            pv_push(in->arena, &copy->children, tree->children.v[i]);
    return copy->children.n ? copy : NULL;
}

/* The increment clause: the iterator's step, and what is left of the others, "after". */
static struct pv_expr *new_increment(struct induction *in, struct pv_expr *step, struct pv_tree *after)
{
    struct pv_expr *inc = step;
    for (int i = 0; after && i < after->children.n; i++) {
        struct pv_expr *next = after->children.v[i]->expr;
        inc = pv_expr_new_op(in->arena, PV_OP_COMMA, next->type, next->range, inc, next);
    }
    return inc;
}

/* The part of "inc" that steps "iterator". */
static struct pv_expr *step_in(struct pv_expr *inc, const struct pv_var *iterator)
{
    if (inc->kind == PV_EXPR_OP && inc->op == PV_OP_COMMA) {
        struct pv_expr *found = step_in(inc->args[0], iterator);
        return found ? found : step_in(inc->args[1], iterator);
    }
    return is_change(inc) && inc->args[0]->var == iterator ? inc : NULL;
}

/* "body" with the statement that ended it in the text. */
static struct pv_tree *with_last(struct induction *in, struct pv_tree *body, const struct pv_tree *text)
{
    pv_push(in->arena, &body->children, text->children.v[text->children.n - 1]);
    return body;
}

/* The loop with the clauses that are left of it. Its iterator stays what it is. */
static struct pv_tree *rebuild(struct induction *in, const struct counted *c, struct pv_tree *before,
                               struct pv_expr *init, struct pv_expr *cond, struct pv_tree *body, struct pv_tree *after)
{
    struct pv_tree *tree = c->loop.tree, *copy = copy_of(in, tree);
    copy->cond = cond;
    copy->body = tree->inc || c->loop.steps_first ? body : with_last(in, body, tree->body);
    if (tree->init)
        copy->init = new_init(in, c, without_null(in, before), init, c->loop.iterator, c->loop.is_declared);
    if (tree->inc)
        copy->inc = new_increment(in, step_in(tree->inc, c->loop.iterator), without_null(in, after));
    return copy;
}

/* "expr" with "by" in the place of "var". */
struct renaming {
    const struct pv_var *var;
    struct pv_var *by;
};

static struct pv_expr *rename_access(struct pv_expr *expr, void *user)
{
    const struct renaming *renaming = user;
    if (expr->kind == PV_EXPR_ACCESS && expr->var == renaming->var)
        expr->var = renaming->by;
    return expr;
}

/* The loop with an iterator of its own, "by", in the place of a scalar that is resolved: it starts at "first". */
static struct pv_tree *rebuild_declared(struct induction *in, const struct counted *c, struct pv_var *by,
                                        struct pv_tree *before, struct pv_expr *cond, struct pv_tree *body,
                                        struct pv_tree *after)
{
    struct pv_tree *copy = copy_of(in, c->loop.tree);
    struct pv_range range = c->loop.tree->range;
    copy->kind = PV_TREE_FOR;
    copy->body = body;
    struct pv_expr *first = expr_of(in, c->first, by->type, range);
    if (!first) {
        give_up(in, c->iterator, range.begin);
        return copy;
    }
    struct renaming renaming = {c->loop.iterator, by};
    copy->cond = cond ? pv_expr_map(cond, rename_access, &renaming) : NULL;
    copy->init = new_init(in, c, without_null(in, before), first, by, true);
    struct pv_expr *size = pv_expr_new_int(in->arena, c->loop.step, by->type, range);
    struct pv_expr *step = pv_expr_new_op(in->arena, PV_OP_ADD_ASSIGN, by->type, range, access_of(in, by, range), size);
    copy->inc = new_increment(in, step, without_null(in, after));
    return copy;
}

/* Nothing is known of the scalars "tree" changes: it may do so any number of times. */
static void forget_changed(struct induction *in, struct pv_tree *tree)
{
    pv_vars written = {0};
    pv_tree_collect_written(in->arena, tree, &written);
    for (int i = 0; i < written.n; i++) {
        struct scalar *scalar = find(in, written.v[i]);
        invalidate(in, written.v[i]);
        if (scalar)
            forget(scalar);
    }
}

/* A loop that is not counted. */
static struct pv_tree *walk_uncounted(struct induction *in, struct pv_tree *tree)
{
    struct pv_tree *copy = copy_of(in, tree);
    if (tree->init)
        copy->init = walk(in, tree->init);
    forget_changed(in, tree);
    copy->cond = resolve_expr(in, tree->cond);
    copy->body = walk(in, tree->body);
    if (tree->inc)
        copy->inc = resolve_expr(in, tree->inc);
    forget_changed(in, tree);
    return copy;
}

static bool find_continue(struct pv_tree *tree, void *user)
{
    bool *is_found = user;
    *is_found = *is_found || tree->kind == PV_TREE_CONTINUE;
    return tree->kind != PV_TREE_FOR && tree->kind != PV_TREE_WHILE && tree->kind != PV_TREE_DO;
}

static bool is_without_effect(struct pv_expr *expr, void *user)
{
    (void)user;
    return expr->kind != PV_EXPR_CALL &&
           !(expr->kind == PV_EXPR_OP && (pv_op_is_assignment(expr->op) || pv_op_is_step(expr->op)));
}

/* Forget the advances of scalars that the body changes: an iteration may end before that. */
static void drop_skipped(struct induction *in, const struct counted *c, const pv_vars *changed,
                         const struct pv_poly **advances)
{
    bool is_found = false;
    pv_tree_visit(c->loop.body, find_continue, &is_found);
    pv_vars written = {0};
    if (is_found)
        pv_tree_collect_written(in->arena, c->loop.body, &written);
    for (int i = 0; i < changed->n; i++)
        for (int j = 0; j < written.n; j++)
            if (changed->v[i] == written.v[j])
                advances[i] = NULL;
}

/* The iterator in the current iteration, and the variable that the rewritten loop has for it. */
static struct pv_var *name_iterator(struct induction *in, struct counted *c)
{
    struct pv_var *var = c->loop.iterator;
    if (c->iterator && c->iterator->is_resolved) {
        var = pv_new(in->arena, struct pv_var);
        *var = *c->loop.iterator;
        var->storage = PV_STORAGE_LOCAL;
        var->slot = 0;
    }
    c->it = pv_poly_leaf(in->arena, access_of(in, var, c->loop.tree->range));
    return var;
}

static struct pv_tree *walk_counted(struct induction *in, struct pv_tree *tree, struct counted *c)
{
    struct pv_tree *before = c->loop.before ? walk(in, c->loop.before) : NULL;
    c->iterator = find(in, c->loop.iterator);
    struct pv_expr *init = resolve_expr(in, c->loop.init);
    if (c->loop.init)
        c->start = value_of(in, c->loop.init);
    else if (c->iterator && !c->iterator->is_modular)
        c->start = c->iterator->value;
    if (c->loop.init && !keeps_values(c->loop.init->type, c->loop.iterator->type))
        c->start = NULL;
    struct pv_var *by = name_iterator(in, c);
    pv_vars changed = changed_by(in, c);
    if (!is_invariant(in, c, &changed, c->start))
        c->start = NULL;
    for (int i = 0; i < changed.n; i++)
        invalidate(in, changed.v[i]);
    invalidate(in, c->loop.iterator);
    scalars saved = save(in); /* no value in it depends on what the loop changes */
    for (int i = 0; i < changed.n; i++)
        if (find(in, changed.v[i]))
            forget(find(in, changed.v[i]));
    if (c->iterator)
        set(in, c->iterator, c->it, false);
    count_iterations(in, tree, c, &changed);
    const struct pv_poly **advances = find_advances(in, c, &changed);
    drop_skipped(in, c, &changed, advances);
    enter_iteration(in, c, &changed, advances, &saved);
    pv_push(in->arena, &in->around, tree);
    scalars in_body = save(in);
    struct pv_expr *cond = resolve_expr(in, by == c->loop.iterator ? tree->cond : c->loop.cond);
    restore(in, &in_body); /* a step in the condition makes the iterator what the body sees */
    struct pv_tree *body = walk(in, c->loop.body);
    struct pv_tree *after = c->loop.after ? walk(in, c->loop.after) : NULL;
    in->around.n--;
    struct pv_tree *copy = by == c->loop.iterator ? rebuild(in, c, before, init, cond, body, after)
                                                  : rebuild_declared(in, c, by, before, cond, body, after);
    leave_loop(in, c, &changed, advances, &saved);
    return copy;
}

/* Does the condition "cond" (may be NULL) change a variable other than "iterator"? */
static bool changes_others(struct induction *in, struct pv_expr *cond, const struct pv_var *iterator)
{
    pv_vars written = {0};
    if (cond)
        pv_expr_collect_written(in->arena, cond, &written);
    return written.n > 1 || (written.n && written.v[0] != iterator);
}

/* Does "cond" name "var" and no other scalar of "changed"? */
static bool tests_only(struct pv_expr *cond, const struct pv_var *var, const pv_vars *changed)
{
    for (int i = 0; i < changed->n; i++)
        if (changed->v[i] != var && mentions(cond, changed->v[i]))
            return false;
    return mentions(cond, var) > 0;
}

/* while (p < end) { *p++ = 0; }: the scalar that the condition tests advances somewhere in the body, by the same constant in
 * each iteration. It is the iterator, if it can be resolved. */
static bool recognise_by_body(struct induction *in, struct pv_tree *tree, struct counted *c)
{
    bool is_skipped = false;
    pv_tree_visit(tree->body, find_continue, &is_skipped);
    if (tree->kind != PV_TREE_WHILE || is_skipped || !pv_expr_visit(tree->cond, is_without_effect, NULL))
        return false;
    *c = (struct counted){.loop = {.tree = tree, .cond = tree->cond, .body = tree->body}};
    c->loop.has_break = pv_tree_has_escaping_jump(tree->body);
    c->loop.iterator = pv_new(in->arena, struct pv_var);
    pv_vars changed = changed_by(in, c);
    scalars before = save(in);
    for (int i = 0; i < changed.n; i++)
        invalidate(in, changed.v[i]);
    const struct pv_poly **advances = find_advances(in, c, &changed);
    restore(in, &before);
    for (int i = 0; i < changed.n; i++) {
        struct scalar *scalar = find(in, changed.v[i]);
        int64_t step;
        if (!scalar || !pv_poly_is_constant(advances[i], &step) || !step || step > 1024 || step < -1024 ||
            !tests_only(tree->cond, scalar->var, &changed))
            continue;
        scalar->is_wanted = scalar->is_wanted || !in->is_trial;
        c->loop.iterator = scalar->var;
        c->loop.step = step;
        return scalar->is_resolved;
    }
    return false;
}

static struct pv_tree *walk_loop(struct induction *in, struct pv_tree *tree)
{
    struct counted c = {.count = NULL};
    bool is_counted = pv_loop_recognise(in->ec, tree, &c.loop) && c.loop.iterator && find(in, c.loop.iterator);
    is_counted = (is_counted && !changes_others(in, tree->cond, c.loop.iterator)) || recognise_by_body(in, tree, &c);
    in->depth++;
    struct pv_tree *copy = is_counted ? walk_counted(in, tree, &c) : walk_uncounted(in, tree);
    in->depth--;
    return copy;
}

/* A scalar in a statement that is not followed cannot be resolved. */
static struct pv_tree *walk_other(struct induction *in, struct pv_tree *tree)
{
    struct pv_tree *copy = copy_of(in, tree);
    copy->expr = resolve_expr(in, tree->expr);
    for (int i = 0; i < tree->args.n; i++)
        for (int j = 0; j < in->scalars.n; j++)
            if (mentions(tree->args.v[i], in->scalars.v[j].var))
                give_up(in, &in->scalars.v[j], tree->range.begin);
    return copy;
}

static struct pv_tree *walk(struct induction *in, struct pv_tree *tree)
{
    switch (tree->kind) {
    case PV_TREE_BLOCK:
        return walk_block(in, tree);
    case PV_TREE_EXPR:
        return walk_expr(in, tree);
    case PV_TREE_DECL:
        return walk_decl(in, tree);
    case PV_TREE_IF:
        return walk_if(in, tree);
    case PV_TREE_FOR:
    case PV_TREE_WHILE:
        return walk_loop(in, tree);
    case PV_TREE_DO: {
        bool is_once = tree->cond->kind == PV_EXPR_INT && !tree->cond->value && !pv_tree_has_escaping_jump(tree->body);
        if (!is_once)
            return walk_uncounted(in, tree);
        struct pv_tree *copy = copy_of(in, tree);
        copy->body = walk(in, tree->body);
        return copy;
    }
    default:
        return walk_other(in, tree);
    }
}

/* The whole tree. */

/* Does a statement of the program see the value of "var" after the region? */
static bool is_live_after(const struct pv_eval *ec, const struct pv_var *var)
{
    const struct pv_region *region = ec->scop->region;
    for (int i = 0; i < region->used_after.n; i++)
        if (region->used_after.v[i] == var)
            return true;
    return region->all_used_after;
}

static bool find_declaration(struct pv_tree *tree, void *user)
{
    struct induction *in = user;
    struct scalar *scalar = tree->kind == PV_TREE_DECL ? find(in, tree->var) : NULL;
    if (scalar)
        scalar->is_declared = true;
    const struct pv_ctype *type = tree->kind == PV_TREE_DECL ? tree->var->type : NULL;
    for (; type && pv_ctype_is_indexable(type); type = type->elem)
        for (int i = 0; type->length_expr && i < in->scalars.n; i++)
            in->scalars.v[i].is_length = in->scalars.v[i].is_length ||
                                         mentions(type->length_expr, in->scalars.v[i].var);
    return true;
}

/* Variables that nothing but the text of "tree" changes, while it runs. */
static void find_scalars(struct induction *in, struct pv_tree *tree)
{
    pv_tree_collect_written(in->arena, tree, &in->written);
    for (int i = 0; i < in->written.n; i++) {
        struct pv_var *var = in->written.v[i];
        bool is_own = var->storage != PV_STORAGE_GLOBAL && !var->is_static && !var->is_thread_local;
        struct scalar scalar = {.var = var};
        if (is_own && !var->address_taken && !var->address_passed)
            pv_push(in->arena, &in->scalars, scalar);
    }
    pv_tree_visit(tree, find_declaration, in);
}

/* The value of "scalar" when "tree", all of the region, begins. */
static const struct pv_poly *entry_value(struct induction *in, const struct scalar *scalar, const struct pv_tree *tree)
{
    struct pv_range at = {tree->range.begin, tree->range.begin};
    const struct pv_region *region = in->ec->scop->region;
    for (int i = 0; scalar->var->offset_of && i < region->moved.n; i++)
        if (region->moved.v[i].var == scalar->var->offset_of && region->moved.v[i].is_from_itself)
            return pv_poly_constant(in->arena, 0);
    if (scalar->var->offset_of)
        return NULL;
    bool has_name = in->ec->names && !scalar->is_declared && scalar->var->storage != PV_STORAGE_GLOBAL;
    struct pv_var *name = has_name ? pv_named_get(in->ec, access_of(in, scalar->var, at), true) : NULL;
    return name ? pv_poly_leaf(in->arena, access_of(in, name, at)) : NULL;
}

/* Assign the last values of resolved scalars that the program needs after the region. */
static void add_final_values(struct induction *in, struct pv_tree *tree)
{
    struct pv_range range = tree->children.n ? tree->children.v[tree->children.n - 1]->range : tree->range;
    for (int i = 0; i < in->scalars.n; i++) {
        struct scalar *scalar = &in->scalars.v[i];
        if (!scalar->is_resolved || scalar->is_declared || scalar->var->offset_of || in->ec->is_summary ||
            !is_live_after(in->ec, scalar->var))
            continue;
        struct pv_expr *value = scalar->value ? expr_of(in, scalar->value, scalar->var->type, range) : NULL;
        if (!value) {
            give_up(in, scalar, range.end);
            continue;
        }
        struct pv_tree *final = pv_tree_new(in->arena, PV_TREE_EXPR, range);
        final->expr = pv_expr_new_op(in->arena, PV_OP_ASSIGN, scalar->var->type, range,
                                     access_of(in, scalar->var, range), value);
        final->is_final = true;
        pv_push(in->arena, &tree->children, final);
    }
}

/* A copy of "expr", what a pointer points at, with values in the place of its scalars; NULL where one is not known. */
static struct pv_expr *place_at_end(struct induction *in, const struct pv_expr *expr, struct pv_range range)
{
    struct pv_expr *copy = pv_expr_copy(in->arena, expr);
    for (int i = 0; i < copy->n_steps; i++) {
        struct pv_step *step = &copy->steps[i];
        struct scalar *scalar = step->kind == PV_STEP_INDEX && step->index->kind == PV_EXPR_ACCESS
                                    ? find(in, step->index->var)
                                    : NULL;
        if (!scalar)
            continue;
        bool is_known = scalar->value != NULL;
        for (int j = 0; j < in->written.n; j++)
            is_known = is_known && !pv_poly_mentions(scalar->value, in->written.v[j]);
        step->index = is_known ? expr_of(in, scalar->value, scalar->var->type, range) : NULL;
        if (!step->index) {
            give_up(in, scalar, range.begin);
            return NULL;
        }
    }
    return copy;
}

/* Note where pointers that the program needs after the region have moved to. What depends on another pointer that moves comes
 * before that one moves. */
static void add_moved(struct induction *in, struct pv_tree *tree)
{
    const struct pv_region *region = in->ec->scop->region;
    struct pv_range range = tree->children.n ? tree->children.v[tree->children.n - 1]->range : tree->range;
    in->ec->scop->moved.n = 0;
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < region->moved.n && !in->ec->is_summary; i++) {
            const struct pv_moved *moved = &region->moved.v[i];
            if (moved->is_from_itself != (pass == 1) || !is_live_after(in->ec, moved->var))
                continue;
            struct pv_moved last = {moved->var, place_at_end(in, moved->place, range), moved->is_from_itself};
            if (last.place && !last.is_from_itself && last.place->n_steps != 1)
                pv_eval_refuse(in->ec, range.begin, "set the pointer after the region",
                               "pointer '%s', which is used after the region, points into '%s'", moved->var->name,
                               last.place->var->name);
            if (last.place)
                pv_push(in->arena, &in->ec->scop->moved, last);
        }
}

/* One attempt at all of "tree". */
static struct pv_tree *attempt(struct induction *in, struct pv_tree *tree)
{
    in->has_failed = false;
    in->trips.n = 0;
    for (int i = 0; i < in->scalars.n; i++) {
        in->scalars.v[i].value = entry_value(in, &in->scalars.v[i], tree);
        in->scalars.v[i].is_modular = false;
    }
    struct pv_tree *copy = walk(in, tree);
    add_final_values(in, copy);
    if (!tree->inlined_call)
        add_moved(in, tree);
    return copy;
}

struct pv_tree *pv_induction_resolve(struct pv_eval *ec, struct pv_tree *tree)
{
    struct induction in = {.ec = ec, .arena = ec->arena};
    if (tree->kind != PV_TREE_BLOCK)
        return tree;
    find_scalars(&in, tree);
    bool was_before_walk = ec->is_before_walk, is_any = false;
    ec->is_before_walk = in.is_first = true;
    for (int i = 0; i < in.scalars.n; i++)
        in.scalars.v[i].is_resolved = in.scalars.v[i].var->offset_of != NULL;
    if (in.scalars.n)
        attempt(&in, tree);
    in.is_first = false;
    for (int i = 0; i < in.scalars.n; i++) {
        in.scalars.v[i].is_resolved = (in.scalars.v[i].is_wanted && !in.scalars.v[i].is_length) ||
                                      in.scalars.v[i].var->offset_of;
        is_any = is_any || in.scalars.v[i].is_resolved;
    }
    struct pv_tree *copy = is_any ? attempt(&in, tree) : tree;
    while (in.has_failed)
        copy = attempt(&in, tree);
    ec->is_before_walk = was_before_walk;
    is_any = false;
    for (int i = 0; i < in.scalars.n; i++)
        is_any = is_any || in.scalars.v[i].is_resolved;
    return is_any ? copy : tree;
}
