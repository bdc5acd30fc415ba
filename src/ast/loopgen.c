/* Makes the loops of the AST: bounds, steps and guards (document 001, section 5.3). */
#include "ast/loopgen.h"

#include "ast/affexpr.h"
#include "ast/domains.h"
#include "base/islx.h"

#include <isl/constraint.h>
#include <isl/local_space.h>
#include <isl/space.h>
#include <isl/union_set.h>
#include <isl/val.h>
#include <stdlib.h>

__isl_give isl_union_map *pv_executed_within(__isl_take isl_union_map *executed, __isl_take isl_set *set, int n_rest)
{
    bool may_grow = isl_set_n_basic_set(set) > 1;
    set = isl_set_add_dims(set, isl_dim_set, (unsigned)n_rest);
    executed = isl_union_map_intersect_domain(executed, isl_union_set_from_set(set));
    return may_grow ? pv_union_map_coalesce(executed) : executed; /* else parts are multiplied at every level */
}

/* Substitution. */

/* { [c, i] -> [c, "value"] } for "value" { [c, i] -> [v] }, or { [c] -> [c, "value"] } for "value" { [c] -> [v] }. */
static __isl_give isl_multi_aff *with_value(__isl_take isl_aff *value, int n)
{
    isl_space *space = isl_aff_get_domain_space(value);
    unsigned n_all = (unsigned)isl_space_dim(space, isl_dim_set);
    isl_multi_aff *identity = isl_multi_aff_identity(isl_space_map_from_set(space));
    identity = isl_multi_aff_drop_dims(identity, isl_dim_out, (unsigned)n, n_all - (unsigned)n);
    return isl_multi_aff_flat_range_product(identity, isl_multi_aff_from_aff(value));
}

/* The same with "n_rest" more dimensions behind: { [c, i, r] -> [c, "value", r] }. */
static __isl_give isl_multi_aff *with_value_and_rest(__isl_take isl_aff *value, int n, int n_rest)
{
    isl_space *space = isl_aff_get_domain_space(value);
    unsigned n_all = (unsigned)isl_space_dim(space, isl_dim_set);
    space = isl_space_map_from_set(isl_space_add_dims(space, isl_dim_set, (unsigned)n_rest));
    isl_multi_aff *identity = isl_multi_aff_identity(space);
    isl_multi_aff *first = isl_multi_aff_drop_dims(isl_multi_aff_copy(identity), isl_dim_out, n_all, (unsigned)n_rest);
    isl_multi_aff *rest = isl_multi_aff_drop_dims(identity, isl_dim_out, 0, n_all);
    isl_multi_aff *outer = isl_multi_aff_pullback_multi_aff(with_value(value, n), first);
    return isl_multi_aff_flat_range_product(outer, rest);
}

static int n_rest_of(__isl_keep isl_union_map *executed, int n)
{
    isl_map_list *maps = isl_union_map_get_map_list(executed);
    isl_map *first = isl_map_list_n_map(maps) > 0 ? isl_map_list_get_at(maps, 0) : NULL;
    int dim = first ? (int)isl_map_dim(first, isl_dim_in) : n;
    isl_map_free(first);
    isl_map_list_free(maps);
    return dim > n ? dim - n : 0;
}

/* All values { [c, i] } that "executed" has for the first "n" dimensions. */
static __isl_give isl_set *values_of(__isl_keep isl_union_map *executed, int n, __isl_keep isl_space *space)
{
    isl_set *all = isl_set_empty(isl_space_copy(space));
    isl_union_set *domain = isl_union_map_domain(isl_union_map_copy(executed));
    isl_set_list *sets = isl_union_set_get_set_list(domain);
    isl_union_set_free(domain);
    for (int i = 0; i < (int)isl_set_list_n_set(sets); i++) {
        isl_set *set = isl_set_list_get_at(sets, i);
        unsigned dim = (unsigned)isl_set_dim(set, isl_dim_set);
        all = isl_set_union(all, isl_set_project_out(set, isl_dim_set, (unsigned)n, dim - (unsigned)n));
    }
    isl_set_list_free(sets);
    return all;
}

/* Entering. */

/* The value of dimension "pos" that an equality of "bset" gives it; NULL where none does. */
static __isl_give isl_aff *value_by_equality(__isl_keep isl_basic_set *bset, int pos)
{
    isl_aff *value = NULL;
    isl_constraint_list *constraints = isl_basic_set_get_constraint_list(bset);
    for (int i = 0; i < (int)isl_constraint_list_n_constraint(constraints) && !value; i++) {
        isl_constraint *constraint = isl_constraint_list_get_at(constraints, i);
        isl_val *factor = isl_constraint_get_coefficient_val(constraint, isl_dim_set, pos);
        bool is_unit = isl_val_is_one(factor) == isl_bool_true || isl_val_is_negone(factor) == isl_bool_true;
        if (is_unit && isl_constraint_is_equality(constraint) == isl_bool_true)
            value = isl_constraint_get_bound(constraint, isl_dim_set, pos);
        isl_val_free(factor);
        isl_constraint_free(constraint);
    }
    isl_constraint_list_free(constraints);
    return value ? isl_aff_drop_dims(value, isl_dim_in, (unsigned)pos, 1) : NULL;
}

static bool has_two_values(__isl_keep isl_set *set, int pos)
{
    isl_map *pairs = isl_map_from_domain_and_range(isl_set_copy(set), isl_set_copy(set));
    for (int i = 0; i < pos; i++)
        pairs = isl_map_equate(pairs, isl_dim_in, i, isl_dim_out, i);
    pairs = isl_map_order_lt(pairs, isl_dim_in, pos, isl_dim_out, pos);
    bool result = isl_map_is_empty(pairs) != isl_bool_true;
    isl_map_free(pairs);
    return result;
}

struct only_piece {
    int n;
    isl_aff *aff;
};

static isl_stat take_piece(__isl_take isl_set *set, __isl_take isl_multi_aff *piece, void *user)
{
    struct only_piece *only = user;
    isl_aff_free(only->aff);
    only->aff = isl_multi_aff_get_at(piece, 0);
    only->n++;
    isl_set_free(set);
    isl_multi_aff_free(piece);
    return isl_stat_ok;
}

/* The only value of dimension "pos" in "set" { [c, i] }, as one expression; NULL where there are more, or it takes more. */
static __isl_give isl_aff *single_value(__isl_keep isl_set *set, int pos)
{
    if (has_two_values(set, pos))
        return NULL;
    isl_map *map = isl_map_from_range(isl_set_copy(set));
    map = isl_map_move_dims(map, isl_dim_in, 0, isl_dim_out, 0, (unsigned)pos);
    isl_pw_multi_aff *value = isl_pw_multi_aff_coalesce(isl_pw_multi_aff_from_map(map));
    struct only_piece only = {0, NULL};
    isl_pw_multi_aff_foreach_piece(value, take_piece, &only);
    isl_pw_multi_aff_free(value);
    if (only.n == 1)
        return only.aff;
    isl_aff_free(only.aff);
    return NULL;
}

/* The values of the iterator, as far as the bounds and the stride tell. */
static __isl_give isl_set *values(const struct pv_level *level)
{
    isl_set *set = isl_set_from_basic_set(isl_basic_set_copy(level->bounds));
    return isl_set_intersect(set, isl_set_copy(level->allowed));
}

static void find_value(struct pv_level *level)
{
    int pos = level->outside->n;
    isl_basic_set *hull = isl_set_affine_hull(isl_set_copy(level->domain));
    hull = isl_basic_set_remove_unknown_divs(hull);
    hull = isl_basic_set_remove_divs_involving_dims(hull, isl_dim_set, (unsigned)pos, 1);
    level->value = value_by_equality(hull, pos);
    isl_basic_set_free(hull);
    if (level->value)
        return;
    isl_set *all = isl_set_intersect(values(level), pv_stock_lift(isl_set_copy(level->outside->known)));
    level->value = single_value(all, pos);
    isl_set_free(all);
}

/* Does some equality of "map" { [c, i, ...] -> S[j] } make a dimension of S a part of dimension "pos" that a stride of
 * "stride" makes whole? */
static bool is_multiple(__isl_keep isl_map *map, int pos, __isl_keep isl_val *stride)
{
    bool found = false;
    isl_basic_map *hull = isl_map_affine_hull(isl_map_copy(map));
    isl_constraint_list *constraints = isl_basic_map_get_constraint_list(hull);
    for (int i = 0; i < (int)isl_constraint_list_n_constraint(constraints) && !found; i++) {
        isl_constraint *constraint = isl_constraint_list_get_at(constraints, i);
        isl_val *in = isl_val_abs(isl_constraint_get_coefficient_val(constraint, isl_dim_in, pos));
        for (int j = 0; j < (int)isl_map_dim(map, isl_dim_out) && isl_val_is_one(in) == isl_bool_true; j++) {
            isl_val *out = isl_constraint_get_coefficient_val(constraint, isl_dim_out, j);
            found |= isl_val_is_zero(out) == isl_bool_false && isl_val_is_divisible_by(out, stride) == isl_bool_true;
            isl_val_free(out);
        }
        isl_val_free(in);
        isl_constraint_free(constraint);
    }
    isl_constraint_list_free(constraints);
    isl_basic_map_free(hull);
    return found;
}

/* Is the offset of the stride an integer for all values of outer iterators? */
static bool has_whole_offset(const struct pv_level *level)
{
    isl_val *denominator = isl_aff_get_denominator_val(level->offset);
    bool result = isl_val_is_one(denominator) == isl_bool_true;
    isl_val_free(denominator);
    return result;
}

/* Is the loop simpler with an iterator of stride one? */
static bool should_scale(const struct pv_level *level, __isl_keep isl_union_map *executed)
{
    if (!level->outside->gen->params->scale_strides || isl_val_gt_si(level->stride, 1) != isl_bool_true)
        return false;
    bool all = has_whole_offset(level);
    isl_map_list *maps = isl_union_map_get_map_list(executed);
    for (int i = 0; i < (int)isl_map_list_n_map(maps) && all; i++) {
        isl_map *map = isl_map_list_get_at(maps, i);
        all = is_multiple(map, level->outside->n, level->stride);
        isl_map_free(map);
    }
    isl_map_list_free(maps);
    return all;
}

/* Have the iterator count the values: i -> offset + stride * i. */
static void scale(struct pv_level *level, isl_union_map **executed)
{
    int pos = level->outside->n, n_rest = n_rest_of(*executed, pos + 1);
    level->member = isl_aff_add(isl_aff_scale_val(level->member, level->stride), level->offset);
    level->stride = isl_val_one(level->outside->gen->ctx);
    level->offset = isl_aff_zero_on_domain(isl_local_space_from_space(isl_aff_get_domain_space(level->member)));
    isl_multi_aff *to = with_value(isl_aff_copy(level->member), pos);
    level->bounds = isl_basic_set_preimage_multi_aff(level->bounds, isl_multi_aff_copy(to));
    level->domain = isl_set_preimage_multi_aff(level->domain, to);
    isl_space *space = isl_set_get_space(level->domain);
    isl_set_free(level->allowed);
    level->allowed = isl_set_universe(space);
    to = with_value_and_rest(isl_aff_copy(level->member), pos, n_rest);
    *executed = isl_union_map_preimage_domain_multi_aff(*executed, to);
}

/* { [c] : "value" is an integer } */
static __isl_give isl_set *where_integer(__isl_keep isl_aff *value)
{
    isl_val *denominator = isl_aff_get_denominator_val(value);
    isl_aff *whole = isl_aff_scale_val(isl_aff_copy(value), isl_val_copy(denominator));
    return isl_set_from_basic_set(isl_aff_zero_basic_set(isl_aff_mod_val(whole, denominator)));
}

/* What must hold outside for the only value to be one: { [c] }. */
static __isl_give isl_set *condition_of_value(const struct pv_level *level)
{
    isl_set *set = isl_set_preimage_multi_aff(values(level), with_value(isl_aff_copy(level->value), level->outside->n));
    set = isl_set_intersect(set, where_integer(level->value));
    return isl_set_gist(set, isl_set_copy(level->outside->known));
}

/* The constraints of "bounds" that have to do with the iterator. */
static __isl_give isl_basic_set *bounds_of_iterator(__isl_keep isl_basic_set *bounds, int pos)
{
    return isl_basic_set_drop_constraints_not_involving_dims(isl_basic_set_copy(bounds), isl_dim_set, (unsigned)pos, 1);
}

void pv_level_enter(struct pv_level *level, const struct pv_stock *place, int depth, __isl_take isl_basic_set *bounds,
                    isl_union_map **executed)
{
    int pos = place->n;
    *level = (struct pv_level){.outside = place, .depth = depth};
    isl_basic_set *known = isl_set_unshifted_simple_hull(pv_stock_lift(isl_set_copy(place->known)));
    bounds = isl_basic_set_align_params(bounds, isl_basic_set_get_space(known));
    isl_space *space = isl_basic_set_get_space(bounds);
    known = isl_basic_set_align_params(known, isl_space_copy(space));
    isl_set *within = isl_set_from_basic_set(isl_basic_set_copy(bounds));
    level->domain = isl_set_intersect(values_of(*executed, pos + 1, space), within);
    level->bounds = isl_basic_set_gist(isl_basic_set_remove_redundancies(bounds), known);
    level->allowed = pv_domain_stride(level->domain, pos, &level->stride, &level->offset);
    level->member = isl_aff_var_on_domain(isl_local_space_from_space(space), isl_dim_set, (unsigned)pos);
    if (should_scale(level, *executed))
        scale(level, executed);
    find_value(level);
    level->inside = pv_stock_copy(place);
    if (level->value) {
        pv_stock_expect(&level->inside, condition_of_value(level));
        isl_multi_aff *member = with_value(isl_aff_copy(level->value), pos);
        pv_stock_fix(&level->inside, isl_aff_pullback_multi_aff(isl_aff_copy(level->member), member));
        int n_rest = n_rest_of(*executed, pos + 1);
        isl_multi_aff *to = with_value_and_rest(isl_aff_copy(level->value), pos, n_rest);
        *executed = isl_union_map_preimage_domain_multi_aff(*executed, to);
        return;
    }
    isl_set *sure = isl_set_from_basic_set(bounds_of_iterator(level->bounds, pos));
    pv_stock_enter(&level->inside, depth, isl_set_intersect(sure, isl_set_copy(level->allowed)), values(level));
    pv_stock_fix(&level->inside, isl_aff_copy(level->member));
}

/* Leaving. */

static void free_level(struct pv_level *level)
{
    isl_basic_set_free(level->bounds);
    isl_set_free(level->domain);
    isl_val_free(level->stride);
    isl_aff_free(level->offset);
    isl_set_free(level->allowed);
    isl_aff_free(level->value);
    isl_aff_free(level->member);
    pv_stock_free(&level->inside);
}

/* "pending" without what the code inside sees to, under "enforced" and "tested". */
static __isl_give isl_set *left_to_test(const struct pv_level *level, __isl_take isl_set *pending,
                                        __isl_keep isl_set *enforced, __isl_keep isl_set *tested)
{
    pending = isl_set_gist(pending, isl_set_copy(level->outside->known));
    if (!level->outside->gen->params->exploit_nested_bounds)
        return pending;
    isl_set *context = isl_set_intersect(isl_set_copy(enforced), isl_set_copy(tested));
    context = isl_set_intersect(context, isl_set_copy(level->outside->sure));
    return isl_set_gist(pending, context);
}

/* A member with one value: no loop, but perhaps a condition. */
static void leave_value(struct pv_level *level, pv_grafts *inner, pv_grafts *list)
{
    struct pv_arena *arena = level->outside->gen->arena;
    isl_set *pending = condition_of_value(level);
    if (isl_set_plain_is_universe(pending) == isl_bool_true) {
        for (int i = 0; i < inner->n; i++)
            pv_push(arena, list, inner->v[i]);
        isl_set_free(pending);
        return;
    }
    struct pv_graft fused = pv_graft_fuse(&level->inside, inner);
    if (fused.nodes.n) {
        pending = left_to_test(level, pending, fused.enforced, fused.guard);
        fused.guard = isl_set_intersect(fused.guard, pending);
        pv_push(arena, list, fused);
        return;
    }
    isl_set_free(pending);
    pv_graft_free(&fused);
}

/* The part of "guard" { [c, i] } that does not depend on i: { [c] }. */
static __isl_give isl_set *independent_part(__isl_keep isl_set *guard, int pos)
{
    isl_set *whole = isl_set_copy(guard);
    if (isl_set_involves_dims(guard, isl_dim_set, (unsigned)pos, 1) == isl_bool_true) {
        isl_set *known = isl_set_remove_unknown_divs(whole);
        isl_basic_set *hull = isl_set_unshifted_simple_hull(known);
        hull = isl_basic_set_drop_constraints_involving_dims(hull, isl_dim_set, (unsigned)pos, 1);
        whole = isl_set_from_basic_set(hull);
    }
    return isl_set_project_out(whole, isl_dim_set, (unsigned)pos, 1);
}

typedef PV_VEC(pv_ax *) expressions;

static void add_distinct(struct pv_arena *arena, expressions *all, pv_ax *expr)
{
    for (int i = 0; i < all->n; i++)
        if (pv_ax_is_same(all->v[i], expr))
            return;
    pv_push(arena, all, expr);
}

/* Is "distance" { [c, i] -> [d] }, which does not depend on i, surely a multiple of the stride? */
static bool is_in_stride(const struct pv_level *level, __isl_keep isl_aff *distance)
{
    isl_aff *rest = isl_aff_drop_dims(isl_aff_copy(distance), isl_dim_in, (unsigned)level->outside->n, 1);
    rest = isl_aff_mod_val(rest, isl_val_copy(level->stride));
    isl_set *allowed = isl_set_from_basic_set(isl_aff_zero_basic_set(rest));
    isl_bool is_sure = isl_set_is_subset(level->outside->sure, allowed);
    isl_set_free(allowed);
    return is_sure == isl_bool_true;
}

/* "bound" { [c, i] -> [b] }, rounded up to a value that the stride allows, without the dimension i. */
static __isl_give isl_aff *first_from(const struct pv_level *level, __isl_take isl_aff *bound)
{
    bound = isl_aff_ceil(bound);
    isl_aff *distance = isl_aff_sub(isl_aff_copy(bound), isl_aff_copy(level->offset));
    bool is_aligned = isl_val_is_one(level->stride) == isl_bool_true || is_in_stride(level, distance);
    isl_aff_free(distance);
    if (!is_aligned) {
        isl_aff *steps = isl_aff_sub(bound, isl_aff_copy(level->offset));
        steps = isl_aff_ceil(isl_aff_scale_down_val(steps, isl_val_copy(level->stride)));
        bound = isl_aff_add(isl_aff_scale_val(steps, isl_val_copy(level->stride)), isl_aff_copy(level->offset));
    }
    return isl_aff_drop_dims(bound, isl_dim_in, (unsigned)level->outside->n, 1);
}

/* Is "constraint" a bound of the iterator from below, or else from above? An equality is both. */
static bool is_bound(__isl_keep isl_constraint *constraint, int pos, bool is_lower)
{
    unsigned at = (unsigned)pos;
    if (isl_constraint_is_div_constraint(constraint) == isl_bool_true)
        return false;
    return (is_lower ? isl_constraint_is_lower_bound(constraint, isl_dim_set, at)
                     : isl_constraint_is_upper_bound(constraint, isl_dim_set, at)) == isl_bool_true;
}

static bool is_constant(__isl_keep isl_aff *aff)
{
    return isl_aff_is_cst(aff) == isl_bool_true;
}

static bool has_negative_constant(__isl_keep isl_aff *aff)
{
    isl_val *constant = isl_aff_get_constant_val(aff);
    bool result = isl_val_is_neg(constant) == isl_bool_true;
    isl_val_free(constant);
    return result;
}

typedef PV_VEC(isl_aff *) affs;

/* The bounds from one side of the iterator in "bset", { [c] -> [b] }. */
static affs bounds_in(const struct pv_level *level, __isl_keep isl_basic_set *bset, bool is_lower)
{
    affs all = {0};
    int pos = level->outside->n;
    isl_constraint_list *constraints = isl_basic_set_get_constraint_list(bset);
    for (int i = 0; i < (int)isl_constraint_list_n_constraint(constraints); i++) {
        isl_constraint *constraint = isl_constraint_list_get_at(constraints, i);
        if (is_bound(constraint, pos, is_lower)) {
            isl_aff *bound = isl_constraint_get_bound(constraint, isl_dim_set, pos);
            bound = is_lower ? first_from(level, bound)
                             : isl_aff_drop_dims(isl_aff_floor(bound), isl_dim_in, (unsigned)pos, 1);
            pv_push(level->outside->gen->arena, &all, bound);
        }
        isl_constraint_free(constraint);
    }
    isl_constraint_list_free(constraints);
    return all;
}

/* The greatest of "bounds", or else the least; NULL where there are none. */
static pv_ax *extreme_of(const struct pv_level *level, __isl_keep isl_set *sure, affs *bounds, bool is_greatest)
{
    struct pv_arena *arena = level->outside->gen->arena;
    expressions all = {0};
    for (int i = 0; i < bounds->n; i++)
        add_distinct(arena, &all, pv_aff_expr(level->outside, sure, bounds->v[i]));
    return all.n ? pv_ax_nary(arena, is_greatest ? PV_AX_MAX : PV_AX_MIN, all.n, all.v) : NULL;
}

/* A value that no value of the iterator is less, or else greater, than: by the bounds of each part of the domain. NULL where a part
 * has none. */
static pv_ax *extreme_by_parts(const struct pv_level *level, __isl_keep isl_set *sure, bool is_least)
{
    struct pv_arena *arena = level->outside->gen->arena;
    isl_set *domain = isl_set_remove_unknown_divs(isl_set_copy(level->domain));
    domain = isl_set_remove_divs_involving_dims(domain, isl_dim_set, (unsigned)level->outside->n, 1);
    isl_set *known = pv_stock_lift(isl_set_copy(level->outside->known));
    domain = pv_set_coalesce(isl_set_gist(domain, known));
    isl_basic_set_list *parts = isl_set_get_basic_set_list(domain);
    int n = (int)isl_basic_set_list_n_basic_set(parts);
    expressions all = {0};
    bool ok = n > 0;
    for (int i = 0; i < n && ok; i++) {
        isl_basic_set *part = isl_basic_set_list_get_at(parts, i); /* divisions that depend on i: made by coalescing */
        part = isl_basic_set_remove_divs_involving_dims(part, isl_dim_set, (unsigned)level->outside->n, 1);
        affs bounds = bounds_in(level, part, is_least);
        pv_ax *bound = extreme_of(level, sure, &bounds, is_least);
        ok = bound != NULL;
        if (ok)
            add_distinct(arena, &all, bound);
        isl_basic_set_free(part);
    }
    isl_basic_set_list_free(parts);
    isl_set_free(domain);
    return ok ? pv_ax_nary(arena, is_least ? PV_AX_MIN : PV_AX_MAX, all.n, all.v) : NULL;
}

/* The least, or else the greatest, value of the iterator by cases; NULL where there is none for some values of outer
 * iterators, or it takes many cases while "is_short". */
static pv_ax *extreme_by_cases(const struct pv_level *level, __isl_keep isl_set *sure, bool is_least, bool is_short)
{
    enum { max_cases = 2 };
    isl_map *map = isl_map_from_range(isl_set_copy(level->domain));
    map = isl_map_move_dims(map, isl_dim_in, 0, isl_dim_out, 0, (unsigned)level->outside->n);
    isl_pw_multi_aff *value = is_least ? isl_map_lexmin_pw_multi_aff(map) : isl_map_lexmax_pw_multi_aff(map);
    isl_pw_aff *only = isl_pw_multi_aff_get_pw_aff(value, 0);
    isl_pw_multi_aff_free(value);
    only = pv_pw_aff_coalesce(isl_pw_aff_gist(only, isl_set_copy(sure)));
    isl_set *domain = isl_pw_aff_domain(isl_pw_aff_copy(only));
    bool is_total = isl_set_is_subset(sure, domain) == isl_bool_true;
    isl_set_free(domain);
    if (!is_short || (is_total && (int)isl_pw_aff_n_piece(only) <= max_cases))
        return pv_pw_aff_expr(level->outside, sure, only, is_total);
    isl_pw_aff_free(only);
    return NULL;
}

/* A bound of the iterator where those of the loop are none: exact where that takes few cases. NULL where there is none. */
static pv_ax *extreme_value(const struct pv_level *level, __isl_keep isl_set *sure, bool is_least)
{
    unsigned pos = (unsigned)level->outside->n;
    isl_bool is_bounded = is_least ? isl_set_dim_has_lower_bound(level->domain, isl_dim_set, pos)
                                   : isl_set_dim_has_upper_bound(level->domain, isl_dim_set, pos);
    if (is_bounded != isl_bool_true)
        return NULL;
    pv_ax *value = extreme_by_cases(level, sure, is_least, true);
    value = value ? value : extreme_by_parts(level, sure, is_least);
    return value ? value : extreme_by_cases(level, sure, is_least, false);
}

/* Remove all "bounds" where each has a constant so large that it is a limit of a type, if the iterator has better ones. */
static pv_ax *instead_of_limits(const struct pv_level *level, __isl_keep isl_set *sure, affs *bounds, bool is_least)
{
    enum { most = 1 << 28 };
    for (int i = 0; i < bounds->n; i++) {
        isl_val *constant = isl_val_abs(isl_aff_get_constant_val(bounds->v[i]));
        bool is_limit = isl_val_cmp_si(constant, most) > 0;
        isl_val_free(constant);
        if (!is_limit)
            return NULL;
    }
    pv_ax *value = bounds->n ? extreme_value(level, sure, is_least) : NULL;
    for (int i = 0; i < bounds->n && value; i++)
        isl_aff_free(bounds->v[i]);
    bounds->n = value ? 0 : bounds->n;
    return value;
}

static pv_ax *first_value(const struct pv_level *level, __isl_keep isl_set *sure)
{
    struct pv_gen *gen = level->outside->gen;
    affs bounds = bounds_in(level, level->bounds, true);
    pv_ax *exact = instead_of_limits(level, sure, &bounds, true);
    if (exact)
        return exact;
    pv_ax *least = extreme_of(level, sure, &bounds, true);
    least = least ? least : extreme_value(level, sure, true);
    if (!least)
        gen->failure = "a loop has no first iteration";
    return least ? least : pv_ax_number(gen->arena, 0);
}

/* "iterator <= b" for all "bounds", or "iterator < b + 1" where that is shorter. */
static pv_ax *single_comparison(const struct pv_level *level, __isl_keep isl_set *sure, affs *bounds)
{
    struct pv_arena *arena = level->outside->gen->arena;
    bool is_strict = true;
    for (int i = 0; i < bounds->n; i++)
        is_strict = is_strict && !is_constant(bounds->v[i]) && has_negative_constant(bounds->v[i]);
    expressions all = {0};
    for (int i = 0; i < bounds->n; i++) {
        isl_aff *bound = is_strict ? isl_aff_add_constant_si(bounds->v[i], 1) : bounds->v[i];
        add_distinct(arena, &all, pv_aff_expr(level->outside, sure, bound));
    }
    return pv_ax_binary(arena, is_strict ? PV_AX_LT : PV_AX_LE, pv_ax_iterator(arena, level->depth),
                        pv_ax_nary(arena, PV_AX_MIN, all.n, all.v));
}

/* All upper bounds as they stand. */
static pv_ax *conjunction(const struct pv_level *level)
{
    struct pv_arena *arena = level->outside->gen->arena;
    expressions all = {0};
    isl_constraint_list *constraints = isl_basic_set_get_constraint_list(level->bounds);
    for (int i = 0; i < (int)isl_constraint_list_n_constraint(constraints); i++) {
        isl_constraint *constraint = isl_constraint_list_get_at(constraints, i);
        if (is_bound(constraint, level->outside->n, false)) {
            isl_set *sure = pv_stock_lift(isl_set_copy(level->outside->sure));
            add_distinct(arena, &all, pv_constraint_condition(&level->inside, sure, isl_constraint_copy(constraint)));
            isl_set_free(sure);
        }
        isl_constraint_free(constraint);
    }
    isl_constraint_list_free(constraints);
    return pv_ax_nary(arena, PV_AX_AND, all.n, all.v);
}

static pv_ax *loop_condition(const struct pv_level *level, __isl_keep isl_set *sure)
{
    struct pv_gen *gen = level->outside->gen;
    affs bounds = bounds_in(level, level->bounds, false);
    pv_ax *exact = instead_of_limits(level, sure, &bounds, false);
    if (exact)
        return pv_ax_binary(gen->arena, PV_AX_LE, pv_ax_iterator(gen->arena, level->depth), exact);
    if (bounds.n && gen->params->atomic_upper_bound)
        return single_comparison(level, sure, &bounds);
    for (int i = 0; i < bounds.n; i++)
        isl_aff_free(bounds.v[i]);
    if (bounds.n)
        return conjunction(level);
    pv_ax *most = extreme_value(level, sure, false);
    if (!most)
        return pv_ax_number(gen->arena, 1); /* there is no end */
    return pv_ax_binary(gen->arena, PV_AX_LE, pv_ax_iterator(gen->arena, level->depth), most);
}

static struct pv_an *make_loop(const struct pv_level *level, __isl_keep isl_set *sure, const pv_anodes *body)
{
    struct pv_gen *gen = level->outside->gen;
    struct pv_an *node = pv_an_new(gen->arena, PV_AN_FOR);
    node->depth = level->depth;
    node->init = first_value(level, sure);
    node->cond = loop_condition(level, sure);
    char *digits = pv_printed(isl_val_to_str(level->stride));
    node->step = pv_ax_digits(gen->arena, digits);
    free(digits);
    node->body = *body;
    return node;
}

/* What the loop enforces, with what its body does in "enforced" { [c, i] }: { [c] }. */
static __isl_give isl_set *enforced_by_loop(const struct pv_level *level, __isl_take isl_set *enforced)
{
    unsigned pos = (unsigned)level->outside->n;
    isl_set *bounds = isl_set_from_basic_set(bounds_of_iterator(level->bounds, level->outside->n));
    isl_set *both = isl_set_intersect(isl_set_remove_unknown_divs(enforced), bounds);
    isl_set *all = isl_set_from_basic_set(isl_set_unshifted_simple_hull(both));
    if (has_whole_offset(level)) /* else the stride says something about outer iterators that the loop does not test */
        all = isl_set_intersect(all, isl_set_copy(level->allowed));
    return isl_set_remove_unknown_divs(isl_set_project_out(all, isl_dim_set, pos, 1));
}

static void leave_loop(struct pv_level *level, pv_grafts *inner, pv_grafts *list)
{
    int pos = level->outside->n;
    struct pv_graft body = pv_graft_fuse(&level->inside, inner);
    if (!body.nodes.n) {
        pv_graft_free(&body);
        return;
    }
    struct pv_graft graft = {.guard = independent_part(body.guard, pos)};
    isl_set *implied = isl_set_project_out(isl_set_copy(level->allowed), isl_dim_set, (unsigned)pos, 1);
    graft.guard = isl_set_intersect(graft.guard, isl_set_gist(implied, isl_set_copy(level->outside->known)));
    isl_set *lifted = pv_stock_lift(isl_set_copy(graft.guard));
    isl_set *sure = isl_set_intersect(isl_set_copy(level->inside.sure), isl_set_copy(lifted));
    isl_set *known = isl_set_intersect(isl_set_copy(level->inside.known), lifted);
    isl_set *condition = pv_set_coalesce(isl_set_gist(isl_set_copy(body.guard), known));
    pv_anodes nodes = pv_graft_guarded(&level->inside, sure, isl_set_copy(condition), &body.nodes);
    isl_set_free(sure);
    graft.enforced = enforced_by_loop(level, isl_set_intersect(isl_set_copy(body.enforced), condition));
    isl_set *pending = isl_set_from_basic_set(isl_basic_set_drop_constraints_involving_dims(
        isl_basic_set_copy(level->bounds), isl_dim_set, (unsigned)pos, 1));
    pending = isl_set_project_out(pending, isl_dim_set, (unsigned)pos, 1);
    pending = left_to_test(level, pending, graft.enforced, graft.guard);
    graft.guard = isl_set_intersect(graft.guard, pending);
    sure = isl_set_intersect(isl_set_copy(level->outside->sure), isl_set_copy(graft.guard));
    pv_push(level->outside->gen->arena, &graft.nodes, make_loop(level, sure, &nodes));
    isl_set_free(sure);
    pv_graft_free(&body);
    pv_push(level->outside->gen->arena, list, graft);
}

void pv_level_leave(struct pv_level *level, pv_grafts *inner, pv_grafts *list)
{
    if (level->value)
        leave_value(level, inner, list);
    else
        leave_loop(level, inner, list);
    free_level(level);
}
