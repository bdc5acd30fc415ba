/* Bounds of subscripts that are not affine, by interval arithmetic on sums of products with parameters. */
#include "front/limits.h"

#include "front/affine.h"
#include "front/forward.h"

#include <isl/map.h>

/* Terms. */

/* Add a term without sizes; false where a limit is missing. */
static bool add_term(struct pv_eval *ec, __isl_take isl_pw_aff *least, __isl_take isl_pw_aff *most, pv_products *sum)
{
    struct pv_product term = {.least = least, .most = most};
    if (!least || !most) {
        isl_pw_aff_free(least);
        isl_pw_aff_free(most);
        return false;
    }
    pv_push(ec->arena, sum, term);
    return true;
}

/* The limits of the function "value" of the iterators over all instances that get here. */
static bool add_affine(struct pv_eval *ec, __isl_take isl_pw_aff *value, pv_products *sum)
{
    isl_map *graph = isl_map_intersect_domain(isl_map_from_pw_aff(value), isl_set_copy(ec->live));
    isl_set *values = isl_set_intersect_params(isl_map_range(graph), isl_set_copy(ec->param_bounds));
    bool is_bounded = isl_set_dim_has_lower_bound(values, isl_dim_set, 0) == isl_bool_true &&
                      isl_set_dim_has_upper_bound(values, isl_dim_set, 0) == isl_bool_true;
    isl_pw_aff *least = is_bounded ? isl_pw_aff_coalesce(isl_set_dim_min(isl_set_copy(values), 0)) : NULL;
    isl_pw_aff *most = is_bounded ? isl_pw_aff_coalesce(isl_set_dim_max(isl_set_copy(values), 0)) : NULL;
    isl_set_free(values);
    return add_term(ec, least, most, sum);
}

/* One pair of limits for "sum", whose terms must have no sizes; NULL, NULL otherwise. Frees "sum". */
static void add_up(pv_products *sum, isl_pw_aff **least, isl_pw_aff **most)
{
    bool ok = sum->n > 0;
    *least = *most = NULL;
    for (int i = 0; i < sum->n; i++)
        ok = ok && !sum->v[i].n_sizes;
    for (int i = 0; i < sum->n && ok; i++) {
        isl_pw_aff *low = isl_pw_aff_copy(sum->v[i].least), *high = isl_pw_aff_copy(sum->v[i].most);
        *least = *least ? isl_pw_aff_add(*least, low) : low;
        *most = *most ? isl_pw_aff_add(*most, high) : high;
    }
    pv_products_free(sum);
}

/* Expressions. */

static bool collect(struct pv_eval *ec, const struct pv_expr *expr, pv_products *sum);

/* The limits of an expression without products; NULL, NULL where there are none. */
static void find_limits(struct pv_eval *ec, const struct pv_expr *expr, isl_pw_aff **least, isl_pw_aff **most)
{
    pv_products sum = {0};
    *least = *most = NULL;
    if (collect(ec, expr, &sum))
        add_up(&sum, least, most);
    else
        pv_products_free(&sum);
}

static bool is_signed_int(const struct pv_ctype *type)
{
    return type->kind == PV_TYPE_INT && type->is_signed;
}

/* A value that the region does not change and that has no cases, over the parameters; NULL where "expr" is none. */
static __isl_give isl_pw_aff *symbolic_value(struct pv_eval *ec, const struct pv_expr *expr)
{
    isl_pw_aff *aff = pv_affine_value(ec, expr).aff;
    bool is_symbolic = aff && isl_pw_aff_n_piece(aff) == 1 &&
                       isl_pw_aff_involves_dims(aff, isl_dim_in, 0, (unsigned)ec->depth) == isl_bool_false;
    return is_symbolic ? isl_pw_aff_drop_dims(aff, isl_dim_in, 0, (unsigned)ec->depth) : isl_pw_aff_free(aff);
}

/* "term" times the number "factor". */
static void scale_term(struct pv_product *term, __isl_take isl_val *factor)
{
    term->least = isl_pw_aff_scale_val(term->least, isl_val_copy(factor));
    term->most = isl_pw_aff_scale_val(term->most, isl_val_copy(factor));
    if (isl_val_is_neg(factor) == isl_bool_true) {
        isl_pw_aff *swap = term->least;
        term->least = term->most;
        term->most = swap;
    }
    isl_val_free(factor);
}

/* The number that "aff", of one piece, is; NULL where it is none. */
static __isl_give isl_val *number_of(__isl_keep isl_pw_aff *aff)
{
    if (isl_pw_aff_is_cst(aff) != isl_bool_true)
        return NULL;
    isl_aff *piece = isl_pw_aff_as_aff(isl_pw_aff_copy(aff));
    isl_val *number = isl_aff_get_constant_val(piece);
    isl_aff_free(piece);
    return number;
}

/* Multiply the terms of "sum" from number "first" on by "size", a value that the test takes for positive unless it is a
 * number. */
static bool multiply(pv_products *sum, int first, __isl_take isl_pw_aff *size)
{
    isl_val *number = number_of(size);
    bool ok = true;
    for (int i = first; i < sum->n && ok; i++) {
        struct pv_product *term = &sum->v[i];
        ok = number || term->n_sizes < PV_MAX_SIZES;
        if (number)
            scale_term(term, isl_val_copy(number));
        else if (ok)
            term->sizes[term->n_sizes++] = isl_pw_aff_copy(size);
    }
    isl_val_free(number);
    isl_pw_aff_free(size);
    return ok;
}

/* a * b, of which one is symbolic. */
static bool collect_product(struct pv_eval *ec, const struct pv_expr *expr, pv_products *sum)
{
    for (int side = 0; side < 2; side++) {
        isl_pw_aff *size = symbolic_value(ec, expr->args[side]);
        int first = sum->n;
        if (size)
            return collect(ec, expr->args[1 - side], sum) ? multiply(sum, first, size) : (isl_pw_aff_free(size), false);
    }
    return false;
}

/* a + b or a - b */
static bool collect_sum(struct pv_eval *ec, const struct pv_expr *expr, pv_products *sum)
{
    if (!collect(ec, expr->args[0], sum))
        return false;
    int first = sum->n;
    if (!collect(ec, expr->args[1], sum))
        return false;
    for (int i = first; i < sum->n && expr->op == PV_OP_SUB; i++)
        scale_term(&sum->v[i], isl_val_negone(ec->ctx));
    return true;
}

/* a % b: less than b, and of the sign of a. */
static bool collect_remainder(struct pv_eval *ec, const struct pv_expr *expr, pv_products *sum)
{
    isl_pw_aff *least, *most, *size = isl_pw_aff_project_domain_on_params(symbolic_value(ec, expr->args[1]));
    find_limits(ec, expr->args[0], &least, &most);
    bool ok = size && least && most && is_signed_int(expr->type);
    isl_pw_aff *beyond = ok ? isl_pw_aff_max(isl_pw_aff_copy(size), isl_pw_aff_neg(isl_pw_aff_copy(size))) : NULL;
    isl_pw_aff *zero = ok ? isl_pw_aff_scale_val(isl_pw_aff_copy(size), isl_val_zero(ec->ctx)) : NULL;
    isl_val *one = isl_val_one(ec->ctx);
    if (ok) {
        isl_pw_aff *high = isl_pw_aff_add_constant_val(isl_pw_aff_copy(beyond), isl_val_neg(isl_val_copy(one)));
        isl_pw_aff *low = isl_pw_aff_add_constant_val(isl_pw_aff_neg(isl_pw_aff_copy(beyond)), isl_val_copy(one));
        low = isl_pw_aff_max(low, isl_pw_aff_min(least, isl_pw_aff_copy(zero)));
        high = isl_pw_aff_min(high, isl_pw_aff_max(most, isl_pw_aff_copy(zero)));
        ok = add_term(ec, isl_pw_aff_coalesce(low), isl_pw_aff_coalesce(high), sum);
    } else {
        isl_pw_aff_free(least);
        isl_pw_aff_free(most);
    }
    isl_val_free(one);
    isl_pw_aff_free(zero);
    isl_pw_aff_free(beyond);
    isl_pw_aff_free(size);
    return ok;
}

/* The limits of operand "i" of the choice "expr". */
static void find_case(struct pv_eval *ec, const struct pv_expr *expr, int i, isl_pw_aff **least, isl_pw_aff **most)
{
    pv_limits_before before = pv_limits_enter(ec, expr->args[0], i == 1, NULL);
    find_limits(ec, expr->args[i], least, most);
    pv_limits_leave(ec, &before);
}

/* c ? a : b */
static bool collect_choice(struct pv_eval *ec, const struct pv_expr *expr, pv_products *sum)
{
    isl_pw_aff *least, *most, *other_least, *other_most;
    find_case(ec, expr, 1, &least, &most);
    find_case(ec, expr, 2, &other_least, &other_most);
    if (least && most && other_least && other_most)
        return add_term(ec, isl_pw_aff_min(least, other_least), isl_pw_aff_max(most, other_most), sum);
    isl_pw_aff_free(least);
    isl_pw_aff_free(most);
    isl_pw_aff_free(other_least);
    isl_pw_aff_free(other_most);
    return false;
}

/* Does the conversion "cast" keep every value of its operand? One to 64 bits does modulo 2^64, which is as good for a subscript. */
static bool keeps_value(const struct pv_expr *cast)
{
    const struct pv_ctype *from = cast->args[0]->type, *to = cast->type;
    if (from->kind != PV_TYPE_INT || to->kind != PV_TYPE_INT)
        return false;
    return to->bits >= 64 || (to->bits > from->bits && (to->is_signed || !from->is_signed)) ||
           (to->bits == from->bits && to->is_signed == from->is_signed);
}

/* Do nothing but the assignments that the walk sees change "var"? */
static bool is_followed(const struct pv_var *var)
{
    return pv_var_is_trackable(var) && is_signed_int(var->type) && var->storage != PV_STORAGE_GLOBAL &&
           !var->address_taken;
}

static bool collect_scalar(struct pv_eval *ec, const struct pv_expr *expr, pv_products *sum)
{
    if (expr->n_steps || !is_followed(expr->var))
        return false;
    const struct pv_binding *binding = pv_eval_binding(ec, expr->var);
    return add_term(ec, isl_pw_aff_copy(binding->least), isl_pw_aff_copy(binding->most), sum);
}

/* Where "expr" is what a limited variable was given, which stands in the place of the variable: the limits of that. */
static bool collect_forwarded(struct pv_eval *ec, const struct pv_expr *expr, pv_products *sum)
{
    for (int i = ec->limited.n - 1; i >= 0; i--) {
        struct pv_var *var = ec->limited.v[i];
        const struct pv_definition *definition = pv_forward_definition(ec, var);
        const struct pv_binding *binding = pv_eval_binding(ec, var);
        if (definition && pv_expr_is_same(definition->expr, expr) &&
            add_term(ec, isl_pw_aff_copy(binding->least), isl_pw_aff_copy(binding->most), sum))
            return true;
    }
    return false;
}

static bool collect_operation(struct pv_eval *ec, const struct pv_expr *expr, pv_products *sum)
{
    /* Unsigned arithmetic of 64 bits is as good as signed in sums and products; other operators see what it made. */
    bool is_modular = expr->type->kind == PV_TYPE_INT && expr->type->bits == 64;
    if (!is_signed_int(expr->type) && !is_modular)
        return false;
    switch (expr->op) {
    case PV_OP_ADD:
    case PV_OP_SUB:
        return collect_sum(ec, expr, sum);
    case PV_OP_MUL:
        return collect_product(ec, expr, sum);
    case PV_OP_MOD:
        return collect_remainder(ec, expr, sum);
    case PV_OP_COND:
        return is_signed_int(expr->type) && collect_choice(ec, expr, sum);
    default:
        return false;
    }
}

/* Add terms to "sum" whose sum "expr" lies between. */
static bool collect(struct pv_eval *ec, const struct pv_expr *expr, pv_products *sum)
{
    isl_pw_aff *value = pv_affine_value(ec, expr).aff;
    if (value)
        return add_affine(ec, value, sum);
    if (expr->kind == PV_EXPR_ACCESS)
        return collect_scalar(ec, expr, sum);
    if (collect_forwarded(ec, expr, sum))
        return true;
    if (expr->kind == PV_EXPR_CAST)
        return keeps_value(expr) && collect(ec, expr->args[0], sum);
    return expr->kind == PV_EXPR_OP && collect_operation(ec, expr, sum);
}

/* Does the region have tests, so that limits are of use? */
static bool may_test(const struct pv_eval *ec)
{
    return ec->params->run_time_tests && !ec->is_summary && ec->shapes;
}

/* Evaluation that excludes nothing, and takes products of parameters apart. */
struct quiet {
    bool was_certain, kept_products;
};

static struct quiet begin_quiet(struct pv_eval *ec)
{
    struct quiet quiet = {ec->is_certain, ec->keeps_products};
    ec->is_certain = false;
    ec->keeps_products = true;
    return quiet;
}

static void end_quiet(struct pv_eval *ec, struct quiet quiet)
{
    ec->is_certain = quiet.was_certain;
    ec->keeps_products = quiet.kept_products;
}

bool pv_limits_of_subscript(struct pv_eval *ec, const struct pv_expr *expr, pv_products *bounds)
{
    if (!may_test(ec))
        return false;
    struct quiet quiet = begin_quiet(ec);
    bool ok = collect(ec, expr, bounds);
    end_quiet(ec, quiet);
    if (!ok)
        pv_products_free(bounds);
    return ok;
}

/* Variables. */

struct pv_old_limits pv_limits_of_value(struct pv_eval *ec, struct pv_var *var, const struct pv_expr *value)
{
    struct pv_old_limits limits = {var, NULL, NULL};
    const struct pv_ctype *from = value->type, *to = var->type;
    if (!may_test(ec) || !is_followed(var) || !is_signed_int(from) || to->bits < from->bits)
        return limits;
    struct quiet quiet = begin_quiet(ec);
    find_limits(ec, value, &limits.least, &limits.most);
    end_quiet(ec, quiet);
    return limits;
}

void pv_limits_remember(struct pv_eval *ec, struct pv_old_limits limits)
{
    struct pv_binding *binding = pv_eval_binding(ec, limits.var);
    isl_pw_aff_free(binding->least);
    isl_pw_aff_free(binding->most);
    binding->least = limits.least;
    binding->most = limits.most;
}

/* Conditions. */

static const struct pv_expr *without_widening(const struct pv_expr *expr)
{
    while (expr->kind == PV_EXPR_CAST && is_signed_int(expr->type) && is_signed_int(expr->args[0]->type) &&
           expr->type->bits >= expr->args[0]->type->bits)
        expr = expr->args[0];
    return expr;
}

static bool is_among(const struct pv_var *var, const pv_vars *vars)
{
    for (int i = 0; i < vars->n; i++)
        if (vars->v[i] == var)
            return true;
    return false;
}

/* The comparison that holds where "op" fails. */
static enum pv_op opposite(enum pv_op op)
{
    return op == PV_OP_LT ? PV_OP_GE : op == PV_OP_GE ? PV_OP_LT : op == PV_OP_GT ? PV_OP_LE : PV_OP_GT;
}

/* The comparison of b and a that is "op" of a and b. */
static enum pv_op turned(enum pv_op op)
{
    return op == PV_OP_LT ? PV_OP_GT : op == PV_OP_GT ? PV_OP_LT : op == PV_OP_GE ? PV_OP_LE : PV_OP_GE;
}

/* Limit "var" where "var op limit" holds. */
static void limit(struct pv_eval *ec, struct pv_var *var, enum pv_op op, const struct pv_expr *limit,
                  pv_limits_before *before)
{
    isl_pw_aff *least, *most;
    find_limits(ec, limit, &least, &most);
    const struct pv_binding *binding = pv_eval_binding(ec, var);
    struct pv_old_limits old = {var, isl_pw_aff_copy(binding->least), isl_pw_aff_copy(binding->most)};
    struct pv_old_limits now = {var, isl_pw_aff_copy(binding->least), isl_pw_aff_copy(binding->most)};
    bool is_upper = op == PV_OP_LT || op == PV_OP_LE;
    isl_pw_aff *bound = is_upper ? isl_pw_aff_copy(most) : isl_pw_aff_copy(least);
    if (bound && (op == PV_OP_LT || op == PV_OP_GT))
        bound = isl_pw_aff_add_constant_val(bound, isl_val_int_from_si(ec->ctx, is_upper ? -1 : 1));
    if (bound && is_upper)
        now.most = now.most ? isl_pw_aff_coalesce(isl_pw_aff_min(now.most, bound)) : bound;
    else if (bound)
        now.least = now.least ? isl_pw_aff_coalesce(isl_pw_aff_max(now.least, bound)) : bound;
    isl_pw_aff_free(least);
    isl_pw_aff_free(most);
    pv_push(ec->arena, before, old);
    pv_push(ec->arena, &ec->limited, var);
    pv_limits_remember(ec, now);
}

/* Limit both sides of the comparison "expr", which is "op" here. */
static void limit_by_comparison(struct pv_eval *ec, const struct pv_expr *expr, enum pv_op op, const pv_vars *written,
                                pv_limits_before *before)
{
    if (!is_signed_int(expr->args[0]->type) || !is_signed_int(expr->args[1]->type))
        return;
    for (int side = 0; side < 2; side++) {
        const struct pv_expr *place = without_widening(expr->args[side]);
        if (place->kind == PV_EXPR_ACCESS && !place->n_steps && is_followed(place->var) &&
            pv_eval_binding(ec, place->var)->state == PV_ANY_VALUE && !is_among(place->var, written))
            limit(ec, place->var, side ? turned(op) : op, expr->args[1 - side], before);
    }
}

static void enter(struct pv_eval *ec, const struct pv_expr *condition, bool holds, const pv_vars *written,
                  pv_limits_before *before)
{
    if (condition->kind == PV_EXPR_CAST) {
        enter(ec, condition->args[0], holds, written, before);
        return;
    }
    if (condition->kind != PV_EXPR_OP)
        return;
    enum pv_op op = condition->op;
    bool is_ordering = op == PV_OP_LT || op == PV_OP_LE || op == PV_OP_GT || op == PV_OP_GE;
    if (op == PV_OP_NOT) {
        enter(ec, condition->args[0], !holds, written, before);
    } else if (op == (holds ? PV_OP_LAND : PV_OP_LOR)) {
        enter(ec, condition->args[0], holds, written, before);
        enter(ec, condition->args[1], holds, written, before);
    } else if (is_ordering) {
        limit_by_comparison(ec, condition, holds ? op : opposite(op), written, before);
    }
}

pv_limits_before pv_limits_enter(struct pv_eval *ec, struct pv_expr *condition, bool holds, const pv_vars *written)
{
    pv_limits_before before = {0};
    pv_vars changed = {0};
    if (!may_test(ec))
        return before;
    pv_expr_collect_written(ec->arena, condition, &changed);
    for (int i = 0; written && i < written->n; i++)
        pv_push(ec->arena, &changed, written->v[i]);
    struct quiet quiet = begin_quiet(ec);
    enter(ec, condition, holds, &changed, &before);
    end_quiet(ec, quiet);
    return before;
}

void pv_limits_leave(struct pv_eval *ec, pv_limits_before *before)
{
    for (int i = before->n - 1; i >= 0; i--)
        pv_limits_remember(ec, before->v[i]);
    ec->limited.n -= before->n;
    before->n = 0;
}
