/* Computes the exact set of the iterations of a counted loop, and the values of its iterator. */
#include "front/iterations.h"

#include "base/islx.h"

#include "front/affine.h"
#include "front/cases.h"
#include "front/exclude.h"
#include "front/linear.h"
#include "front/named.h"

#include <isl/map.h>

/* { [i, x] -> [i, y] : y after x } */
static __isl_give isl_map *later(__isl_take isl_space *space, bool goes_down)
{
    int last = (int)isl_space_dim(space, isl_dim_set) - 1;
    isl_map *map = isl_map_universe(isl_space_map_from_set(space));
    for (int i = 0; i < last; i++)
        map = isl_map_equate(map, isl_dim_in, i, isl_dim_out, i);
    return goes_down ? isl_map_order_gt(map, isl_dim_in, last, isl_dim_out, last)
                     : isl_map_order_lt(map, isl_dim_in, last, isl_dim_out, last);
}

__isl_give isl_set *pv_later_iterations(__isl_take isl_set *set, bool goes_down)
{
    isl_map *map = later(isl_set_get_space(set), goes_down);
    return isl_set_apply(set, map);
}

/* "aff" over the current iterators, as a function of those and one more. */
static __isl_give isl_pw_aff *one_deeper(const struct pv_eval *ec, __isl_keep isl_pw_aff *aff)
{
    return isl_pw_aff_insert_dims(isl_pw_aff_copy(aff), isl_dim_in, (unsigned)ec->depth, 1);
}

/* { [i, x] : [i] live, x = init + k step, k >= 0 } */
static __isl_give isl_set *candidates(struct pv_eval *ec, const struct pv_counted_loop *loop,
                                      __isl_keep isl_pw_aff *init)
{
    isl_space *space = pv_eval_space_below(ec, loop->iterator->name);
    isl_set *domain = isl_set_add_dims(isl_set_copy(ec->live), isl_dim_set, 1);
    domain = pv_set_set_dim_name(domain, isl_dim_set, (unsigned)ec->depth, loop->iterator->name);
    isl_local_space *ls = isl_local_space_from_space(space);
    isl_pw_aff *x = isl_pw_aff_from_aff(isl_aff_var_on_domain(ls, isl_dim_set, (unsigned)ec->depth));
    isl_pw_aff *first = one_deeper(ec, init);
    int64_t stride = loop->step < 0 ? -loop->step : loop->step;
    isl_pw_aff *distance = stride == 1 ? NULL : isl_pw_aff_sub(isl_pw_aff_copy(x), isl_pw_aff_copy(first));
    domain = isl_set_intersect(domain, pv_cases_compare(loop->step > 0 ? PV_OP_GE : PV_OP_LE, x, first));
    if (stride == 1)
        return domain;
    distance = isl_pw_aff_mod_val(distance, isl_val_int_from_si(ec->ctx, stride));
    return isl_set_intersect(domain, isl_pw_aff_zero_set(distance));
}

/* The simple case: the condition is a conjunction of comparisons of the iterator with values that
 * do not depend on it, each of which stays false once it is. */
struct simple_bounds {
    struct pv_eval *ec;
    const struct pv_counted_loop *loop;
    struct pv_value iterator; /* bounds so far; aff unused */
    isl_set *domain;          /* { [i, x] } */
};

/* Is "expr" the iterator, converted only to types that hold all its values here? */
static bool is_iterator(const struct simple_bounds *bounds, const struct pv_expr *expr)
{
    while (expr->kind == PV_EXPR_CAST && expr->type->kind == PV_TYPE_INT) {
        if (bounds->iterator.min < pv_ctype_min(expr->type) || bounds->iterator.max > pv_ctype_max(expr->type))
            return false;
        expr = expr->args[0];
    }
    return pv_expr_is_var(expr, bounds->loop->iterator);
}

/* Take one comparison "iterator op limit" into account. */
static bool add_limit(struct simple_bounds *bounds, enum pv_op op, struct pv_expr *limit)
{
    struct pv_eval *ec = bounds->ec;
    bool goes_up = bounds->loop->step > 0;
    if (goes_up ? (op != PV_OP_LT && op != PV_OP_LE) : (op != PV_OP_GT && op != PV_OP_GE))
        return false;
    struct pv_value value = pv_affine_value(ec, limit);
    if (!value.aff)
        return false;
    int slack = op == PV_OP_LT || op == PV_OP_GT;
    if (goes_up && value.max - slack < bounds->iterator.max)
        bounds->iterator.max = value.max - slack;
    if (!goes_up && value.min + slack > bounds->iterator.min)
        bounds->iterator.min = value.min + slack;
    isl_space *space = isl_set_get_space(bounds->domain);
    isl_local_space *ls = isl_local_space_from_space(space);
    isl_pw_aff *x = isl_pw_aff_from_aff(isl_aff_var_on_domain(ls, isl_dim_set, (unsigned)ec->depth));
    isl_pw_aff *end = one_deeper(ec, value.aff);
    isl_pw_aff_free(value.aff);
    bounds->domain = isl_set_intersect(bounds->domain, pv_cases_compare(op, x, end));
    return true;
}

static bool add_simple_condition(struct simple_bounds *bounds, struct pv_expr *cond)
{
    cond = pv_strip_implicit(cond);
    if (cond->kind != PV_EXPR_OP || cond->n_args != 2)
        return false;
    if (cond->op == PV_OP_LAND) {
        if (!add_simple_condition(bounds, cond->args[0]))
            return false;
        bool was_certain = bounds->ec->is_certain, was_speculative = bounds->ec->is_speculative;
        bounds->ec->is_certain = false; /* not evaluated where the first part fails */
        bounds->ec->is_speculative = true;
        bool simple = add_simple_condition(bounds, cond->args[1]);
        bounds->ec->is_certain = was_certain;
        bounds->ec->is_speculative = was_speculative;
        return simple;
    }
    if (cond->op != PV_OP_LT && cond->op != PV_OP_LE && cond->op != PV_OP_GT && cond->op != PV_OP_GE)
        return false;
    for (int side = 0; side < 2; side++) {
        struct pv_expr *limit = cond->args[1 - side];
        if (!is_iterator(bounds, cond->args[side]) || limit->type->kind != PV_TYPE_INT ||
            pv_expr_names(limit, bounds->loop->iterator))
            continue;
        return add_limit(bounds, side ? pv_comparison_mirrored(cond->op) : cond->op, limit);
    }
    return false;
}

/* The step out of the last iteration must not leave the type. Return false where it may, with a
 * defined meaning that matters. */
static bool check_last_step(struct pv_eval *ec, const struct pv_counted_loop *loop, struct simple_bounds *bounds)
{
    const struct pv_ctype *type = loop->iterator->type;
    pv_int128 max = pv_ctype_max(type), min = pv_ctype_min(type);
    bool may_leave = loop->step > 0 ? bounds->iterator.max + loop->step > max : bounds->iterator.min + loop->step < min;
    if (!may_leave)
        return true;
    bool undefined = pv_overflow_is_undefined(type);
    if (!undefined && loop->has_break)
        return false;
    if (!pv_exclude_applies(ec) || (undefined && ec->params->signed_overflow == PV_OVERFLOW_IGNORE))
        return true;
    /* A wrapped iterator satisfies the condition again: the loop would never end. */
    isl_val *limit = pv_val_from_int128(ec->ctx, loop->step > 0 ? max - loop->step + 1 : min - loop->step - 1);
    isl_set *last = isl_set_copy(bounds->domain);
    last = loop->step > 0 ? isl_set_lower_bound_val(last, isl_dim_set, (unsigned)ec->depth, limit)
                          : isl_set_upper_bound_val(last, isl_dim_set, (unsigned)ec->depth, limit);
    isl_set *live = isl_set_copy(ec->live);
    pv_eval_push(ec, loop->iterator->name, isl_set_copy(bounds->domain));
    pv_exclude(ec, last);
    pv_eval_pop(ec, live);
    return true;
}

static bool simple_iterations(struct pv_eval *ec, const struct pv_counted_loop *loop, struct pv_iterations *iterations)
{
    if (!loop->cond)
        return false;
    const struct pv_ctype *type = loop->iterator->type;
    struct simple_bounds bounds = {ec, loop, {NULL, pv_ctype_min(type), pv_ctype_max(type)}, NULL};
    if (loop->step > 0)
        bounds.iterator.min = iterations->init.min;
    else
        bounds.iterator.max = iterations->init.max;
    bounds.domain = candidates(ec, loop, iterations->init.aff);
    int n_bad = ec->bad.n;
    if (!add_simple_condition(&bounds, loop->cond) || !check_last_step(ec, loop, &bounds)) {
        pv_exclude_undo(ec, n_bad);
        isl_set_free(bounds.domain);
        return false;
    }
    iterations->domain = bounds.domain;
    iterations->value = bounds.iterator;
    return true;
}

/* The general case: count iterations k = 0, 1, ...; an iteration runs if the condition held for it
 * and for all before it. */

/* { [i, k] -> init(i) + k step }, before any conversion. */
static __isl_give isl_pw_aff *counted_value(struct pv_eval *ec, const struct pv_counted_loop *loop,
                                            __isl_keep isl_pw_aff *init)
{
    isl_space *space = pv_eval_space_below(ec, loop->iterator->name);
    isl_aff *k = isl_aff_var_on_domain(isl_local_space_from_space(space), isl_dim_set, (unsigned)ec->depth);
    k = isl_aff_scale_val(k, isl_val_int_from_si(ec->ctx, loop->step));
    return isl_pw_aff_add(one_deeper(ec, init), isl_pw_aff_from_aff(k));
}

/* { [i, k] : min <= value(i, k) <= max } */
static __isl_give isl_set *between(struct pv_eval *ec, __isl_keep isl_pw_aff *value, pv_int128 min, pv_int128 max)
{
    isl_set *set = pv_cases_compare_int(ec, PV_OP_GE, value, min);
    return isl_set_intersect(set, pv_cases_compare_int(ec, PV_OP_LE, value, max));
}

/* { [i, k] in "all" : the condition holds for all 0 <= k' <= k } when the iterator has "value". */
static bool counted_iterations(struct pv_eval *ec, const struct pv_counted_loop *loop, struct pv_value value,
                               __isl_keep isl_set *all, isl_set **domain)
{
    *domain = isl_set_copy(all);
    if (!loop->cond)
        return true;
    isl_set *live = isl_set_copy(ec->live);
    bool was_certain = ec->is_certain;
    ec->is_certain = false;
    pv_eval_push(ec, loop->iterator->name, isl_set_copy(all));
    value.aff = isl_pw_aff_copy(value.aff);
    pv_eval_bind(ec, loop->iterator, value);
    isl_set *holds, *fails;
    bool affine = pv_affine_condition(ec, loop->cond, &holds, &fails);
    pv_eval_pop(ec, live);
    pv_eval_forget(ec, loop->iterator);
    ec->is_certain = was_certain;
    if (affine) {
        fails = isl_set_intersect(fails, isl_set_copy(all));
        *domain = isl_set_intersect(*domain, holds);
        *domain = pv_set_coalesce(isl_set_subtract(*domain, pv_later_iterations(fails, false)));
    }
    return affine;
}

/* Change the innermost dimension from the count to the iterator's value. */
static __isl_give isl_set *count_to_value(struct pv_eval *ec, const struct pv_counted_loop *loop,
                                          __isl_take isl_set *domain, __isl_take isl_pw_aff *value)
{
    isl_map *map = isl_map_from_pw_aff(value);
    isl_space *space = isl_set_get_space(domain);
    isl_multi_aff *outer = isl_multi_aff_identity(isl_space_map_from_set(space));
    outer = isl_multi_aff_drop_dims(outer, isl_dim_out, (unsigned)ec->depth, 1);
    map = isl_map_flat_range_product(isl_map_from_multi_aff(outer), map);
    domain = pv_set_coalesce(isl_set_apply(domain, map));
    for (int i = 0; i < ec->depth; i++)
        domain = pv_set_set_dim_name(domain, isl_dim_set, (unsigned)i, ec->iterators.v[i]);
    return pv_set_set_dim_name(domain, isl_dim_set, (unsigned)ec->depth, loop->iterator->name);
}

/* The values that the count is followed through before wrapping: those of the type, and for one that wraps as many
 * periods to either side as the step is long, by which an iterator is back where it began. */
struct window {
    pv_int128 min, max;
};

static struct window window_of(const struct pv_ctype *type, int64_t step)
{
    pv_int128 min = pv_ctype_min(type), max = pv_ctype_max(type), period = max - min + 1;
    if (pv_overflow_is_undefined(type))
        return (struct window){min, max};
    pv_int128 reach = period * (step < 0 ? -(pv_int128)step : step);
    return (struct window){min - reach, max + reach};
}

/* { [i, k] : [i] live, k >= 0, value(i, k) in the window }; without a window, all k >= 0. */
static __isl_give isl_set *counts(struct pv_eval *ec, const struct pv_counted_loop *loop, __isl_keep isl_pw_aff *raw,
                                  const struct window *window)
{
    isl_set *all = isl_set_add_dims(isl_set_copy(ec->live), isl_dim_set, 1);
    all = pv_set_set_dim_name(all, isl_dim_set, (unsigned)ec->depth, loop->iterator->name);
    all = isl_set_lower_bound_si(all, isl_dim_set, (unsigned)ec->depth, 0);
    all = isl_set_intersect_params(all, isl_set_copy(ec->param_bounds));
    return window ? isl_set_intersect(all, between(ec, raw, window->min, window->max)) : all;
}

/* The iterator's value as C has it: converted to its type where the step does that. */
static struct pv_value stepped_value(struct pv_eval *ec, const struct pv_counted_loop *loop, __isl_keep isl_pw_aff *raw,
                                     const struct window *window)
{
    const struct pv_ctype *type = loop->iterator->type;
    struct pv_value value = {isl_pw_aff_copy(raw), -((pv_int128)1 << 100), (pv_int128)1 << 100};
    if (window) {
        value.min = window->min;
        value.max = window->max;
    }
    isl_set *live = isl_set_copy(ec->live);
    pv_eval_push(ec, loop->iterator->name, counts(ec, loop, raw, window));
    value = pv_value_convert(ec, value, type, !pv_overflow_is_undefined(type));
    pv_eval_pop(ec, live);
    return value;
}

/* Iterations whose next step would leave the type. */
static __isl_give isl_set *leaving(struct pv_eval *ec, const struct pv_counted_loop *loop, __isl_keep isl_pw_aff *raw,
                                   __isl_keep isl_set *domain)
{
    const struct pv_ctype *type = loop->iterator->type;
    isl_val *step = isl_val_int_from_si(ec->ctx, loop->step);
    isl_pw_aff *next = isl_pw_aff_add_constant_val(isl_pw_aff_copy(raw), step);
    isl_set *inside = between(ec, next, pv_ctype_min(type), pv_ctype_max(type));
    isl_pw_aff_free(next);
    return isl_set_subtract(isl_set_copy(domain), inside);
}

/* An iteration that is the last that the window shows has gone through all values of the type and is where it
 * began: the loop never ends. C lets us take it that loops with a condition do end, so these instances are
 * excluded, unless a break may end them: then return false. */
static bool drop_endless(struct pv_eval *ec, const struct pv_counted_loop *loop, __isl_keep isl_pw_aff *raw,
                         struct window window, isl_set **domain)
{
    pv_int128 step = loop->step;
    isl_set *inner = step > 0 ? between(ec, raw, window.min, window.max - step)
                              : between(ec, raw, window.min - step, window.max);
    isl_set *last = isl_set_subtract(isl_set_copy(*domain), inner);
    isl_bool none = isl_set_is_empty(last);
    if (none == isl_bool_true || loop->has_break || !loop->cond) {
        isl_set_free(last);
        return none == isl_bool_true;
    }
    isl_set *endless = isl_set_project_out(last, isl_dim_set, (unsigned)ec->depth, 1);
    *domain = isl_set_subtract(*domain, isl_set_add_dims(isl_set_copy(endless), isl_dim_set, 1));
    pv_exclude(ec, endless);
    return true;
}

/* Signed overflow: what C leaves undefined does not happen. */
static void exclude_overflow(struct pv_eval *ec, const struct pv_counted_loop *loop, __isl_keep isl_pw_aff *raw,
                             __isl_keep isl_set *domain)
{
    if (loop->has_break || ec->params->signed_overflow != PV_OVERFLOW_AVOID)
        return;
    isl_set *live = isl_set_copy(ec->live);
    isl_set *bad = leaving(ec, loop, raw, domain);
    pv_eval_push(ec, loop->iterator->name, isl_set_copy(domain));
    pv_exclude(ec, bad);
    pv_eval_pop(ec, live);
}

/* One attempt at the iterations, following the count through "window" or without end. */
static bool attempt(struct pv_eval *ec, const struct pv_counted_loop *loop, __isl_keep isl_pw_aff *raw,
                    const struct window *window, struct pv_iterations *iterations)
{
    iterations->value = stepped_value(ec, loop, raw, window);
    isl_set *all = counts(ec, loop, raw, window);
    bool affine = counted_iterations(ec, loop, iterations->value, all, &iterations->domain);
    isl_set_free(all);
    bool undefined = pv_overflow_is_undefined(loop->iterator->type);
    bool complete = affine;
    if (affine && window && !undefined)
        complete = drop_endless(ec, loop, raw, *window, &iterations->domain);
    if (complete) {
        isl_set *bounds = isl_set_copy(ec->param_bounds);
        iterations->domain = pv_set_coalesce(isl_set_gist_params(iterations->domain, bounds));
        return true;
    }
    isl_pw_aff_free(iterations->value.aff);
    isl_set_free(iterations->domain);
    iterations->value.aff = NULL;
    iterations->domain = NULL;
    return false;
}

static bool general_iterations(struct pv_eval *ec, const struct pv_counted_loop *loop, struct pv_iterations *iterations)
{
    const struct pv_ctype *type = loop->iterator->type;
    struct window window = window_of(type, loop->step);
    isl_pw_aff *raw = counted_value(ec, loop, iterations->init.aff);
    bool is_small = loop->step > -1024 && loop->step < 1024;
    if (!(is_small && attempt(ec, loop, raw, &window, iterations)) && !attempt(ec, loop, raw, NULL, iterations)) {
        isl_pw_aff_free(raw);
        return false;
    }
    if (pv_overflow_is_undefined(type))
        exclude_overflow(ec, loop, raw, iterations->domain);
    isl_set *outside = isl_set_intersect_params(isl_set_copy(iterations->domain), isl_set_copy(ec->param_bounds));
    outside = isl_set_subtract(outside, between(ec, raw, pv_ctype_min(type), pv_ctype_max(type)));
    iterations->is_virtual = isl_set_is_empty(outside) != isl_bool_true;
    isl_set_free(outside);
    if (!iterations->is_virtual) {
        iterations->domain = count_to_value(ec, loop, iterations->domain, isl_pw_aff_copy(raw));
        isl_pw_aff_free(iterations->value.aff);
        iterations->value = (struct pv_value){NULL, pv_ctype_min(type), pv_ctype_max(type)};
        isl_set *bounds = isl_set_copy(ec->param_bounds);
        iterations->domain = pv_set_coalesce(isl_set_gist_params(iterations->domain, bounds));
        if (loop->step > 0)
            iterations->value.min = iterations->init.min;
        else
            iterations->value.max = iterations->init.max;
    }
    isl_pw_aff_free(raw);
    return true;
}

/* The iterator as a value, and the direction, of iterations whose domain is known. */
static void finish_iterations(const struct pv_eval *ec, struct pv_iterations *iterations)
{
    if (iterations->is_virtual) {
        iterations->goes_down = false;
        return;
    }
    isl_space *space = isl_set_get_space(iterations->domain);
    isl_aff *x = isl_aff_var_on_domain(isl_local_space_from_space(space), isl_dim_set, (unsigned)ec->depth);
    iterations->value.aff = isl_pw_aff_from_aff(x);
}

/* while (k--) over an unsigned k that starts at "start": the body sees start - 1, ..., 0. */
static void countdown_iterations(struct pv_eval *ec, const struct pv_counted_loop *loop, struct pv_value start,
                                 struct pv_iterations *iterations)
{
    isl_val *step = isl_val_int_from_si(ec->ctx, loop->step);
    isl_pw_aff *first = isl_pw_aff_add_constant_val(isl_pw_aff_copy(start.aff), step);
    iterations->domain = candidates(ec, loop, first);
    iterations->domain = isl_set_lower_bound_si(iterations->domain, isl_dim_set, (unsigned)ec->depth, 0);
    iterations->value = (struct pv_value){NULL, 0, start.max - 1 > 0 ? start.max - 1 : 0};
    iterations->init = start;
    iterations->ends_wrapped = true;
    isl_pw_aff_free(first);
}

/* No program waits for 2^63 iterations: parameters that ask for so many are excluded. Without this, a negative number that
 * becomes a bound of type size_t would make numbers beyond 64 bits. */
static void exclude_unending(struct pv_eval *ec, const struct pv_counted_loop *loop,
                             const struct pv_iterations *iterations)
{
    struct pv_value value = iterations->value, init = iterations->init;
    pv_int128 reach = loop->step > 0 ? value.max - init.min : init.max - value.min;
    if (reach <= INT64_MAX || iterations->is_virtual || loop->has_break || !pv_exclude_applies(ec))
        return;
    isl_space *space = isl_set_get_space(iterations->domain);
    isl_aff *x = isl_aff_var_on_domain(isl_local_space_from_space(space), isl_dim_set, (unsigned)ec->depth);
    isl_pw_aff *distance = isl_pw_aff_sub(isl_pw_aff_from_aff(x), one_deeper(ec, init.aff));
    if (loop->step < 0)
        distance = isl_pw_aff_neg(distance);
    isl_set *live = isl_set_copy(ec->live);
    pv_eval_push(ec, loop->iterator->name, isl_set_copy(iterations->domain));
    isl_set *far = pv_cases_compare_int(ec, PV_OP_GT, distance, INT64_MAX);
    pv_exclude(ec, isl_set_intersect(far, isl_set_copy(iterations->domain)));
    pv_eval_pop(ec, live);
    isl_pw_aff_free(distance);
}

/* [params] -> { : }: a simple condition under which no instance that gets here is in "fails"; NULL where there is none. */
static __isl_give isl_set *condition_against(const struct pv_eval *ec, __isl_keep isl_set *fails)
{
    enum { most_pieces = 2 };
    isl_set *bad = isl_set_params(isl_set_intersect(isl_set_copy(fails), isl_set_copy(ec->live)));
    bad = pv_set_coalesce(isl_set_intersect(bad, isl_set_copy(ec->param_bounds)));
    isl_set *condition = isl_set_gist(isl_set_complement(bad), isl_set_copy(ec->param_bounds));
    condition = pv_set_coalesce(condition);
    if (condition && isl_set_n_basic_set(condition) > most_pieces)
        condition = isl_set_free(condition);
    return condition;
}

/* A do loop is a while loop if its condition holds for "init", where its iterator starts: assume that it does. */
static bool assume_first_iteration(struct pv_eval *ec, const struct pv_counted_loop *loop, struct pv_value init)
{
    isl_set *holds, *fails;
    bool was_certain = ec->is_certain;
    ec->is_certain = false;
    init.aff = isl_pw_aff_copy(init.aff);
    pv_eval_bind(ec, loop->iterator, init);
    bool affine = loop->cond && pv_affine_condition(ec, loop->cond, &holds, &fails);
    pv_eval_forget(ec, loop->iterator);
    ec->is_certain = was_certain;
    if (!affine)
        return false;
    isl_set_free(holds);
    fails = isl_set_intersect(fails, isl_set_copy(ec->live));
    fails = isl_set_intersect_params(fails, isl_set_copy(ec->param_bounds));
    bool is_certain = isl_set_is_empty(fails) == isl_bool_true;
    bool may_assume = ec->shapes && pv_linear_may_assume(ec);
    isl_set *condition = !is_certain && may_assume ? condition_against(ec, fails) : NULL;
    isl_set_free(fails);
    if (condition)
        ec->assumed = ec->assumed ? isl_set_intersect(ec->assumed, condition) : condition;
    if (!is_certain && !condition)
        pv_eval_because(ec, loop->tree->range.begin, "a do loop that may end after its first iteration");
    return is_certain || condition;
}

bool pv_loop_iterations(struct pv_eval *ec, const struct pv_counted_loop *loop, struct pv_iterations *iterations)
{
    *iterations = (struct pv_iterations){.goes_down = loop->step < 0};
    struct pv_value init = loop->init        ? pv_affine_value(ec, loop->init)
                           : loop->has_break ? pv_eval_var(ec, loop->iterator)
                                             : pv_named_entry_value(ec, loop->iterator);
    pv_vars changed = {0};
    pv_tree_collect_written(ec->arena, loop->tree, &changed);
    for (int i = 0; i < changed.n; i++)
        pv_eval_forget(ec, changed.v[i]);
    if (loop->counts_to_zero && init.aff && !loop->iterator->type->is_signed && !loop->has_break) {
        countdown_iterations(ec, loop, pv_value_convert(ec, init, loop->iterator->type, true), iterations);
        exclude_unending(ec, loop, iterations);
        finish_iterations(ec, iterations);
        return true;
    }
    if (loop->steps_first) {
        struct pv_value step = {pv_eval_constant(ec, loop->step), loop->step, loop->step};
        init = pv_value_convert(ec, init, loop->iterator->type, true);
        init = pv_value_binary(ec, PV_OP_ADD, init, step, loop->tree->range.begin);
    }
    const struct pv_ctype *type = loop->iterator->type;
    bool wraps = !loop->steps_first || !pv_overflow_is_undefined(type);
    iterations->init = pv_value_convert(ec, init, type, wraps);
    if (!iterations->init.aff) {
        if (!loop->init)
            pv_eval_because(ec, loop->tree->range.begin, "'%s' has no value known before its loop",
                            loop->iterator->name);
        return false;
    }
    bool affine = !loop->tree->is_do || assume_first_iteration(ec, loop, iterations->init);
    affine = affine && (simple_iterations(ec, loop, iterations) || general_iterations(ec, loop, iterations));
    if (!affine) {
        pv_iterations_free(iterations);
        return false;
    }
    exclude_unending(ec, loop, iterations);
    finish_iterations(ec, iterations);
    return true;
}

void pv_iterations_free(struct pv_iterations *iterations)
{
    isl_set_free(iterations->domain);
    isl_pw_aff_free(iterations->value.aff);
    isl_pw_aff_free(iterations->init.aff);
    *iterations = (struct pv_iterations){0};
}

/* { [i] -> [x] } from { [i, x] } */
static __isl_give isl_map *innermost_as_range(const struct pv_eval *ec, __isl_take isl_set *set)
{
    isl_map *map = isl_map_from_range(set);
    return isl_map_move_dims(map, isl_dim_in, 0, isl_dim_out, 0, (unsigned)ec->depth);
}

/* The last (or first) x of { [i, x] } as a function of i. */
static __isl_give isl_pw_aff *extreme(const struct pv_eval *ec, __isl_take isl_set *set, bool largest)
{
    isl_map *map = innermost_as_range(ec, set);
    isl_pw_multi_aff *pma = largest ? isl_map_lexmax_pw_multi_aff(map) : isl_map_lexmin_pw_multi_aff(map);
    isl_pw_aff *result = isl_pw_multi_aff_get_pw_aff(pma, 0);
    isl_pw_multi_aff_free(pma);
    return result;
}

__isl_give isl_pw_aff *pv_value_after_loop(struct pv_eval *ec, const struct pv_counted_loop *loop,
                                           const struct pv_iterations *iterations, __isl_keep isl_set *executed,
                                           __isl_keep isl_set *broken)
{
    if (iterations->ends_wrapped)
        return pv_eval_constant(ec, pv_ctype_max(loop->iterator->type));
    bool goes_down = iterations->goes_down;
    isl_pw_aff *last = extreme(ec, isl_set_copy(executed), !goes_down);
    isl_val *step = isl_val_int_from_si(ec->ctx, loop->step);
    isl_pw_aff *after = pv_pw_aff_coalesce(isl_pw_aff_add_constant_val(last, step));
    if (broken) {
        isl_pw_aff *stop = extreme(ec, isl_set_intersect(isl_set_copy(broken), isl_set_copy(executed)), goes_down);
        after = isl_pw_aff_subtract_domain(after, isl_pw_aff_domain(isl_pw_aff_copy(stop)));
        after = isl_pw_aff_union_add(after, stop);
    }
    isl_pw_aff *never = isl_pw_aff_copy(iterations->init.aff);
    never = isl_pw_aff_subtract_domain(never, isl_pw_aff_domain(isl_pw_aff_copy(after)));
    after = isl_pw_aff_union_add(after, never);
    after = isl_pw_aff_intersect_domain(after, isl_set_copy(ec->live));
    return pv_pw_aff_coalesce(after);
}

struct pv_value pv_counter_value(struct pv_eval *ec, const struct pv_counter *counter,
                                 const struct pv_counted_loop *loop, const struct pv_iterations *iterations)
{
    isl_pw_aff *count = pv_eval_innermost(ec);
    unsigned outer = (unsigned)ec->depth - 1;
    if (!iterations->is_virtual) {
        isl_pw_aff *init = isl_pw_aff_insert_dims(isl_pw_aff_copy(iterations->init.aff), isl_dim_in, outer, 1);
        count = isl_pw_aff_sub(count, init);
        isl_val *step = isl_val_int_from_si(ec->ctx, loop->step);
        if (loop->step != 1)
            count = isl_pw_aff_floor(isl_pw_aff_scale_down_val(count, isl_val_copy(step)));
        isl_val_free(step);
    }
    count = isl_pw_aff_scale_val(count, isl_val_int_from_si(ec->ctx, counter->step));
    isl_pw_aff *start = isl_pw_aff_insert_dims(isl_pw_aff_copy(counter->start.aff), isl_dim_in, outer, 1);
    const pv_int128 far = (pv_int128)1 << 64;
    struct pv_value value = {isl_pw_aff_add(start, count), counter->step > 0 ? counter->start.min : -far,
                             counter->step > 0 ? far : counter->start.max};
    const struct pv_ctype *type = counter->var->type;
    return pv_value_convert(ec, value, type, !pv_overflow_is_undefined(type));
}
