/* Makes expressions of syntax trees from isl's functions and sets (document 001, section 5.10). */
#include "ast/affexpr.h"

#include "base/islx.h"
#include "ir/code.h"

#include <isl/constraint.h>
#include <isl/ilp.h>
#include <isl/space.h>
#include <isl/val.h>
#include <stdlib.h>

struct maker {
    const struct pv_stock *place;
    isl_set *sure; /* lent */
    struct pv_arena *arena;
};

/* One term of a sum: "factor" times "expr". */
struct term {
    bool is_negative;
    const char *factor; /* the digits of the absolute value of the factor; NULL for 1 */
    pv_ax *expr;
};

/* A sum of terms and of a constant. */
struct sum {
    PV_VEC(struct term) terms;
    isl_val *constant;
};

static pv_ax *number(struct maker *maker, __isl_take isl_val *val)
{
    char *digits = pv_printed(isl_val_to_str(val));
    pv_ax *expr = pv_ax_digits(maker->arena, digits);
    free(digits);
    isl_val_free(val);
    return expr;
}

/* Add "factor" * "expr". */
static void add_term(struct maker *maker, struct sum *sum, __isl_take isl_val *factor, pv_ax *expr)
{
    struct term term = {isl_val_is_neg(factor) == isl_bool_true, NULL, expr};
    factor = isl_val_abs(factor);
    if (isl_val_is_one(factor) != isl_bool_true)
        term.factor = number(maker, isl_val_copy(factor))->text;
    isl_val_free(factor);
    pv_push(maker->arena, &sum->terms, term);
}

/* The absolute value of "term", or else its value. */
static pv_ax *term_expr(struct maker *maker, const struct term *term, bool is_absolute)
{
    bool is_negative = term->is_negative && !is_absolute;
    if (!term->factor)
        return is_negative ? pv_ax_unary(maker->arena, PV_AX_NEG, term->expr) : term->expr;
    const char *digits = is_negative ? pv_printf(maker->arena, "-%s", term->factor) : term->factor;
    return pv_ax_binary(maker->arena, PV_AX_MUL, pv_ax_digits(maker->arena, digits), term->expr);
}

static pv_ax *add_up(struct maker *maker, pv_ax *a, pv_ax *b)
{
    return a ? pv_ax_binary(maker->arena, PV_AX_ADD, a, b) : b;
}

/* "a" + "constant" */
static pv_ax *add_constant(struct maker *maker, pv_ax *a, __isl_take isl_val *constant)
{
    if (isl_val_is_zero(constant) == isl_bool_true && a) {
        isl_val_free(constant);
        return a;
    }
    if (!a)
        return number(maker, constant);
    bool is_negative = isl_val_is_neg(constant) == isl_bool_true;
    pv_ax *digits = number(maker, isl_val_abs(constant));
    return pv_ax_binary(maker->arena, is_negative ? PV_AX_SUB : PV_AX_ADD, a, digits);
}

/* The sum of the terms of one sign, without it; NULL where there are none. */
static pv_ax *terms_of_sign(struct maker *maker, const struct sum *sum, bool is_negative)
{
    pv_ax *all = NULL;
    for (int i = 0; i < sum->terms.n; i++)
        if (sum->terms.v[i].is_negative == is_negative)
            all = add_up(maker, all, term_expr(maker, &sum->terms.v[i], true));
    return all;
}

/* The value of "sum", which is taken: positive terms first. */
static pv_ax *sum_expr(struct maker *maker, struct sum *sum)
{
    pv_ax *all = terms_of_sign(maker, sum, false);
    if (!all && isl_val_is_pos(sum->constant) == isl_bool_true) {
        all = number(maker, sum->constant);
        sum->constant = isl_val_zero(maker->place->gen->ctx);
    }
    for (int i = 0; i < sum->terms.n; i++) {
        if (!sum->terms.v[i].is_negative)
            continue;
        pv_ax *expr = term_expr(maker, &sum->terms.v[i], all != NULL);
        all = all ? pv_ax_binary(maker->arena, PV_AX_SUB, all, expr) : expr;
    }
    return add_constant(maker, all, sum->constant);
}

/* Divisions. */

static pv_ax *make_expr(struct maker *maker, __isl_take isl_aff *aff);

/* The least value of "aff" where the expression is evaluated; NULL where there is none. */
static __isl_give isl_val *least(struct maker *maker, __isl_keep isl_aff *aff)
{
    isl_val *min = isl_set_min_val(maker->sure, aff);
    if (isl_val_is_int(min) == isl_bool_true)
        return min;
    isl_val_free(min);
    return NULL;
}

/* Nothing larger is added to a dividend to make it positive: the sum should not need more bits. */
enum { max_lift = 1 << 16 };

/* A multiple of "m" that "value", which is at least "min", may lose without becoming negative: as a negative number, such
 * that the constant of "value" becomes small. */
static __isl_give isl_val *drop_of(__isl_keep isl_aff *value, __isl_take isl_val *min, __isl_keep isl_val *m)
{
    isl_val *constant = isl_aff_get_constant_val(value);
    isl_val *most = isl_val_floor(isl_val_div(isl_val_min(constant, min), isl_val_copy(m)));
    most = isl_val_max(most, isl_val_zero(isl_val_get_ctx(m)));
    return isl_val_neg(isl_val_mul(most, isl_val_copy(m)));
}

/* The multiple of "m" to be added to "value", which is at least "min", such that it is not negative; NULL where "min" is NULL, and
 * where it is large. */
static __isl_give isl_val *lift_of(__isl_keep isl_aff *value, __isl_take isl_val *min, __isl_keep isl_val *m)
{
    if (!min)
        return NULL;
    if (isl_val_is_nonneg(min) == isl_bool_true)
        return drop_of(value, min, m);
    if (isl_val_cmp_si(min, -max_lift) < 0) {
        isl_val_free(min);
        return NULL;
    }
    isl_val *quotient = isl_val_ceil(isl_val_div(isl_val_neg(min), isl_val_copy(m)));
    return isl_val_mul(quotient, isl_val_copy(m));
}

/* -"aff" + "m" - 1: the floor of "aff" / "m" is the negative of that of this. */
static __isl_give isl_aff *mirrored(__isl_keep isl_aff *aff, __isl_keep isl_val *m)
{
    isl_aff *result = isl_aff_neg(isl_aff_copy(aff));
    return isl_aff_add_constant_val(result, isl_val_sub_ui(isl_val_copy(m), 1));
}

/* Find a multiple of "m" to be added to "*dividend", or to its mirror image, that keeps it from being negative. Return it, and
 * change "*dividend"; NULL where there is none. */
static __isl_give isl_val *find_lift(struct maker *maker, __isl_give isl_aff **dividend, __isl_keep isl_val *m,
                                     bool *is_mirrored)
{
    *is_mirrored = false;
    if (!maker->place->gen->params->prefer_pdiv)
        return NULL;
    isl_val *lift = lift_of(*dividend, least(maker, *dividend), m);
    if (!lift) {
        isl_aff *other = mirrored(*dividend, m);
        lift = lift_of(other, least(maker, other), m);
        *is_mirrored = lift;
        isl_aff_free(lift ? *dividend : other);
        *dividend = lift ? other : *dividend;
    }
    if (lift)
        *dividend = isl_aff_add_constant_val(*dividend, isl_val_copy(lift));
    return lift;
}

/* Add "factor" * floor("dividend" / "m"). */
static void add_quotient(struct maker *maker, struct sum *sum, __isl_take isl_val *factor, __isl_take isl_aff *dividend,
                         __isl_take isl_val *m)
{
    bool is_mirrored;
    isl_val *lift = find_lift(maker, &dividend, m, &is_mirrored);
    if (is_mirrored)
        factor = isl_val_neg(factor);
    if (lift) { /* floor((a + lift)/m) = floor(a/m) + lift/m */
        isl_val *more = isl_val_mul(isl_val_div(isl_val_copy(lift), isl_val_copy(m)), isl_val_copy(factor));
        sum->constant = isl_val_sub(sum->constant, more);
    }
    pv_ax *divisor = number(maker, m), *value = make_expr(maker, dividend);
    add_term(maker, sum, factor, pv_ax_binary(maker->arena, lift ? PV_AX_PDIV : PV_AX_FDIV, value, divisor));
    isl_val_free(lift);
}

/* How many names and divisions "aff" mentions. */
static int n_mentioned(__isl_keep isl_aff *aff)
{
    static const enum isl_dim_type types[] = {isl_dim_param, isl_dim_in, isl_dim_div};
    int n = 0;
    for (int t = 0; t < 3; t++)
        for (int i = 0; i < (int)isl_aff_dim(aff, types[t]); i++)
            n += isl_aff_coefficient_sgn(aff, types[t], i) != 0;
    return n;
}

/* "*rest" + "factor" * m * floor("dividend" / "m") as *rest + factor * dividend - factor * (dividend mod m), where that is
 * no longer and the sign of the dividend is known. Return false where it is not. */
static bool add_remainder(struct maker *maker, struct sum *sum, __isl_give isl_aff **rest, __isl_keep isl_val *factor,
                          __isl_keep isl_aff *dividend, __isl_keep isl_val *m)
{
    isl_aff *more = isl_aff_scale_val(isl_aff_copy(dividend), isl_val_copy(factor));
    more = isl_aff_add(more, isl_aff_copy(*rest));
    bool is_mirrored = false, is_shorter = n_mentioned(more) <= n_mentioned(*rest);
    isl_aff *positive = isl_aff_copy(dividend);
    isl_val *lift = is_shorter ? find_lift(maker, &positive, m, &is_mirrored) : NULL;
    if (!lift) {
        isl_aff_free(more);
        isl_aff_free(positive);
        return false;
    }
    isl_val_free(lift);
    isl_val *times = isl_val_neg(isl_val_copy(factor));
    if (is_mirrored) { /* a mod m = m - 1 - (m - 1 - a) mod m */
        isl_val *most = isl_val_sub_ui(isl_val_copy(m), 1);
        more = isl_aff_add_constant_val(more, isl_val_mul(isl_val_copy(times), most));
        times = isl_val_neg(times);
    }
    pv_ax *value = make_expr(maker, positive);
    add_term(maker, sum, times, pv_ax_binary(maker->arena, PV_AX_PMOD, value, number(maker, isl_val_copy(m))));
    isl_aff_free(*rest);
    *rest = more;
    return true;
}

/* Move the division "pos" of "aff", which has integer coefficients, to "sum". */
static __isl_give isl_aff *take_division(struct maker *maker, struct sum *sum, __isl_take isl_aff *aff, int pos)
{
    isl_val *factor = isl_aff_get_coefficient_val(aff, isl_dim_div, pos);
    isl_aff *dividend = isl_aff_get_div(aff, pos);
    isl_val *m = isl_aff_get_denominator_val(dividend);
    dividend = isl_aff_scale_val(dividend, isl_val_copy(m));
    aff = isl_aff_set_coefficient_si(aff, isl_dim_div, pos, 0);
    isl_val *quotient = isl_val_div(isl_val_copy(factor), isl_val_copy(m));
    bool is_done = isl_val_is_int(quotient) == isl_bool_true && add_remainder(maker, sum, &aff, quotient, dividend, m);
    isl_val_free(quotient);
    if (!is_done) {
        add_quotient(maker, sum, factor, dividend, m);
        return aff;
    }
    isl_val_free(factor);
    isl_aff_free(dividend);
    isl_val_free(m);
    return aff;
}

static int last_division(__isl_keep isl_aff *aff)
{
    int pos = (int)isl_aff_dim(aff, isl_dim_div) - 1;
    while (pos >= 0 && isl_aff_coefficient_sgn(aff, isl_dim_div, pos) == 0)
        pos--;
    return pos;
}

/* Parameter "pos" of "aff", which may stand for an iterator. */
static pv_ax *parameter(struct maker *maker, __isl_keep isl_aff *aff, int pos)
{
    isl_space *space = isl_aff_get_domain_space(aff);
    isl_id *id = isl_space_get_dim_id(space, isl_dim_param, (unsigned)pos);
    const struct pv_code_iterator *iterator = id ? pv_code_iterator_of_id(id) : NULL;
    const char *name = id ? isl_id_get_name(id) : NULL;
    pv_ax *result = iterator ? pv_ax_iterator(maker->arena, iterator->depth)
                             : pv_ax_parameter(maker->arena, name ? name : "");
    isl_id_free(id);
    isl_space_free(space);
    return result;
}

/* The terms of "aff", which has integer coefficients. */
static struct sum terms_of(struct maker *maker, __isl_take isl_aff *aff)
{
    struct sum sum = {.constant = isl_val_zero(maker->place->gen->ctx)};
    struct sum divisions = sum;
    divisions.constant = isl_val_copy(sum.constant);
    for (int pos; aff && (pos = last_division(aff)) >= 0;)
        aff = take_division(maker, &divisions, aff, pos);
    for (int i = 0; i < (int)isl_aff_dim(aff, isl_dim_param); i++)
        if (isl_aff_coefficient_sgn(aff, isl_dim_param, i) != 0) {
            add_term(maker, &sum, isl_aff_get_coefficient_val(aff, isl_dim_param, i), parameter(maker, aff, i));
        }
    for (int i = 0; i < (int)isl_aff_dim(aff, isl_dim_in); i++)
        if (isl_aff_coefficient_sgn(aff, isl_dim_in, i) != 0)
            add_term(maker, &sum, isl_aff_get_coefficient_val(aff, isl_dim_in, i),
                     pv_ax_iterator(maker->arena, maker->place->depths[i]));
    for (int i = divisions.terms.n - 1; i >= 0; i--)
        pv_push(maker->arena, &sum.terms, divisions.terms.v[i]);
    sum.constant = isl_val_add(sum.constant, divisions.constant);
    sum.constant = isl_val_add(sum.constant, isl_aff_get_constant_val(aff));
    isl_aff_free(aff);
    return sum;
}

static pv_ax *make_expr(struct maker *maker, __isl_take isl_aff *aff)
{
    isl_val *denominator = isl_aff_get_denominator_val(aff);
    struct sum sum = terms_of(maker, isl_aff_scale_val(aff, isl_val_copy(denominator)));
    pv_ax *expr = sum_expr(maker, &sum);
    if (isl_val_is_one(denominator) == isl_bool_true) {
        isl_val_free(denominator);
        return expr;
    }
    return pv_ax_binary(maker->arena, PV_AX_DIV, expr, number(maker, denominator));
}

pv_ax *pv_aff_expr(const struct pv_stock *place, __isl_keep isl_set *sure, __isl_take isl_aff *aff)
{
    struct maker maker = {place, sure, place->gen->arena};
    return make_expr(&maker, aff);
}

/* Conditions. */

/* "sum" >= 0, or = 0. Terms with a minus stand on the right. */
static pv_ax *compare_with_zero(struct maker *maker, struct sum *sum, bool is_equality)
{
    struct pv_arena *arena = maker->arena;
    pv_ax *left = terms_of_sign(maker, sum, false), *right = terms_of_sign(maker, sum, true);
    isl_val *constant = sum->constant;
    enum pv_ax_kind kind = is_equality ? PV_AX_EQ : PV_AX_GE;
    if (!left)
        return pv_ax_binary(arena,
                            is_equality ? PV_AX_EQ
                            : right     ? PV_AX_LE
                                        : PV_AX_GE,
                            right ? right : number(maker, isl_val_copy(constant)),
                            right ? number(maker, constant) : (isl_val_free(constant), pv_ax_number(arena, 0)));
    if (!right)
        return pv_ax_binary(arena, kind, left, number(maker, isl_val_neg(constant)));
    if (!is_equality && isl_val_is_negone(constant) == isl_bool_true) {
        isl_val_free(constant);
        return pv_ax_binary(arena, PV_AX_GT, left, right);
    }
    if (isl_val_is_neg(constant) == isl_bool_true)
        return pv_ax_binary(arena, kind, left, add_constant(maker, right, isl_val_neg(constant)));
    return pv_ax_binary(arena, kind, add_constant(maker, left, constant), right);
}

/* Where "aff" = 0 says that a dividend leaves no rest, that: "a % m == 0". Else NULL. "aff" has integer coefficients. */
static pv_ax *divisible(struct maker *maker, __isl_keep isl_aff *aff)
{
    int pos = last_division(aff);
    if (pos < 0)
        return NULL;
    isl_val *factor = isl_aff_get_coefficient_val(aff, isl_dim_div, pos);
    isl_aff *dividend = isl_aff_get_div(aff, pos);
    isl_val *m = isl_aff_get_denominator_val(dividend);
    dividend = isl_aff_scale_val(dividend, isl_val_copy(m));
    isl_val *quotient = isl_val_div(factor, isl_val_copy(m));
    isl_aff *rest = isl_aff_set_coefficient_si(isl_aff_copy(aff), isl_dim_div, pos, 0);
    rest = isl_aff_add(rest, isl_aff_scale_val(isl_aff_copy(dividend), isl_val_copy(quotient)));
    /* quotient * (dividend mod m) = rest */
    pv_ax *result = NULL;
    if (isl_aff_is_cst(rest) == isl_bool_true) {
        isl_val *value = isl_val_div(isl_aff_get_constant_val(rest), isl_val_copy(quotient));
        dividend = isl_aff_add_constant_val(dividend, isl_val_neg(value));
        isl_val *denominator = isl_aff_get_denominator_val(dividend);
        if (isl_val_is_one(denominator) == isl_bool_true)
            result = pv_ax_binary(maker->arena, PV_AX_EQ,
                                  pv_ax_binary(maker->arena, PV_AX_ZMOD, make_expr(maker, isl_aff_copy(dividend)),
                                               number(maker, isl_val_copy(m))),
                                  pv_ax_number(maker->arena, 0));
        isl_val_free(denominator);
    }
    isl_aff_free(rest);
    isl_aff_free(dividend);
    isl_val_free(quotient);
    isl_val_free(m);
    return result;
}

static pv_ax *constraint_expr(struct maker *maker, __isl_take isl_constraint *constraint)
{
    bool is_equality = isl_constraint_is_equality(constraint) == isl_bool_true;
    isl_aff *aff = isl_constraint_get_aff(constraint);
    isl_constraint_free(constraint);
    aff = isl_aff_scale_val(aff, isl_aff_get_denominator_val(aff));
    pv_ax *result = is_equality ? divisible(maker, aff) : NULL;
    if (result) {
        isl_aff_free(aff);
        return result;
    }
    struct sum sum = terms_of(maker, aff);
    return compare_with_zero(maker, &sum, is_equality);
}

pv_ax *pv_constraint_condition(const struct pv_stock *place, __isl_keep isl_set *sure,
                               __isl_take isl_constraint *constraint)
{
    struct maker maker = {place, sure, place->gen->arena};
    return constraint_expr(&maker, constraint);
}

typedef PV_VEC(pv_ax *) conditions;

static bool has_division(__isl_keep isl_constraint *constraint)
{
    isl_aff *aff = isl_constraint_get_aff(constraint);
    bool result = last_division(aff) >= 0;
    isl_aff_free(aff);
    return result;
}

/* Add the conditions of "constraints" with or without divisions. */
static void add_conditions(struct maker *maker, conditions *all, __isl_keep isl_constraint_list *constraints,
                           bool with_divisions)
{
    for (int i = 0; i < (int)isl_constraint_list_n_constraint(constraints); i++) {
        isl_constraint *constraint = isl_constraint_list_get_at(constraints, i);
        if (isl_constraint_is_div_constraint(constraint) != isl_bool_true &&
            has_division(constraint) == with_divisions) {
            pv_ax *condition = constraint_expr(maker, isl_constraint_copy(constraint));
            pv_push(maker->arena, all, condition);
        }
        isl_constraint_free(constraint);
    }
}

/* "sure", and those of "constraints" that have no division. What follows from the others holds only if they do. */
static __isl_give isl_set *with_plain(__isl_take isl_set *sure, __isl_keep isl_constraint_list *constraints)
{
    for (int i = 0; i < (int)isl_constraint_list_n_constraint(constraints); i++) {
        isl_constraint *constraint = isl_constraint_list_get_at(constraints, i);
        if (isl_constraint_is_div_constraint(constraint) == isl_bool_true || has_division(constraint))
            isl_constraint_free(constraint);
        else
            sure = isl_set_intersect(sure, isl_set_from_basic_set(isl_basic_set_from_constraint(constraint)));
    }
    return sure;
}

/* All constraints of "bset"; NULL where there are none. Those without divisions come first and help to simplify the others. */
static pv_ax *basic_condition(struct maker *maker, __isl_take isl_basic_set *bset)
{
    conditions all = {0};
    isl_constraint_list *constraints = isl_basic_set_get_constraint_list(bset);
    add_conditions(maker, &all, constraints, false);
    struct maker inner = *maker;
    inner.sure = with_plain(isl_set_copy(maker->sure), constraints);
    add_conditions(&inner, &all, constraints, true);
    isl_set_free(inner.sure);
    isl_constraint_list_free(constraints);
    isl_basic_set_free(bset);
    return all.n ? pv_ax_nary(maker->arena, PV_AX_AND, all.n, all.v) : NULL;
}

/* "part", one of those of "all", without the constraints that keep it from the others of them, or from what "sure" excludes. */
static __isl_give isl_set *widened(__isl_take isl_basic_set *part, __isl_keep isl_set *all, __isl_keep isl_set *sure)
{
    isl_constraint_list *constraints = isl_basic_set_get_constraint_list(part);
    int n = (int)isl_constraint_list_n_constraint(constraints);
    for (int i = 0; i < n; i++) {
        isl_basic_set *wider = isl_basic_set_universe(isl_basic_set_get_space(part));
        for (int j = 0; j < (int)isl_constraint_list_n_constraint(constraints); j++)
            if (j != i)
                wider = isl_basic_set_add_constraint(wider, isl_constraint_list_get_at(constraints, j));
        isl_set *here = isl_set_intersect(isl_set_from_basic_set(isl_basic_set_copy(wider)), isl_set_copy(sure));
        if (isl_set_is_subset(here, all) == isl_bool_true) {
            constraints = isl_constraint_list_drop(constraints, (unsigned)i--, 1);
            isl_basic_set_free(part);
            part = isl_basic_set_copy(wider);
            n--;
        }
        isl_set_free(here);
        isl_basic_set_free(wider);
    }
    isl_constraint_list_free(constraints);
    return isl_set_from_basic_set(part);
}

/* Parts of "set" may overlap in a condition: make each as simple as it can be. */
static __isl_give isl_set *with_wide_parts(__isl_take isl_set *set, __isl_keep isl_set *sure)
{
    enum { most_parts = 4 };
    int n = (int)isl_set_n_basic_set(set);
    if (n < 2 || n > most_parts || isl_set_involves_locals(set) != isl_bool_false)
        return set;
    isl_basic_set_list *parts = isl_set_get_basic_set_list(set);
    isl_set *result = isl_set_empty(isl_set_get_space(set));
    for (int i = 0; i < n; i++)
        result = isl_set_union(result, widened(isl_basic_set_list_get_at(parts, i), set, sure));
    isl_basic_set_list_free(parts);
    isl_set_free(set);
    return result;
}

pv_ax *pv_set_condition(const struct pv_stock *place, __isl_keep isl_set *sure, __isl_take isl_set *set)
{
    struct maker maker = {place, sure, place->gen->arena};
    set = pv_set_coalesce(isl_set_compute_divs(set));
    set = isl_set_compute_divs(set);
    set = with_wide_parts(set, sure);
    isl_basic_set_list *parts = isl_set_get_basic_set_list(set);
    int n = (int)isl_basic_set_list_n_basic_set(parts);
    conditions all = {0};
    bool is_universe = false;
    for (int i = 0; i < n; i++) {
        pv_ax *part = basic_condition(&maker, isl_basic_set_list_get_at(parts, i));
        is_universe |= !part;
        if (part)
            pv_push(maker.arena, &all, part);
    }
    isl_basic_set_list_free(parts);
    isl_set_free(set);
    if (is_universe)
        return NULL;
    if (!all.n) /* never */
        return pv_ax_binary(maker.arena, PV_AX_EQ, pv_ax_number(maker.arena, 0), pv_ax_number(maker.arena, 1));
    return pv_ax_nary(maker.arena, PV_AX_OR, all.n, all.v);
}

/* Functions by cases. */

struct cases {
    const struct pv_stock *place;
    isl_set *sure;
    PV_VEC(isl_set *) when;
    PV_VEC(isl_aff *) then;
};

static isl_stat collect_case(__isl_take isl_set *set, __isl_take isl_aff *aff, void *user)
{
    struct cases *cases = user;
    pv_push(cases->place->gen->arena, &cases->when, set);
    pv_push(cases->place->gen->arena, &cases->then, aff);
    return isl_stat_ok;
}

/* The last case is what is left: let it be the one whose condition is the longest. */
static void put_longest_last(struct cases *cases)
{
    int last = cases->when.n - 1, longest = last;
    for (int i = last; i >= 0; i--)
        if (isl_set_n_basic_set(cases->when.v[i]) > isl_set_n_basic_set(cases->when.v[longest]))
            longest = i;
    if (longest == last)
        return;
    isl_set *when = cases->when.v[longest];
    isl_aff *then = cases->then.v[longest];
    cases->when.v[longest] = cases->when.v[last];
    cases->then.v[longest] = cases->then.v[last];
    cases->when.v[last] = when;
    cases->then.v[last] = then;
}

/* "result" where case "i" applies, else "expr". The value matters in "domain" only; NULL: everywhere. */
static pv_ax *or_case(const struct cases *cases, int i, __isl_keep isl_set *domain, pv_ax *result, pv_ax *expr)
{
    isl_set *known = isl_set_copy(cases->sure), *when = isl_set_copy(cases->when.v[i]);
    if (domain)
        known = isl_set_intersect(known, isl_set_copy(domain));
    isl_set *here = isl_set_intersect(isl_set_copy(when), isl_set_copy(known));
    bool is_never = isl_set_is_empty(here) == isl_bool_true;
    isl_set_free(here);
    if (domain)
        when = isl_set_gist(when, isl_set_copy(known));
    pv_ax *condition = is_never ? NULL : pv_set_condition(cases->place, known, when);
    if (is_never)
        isl_set_free(when);
    isl_set_free(known);
    if (is_never)
        return expr;
    return condition ? pv_ax_select(cases->place->gen->arena, condition, result, expr) : result;
}

pv_ax *pv_pw_aff_expr(const struct pv_stock *place, __isl_keep isl_set *sure, __isl_take isl_pw_aff *value,
                      bool is_total)
{
    struct cases cases = {.place = place, .sure = sure};
    value = pv_pw_aff_coalesce(isl_pw_aff_gist(value, isl_set_copy(sure)));
    isl_set *domain = is_total ? NULL : isl_pw_aff_domain(isl_pw_aff_copy(value));
    isl_pw_aff_foreach_piece(value, collect_case, &cases);
    isl_pw_aff_free(value);
    put_longest_last(&cases);
    pv_ax *expr = NULL;
    for (int i = cases.then.n - 1; i >= 0; i--) {
        isl_set *here = isl_set_copy(sure);
        if (!is_total) /* evaluated where no case applies */
            cases.then.v[i] = isl_aff_floor(cases.then.v[i]);
        else
            here = isl_set_intersect(here, isl_set_copy(cases.when.v[i]));
        pv_ax *result = pv_aff_expr(place, here, cases.then.v[i]);
        isl_set_free(here);
        expr = expr ? or_case(&cases, i, domain, result, expr) : result;
        isl_set_free(cases.when.v[i]);
    }
    isl_set_free(domain);
    return expr ? expr : pv_ax_number(place->gen->arena, 0);
}
