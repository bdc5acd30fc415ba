/* Evaluates expressions to quasi-affine functions and conditions, with the arithmetic of C. */
#include "front/affine.h"

#include "base/islx.h"

#include "front/cases.h"
#include "front/exclude.h"
#include "front/named.h"
#include "front/regions.h"

#include <string.h>

static struct pv_value any_of_type(const struct pv_ctype *type)
{
    if (type->kind != PV_TYPE_INT)
        return (struct pv_value){NULL, -((pv_int128)1 << 100), (pv_int128)1 << 100};
    return (struct pv_value){NULL, pv_ctype_min(type), pv_ctype_max(type)};
}

static void drop(struct pv_value value)
{
    isl_pw_aff_free(value.aff);
}

static pv_int128 min_of(pv_int128 a, pv_int128 b)
{
    return a < b ? a : b;
}

static pv_int128 max_of(pv_int128 a, pv_int128 b)
{
    return a > b ? a : b;
}

bool pv_value_is_constant(struct pv_value value, int64_t *result)
{
    if (value.min != value.max || value.min < INT64_MIN || value.max > INT64_MAX)
        return false;
    *result = (int64_t)value.min;
    return true;
}

static struct pv_value constant(struct pv_eval *ec, pv_int128 n)
{
    return (struct pv_value){pv_eval_constant(ec, n), n, n};
}

static pv_int128 floor_div(pv_int128 a, pv_int128 b)
{
    return a >= 0 ? a / b : -((-a + b - 1) / b);
}

/* "value" modulo 2^bits, in the range of the type. Where it can leave that range by a few periods
 * only, cases serve better than a division: they keep sets simple. */
static struct pv_value wrap(struct pv_eval *ec, struct pv_value value, const struct pv_ctype *type)
{
    pv_int128 min = pv_ctype_min(type), max = pv_ctype_max(type), period = max - min + 1;
    pv_int128 first = floor_div(value.min - min, period), last = floor_div(value.max - min, period);
    if (value.aff && last - first < 3) {
        value.aff = pv_cases_wrap(ec, value.aff, min, max, first, last);
        if (first == last)
            return (struct pv_value){value.aff, value.min - first * period, value.max - first * period};
    } else if (value.aff) {
        isl_pw_aff *origin = pv_eval_constant(ec, min);
        isl_pw_aff *aff = isl_pw_aff_sub(value.aff, isl_pw_aff_copy(origin));
        aff = isl_pw_aff_mod_val(aff, pv_val_from_int128(ec->ctx, period));
        value.aff = pv_pw_aff_coalesce(isl_pw_aff_add(aff, origin));
    }
    return (struct pv_value){value.aff, min, max};
}

/* _Bool: 0 stays 0, all else is 1. */
static struct pv_value to_bool(struct pv_value value)
{
    if (!value.aff)
        return (struct pv_value){NULL, 0, 1};
    isl_set *nonzero = isl_pw_aff_non_zero_set(value.aff);
    return (struct pv_value){isl_set_indicator_function(nonzero), 0, 1};
}

/* Does "aff" (may be NULL) lie between "min" and "max" for all instances that get here? */
static bool stays_within(struct pv_eval *ec, __isl_keep isl_pw_aff *aff, pv_int128 min, pv_int128 max)
{
    if (!aff)
        return false;
    isl_set *outside = pv_cases_compare_int(ec, PV_OP_LT, aff, min);
    outside = isl_set_union(outside, pv_cases_compare_int(ec, PV_OP_GT, aff, max));
    outside = isl_set_intersect(outside, isl_set_copy(ec->live));
    outside = isl_set_intersect_params(outside, isl_set_copy(ec->param_bounds));
    isl_bool empty = isl_set_is_empty(outside);
    isl_set_free(outside);
    return empty == isl_bool_true;
}

/* What an operation recorded (front/exclude.h) of instances for which its result is above or below its type's range. */
struct records {
    int above, below;
};

static struct pv_value convert(struct pv_eval *ec, struct pv_value value, const struct pv_ctype *type, bool wraps,
                               struct records *records)
{
    *records = (struct records){0, 0};
    if (type->kind != PV_TYPE_INT) {
        drop(value);
        return any_of_type(type);
    }
    pv_int128 min = pv_ctype_min(type), max = pv_ctype_max(type);
    if (value.min >= min && value.max <= max)
        return value;
    if (type->bits == 1)
        return to_bool(value);
    if (wraps)
        return stays_within(ec, value.aff, min, max) ? (struct pv_value){value.aff, min, max} : wrap(ec, value, type);
    if (value.aff && ec->params->signed_overflow == PV_OVERFLOW_AVOID && pv_exclude_applies(ec)) {
        if (value.min < min)
            records->below = pv_exclude(ec, pv_cases_compare_int(ec, PV_OP_LT, value.aff, min));
        if (value.max > max)
            records->above = pv_exclude(ec, pv_cases_compare_int(ec, PV_OP_GT, value.aff, max));
    }
    return (struct pv_value){value.aff, max_of(min, min_of(value.min, max)), min_of(max, max_of(value.max, min))};
}

struct pv_value pv_value_convert(struct pv_eval *ec, struct pv_value value, const struct pv_ctype *type, bool wraps)
{
    struct records records;
    return convert(ec, value, type, wraps, &records);
}

/* Bounds of a product; values beyond 2^63 saturate there, which keeps them out of every type's range. */
static struct pv_value product_bounds(struct pv_value a, struct pv_value b)
{
    const pv_int128 far = (pv_int128)1 << 63;
    pv_int128 al = max_of(a.min, -far), ah = min_of(a.max, far);
    pv_int128 bl = max_of(b.min, -far), bh = min_of(b.max, far);
    pv_int128 p[4] = {al * bl, al * bh, ah * bl, ah * bh};
    struct pv_value result = {NULL, p[0], p[0]};
    for (int i = 1; i < 4; i++) {
        result.min = min_of(result.min, p[i]);
        result.max = max_of(result.max, p[i]);
    }
    return result;
}

static struct pv_value multiply(struct pv_eval *ec, struct pv_value a, struct pv_value b, struct pv_loc loc)
{
    struct pv_value result = product_bounds(a, b);
    if (a.aff && b.aff) {
        bool affine = isl_pw_aff_is_cst(a.aff) == isl_bool_true || isl_pw_aff_is_cst(b.aff) == isl_bool_true;
        if (affine) {
            result.aff = isl_pw_aff_mul(a.aff, b.aff);
            return result;
        }
        pv_eval_because(ec, loc, "the product of two values that are not constant");
    }
    drop(a);
    drop(b);
    return result;
}

/* C's division and remainder: the quotient is rounded towards zero. */
static struct pv_value divide(struct pv_eval *ec, enum pv_op op, struct pv_value a, struct pv_value b,
                              struct pv_loc loc)
{
    pv_int128 reach = max_of(a.max < 0 ? -a.max : a.max, a.min < 0 ? -a.min : a.min);
    struct pv_value result = {NULL, a.min < 0 ? -reach : 0, a.max > 0 ? reach : 0};
    int64_t divisor = 0;
    bool is_zero = pv_value_is_constant(b, &divisor) && !divisor, is_constant = divisor != 0;
    if (is_constant && op == PV_OP_DIV) {
        pv_int128 x = a.min / divisor, y = a.max / divisor;
        result.min = min_of(x, y);
        result.max = max_of(x, y);
    } else if (is_constant) {
        pv_int128 most = (divisor < 0 ? -(pv_int128)divisor : divisor) - 1;
        result.min = max_of(result.min, -most);
        result.max = min_of(result.max, most);
    }
    if (!a.aff || !b.aff || !is_constant) {
        if (a.aff && b.aff)
            pv_eval_because(ec, loc, is_zero ? "division by zero" : "division by a value that is not constant");
        drop(a);
        drop(b);
        return result;
    }
    bool whole = a.min >= 0 && divisor > 0;
    if (op == PV_OP_DIV)
        result.aff = whole ? isl_pw_aff_floor(isl_pw_aff_div(a.aff, b.aff)) : isl_pw_aff_tdiv_q(a.aff, b.aff);
    else if (whole) {
        drop(b);
        result.aff = isl_pw_aff_mod_val(a.aff, isl_val_int_from_si(ec->ctx, divisor));
    } else
        result.aff = isl_pw_aff_tdiv_r(a.aff, b.aff);
    return result;
}

/* x << c and x >> c for a constant c; the right shift of a negative number rounds down, as every
 * compiler does it. */
static struct pv_value shift(struct pv_eval *ec, enum pv_op op, struct pv_value a, struct pv_value b, struct pv_loc loc)
{
    int64_t count;
    if (!pv_value_is_constant(b, &count) || count < 0 || count > 62) {
        if (a.aff)
            pv_eval_because(ec, loc, "a shift by a value that is not a small constant");
        drop(a);
        drop(b);
        const pv_int128 far = (pv_int128)1 << 100;
        return (struct pv_value){NULL, a.min < 0 ? -far : 0, a.max > 0 ? far : 0};
    }
    drop(b);
    struct pv_value scale = constant(ec, (pv_int128)1 << count);
    if (op == PV_OP_SHL)
        return multiply(ec, a, scale, loc);
    struct pv_value result = {NULL, a.min >> count, a.max >> count};
    if (a.aff)
        result.aff = isl_pw_aff_floor(isl_pw_aff_div(a.aff, scale.aff));
    else
        drop(scale);
    return result;
}

/* x & (2^k - 1) is x modulo 2^k; bounds where the mask is not negative. */
static struct pv_value mask(struct pv_eval *ec, struct pv_value a, struct pv_value b, struct pv_loc loc)
{
    if (a.min == a.max && a.min >= 0 && b.min != b.max) {
        struct pv_value swap = a;
        a = b;
        b = swap;
    }
    struct pv_value result = {NULL, 0, 0};
    if (a.min >= 0 || b.min >= 0)
        result.max = a.min < 0 ? b.max : b.min < 0 ? a.max : min_of(a.max, b.max);
    else
        result = (struct pv_value){NULL, -((pv_int128)1 << 63), (pv_int128)1 << 63};
    bool low_bits = b.min == b.max && b.min >= 0 && !(b.min & (b.min + 1));
    if (a.aff && low_bits) {
        result.aff = isl_pw_aff_mod_val(a.aff, pv_val_from_int128(ec->ctx, b.min + 1));
        drop(b);
        return result;
    }
    if (a.aff && b.aff)
        pv_eval_because(ec, loc, "a bitwise and with something other than low bits");
    drop(a);
    drop(b);
    return result;
}

/* | and ^: bounds only. */
static struct pv_value combine_bits(struct pv_eval *ec, struct pv_value a, struct pv_value b, struct pv_loc loc)
{
    struct pv_value result = {NULL, -((pv_int128)1 << 63), (pv_int128)1 << 63};
    if (a.min >= 0 && b.min >= 0) {
        result.min = 0;
        result.max = 1;
        while (result.max <= a.max || result.max <= b.max)
            result.max *= 2;
        result.max--;
    }
    pv_eval_because(ec, loc, "a bitwise operation");
    drop(a);
    drop(b);
    return result;
}

struct pv_value pv_value_binary(struct pv_eval *ec, enum pv_op op, struct pv_value a, struct pv_value b,
                                struct pv_loc loc)
{
    switch (op) {
    case PV_OP_MUL:
        return multiply(ec, a, b, loc);
    case PV_OP_DIV:
    case PV_OP_MOD:
        return divide(ec, op, a, b, loc);
    case PV_OP_SHL:
    case PV_OP_SHR:
        return shift(ec, op, a, b, loc);
    case PV_OP_BITAND:
        return mask(ec, a, b, loc);
    case PV_OP_BITXOR:
    case PV_OP_BITOR:
        return combine_bits(ec, a, b, loc);
    default:
        break;
    }
    struct pv_value result = {NULL, a.min + b.min, a.max + b.max};
    if (op == PV_OP_SUB)
        result = (struct pv_value){NULL, a.min - b.max, a.max - b.min};
    if (a.aff && b.aff) {
        result.aff = op == PV_OP_SUB ? isl_pw_aff_sub(a.aff, b.aff) : isl_pw_aff_add(a.aff, b.aff);
        return result;
    }
    drop(a);
    drop(b);
    return result;
}

struct pv_value pv_value_select(__isl_take isl_set *holds, struct pv_value value, struct pv_value other)
{
    struct pv_value result = {NULL, min_of(value.min, other.min), max_of(value.max, other.max)};
    if (value.aff && other.aff) {
        isl_pw_aff *indicator = isl_set_indicator_function(holds);
        result.aff = pv_pw_aff_coalesce(isl_pw_aff_cond(indicator, value.aff, other.aff));
        return result;
    }
    isl_set_free(holds);
    drop(value);
    drop(other);
    return result;
}

/* Evaluate "expr" for the instances in "where" only: what it excludes counts for these. */
static struct pv_value value_where(struct pv_eval *ec, const struct pv_expr *expr, __isl_take isl_set *where)
{
    isl_set *live = isl_set_copy(ec->live);
    ec->live = isl_set_intersect(ec->live, where);
    struct pv_value value = pv_affine_value(ec, expr);
    isl_set_free(ec->live);
    ec->live = live;
    return value;
}

static struct pv_value conditional(struct pv_eval *ec, const struct pv_expr *expr)
{
    isl_set *holds, *fails;
    if (!pv_affine_condition(ec, expr->args[0], &holds, &fails)) {
        bool was_certain = ec->is_certain, was_speculative = ec->is_speculative;
        ec->is_certain = false;
        ec->is_speculative = true;
        struct pv_value a = pv_affine_value(ec, expr->args[1]), b = pv_affine_value(ec, expr->args[2]);
        ec->is_certain = was_certain;
        ec->is_speculative = was_speculative;
        drop(a);
        drop(b);
        return (struct pv_value){NULL, min_of(a.min, b.min), max_of(a.max, b.max)};
    }
    struct pv_value a = value_where(ec, expr->args[1], isl_set_copy(holds));
    struct pv_value b = value_where(ec, expr->args[2], fails);
    return pv_value_select(holds, a, b);
}

/* A condition used as a number. */
static struct pv_value truth(struct pv_eval *ec, const struct pv_expr *expr)
{
    isl_set *holds, *fails;
    struct pv_value value = {NULL, 0, 1};
    if (pv_affine_condition(ec, expr, &holds, &fails)) {
        isl_set_free(fails);
        value.aff = isl_set_indicator_function(holds);
    }
    return value;
}

enum known_function { KNOWN_NONE, KNOWN_MIN, KNOWN_MAX, KNOWN_ABS, KNOWN_FLOORD, KNOWN_CEILD };

static enum known_function known_function(const struct pv_expr *call)
{
    static const struct {
        const char *name;
        int n_args;
        enum known_function which;
    } table[] = {
        {"min", 2, KNOWN_MIN},       {"max", 2, KNOWN_MAX},           {"abs", 1, KNOWN_ABS},  {"labs", 1, KNOWN_ABS},
        {"llabs", 1, KNOWN_ABS},     {"__builtin_abs", 1, KNOWN_ABS}, {"imin", 2, KNOWN_MIN}, {"imax", 2, KNOWN_MAX},
        {"floord", 2, KNOWN_FLOORD}, {"ceild", 2, KNOWN_CEILD},
    };
    if (!call->callee || call->callee->has_body || call->type->kind != PV_TYPE_INT)
        return KNOWN_NONE; /* the program may define another function of such a name */
    for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++)
        if (!strcmp(call->callee->name, table[i].name) && call->n_args == table[i].n_args)
            return table[i].which;
    return KNOWN_NONE;
}

static struct pv_value absolute(struct pv_value a)
{
    pv_int128 reach = max_of(a.max < 0 ? -a.max : a.max, a.min < 0 ? -a.min : a.min);
    struct pv_value result = {NULL, a.min > 0 ? a.min : a.max < 0 ? -a.max : 0, reach};
    if (a.aff) {
        isl_pw_aff *negative = isl_pw_aff_neg(isl_pw_aff_copy(a.aff));
        result.aff = isl_pw_aff_max(a.aff, negative);
    }
    return result;
}

/* floord and ceild: a divided by b > 0, rounded down or up. */
static struct pv_value round_quotient(struct pv_eval *ec, enum known_function which, struct pv_value a,
                                      struct pv_value b, struct pv_loc loc)
{
    int64_t divisor;
    if (!pv_value_is_constant(b, &divisor) || divisor <= 0) {
        pv_eval_because(ec, loc, "division by a value that is not a positive constant");
        drop(a);
        drop(b);
        return (struct pv_value){NULL, -((pv_int128)1 << 63), (pv_int128)1 << 63};
    }
    struct pv_value result = {NULL, min_of(a.min, a.min / divisor - 1), max_of(a.max, a.max / divisor + 1)};
    if (a.aff) {
        isl_pw_aff *quotient = isl_pw_aff_div(a.aff, b.aff);
        result.aff = which == KNOWN_FLOORD ? isl_pw_aff_floor(quotient) : isl_pw_aff_ceil(quotient);
    } else {
        drop(b);
    }
    return result;
}

static struct pv_value call_known(struct pv_eval *ec, enum known_function which, const struct pv_expr *call)
{
    struct pv_value a = pv_affine_value(ec, call->args[0]);
    if (which == KNOWN_ABS)
        return absolute(a);
    struct pv_value b = pv_affine_value(ec, call->args[1]);
    if (which == KNOWN_FLOORD || which == KNOWN_CEILD)
        return round_quotient(ec, which, a, b, call->range.begin);
    bool is_min = which == KNOWN_MIN;
    struct pv_value result = {NULL, is_min ? min_of(a.min, b.min) : max_of(a.min, b.min),
                              is_min ? min_of(a.max, b.max) : max_of(a.max, b.max)};
    if (a.aff && b.aff) {
        result.aff = is_min ? isl_pw_aff_min(a.aff, b.aff) : isl_pw_aff_max(a.aff, b.aff);
        return result;
    }
    drop(a);
    drop(b);
    return result;
}

/* Does "tree" consist of returns of values and of ifs with such branches alone? */
static bool only_returns(const struct pv_tree *tree)
{
    if (tree->kind == PV_TREE_RETURN)
        return tree->expr != NULL;
    if (tree->kind == PV_TREE_IF)
        return only_returns(tree->then_body) && (!tree->else_body || only_returns(tree->else_body));
    if (tree->kind != PV_TREE_BLOCK || !tree->children.n)
        return false;
    for (int i = 0; i < tree->children.n; i++)
        if (!only_returns(tree->children.v[i]))
            return false;
    return true;
}

/* What the statements of "block" from number "first" on return; "block" consists of returns alone. */
static struct pv_value returned_value(struct pv_eval *ec, const struct pv_tree *block, int first,
                                      const struct pv_ctype *type)
{
    if (block->kind == PV_TREE_RETURN)
        return pv_affine_value(ec, block->expr);
    if (block->kind == PV_TREE_IF || first >= block->children.n)
        return any_of_type(type); /* an end without a return */
    const struct pv_tree *tree = block->children.v[first];
    if (tree->kind != PV_TREE_IF)
        return returned_value(ec, tree, 0, type);
    isl_set *holds, *fails;
    if (!pv_affine_condition(ec, tree->cond, &holds, &fails))
        return any_of_type(type);
    isl_set_free(fails);
    struct pv_value value = returned_value(ec, tree->then_body, 0, type);
    struct pv_value other = tree->else_body ? returned_value(ec, tree->else_body, 0, type)
                                            : returned_value(ec, block, first + 1, type);
    return pv_value_select(holds, value, other);
}

/* The body of a function that only chooses what to return, or NULL. */
static const struct pv_tree *returning_body(struct pv_eval *ec, struct pv_function *function)
{
    const struct pv_tree *body = function->has_body ? pv_front_function_body(ec->unit, function) : NULL;
    return body && only_returns(body) ? body : NULL;
}

/* A call of a function that only returns expressions of its integer arguments: those expressions with
 * the arguments' values. Nothing is excluded: which return is taken is not followed. */
static struct pv_value call_value(struct pv_eval *ec, const struct pv_expr *call)
{
    struct pv_function *function = call->callee;
    const struct pv_tree *body = function && !pv_eval_is_on_stack(ec, function) ? returning_body(ec, function) : NULL;
    if (!body || call->n_args != function->params.n) {
        pv_eval_because(ec, call->range.begin, "the result of a call of '%s'", function ? function->name : "a pointer");
        return any_of_type(call->type);
    }
    for (int i = 0; i < call->n_args; i++)
        if (!pv_var_is_trackable(function->params.v[i]))
            return any_of_type(call->type);
    struct pv_value *args = pv_new_array(ec->arena, struct pv_value, call->n_args + 1);
    for (int i = 0; i < call->n_args; i++)
        args[i] = pv_affine_value(ec, call->args[i]);
    pv_push(ec->arena, &ec->call_stack, function);
    bool was_certain = ec->is_certain, was_speculative = ec->is_speculative;
    ec->is_certain = false;
    ec->is_speculative = true;
    for (int i = 0; i < call->n_args; i++)
        pv_eval_bind(ec, function->params.v[i], args[i]);
    struct pv_value value = returned_value(ec, body, 0, call->type);
    for (int i = 0; i < call->n_args; i++)
        pv_eval_forget(ec, function->params.v[i]);
    ec->call_stack.n--;
    ec->is_certain = was_certain;
    ec->is_speculative = was_speculative;
    return value;
}

static struct pv_value evaluate(struct pv_eval *ec, const struct pv_expr *expr, struct records *records);

/* Does "expr" have the type of its operands? */
static bool keeps_type(const struct pv_expr *expr)
{
    for (int i = 0; i < expr->n_args; i++)
        if (expr->args[i]->type->kind != PV_TYPE_INT || expr->args[i]->type->bits != expr->type->bits ||
            expr->args[i]->type->is_signed != expr->type->is_signed)
            return false;
    return true;
}

/* The "result" of an operation on "a" and "b" is about to exclude the instances where it leaves its type. Those where
 * an operand does so are among them if the other operand only takes it further away: forget their "records", so that a
 * long sum leaves one. An instance of a forgotten record that is not in the new one would need an operand outside its
 * bounds, so it is in a record of that operand; which stays, unless it is of the same side, and then the result is out
 * of range, too. */
static void forget_implied(struct pv_eval *ec, const struct pv_expr *expr, const struct pv_value *operands,
                           struct pv_value result, const struct records *records)
{
    bool is_recorded = result.aff && isl_pw_aff_isa_aff(result.aff) == isl_bool_true && expr->type->is_signed &&
                       keeps_type(expr) && ec->params->signed_overflow == PV_OVERFLOW_AVOID;
    bool above = is_recorded && result.max > pv_ctype_max(expr->type);
    bool below = is_recorded && result.min < pv_ctype_min(expr->type);
    for (int i = 1; i >= 0; i--) { /* the last to be recorded first: no other place is moved */
        const struct pv_value *other = &operands[1 - i];
        bool goes_up = expr->op == PV_OP_ADD && other->min >= 0, goes_down = expr->op == PV_OP_ADD && other->max <= 0;
        if (expr->op == PV_OP_SUB && !i) {
            goes_up = other->max <= 0;
            goes_down = other->min >= 0;
        }
        if (expr->op == PV_OP_MUL && other->min == other->max && other->min > 0)
            goes_up = goes_down = true;
        if (above && goes_up && records[i].above)
            pv_exclude_forget(ec, records[i].above);
        else if (below && goes_down && records[i].below)
            pv_exclude_forget(ec, records[i].below);
    }
}

static struct pv_value binary(struct pv_eval *ec, const struct pv_expr *expr, struct records *records)
{
    struct records of_operand[2];
    struct pv_value operand[2];
    for (int i = 0; i < 2; i++)
        operand[i] = evaluate(ec, expr->args[i], &of_operand[i]);
    struct pv_value result = pv_value_binary(ec, expr->op, operand[0], operand[1], expr->range.begin);
    forget_implied(ec, expr, operand, result, of_operand);
    return convert(ec, result, expr->type, !expr->type->is_signed || expr->op == PV_OP_SHL, records);
}

/* An operation that may not be affine: where its operands are parameters, its result gets a name and becomes one. */
static struct pv_value arithmetic(struct pv_eval *ec, const struct pv_expr *expr, struct records *records)
{
    bool is_linear = expr->op == PV_OP_ADD || expr->op == PV_OP_SUB;
    bool may_have_name = ec->names && !ec->keeps_products && !ec->generic && !is_linear;
    struct pv_expr *value = may_have_name ? pv_named_resolve(ec, expr) : NULL;
    if (!value)
        return binary(ec, expr, records);
    ec->keeps_products = true; /* the whole is named, not its parts */
    struct pv_value result = binary(ec, expr, records);
    ec->keeps_products = false;
    struct pv_var *name = result.aff ? NULL : pv_named_get(ec, value, false);
    if (!name)
        return result;
    struct pv_binding *binding = pv_eval_binding(ec, name);
    binding->min = result.min;
    binding->max = result.max;
    pv_named_met(ec, name);
    return pv_eval_var(ec, name);
}

/* -a, or ~a, which is -1 - a. */
static struct pv_value negation(struct pv_eval *ec, const struct pv_expr *expr)
{
    struct pv_value a = pv_affine_value(ec, expr->args[0]);
    if (expr->op == PV_OP_NEG)
        a = (struct pv_value){a.aff ? isl_pw_aff_neg(a.aff) : NULL, -a.max, -a.min};
    else
        a = pv_value_binary(ec, PV_OP_SUB, constant(ec, -1), a, expr->range.begin);
    return pv_value_convert(ec, a, expr->type, !expr->type->is_signed);
}

static struct pv_value operation(struct pv_eval *ec, const struct pv_expr *expr, struct records *records)
{
    switch (expr->op) {
    case PV_OP_PLUS:
        return pv_affine_value(ec, expr->args[0]);
    case PV_OP_NEG:
    case PV_OP_BITNOT:
        return negation(ec, expr);
    case PV_OP_NOT:
    case PV_OP_LT:
    case PV_OP_GT:
    case PV_OP_LE:
    case PV_OP_GE:
    case PV_OP_EQ:
    case PV_OP_NE:
    case PV_OP_LAND:
    case PV_OP_LOR:
        return truth(ec, expr);
    case PV_OP_COND:
        return conditional(ec, expr);
    case PV_OP_MUL:
    case PV_OP_DIV:
    case PV_OP_MOD:
    case PV_OP_ADD:
    case PV_OP_SUB:
    case PV_OP_SHL:
    case PV_OP_SHR:
    case PV_OP_BITAND:
    case PV_OP_BITXOR:
    case PV_OP_BITOR:
        return arithmetic(ec, expr, records);
    default:
        pv_eval_because(ec, expr->range.begin, "the operator '%s'", pv_op_spelling(expr->op));
        return any_of_type(expr->type);
    }
}

static struct pv_value access_value(struct pv_eval *ec, const struct pv_expr *expr)
{
    struct pv_value value = any_of_type(expr->type);
    struct pv_binding *binding = pv_eval_binding(ec, expr->var);
    if (expr->n_steps) {
        const char *why = pv_eval_changing(ec, expr);
        if (why)
            pv_eval_because(ec, expr->range.begin, "%s", why);
        else
            pv_eval_because(ec, expr->range.begin, "a value read from '%s'", expr->var->name);
        if (binding->has_bounds) {
            value.min = binding->min;
            value.max = binding->max;
        }
        return value;
    }
    pv_named_met(ec, expr->var);
    value = pv_eval_var(ec, expr->var);
    if (!value.aff)
        pv_eval_because(ec, expr->range.begin, "'%s' has no value known here", expr->var->name);
    return value;
}

/* The value of "expr"; "*records" are those of its outermost operation, where that is arithmetic. */
static struct pv_value evaluate(struct pv_eval *ec, const struct pv_expr *expr, struct records *records)
{
    *records = (struct records){0, 0};
    if (expr->type->kind != PV_TYPE_INT) {
        pv_eval_because(ec, expr->range.begin, "a value that is not an integer");
        return any_of_type(expr->type);
    }
    switch (expr->kind) {
    case PV_EXPR_INT:
        return constant(ec, pv_expr_int_value(expr));
    case PV_EXPR_ACCESS:
        return access_value(ec, expr);
    case PV_EXPR_CAST:
        return pv_value_convert(ec, pv_affine_value(ec, expr->args[0]), expr->type, !expr->is_exact);
    case PV_EXPR_OP:
        return operation(ec, expr, records);
    case PV_EXPR_CALL: {
        enum known_function which = known_function(expr);
        return which != KNOWN_NONE ? call_known(ec, which, expr) : call_value(ec, expr);
    }
    default:
        return any_of_type(expr->type);
    }
}

struct pv_value pv_affine_value(struct pv_eval *ec, const struct pv_expr *expr)
{
    struct records records;
    return evaluate(ec, expr, &records);
}

/* Conditions. */

/* The opposite of a comparison. */
static enum pv_op opposite(enum pv_op op)
{
    switch (op) {
    case PV_OP_LT:
        return PV_OP_GE;
    case PV_OP_GE:
        return PV_OP_LT;
    case PV_OP_GT:
        return PV_OP_LE;
    case PV_OP_LE:
        return PV_OP_GT;
    case PV_OP_EQ:
        return PV_OP_NE;
    default:
        return PV_OP_EQ;
    }
}

static bool comparison(enum pv_op op, struct pv_value a, struct pv_value b, isl_set **holds, isl_set **fails)
{
    bool affine = a.aff && b.aff;
    if (affine) {
        *holds = pv_cases_compare(op, isl_pw_aff_copy(a.aff), isl_pw_aff_copy(b.aff));
        *fails = pv_cases_compare(opposite(op), isl_pw_aff_copy(a.aff), isl_pw_aff_copy(b.aff));
    }
    drop(a);
    drop(b);
    return affine;
}

/* a && b, where b is evaluated only if a holds; "||" by De Morgan: "swap" exchanges the roles. */
static bool junction(struct pv_eval *ec, const struct pv_expr *expr, bool swap, isl_set **holds, isl_set **fails)
{
    isl_set *yes[2], *no[2];
    if (!(swap ? pv_affine_condition(ec, expr->args[0], &no[0], &yes[0])
               : pv_affine_condition(ec, expr->args[0], &yes[0], &no[0])))
        return false;
    isl_set *live = isl_set_copy(ec->live);
    ec->live = isl_set_intersect(ec->live, isl_set_copy(yes[0]));
    bool affine = swap ? pv_affine_condition(ec, expr->args[1], &no[1], &yes[1])
                       : pv_affine_condition(ec, expr->args[1], &yes[1], &no[1]);
    isl_set_free(ec->live);
    ec->live = live;
    if (!affine) {
        isl_set_free(yes[0]);
        isl_set_free(no[0]);
        return false;
    }
    isl_set *both = isl_set_intersect(yes[0], yes[1]), *either = isl_set_union(no[0], no[1]);
    *holds = swap ? either : both;
    *fails = swap ? both : either;
    return true;
}

bool pv_affine_condition(struct pv_eval *ec, const struct pv_expr *expr, isl_set **holds, isl_set **fails)
{
    if (expr->kind == PV_EXPR_CAST && expr->is_implicit && expr->args[0]->type->kind == PV_TYPE_INT &&
        expr->type->kind == PV_TYPE_INT && expr->type->bits >= expr->args[0]->type->bits)
        return pv_affine_condition(ec, expr->args[0], holds, fails);
    if (expr->kind == PV_EXPR_OP) {
        switch (expr->op) {
        case PV_OP_NOT:
            return pv_affine_condition(ec, expr->args[0], fails, holds);
        case PV_OP_LAND:
        case PV_OP_LOR:
            return junction(ec, expr, expr->op == PV_OP_LOR, holds, fails);
        case PV_OP_LT:
        case PV_OP_GT:
        case PV_OP_LE:
        case PV_OP_GE:
        case PV_OP_EQ:
        case PV_OP_NE: {
            if (expr->args[0]->type->kind != PV_TYPE_INT || expr->args[1]->type->kind != PV_TYPE_INT) {
                pv_eval_because(ec, expr->range.begin, "a comparison of values that are not integers");
                return false;
            }
            struct pv_value a = pv_affine_value(ec, expr->args[0]);
            return comparison(expr->op, a, pv_affine_value(ec, expr->args[1]), holds, fails);
        }
        default:
            break;
        }
    }
    if (expr->type->kind != PV_TYPE_INT) {
        pv_eval_because(ec, expr->range.begin, "a condition that is not an integer");
        return false;
    }
    struct pv_value value = pv_affine_value(ec, expr);
    return comparison(PV_OP_NE, value, constant(ec, 0), holds, fails);
}
