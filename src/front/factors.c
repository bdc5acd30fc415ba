/* Finds the factors of parameters. */
#include "front/factors.h"

#include "front/cases.h"
#include "front/named.h"

void pv_factors_free(struct pv_factors *factors)
{
    while (factors->n)
        isl_pw_aff_free(factors->list[--factors->n]);
}

/* "expr" without conversions that keep its value. */
static const struct pv_expr *strip(const struct pv_expr *expr)
{
    while (expr && expr->kind == PV_EXPR_CAST && expr->args[0]->type->kind == PV_TYPE_INT && expr->type->is_signed &&
           expr->type->bits >= expr->args[0]->type->bits && expr->args[0]->type->is_signed)
        expr = expr->args[0];
    return expr;
}

/* The signed value that "var" is known to have, or NULL. */
static const struct pv_expr *value_of(const struct pv_var *var)
{
    const struct pv_expr *value = strip(var->value ? var->value : var->origin);
    bool fits = value && value->type->kind == PV_TYPE_INT && value->type->is_signed && var->type->is_signed &&
                var->type->bits >= value->type->bits;
    return fits ? value : NULL;
}

static bool is_scalar(const struct pv_expr *expr)
{
    return expr->kind == PV_EXPR_ACCESS && !expr->n_steps && pv_var_is_trackable(expr->var);
}

/* Is "value" the quotient of "var", or of any variable where "var" is NULL, by a variable? */
static bool is_quotient(const struct pv_expr *value, const struct pv_var *var)
{
    if (!value || value->kind != PV_EXPR_OP || value->op != PV_OP_DIV)
        return false;
    const struct pv_expr *dividend = strip(value->args[0]), *divisor = strip(value->args[1]);
    return is_scalar(dividend) && is_scalar(divisor) && dividend->var != divisor->var && (!var || dividend->var == var);
}

static bool is_product(const struct pv_expr *value)
{
    return value && value->kind == PV_EXPR_OP && value->op == PV_OP_MUL;
}

bool pv_factors_exist(const struct pv_eval *ec, bool may_assume)
{
    for (int i = 0; i < ec->scop->parameters.n; i++) {
        const struct pv_var *var = ec->scop->parameters.v[i];
        const struct pv_expr *value = value_of(var);
        if ((var->origin && is_product(value)) || (may_assume && is_quotient(value, NULL)))
            return true;
    }
    return false;
}

/* Assume that "dividend" is "divisor" times "quotient": as the quotient is their integer quotient, the product does not
 * overflow. */
static bool assume_exact(struct pv_eval *ec, struct pv_var *dividend, const struct pv_expr *divisor,
                         struct pv_var *quotient)
{
    struct pv_expr *access = pv_expr_new(ec->arena, PV_EXPR_ACCESS, quotient->type, divisor->range);
    access->var = quotient;
    struct pv_expr *product = pv_expr_new(ec->arena, PV_EXPR_OP, quotient->type, divisor->range);
    product->op = PV_OP_MUL;
    product->n_args = 2;
    product->args = pv_new_array(ec->arena, struct pv_expr *, 2);
    product->args[0] = pv_expr_copy(ec->arena, divisor);
    product->args[1] = access;
    struct pv_var *name = pv_named_get(ec, product, true);
    if (!name)
        return false;
    isl_pw_aff *whole = pv_eval_var(ec, dividend).aff, *parts = pv_eval_var(ec, name).aff;
    if (!whole || !parts) {
        isl_pw_aff_free(whole);
        isl_pw_aff_free(parts);
        return false;
    }
    pv_named_met(ec, name);
    isl_set *exact = isl_set_params(pv_cases_compare(PV_OP_EQ, whole, parts));
    ec->assumed = ec->assumed ? isl_set_intersect(ec->assumed, exact) : exact;
    return ec->assumed;
}

static bool add_var(struct pv_eval *ec, struct pv_var *var, bool may_assume, int depth, struct pv_factors *factors);

/* Multiply "factors" by "value". */
static bool add_value(struct pv_eval *ec, const struct pv_expr *value, bool may_assume, int depth,
                      struct pv_factors *factors)
{
    enum { largest = 1 << 20 };
    value = strip(value);
    if (is_product(value) && value->type->is_signed)
        return add_value(ec, value->args[0], may_assume, depth, factors) &&
               add_value(ec, value->args[1], may_assume, depth, factors);
    if (value->kind == PV_EXPR_INT && value->value > 0 && value->value <= largest && factors->constant <= largest) {
        factors->constant *= value->value;
        return true;
    }
    return is_scalar(value) && add_var(ec, value->var, may_assume, depth + 1, factors);
}

/* The parameter whose value is the quotient of "var" by another one, or NULL. */
static struct pv_var *find_quotient(const struct pv_eval *ec, const struct pv_var *var)
{
    for (int i = 0; i < ec->scop->parameters.n; i++)
        if (is_quotient(value_of(ec->scop->parameters.v[i]), var))
            return ec->scop->parameters.v[i];
    return NULL;
}

/* Multiply "factors" by "var": by its own factors where it has any. */
static bool add_var(struct pv_eval *ec, struct pv_var *var, bool may_assume, int depth, struct pv_factors *factors)
{
    enum { deepest = 4 };
    const struct pv_expr *value = value_of(var);
    if (depth < deepest && is_product(value))
        return add_value(ec, value, may_assume, depth, factors);
    struct pv_var *quotient = depth < deepest && may_assume ? find_quotient(ec, var) : NULL;
    if (quotient) {
        const struct pv_expr *divisor = strip(value_of(quotient)->args[1]);
        return assume_exact(ec, var, divisor, quotient) && add_value(ec, divisor, may_assume, depth, factors) &&
               add_var(ec, quotient, may_assume, deepest, factors);
    }
    isl_pw_aff *aff = factors->n < PV_MAX_FACTORS ? pv_eval_var(ec, var).aff : NULL;
    if (aff)
        factors->list[factors->n++] = aff;
    return aff;
}

bool pv_factors_find(struct pv_eval *ec, struct pv_var *var, bool may_assume, struct pv_factors *factors)
{
    *factors = (struct pv_factors){.constant = 1};
    bool ok = add_var(ec, var, may_assume, 0, factors) && factors->n > 1;
    if (!ok)
        pv_factors_free(factors);
    return ok;
}
