/* Makes run-time tests that unsigned subscripts do not wrap around. */
#include "front/fits.h"

#include "base/islx.h"

#include "front/named.h"

#include <isl/map.h>
#include <string.h>

static const struct pv_ctype truth = {.kind = PV_TYPE_INT, .spelling = "int", .size = 4, .bits = 32, .is_signed = true};
static const struct pv_ctype wide = {
    .kind = PV_TYPE_INT, .spelling = "long long", .size = 8, .bits = 64, .is_signed = true};
static const struct pv_ctype modular = {.kind = PV_TYPE_INT, .spelling = "unsigned long long", .size = 8, .bits = 64};

/* Affine functions of the parameters as expressions of C. */

static struct pv_expr *converted(struct pv_eval *ec, struct pv_expr *expr, const struct pv_ctype *type)
{
    struct pv_expr *cast = pv_expr_new(ec->arena, PV_EXPR_CAST, type, expr->range);
    cast->n_args = 1;
    cast->args = pv_new_array(ec->arena, struct pv_expr *, 1);
    cast->args[0] = expr;
    return cast;
}

static struct pv_expr *number(struct pv_eval *ec, int64_t value, const struct pv_ctype *type)
{
    return pv_expr_new_int(ec->arena, value, type, ec->scop->region->range);
}

static struct pv_expr *operation(struct pv_eval *ec, enum pv_op op, const struct pv_ctype *type, struct pv_expr *a,
                                 struct pv_expr *b)
{
    return pv_expr_new_op(ec->arena, op, type, ec->scop->region->range, a, b);
}

/* "value" as a small number; false where it is none. */
static bool is_small(__isl_take isl_val *value, int64_t *number)
{
    const long most = 1L << 24;
    bool is_one = isl_val_is_int(value) == isl_bool_true && isl_val_cmp_si(value, most) < 0 &&
                  isl_val_cmp_si(value, -most) > 0;
    *number = is_one ? isl_val_get_num_si(value) : 0;
    isl_val_free(value);
    return is_one;
}

/* "times" the parameter with name "id"; NULL where it may have more than 32 bits. */
static struct pv_expr *multiple(struct pv_eval *ec, const char *id, int64_t times)
{
    for (int i = 0; i < ec->scop->parameters.n; i++) {
        struct pv_var *var = ec->scop->parameters.v[i];
        if (var->id != id && strcmp(var->id, id))
            continue;
        if (var->type->bits > 32)
            return NULL;
        struct pv_expr *access = pv_expr_new(ec->arena, PV_EXPR_ACCESS, var->type, ec->scop->region->range);
        access->var = var;
        struct pv_expr *value = converted(ec, access, &wide);
        return times == 1 ? value : operation(ec, PV_OP_MUL, &wide, number(ec, times, &wide), value);
    }
    return NULL;
}

static struct pv_expr *as_expression(struct pv_eval *ec, __isl_keep isl_aff *aff);

static struct pv_expr *plus(struct pv_eval *ec, struct pv_expr *sum, struct pv_expr *term)
{
    return sum ? operation(ec, PV_OP_ADD, &wide, sum, term) : term;
}

/* "times" the integer division number "i" of "aff"; C rounds a negative quotient up, which is more than enough where "times" is
 * positive. NULL where there is no such expression. */
static struct pv_expr *quotient(struct pv_eval *ec, __isl_keep isl_aff *aff, int i, int64_t times)
{
    isl_aff *inside = isl_aff_get_div(aff, i);
    isl_val *divisor = isl_aff_get_denominator_val(inside);
    inside = isl_aff_scale_val(inside, isl_val_copy(divisor));
    int64_t number_below;
    bool ok = is_small(divisor, &number_below) && times > 0;
    struct pv_expr *above = ok ? as_expression(ec, inside) : NULL;
    isl_aff_free(inside);
    if (!above)
        return NULL;
    struct pv_expr *result = operation(ec, PV_OP_DIV, &wide, above, number(ec, number_below, &wide));
    return times == 1 ? result : operation(ec, PV_OP_MUL, &wide, number(ec, times, &wide), result);
}

/* The sum of all terms of "aff" with parameters or, where "with_divisions", with integer divisions; "*ok" is cleared where there
 * is no expression for one. */
static struct pv_expr *add_terms(struct pv_eval *ec, __isl_keep isl_aff *aff, bool with_divisions, struct pv_expr *sum,
                                 bool *ok)
{
    enum isl_dim_type type = with_divisions ? isl_dim_div : isl_dim_param;
    isl_size n = isl_aff_dim(aff, type);
    for (int i = 0; i < n && *ok; i++) {
        int64_t factor;
        *ok = is_small(isl_aff_get_coefficient_val(aff, type, i), &factor);
        if (!factor)
            continue;
        struct pv_expr *term = with_divisions
                                   ? quotient(ec, aff, i, factor)
                                   : multiple(ec, isl_aff_get_dim_name(aff, isl_dim_param, (unsigned)i), factor);
        *ok = term;
        sum = term ? plus(ec, sum, term) : NULL;
    }
    return sum;
}

/* "aff", a function of parameters of at most 32 bits, as an expression of 64 bits that does not overflow and is not less; NULL
 * where it is none. */
static struct pv_expr *as_expression(struct pv_eval *ec, __isl_keep isl_aff *aff)
{
    int64_t constant;
    bool ok = true;
    struct pv_expr *sum = add_terms(ec, aff, false, NULL, &ok);
    sum = ok ? add_terms(ec, aff, true, sum, &ok) : NULL;
    if (!ok || !is_small(isl_aff_get_constant_val(aff), &constant))
        return NULL;
    return !sum || constant ? plus(ec, sum, number(ec, constant, &wide)) : sum;
}

/* Tests. */

static void assume(struct pv_eval *ec, __isl_take isl_set *condition)
{
    ec->assumed = ec->assumed ? isl_set_intersect(ec->assumed, condition) : condition;
}

/* Assume that "condition", of type int, is 1. */
static bool assume_true(struct pv_eval *ec, struct pv_expr *condition)
{
    struct pv_var *name = pv_named_get(ec, condition, true);
    if (!name)
        return false;
    struct pv_binding *binding = pv_eval_binding(ec, name);
    binding->min = 0;
    binding->max = 1;
    isl_pw_aff *value = pv_eval_var(ec, name).aff;
    if (!value)
        return false;
    pv_named_met(ec, name);
    assume(ec, isl_set_params(isl_pw_aff_eq_set(value, pv_eval_constant(ec, 1))));
    return ec->assumed;
}

/* "rows <= 0 || (rows <= 2^bits && rows * s1 <= 2^bits && rows * s1 * s2 <= 2^bits)": each product is computed only if the one
 * before it is at most 2^32, so that none exceeds 64 bits. */
static struct pv_expr *make_test(struct pv_eval *ec, struct pv_expr *rows, int n, struct pv_expr *const *sizes,
                                 int bits)
{
    int64_t limit = (int64_t)1 << bits;
    struct pv_expr *test = operation(ec, PV_OP_LE, &truth, rows, number(ec, limit, &wide));
    struct pv_expr *product = converted(ec, pv_expr_copy(ec->arena, rows), &modular);
    for (int i = 0; i < n; i++) {
        product = operation(ec, PV_OP_MUL, &modular, pv_expr_copy(ec->arena, product),
                            converted(ec, pv_expr_copy(ec->arena, sizes[i]), &modular));
        struct pv_expr *fits = operation(ec, PV_OP_LE, &truth, product, number(ec, limit, &modular));
        test = operation(ec, PV_OP_LAND, &truth, test, fits);
    }
    struct pv_expr *none = operation(ec, PV_OP_LE, &truth, pv_expr_copy(ec->arena, rows), number(ec, 0, &wide));
    return operation(ec, PV_OP_LOR, &truth, none, test);
}

/* Making tests for each case of the largest row. */
struct testing {
    struct pv_eval *ec;
    int n, bits;
    struct pv_expr *sizes[8];
    bool ok;
};

/* Assume that the parameters are not in "where", at the least cost: that a parameter which has one value there has a larger one,
 * as others rarely matter. False where no parameter has. */
static bool assume_outside(struct pv_eval *ec, __isl_keep isl_set *where)
{
    isl_size n = isl_set_dim(where, isl_dim_param);
    for (int i = 0; i < n; i++) {
        isl_val *value = isl_set_plain_get_val_if_fixed(where, isl_dim_param, (unsigned)i);
        if (isl_val_is_int(value) != isl_bool_true) {
            isl_val_free(value);
            continue;
        }
        isl_set *above = isl_set_universe(isl_set_get_space(where));
        assume(ec, isl_set_lower_bound_val(above, isl_dim_param, (unsigned)i, isl_val_add_ui(value, 1)));
        return ec->assumed;
    }
    return false;
}

/* A case that is tested; or a constant so large that its parameters are excluded by themselves: a bound that wrapped around. */
static isl_stat test_case(__isl_take isl_set *where, __isl_take isl_aff *last, void *user)
{
    struct testing *testing = user;
    struct pv_eval *ec = testing->ec;
    isl_val *constant = isl_aff_get_constant_val(last);
    bool is_far = isl_aff_is_cst(last) == isl_bool_true && isl_val_cmp_si(constant, 1L << 24) >= 0;
    isl_val_free(constant);
    struct pv_expr *rows = is_far ? NULL : as_expression(ec, isl_aff_add_constant_si(isl_aff_copy(last), 1));
    if (is_far)
        testing->ok = testing->ok && assume_outside(ec, where);
    else
        testing->ok = testing->ok && rows &&
                      assume_true(ec, make_test(ec, rows, testing->n, testing->sizes, testing->bits));
    isl_set_free(where);
    isl_aff_free(last);
    return testing->ok ? isl_stat_ok : isl_stat_error;
}

/* [params] -> { [r] }: the largest "row" of all instances that get here. */
static __isl_give isl_pw_aff *largest(struct pv_eval *ec, __isl_keep isl_pw_aff *row)
{
    isl_map *rows = isl_map_from_pw_aff(isl_pw_aff_copy(row));
    isl_set *reached = isl_set_intersect_params(isl_set_copy(ec->live), isl_set_copy(ec->param_bounds));
    if (ec->assumed)
        reached = isl_set_intersect_params(reached, isl_set_copy(ec->assumed));
    isl_set *values = isl_map_range(isl_map_intersect_domain(rows, reached));
    if (isl_set_dim_has_upper_bound(values, isl_dim_set, 0) != isl_bool_true) {
        isl_set_free(values);
        return NULL;
    }
    return isl_pw_aff_coalesce(isl_set_dim_max(values, 0));
}

bool pv_fits_assume(struct pv_eval *ec, __isl_keep isl_pw_aff *row, int n, isl_pw_aff *const *sizes, int bits)
{
    enum { most_cases = 4 };
    struct testing testing = {.ec = ec, .n = n, .bits = bits, .ok = n <= 8};
    for (int i = 0; i < n && testing.ok; i++) {
        testing.ok = isl_pw_aff_isa_aff(sizes[i]) == isl_bool_true;
        isl_aff *size = testing.ok ? isl_pw_aff_as_aff(isl_pw_aff_copy(sizes[i])) : NULL;
        testing.sizes[i] = testing.ok ? as_expression(ec, size) : NULL;
        testing.ok = testing.ok && testing.sizes[i];
        isl_aff_free(size);
    }
    isl_pw_aff *last = testing.ok ? largest(ec, row) : NULL;
    testing.ok = last && isl_pw_aff_n_piece(last) <= most_cases;
    if (testing.ok && isl_pw_aff_foreach_piece(last, test_case, &testing) < 0)
        testing.ok = false;
    isl_pw_aff_free(last);
    return testing.ok;
}
