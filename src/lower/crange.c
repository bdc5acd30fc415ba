/* Computes the exact range of every generated integer, so that no type is too narrow. */
#include "lower/crange.h"

#include <inttypes.h>
#include <isl/ilp.h>
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

static __isl_give isl_pw_aff *affine(__isl_take isl_ast_expr *expr, __isl_keep isl_space *space);

static __isl_give isl_pw_aff *affine_argument(__isl_keep isl_ast_expr *expr, int pos, __isl_keep isl_space *space)
{
    return affine(isl_ast_expr_get_op_arg(expr, pos), space);
}

static __isl_give isl_pw_aff *affine_id(__isl_take isl_id *id, __isl_keep isl_space *space)
{
    const struct pv_code_iterator *iterator = pv_code_iterator_of_id(id);
    isl_local_space *ls = isl_local_space_from_space(isl_space_copy(space));
    int pos = iterator ? iterator->depth : isl_space_find_dim_by_name(space, isl_dim_param, isl_id_get_name(id));
    enum isl_dim_type type = iterator ? isl_dim_set : isl_dim_param;
    isl_id_free(id);
    if (pos >= 0 && pos < (int)isl_space_dim(space, type))
        return isl_pw_aff_from_aff(isl_aff_var_on_domain(ls, type, (unsigned)pos));
    isl_local_space_free(ls);
    return NULL;
}

static __isl_give isl_pw_aff *affine_extremum(__isl_keep isl_ast_expr *expr, __isl_keep isl_space *space, bool is_min)
{
    isl_pw_aff *result = affine_argument(expr, 0, space);
    for (int i = 1; i < (int)isl_ast_expr_get_op_n_arg(expr); i++) {
        isl_pw_aff *next = affine_argument(expr, i, space);
        result = is_min ? isl_pw_aff_min(result, next) : isl_pw_aff_max(result, next);
    }
    return result;
}

static __isl_give isl_pw_aff *affine_op(__isl_keep isl_ast_expr *expr, __isl_keep isl_space *space)
{
    enum isl_ast_expr_op_type type = isl_ast_expr_get_op_type(expr);
    if (type == isl_ast_expr_op_min || type == isl_ast_expr_op_max)
        return affine_extremum(expr, space, type == isl_ast_expr_op_min);
    isl_pw_aff *a = affine_argument(expr, 0, space);
    if (type == isl_ast_expr_op_minus)
        return isl_pw_aff_neg(a);
    isl_pw_aff *b = isl_ast_expr_get_op_n_arg(expr) > 1 ? affine_argument(expr, 1, space) : NULL;
    switch (type) {
    case isl_ast_expr_op_add:
        return isl_pw_aff_add(a, b);
    case isl_ast_expr_op_sub:
        return isl_pw_aff_sub(a, b);
    case isl_ast_expr_op_mul:
        return isl_pw_aff_mul(a, b);
    case isl_ast_expr_op_div:
    case isl_ast_expr_op_fdiv_q:
    case isl_ast_expr_op_pdiv_q:
        return isl_pw_aff_floor(isl_pw_aff_div(a, b));
    case isl_ast_expr_op_pdiv_r: {
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
static __isl_give isl_pw_aff *affine(__isl_take isl_ast_expr *expr, __isl_keep isl_space *space)
{
    isl_pw_aff *result = NULL;
    if (isl_ast_expr_get_type(expr) == isl_ast_expr_id) {
        result = affine_id(isl_ast_expr_get_id(expr), space);
    } else if (isl_ast_expr_get_type(expr) == isl_ast_expr_int) {
        isl_local_space *ls = isl_local_space_from_space(isl_space_copy(space));
        result = isl_pw_aff_from_aff(isl_aff_val_on_domain(ls, isl_ast_expr_get_val(expr)));
    } else {
        result = affine_op(expr, space);
    }
    isl_ast_expr_free(expr);
    return result;
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

/* The range of dimension "pos" of "set" for all parameters; "range" where it is not found. */
static struct pv_crange dimension_range(__isl_take isl_set *set, int pos, struct pv_crange range)
{
    isl_val *min = isl_set_dim_min_val(isl_set_copy(set), pos), *max = isl_set_dim_max_val(set, pos);
    bool is_found = min && max;
    bool is_empty = is_found && (isl_val_is_nan(min) == isl_bool_true || isl_val_is_nan(max) == isl_bool_true);
    struct pv_crange found = {pv_crange_bound(min), pv_crange_bound(max)};
    if (is_empty)
        return (struct pv_crange){0, 0}; /* never reached */
    if (!is_found)
        return range;
    found.min = found.min > range.min ? found.min : range.min;
    found.max = found.max < range.max ? found.max : range.max;
    return found;
}

struct pv_crange pv_crange_exact(__isl_keep isl_set *known, __isl_keep isl_ast_expr *expr, struct pv_crange range)
{
    isl_ctx *ctx = isl_set_get_ctx(known);
    struct question question = begin_question(ctx);
    isl_space *space = isl_set_get_space(known);
    isl_pw_aff *value = affine(isl_ast_expr_copy(expr), space);
    isl_space_free(space);
    if (value) {
        value = isl_pw_aff_intersect_domain(value, isl_set_copy(known));
        range = dimension_range(isl_map_range(isl_map_from_pw_aff(value)), 0, range);
    }
    end_question(question);
    return range;
}

struct pv_crange pv_crange_of_iterator(__isl_keep isl_set *known, int depth, struct pv_crange range)
{
    isl_ctx *ctx = isl_set_get_ctx(known);
    struct question question = begin_question(ctx);
    range = dimension_range(isl_set_copy(known), depth, range);
    end_question(question);
    return range;
}

/* "known" and "more", or "known" alone where isl failed. */
static __isl_give isl_set *learn(__isl_take isl_set *known, __isl_take isl_set *more)
{
    if (!more)
        return known;
    isl_set *both = isl_set_intersect(isl_set_copy(known), more);
    if (!both)
        return known;
    isl_set_free(known);
    return both;
}

static bool is_op(__isl_keep isl_ast_expr *expr, enum isl_ast_expr_op_type type)
{
    return isl_ast_expr_get_type(expr) == isl_ast_expr_op && isl_ast_expr_get_op_type(expr) == type;
}

/* { [c] : a <= b }, or a < b; NULL where it is not known. What is at least a maximum is at least each of its operands:
 * the set is then a conjunction, which all that follows is the faster for. */
static __isl_give isl_set *at_most(__isl_take isl_ast_expr *a, __isl_take isl_ast_expr *b, bool is_strict,
                                   __isl_keep isl_space *space)
{
    isl_set *result = NULL;
    bool splits_a = is_op(a, isl_ast_expr_op_max), splits_b = !splits_a && is_op(b, isl_ast_expr_op_min);
    isl_ast_expr *split = splits_a ? a : b;
    if (splits_a || splits_b) {
        for (int i = 0; i < (int)isl_ast_expr_get_op_n_arg(split); i++) {
            isl_ast_expr *arg = isl_ast_expr_get_op_arg(split, i);
            isl_set *part = splits_a ? at_most(arg, isl_ast_expr_copy(b), is_strict, space)
                                     : at_most(isl_ast_expr_copy(a), arg, is_strict, space);
            result = i ? isl_set_intersect(result, part) : part;
        }
    } else {
        isl_pw_aff *left = affine(isl_ast_expr_copy(a), space), *right = affine(isl_ast_expr_copy(b), space);
        result = is_strict ? isl_pw_aff_lt_set(left, right) : isl_pw_aff_le_set(left, right);
    }
    isl_ast_expr_free(a);
    isl_ast_expr_free(b);
    return result;
}

/* { [c] : cond }; NULL where it is not known. */
static __isl_give isl_set *condition_set(__isl_take isl_ast_expr *cond, __isl_keep isl_space *space)
{
    isl_set *result = NULL;
    bool is_operation = isl_ast_expr_get_type(cond) == isl_ast_expr_op;
    enum isl_ast_expr_op_type type = is_operation ? isl_ast_expr_get_op_type(cond) : isl_ast_expr_op_error;
    bool is_and = type == isl_ast_expr_op_and || type == isl_ast_expr_op_and_then;
    bool is_or = type == isl_ast_expr_op_or || type == isl_ast_expr_op_or_else;
    bool is_relation = type >= isl_ast_expr_op_eq && type <= isl_ast_expr_op_gt;
    if (is_and || is_or) {
        result = condition_set(isl_ast_expr_get_op_arg(cond, 0), space);
        for (int i = 1; i < (int)isl_ast_expr_get_op_n_arg(cond); i++) {
            isl_set *next = condition_set(isl_ast_expr_get_op_arg(cond, i), space);
            result = is_and ? isl_set_intersect(result, next) : isl_set_union(result, next);
        }
    } else if (is_relation && type == isl_ast_expr_op_eq) {
        isl_pw_aff *a = affine_argument(cond, 0, space), *b = affine_argument(cond, 1, space);
        result = isl_pw_aff_eq_set(a, b);
    } else if (is_relation) {
        bool is_less = type == isl_ast_expr_op_le || type == isl_ast_expr_op_lt;
        bool is_strict = type == isl_ast_expr_op_lt || type == isl_ast_expr_op_gt;
        result = at_most(isl_ast_expr_get_op_arg(cond, !is_less), isl_ast_expr_get_op_arg(cond, is_less), is_strict,
                         space);
    }
    isl_ast_expr_free(cond);
    return result;
}

__isl_give isl_set *pv_crange_enter(__isl_take isl_set *known, int depth, __isl_take isl_ast_expr *iterator,
                                    __isl_take isl_ast_expr *init, __isl_take isl_ast_expr *cond)
{
    isl_ctx *ctx = isl_set_get_ctx(known);
    int n = (int)isl_set_dim(known, isl_dim_set);
    if (n <= depth)
        known = isl_set_add_dims(known, isl_dim_set, (unsigned)(depth + 1 - n));
    struct question question = begin_question(ctx);
    isl_space *space = isl_set_get_space(known);
    known = learn(known, at_most(init, iterator, false, space));
    isl_space_free(space);
    end_question(question);
    return pv_crange_enter_if(known, cond, true);
}

__isl_give isl_set *pv_crange_enter_loop(__isl_take isl_set *known, int depth, __isl_keep isl_ast_node *loop)
{
    isl_ast_expr *iterator = isl_ast_node_for_get_iterator(loop), *init = isl_ast_node_for_get_init(loop);
    return pv_crange_enter(known, depth, iterator, init, isl_ast_node_for_get_cond(loop));
}

__isl_give isl_set *pv_crange_enter_if(__isl_take isl_set *known, __isl_take isl_ast_expr *cond, bool is_true)
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

bool pv_crange_implies(__isl_keep isl_set *known, __isl_keep isl_ast_expr *cond)
{
    isl_ctx *ctx = isl_set_get_ctx(known);
    struct question question = begin_question(ctx);
    isl_space *space = isl_set_get_space(known);
    isl_set *holds = condition_set(isl_ast_expr_copy(cond), space);
    isl_space_free(space);
    bool is_certain = holds && isl_set_is_subset(known, holds) == isl_bool_true;
    isl_set_free(holds);
    end_question(question);
    return is_certain;
}

bool pv_crange_may_be_equal(__isl_keep isl_set *known, __isl_keep isl_ast_expr_list *a, __isl_keep isl_ast_expr_list *b)
{
    isl_ctx *ctx = isl_set_get_ctx(known);
    int n = (int)isl_ast_expr_list_n_ast_expr(a);
    if (n != (int)isl_ast_expr_list_n_ast_expr(b))
        return true;
    struct question question = begin_question(ctx);
    isl_space *space = isl_set_get_space(known);
    isl_set *equal = isl_set_copy(known);
    for (int i = 0; i < n; i++) {
        isl_pw_aff *left = affine(isl_ast_expr_list_get_ast_expr(a, i), space);
        isl_pw_aff *right = affine(isl_ast_expr_list_get_ast_expr(b, i), space);
        equal = isl_set_intersect(equal, isl_pw_aff_eq_set(left, right));
    }
    isl_space_free(space);
    bool is_empty = isl_set_is_empty(equal) == isl_bool_true;
    isl_set_free(equal);
    end_question(question);
    return !is_empty;
}

bool pv_crange_has_iteration(__isl_keep isl_set *known, __isl_keep isl_ast_node *loop)
{
    isl_ctx *ctx = isl_set_get_ctx(known);
    isl_ast_expr *cond = isl_ast_node_for_get_cond(loop);
    bool is_strict = is_op(cond, isl_ast_expr_op_lt);
    struct question question = begin_question(ctx);
    isl_space *space = isl_set_get_space(known);
    isl_set *runs = at_most(isl_ast_node_for_get_init(loop), isl_ast_expr_get_op_arg(cond, 1), is_strict, space);
    isl_space_free(space);
    isl_ast_expr_free(cond);
    bool is_certain = isl_set_is_subset(known, runs) == isl_bool_true;
    isl_set_free(runs);
    end_question(question);
    return is_certain;
}
