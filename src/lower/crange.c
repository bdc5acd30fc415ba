/* Computes the exact range of every generated integer, so that no type is too narrow. */
#include "lower/crange.h"

#include <inttypes.h>
#include <isl/ilp.h>
#include <isl/lp.h>
#include <isl/map.h>

/* Intervals. */

static const pv_int128 far = (pv_int128)1 << 100;

static pv_int128 clamp(pv_int128 value)
{
    return value > far ? far : value < -far ? -far : value;
}

bool pv_crange_fits_int(struct pv_crange range)
{
    return range.min >= INT32_MIN && range.max <= INT32_MAX;
}

struct pv_crange pv_crange_add(struct pv_crange a, struct pv_crange b)
{
    return (struct pv_crange){clamp(a.min + b.min), clamp(a.max + b.max)};
}

struct pv_crange pv_crange_negate(struct pv_crange a)
{
    return (struct pv_crange){-a.max, -a.min};
}

static pv_int128 product(pv_int128 a, pv_int128 b)
{
    pv_int128 result;
    if (!__builtin_mul_overflow(a, b, &result))
        return clamp(result);
    return (a < 0) == (b < 0) ? far : -far;
}

struct pv_crange pv_crange_join(struct pv_crange a, struct pv_crange b)
{
    return (struct pv_crange){a.min < b.min ? a.min : b.min, a.max > b.max ? a.max : b.max};
}

struct pv_crange pv_crange_multiply(struct pv_crange a, struct pv_crange b)
{
    pv_int128 p = product(a.min, b.min), q = product(a.min, b.max), r = product(a.max, b.min),
              s = product(a.max, b.max);
    struct pv_crange first = {p < q ? p : q, p < q ? q : p}, second = {r < s ? r : s, r < s ? s : r};
    return pv_crange_join(first, second);
}

struct pv_crange pv_crange_divide(struct pv_crange a, struct pv_crange by)
{
    pv_int128 d = by.min == by.max && by.min > 0 ? by.min : 1;
    struct pv_crange range = {a.min / d, a.max / d};
    range.min -= a.min % d < 0;
    range.max += a.max % d > 0;
    return range;
}

static pv_int128 int128_from_val(__isl_keep isl_val *val)
{
    if (isl_val_is_int(val) != isl_bool_true)
        return isl_val_is_neg(val) ? -far : far;
    if (isl_val_cmp_si(val, INT32_MAX) <= 0 && isl_val_cmp_si(val, INT32_MIN) >= 0)
        return isl_val_get_num_si(val);
    size_t n = isl_val_n_abs_num_chunks(val, 8);
    uint64_t chunks[4] = {0};
    if (n > 1 || isl_val_get_abs_num_chunks(val, 8, chunks) < 0)
        return isl_val_is_neg(val) ? -far : far;
    return isl_val_is_neg(val) ? -(pv_int128)chunks[0] : (pv_int128)chunks[0];
}

pv_int128 pv_crange_bound(__isl_take isl_val *val)
{
    pv_int128 bound = int128_from_val(val);
    isl_val_free(val);
    return bound;
}

/* Affine forms. */

pv_int128 pv_crange_number(pv_ax *number)
{
    const char *digits = number->text;
    bool is_negative = *digits == '-';
    pv_int128 value = 0;
    for (digits += is_negative; *digits; digits++)
        if (value < far)
            value = value * 10 + (*digits - '0');
    return clamp(is_negative ? -value : value);
}

static __isl_give isl_pw_aff *affine(pv_ax *expr, __isl_keep isl_space *space);

/* The iterator or parameter at "pos" of "type"; NULL where "space" has none. */
static __isl_give isl_pw_aff *affine_variable(__isl_keep isl_space *space, enum isl_dim_type type, int pos)
{
    if (pos < 0 || pos >= (int)isl_space_dim(space, type))
        return NULL;
    isl_local_space *ls = isl_local_space_from_space(isl_space_copy(space));
    return isl_pw_aff_from_aff(isl_aff_var_on_domain(ls, type, (unsigned)pos));
}

static __isl_give isl_pw_aff *affine_number(pv_ax *number, __isl_keep isl_space *space)
{
    pv_int128 value = pv_crange_number(number);
    isl_ctx *ctx = isl_space_get_ctx(space);
    bool is_small = value >= INT32_MIN && value <= INT32_MAX;
    isl_val *val = is_small ? isl_val_int_from_si(ctx, (long)value) : isl_val_read_from_str(ctx, number->text);
    isl_local_space *ls = isl_local_space_from_space(isl_space_copy(space));
    return isl_pw_aff_from_aff(isl_aff_val_on_domain(ls, val));
}

static __isl_give isl_pw_aff *affine_extremum(pv_ax *expr, __isl_keep isl_space *space)
{
    isl_pw_aff *result = affine(expr->args[0], space);
    for (int i = 1; i < expr->n; i++) {
        isl_pw_aff *next = affine(expr->args[i], space);
        result = expr->kind == PV_AX_MIN ? isl_pw_aff_min(result, next) : isl_pw_aff_max(result, next);
    }
    return result;
}

static __isl_give isl_pw_aff *affine_binary(pv_ax *expr, __isl_keep isl_space *space)
{
    isl_pw_aff *a = affine(expr->args[0], space), *b = affine(expr->args[1], space);
    switch (expr->kind) {
    case PV_AX_ADD:
        return isl_pw_aff_add(a, b);
    case PV_AX_SUB:
        return isl_pw_aff_sub(a, b);
    case PV_AX_MUL:
        return isl_pw_aff_mul(a, b);
    case PV_AX_DIV:
    case PV_AX_FDIV:
    case PV_AX_PDIV:
        return isl_pw_aff_floor(isl_pw_aff_div(a, b));
    case PV_AX_PMOD: {
        isl_pw_aff *quotient = isl_pw_aff_floor(isl_pw_aff_div(isl_pw_aff_copy(a), isl_pw_aff_copy(b)));
        return isl_pw_aff_sub(a, isl_pw_aff_mul(quotient, b));
    }
    default:
        isl_pw_aff_free(a);
        isl_pw_aff_free(b);
        return NULL;
    }
}

/* "expr" as a function { [c] -> [v] } on "space"; NULL where it is none that is affine. */
static __isl_give isl_pw_aff *affine(pv_ax *expr, __isl_keep isl_space *space)
{
    switch (expr->kind) {
    case PV_AX_ITERATOR:
        return affine_variable(space, isl_dim_set, expr->depth);
    case PV_AX_PARAMETER:
        return affine_variable(space, isl_dim_param, isl_space_find_dim_by_name(space, isl_dim_param, expr->text));
    case PV_AX_NUMBER:
        return affine_number(expr, space);
    case PV_AX_NEG:
        return isl_pw_aff_neg(affine(expr->args[0], space));
    case PV_AX_MIN:
    case PV_AX_MAX:
        return affine_extremum(expr, space);
    default:
        return affine_binary(expr, space);
    }
}

/* Exact ranges. Each is a small integer program; one that is not is not worth the time. */

static const unsigned long most_operations = 50000;

/* A question to isl, within the budget of the driver: "outer" operations, 0 without a limit. */
struct question {
    isl_ctx *ctx;
    unsigned long outer, own;
    bool came_too_late; /* the budget was spent before */
};

static struct question begin_question(isl_ctx *ctx)
{
    struct question question = {ctx, isl_ctx_get_max_operations(ctx), most_operations,
                                isl_ctx_last_error(ctx) == isl_error_quota};
    if (question.outer && question.outer < most_operations)
        question.own = question.outer;
    if (!question.came_too_late) {
        isl_ctx_reset_operations(ctx);
        isl_ctx_set_max_operations(ctx, question.own);
    }
    return question;
}

/* What took too much work has no answer, and the budget pays for it; where nothing is left of that, the driver will see so.
 * That there was no memory is another matter. */
static void end_question(struct question question)
{
    if (isl_ctx_last_error(question.ctx) == isl_error_alloc)
        pv_note_short_memory();
    bool was_ended = isl_ctx_get_max_operations(question.ctx) != question.own; /* by the driver, for other reasons */
    if (question.came_too_late || was_ended)
        return;
    bool took_too_much = isl_ctx_last_error(question.ctx) == isl_error_quota;
    unsigned long left = question.outer;
    if (question.outer && took_too_much)
        left = question.outer - question.own;
    isl_ctx_reset_operations(question.ctx);
    isl_ctx_set_max_operations(question.ctx, left);
    if (left || !question.outer)
        isl_ctx_reset_error(question.ctx);
}

/* The range of a function on rational points, as far as it is found. */
struct rational_range {
    bool is_found;
    struct pv_crange range;
    isl_aff *value; /* lent */
};

static isl_stat add_rational_range(__isl_take isl_basic_set *points, void *user)
{
    struct rational_range *result = user;
    isl_val *min = isl_val_ceil(isl_basic_set_min_lp_val(points, result->value));
    isl_val *max = isl_val_floor(isl_basic_set_max_lp_val(points, result->value));
    bool is_empty = isl_val_is_nan(min) == isl_bool_true || isl_val_is_nan(max) == isl_bool_true;
    bool ok = min && max;
    isl_basic_set_free(points);
    struct pv_crange found = {pv_crange_bound(min), pv_crange_bound(max)};
    if (ok && !is_empty)
        result->range = result->is_found ? pv_crange_join(result->range, found) : found;
    result->is_found = result->is_found || (ok && !is_empty);
    return ok ? isl_stat_ok : isl_stat_error;
}

static isl_stat add_rational_piece(__isl_take isl_set *domain, __isl_take isl_aff *value, void *user)
{
    struct rational_range *result = user;
    result->value = value;
    isl_stat stat = isl_set_foreach_basic_set(domain, add_rational_range, result);
    isl_set_free(domain);
    isl_aff_free(value);
    return stat;
}

/* Bounds that are farther out than this, beyond those of int, do not come from rounding: integers have about the same. */
static const pv_int128 rounding = 1 << 16;

/* May a bound by rational points beyond that of int be within int for integers? */
static bool may_fit(pv_int128 bound)
{
    return bound >= INT32_MIN - rounding && bound <= INT32_MAX + rounding;
}

/* The range of dimension "pos" of "set" for all parameters, within "range"; only the bounds of "range" that are beyond int are
 * looked for. */
static struct pv_crange integer_range(__isl_keep isl_set *set, int pos, struct pv_crange range)
{
    bool wants_min = range.min<INT32_MIN, wants_max = range.max> INT32_MAX;
    isl_val *min = wants_min ? isl_set_dim_min_val(isl_set_copy(set), pos) : NULL;
    isl_val *max = wants_max ? isl_set_dim_max_val(isl_set_copy(set), pos) : NULL;
    bool is_empty = (min && isl_val_is_nan(min) == isl_bool_true) || (max && isl_val_is_nan(max) == isl_bool_true);
    struct pv_crange found = {min ? pv_crange_bound(min) : range.min, max ? pv_crange_bound(max) : range.max};
    if (is_empty)
        return (struct pv_crange){0, 0}; /* never reached */
    found.min = found.min > range.min ? found.min : range.min;
    found.max = found.max < range.max ? found.max : range.max;
    return found;
}

/* The range of "value", within "range". Rational bounds are those of a linear program, much faster than an integer one, and most
 * questions end there. */
static struct pv_crange range_of(__isl_take isl_pw_aff *value, struct pv_crange range)
{
    struct rational_range rational = {0};
    bool ok = isl_pw_aff_foreach_piece(value, add_rational_piece, &rational) == isl_stat_ok;
    if (ok && rational.is_found) {
        range.min = rational.range.min > range.min ? rational.range.min : range.min;
        range.max = rational.range.max < range.max ? rational.range.max : range.max;
    }
    if (!pv_crange_fits_int(range) && may_fit(range.min) && may_fit(range.max)) {
        isl_set *values = isl_map_range(isl_map_from_pw_aff(isl_pw_aff_copy(value)));
        range = integer_range(values, 0, range);
        isl_set_free(values);
    }
    isl_pw_aff_free(value);
    return range;
}

struct pv_crange pv_crange_exact(__isl_keep isl_set *known, pv_ax *expr, struct pv_crange range)
{
    isl_ctx *ctx = isl_set_get_ctx(known);
    struct question question = begin_question(ctx);
    isl_space *space = isl_set_get_space(known);
    isl_pw_aff *value = affine(expr, space);
    isl_space_free(space);
    if (value) {
        value = isl_pw_aff_intersect_domain(value, isl_set_copy(known));
        range = range_of(value, range);
    }
    end_question(question);
    return range;
}

struct pv_crange pv_crange_of_iterator(__isl_keep isl_set *known, int depth, struct pv_crange range)
{
    isl_ctx *ctx = isl_set_get_ctx(known);
    struct question question = begin_question(ctx);
    isl_space *space = isl_set_get_space(known);
    isl_pw_aff *value = isl_pw_aff_intersect_domain(affine_variable(space, isl_dim_set, depth), isl_set_copy(known));
    isl_space_free(space);
    range = range_of(value, range);
    end_question(question);
    return range;
}

/* The only part of "set"; NULL where it has several. */
static __isl_give isl_basic_set *only_part(__isl_keep isl_set *set)
{
    if (isl_set_n_basic_set(set) != 1)
        return NULL;
    isl_basic_set_list *list = isl_set_get_basic_set_list(set);
    isl_basic_set *part = isl_basic_set_list_get_at(list, 0);
    isl_basic_set_list_free(list);
    return part;
}

/* "a" and "b". isl's function for sets also looks whether the result is empty or an operand, which takes most of its time. */
static __isl_give isl_set *intersect(__isl_take isl_set *a, __isl_take isl_set *b)
{
    isl_basic_set *first = only_part(a), *second = only_part(b);
    if (!first || !second) {
        isl_basic_set_free(first);
        isl_basic_set_free(second);
        return isl_set_intersect(a, b);
    }
    isl_set_free(a);
    isl_set_free(b);
    return isl_set_from_basic_set(isl_basic_set_intersect(first, second));
}

/* "known" and "more", or "known" alone where isl failed. */
static __isl_give isl_set *learn(__isl_take isl_set *known, __isl_take isl_set *more)
{
    if (!more)
        return known;
    isl_set *both = intersect(isl_set_copy(known), more);
    if (!both)
        return known;
    isl_set_free(known);
    return both;
}

/* { [c] : a <= b }, or a < b; NULL where it is not known. What is at least a maximum is at least each of its operands:
 * the set is then a conjunction, which all that follows is the faster for. */
static __isl_give isl_set *at_most(pv_ax *a, pv_ax *b, bool is_strict, __isl_keep isl_space *space)
{
    bool splits_a = a->kind == PV_AX_MAX, splits_b = !splits_a && b->kind == PV_AX_MIN;
    if (!splits_a && !splits_b) {
        isl_pw_aff *left = affine(a, space), *right = affine(b, space);
        return is_strict ? isl_pw_aff_lt_set(left, right) : isl_pw_aff_le_set(left, right);
    }
    pv_ax *split = splits_a ? a : b;
    isl_set *result = NULL;
    for (int i = 0; i < split->n; i++) {
        isl_set *part = splits_a ? at_most(split->args[i], b, is_strict, space)
                                 : at_most(a, split->args[i], is_strict, space);
        result = i ? isl_set_intersect(result, part) : part;
    }
    return result;
}

/* { [c] : cond }; NULL where it is not known. */
static __isl_give isl_set *condition_set(pv_ax *cond, __isl_keep isl_space *space)
{
    bool is_and = cond->kind == PV_AX_AND, is_less = cond->kind == PV_AX_LE || cond->kind == PV_AX_LT;
    isl_set *result;
    switch (cond->kind) {
    case PV_AX_AND:
    case PV_AX_OR:
        result = condition_set(cond->args[0], space);
        for (int i = 1; i < cond->n; i++) {
            isl_set *next = condition_set(cond->args[i], space);
            result = is_and ? isl_set_intersect(result, next) : isl_set_union(result, next);
        }
        return result;
    case PV_AX_EQ:
        return isl_pw_aff_eq_set(affine(cond->args[0], space), affine(cond->args[1], space));
    case PV_AX_LE:
    case PV_AX_LT:
    case PV_AX_GE:
    case PV_AX_GT:
        return at_most(cond->args[!is_less], cond->args[is_less], cond->kind == PV_AX_LT || cond->kind == PV_AX_GT,
                       space);
    default:
        return NULL;
    }
}

__isl_give isl_set *pv_crange_enter(__isl_take isl_set *known, int depth, pv_ax *init, pv_ax *cond)
{
    pv_ax iterator = {.kind = PV_AX_ITERATOR, .depth = depth};
    isl_ctx *ctx = isl_set_get_ctx(known);
    int n = (int)isl_set_dim(known, isl_dim_set);
    if (n <= depth)
        known = isl_set_add_dims(known, isl_dim_set, (unsigned)(depth + 1 - n));
    struct question question = begin_question(ctx);
    isl_space *space = isl_set_get_space(known);
    known = learn(known, at_most(init, &iterator, false, space));
    isl_space_free(space);
    end_question(question);
    return pv_crange_enter_if(known, cond, true);
}

__isl_give isl_set *pv_crange_enter_if(__isl_take isl_set *known, pv_ax *cond, bool is_true)
{
    isl_ctx *ctx = isl_set_get_ctx(known);
    struct question question = begin_question(ctx);
    isl_space *space = isl_set_get_space(known);
    isl_set *holds = condition_set(cond, space);
    isl_space_free(space);
    known = learn(known, is_true || !holds ? holds : isl_set_complement(holds));
    end_question(question);
    return known;
}

bool pv_crange_implies(__isl_keep isl_set *known, pv_ax *cond)
{
    isl_ctx *ctx = isl_set_get_ctx(known);
    struct question question = begin_question(ctx);
    isl_space *space = isl_set_get_space(known);
    isl_set *holds = condition_set(cond, space);
    isl_space_free(space);
    bool is_certain = holds && isl_set_is_subset(known, holds) == isl_bool_true;
    isl_set_free(holds);
    end_question(question);
    return is_certain;
}

/* A sum of multiples of iterators and parameters, and a constant. */
struct linear {
    int n;
    struct term {
        pv_ax *variable;
        pv_int128 factor;
    } terms[8];
    pv_int128 constant;
};

static bool is_far(pv_int128 value)
{
    return value >= far || value <= -far;
}

/* Add "factor" times the iterator or parameter "variable" to "*sum". False where it has no room, or numbers are far out. */
static bool add_variable(struct linear *sum, pv_ax *variable, pv_int128 factor)
{
    int i = 0;
    while (i < sum->n && !pv_ax_is_same(sum->terms[i].variable, variable))
        i++;
    if (i == (int)(sizeof(sum->terms) / sizeof(*sum->terms)))
        return false;
    if (i == sum->n)
        sum->terms[sum->n++] = (struct term){variable, 0};
    sum->terms[i].factor += factor;
    return !is_far(factor) && !is_far(sum->terms[i].factor);
}

/* Add "factor" times the value of "number" to "*sum". False where numbers are far out. */
static bool add_constant(struct linear *sum, pv_ax *number, pv_int128 factor)
{
    pv_int128 value = product(factor, pv_crange_number(number));
    sum->constant += value;
    return !is_far(value) && !is_far(sum->constant);
}

/* Add "factor" times "expr" to "*sum". False where that is not linear, or numbers are far out. */
static bool add_linear(struct linear *sum, pv_ax *expr, pv_int128 factor)
{
    switch (expr->kind) {
    case PV_AX_NUMBER:
        return add_constant(sum, expr, factor);
    case PV_AX_ITERATOR:
    case PV_AX_PARAMETER:
        return add_variable(sum, expr, factor);
    case PV_AX_NEG:
        return add_linear(sum, expr->args[0], -factor);
    case PV_AX_ADD:
    case PV_AX_SUB:
        return add_linear(sum, expr->args[0], factor) &&
               add_linear(sum, expr->args[1], expr->kind == PV_AX_SUB ? -factor : factor);
    case PV_AX_MUL:
        for (int i = 0; i < 2; i++)
            if (expr->args[i]->kind == PV_AX_NUMBER)
                return add_linear(sum, expr->args[1 - i], product(factor, pv_crange_number(expr->args[i])));
        return false;
    default:
        return false;
    }
}

/* Do "a" and "b" differ by a constant, wherever they are? */
static bool differ(pv_ax *a, pv_ax *b)
{
    struct linear sum = {0};
    bool is_linear = add_linear(&sum, a, 1) && add_linear(&sum, b, -1);
    for (int i = 0; i < sum.n; i++)
        is_linear = is_linear && !sum.terms[i].factor;
    return is_linear && sum.constant;
}

bool pv_crange_may_be_equal(__isl_keep isl_set *known, const pv_axs *a, const pv_axs *b)
{
    isl_ctx *ctx = isl_set_get_ctx(known);
    if (a->n != b->n)
        return true;
    for (int i = 0; i < a->n; i++)
        if (differ(a->v[i], b->v[i]))
            return false;
    struct question question = begin_question(ctx);
    isl_space *space = isl_set_get_space(known);
    isl_set *equal = isl_set_copy(known);
    for (int i = 0; i < a->n; i++) {
        isl_pw_aff *left = affine(a->v[i], space), *right = affine(b->v[i], space);
        equal = isl_set_intersect(equal, isl_pw_aff_eq_set(left, right));
    }
    isl_space_free(space);
    bool is_empty = isl_set_is_empty(equal) == isl_bool_true;
    isl_set_free(equal);
    end_question(question);
    return !is_empty;
}

/* { [c] -> [c'] }, where c' is "step" before c along the iterator at "depth". */
static __isl_give isl_multi_aff *step_back(__isl_take isl_space *space, int depth, int step)
{
    isl_multi_aff *back = isl_multi_aff_identity(isl_space_map_from_set(space));
    isl_aff *along = isl_multi_aff_get_aff(back, depth);
    return isl_multi_aff_set_aff(back, depth, isl_aff_add_constant_si(along, -step));
}

bool pv_crange_is_previous(__isl_keep isl_set *known, int depth, int step, const pv_axs *a, const pv_axs *b)
{
    isl_ctx *ctx = isl_set_get_ctx(known);
    if (a->n != b->n)
        return false;
    struct question question = begin_question(ctx);
    isl_space *space = isl_set_get_space(known);
    isl_multi_aff *back = step_back(isl_space_copy(space), depth, step);
    bool is_certain = true;
    for (int i = 0; i < a->n && is_certain; i++) {
        isl_pw_aff *before = isl_pw_aff_pullback_multi_aff(affine(b->v[i], space), isl_multi_aff_copy(back));
        isl_set *equal = isl_pw_aff_eq_set(affine(a->v[i], space), before);
        is_certain = equal && isl_set_is_subset(known, equal) == isl_bool_true;
        isl_set_free(equal);
    }
    isl_multi_aff_free(back);
    isl_space_free(space);
    end_question(question);
    return is_certain;
}

bool pv_crange_has_iteration(__isl_keep isl_set *known, const struct pv_an *loop)
{
    isl_ctx *ctx = isl_set_get_ctx(known);
    struct question question = begin_question(ctx);
    isl_space *space = isl_set_get_space(known);
    isl_set *runs = at_most(loop->init, loop->cond->args[1], loop->cond->kind == PV_AX_LT, space);
    isl_space_free(space);
    bool is_certain = isl_set_is_subset(known, runs) == isl_bool_true;
    isl_set_free(runs);
    end_question(question);
    return is_certain;
}
