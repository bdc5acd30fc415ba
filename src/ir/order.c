#include "ir/order.h"

#include <isl/map.h>

/* { [d] : d <= 0 lexicographically } in "space". */
static __isl_give isl_set *not_forward(__isl_take isl_space *space)
{
    int n = (int)isl_space_dim(space, isl_dim_set);
    isl_set *zero = isl_set_universe(space);
    isl_set *backward = isl_set_empty(isl_set_get_space(zero));
    for (int i = 0; i < n; i++) {
        isl_set *here = isl_set_upper_bound_si(isl_set_copy(zero), isl_dim_set, (unsigned)i, -1);
        backward = isl_set_union(backward, here);
        zero = isl_set_fix_si(zero, isl_dim_set, (unsigned)i, 0);
    }
    return isl_set_union(backward, zero);
}

static isl_stat check_distances(__isl_take isl_set *distances, void *user)
{
    bool *all_forward = user;
    isl_set *bad = isl_set_intersect(distances, not_forward(isl_set_get_space(distances)));
    isl_bool is_empty = isl_set_is_empty(bad);
    isl_set_free(bad);
    if (is_empty == isl_bool_false)
        *all_forward = false;
    return is_empty < 0 ? isl_stat_error : isl_stat_ok;
}

isl_bool pv_order_is_forward(__isl_take isl_union_map *pairs, __isl_keep isl_union_map *order)
{
    pairs = isl_union_map_apply_range(pairs, isl_union_map_copy(order));
    pairs = isl_union_map_apply_domain(pairs, isl_union_map_copy(order));
    isl_union_set *distances = isl_union_map_deltas(pairs);
    bool result = true;
    isl_stat stat = isl_union_set_foreach_set(distances, check_distances, &result);
    isl_union_set_free(distances);
    return stat < 0 ? isl_bool_error : isl_bool_ok(result);
}

static __isl_give isl_union_map *restrict_params(const struct pv_scop *scop, __isl_keep isl_union_map *pairs)
{
    return isl_union_map_intersect_params(isl_union_map_copy(pairs), isl_set_copy(scop->context));
}

struct backward {
    isl_union_map *result;
};

/* { [t] -> [u] : u <= t } for each space of times. */
static isl_stat add_not_after(__isl_take isl_set *times, void *user)
{
    struct backward *backward = user;
    isl_map *not_after = isl_map_lex_ge(isl_set_get_space(times));
    backward->result = isl_union_map_add_map(backward->result, not_after);
    isl_set_free(times);
    return isl_stat_ok;
}

__isl_give isl_union_map *pv_order_backward_part(__isl_take isl_union_map *pairs, __isl_keep isl_union_map *order)
{
    struct backward backward = {isl_union_map_empty(isl_union_map_get_space(pairs))};
    isl_union_set *times = isl_union_map_range(isl_union_map_copy(order));
    isl_union_set_foreach_set(times, add_not_after, &backward);
    isl_union_set_free(times);
    isl_union_map *later = isl_union_map_apply_range(isl_union_map_copy(order), backward.result);
    later = isl_union_map_apply_range(later, isl_union_map_reverse(isl_union_map_copy(order)));
    return isl_union_map_intersect(pairs, later);
}

static __isl_give isl_union_map *with_identity(__isl_keep isl_union_map *map, __isl_take isl_union_set *set)
{
    return isl_union_map_union(isl_union_map_copy(map), isl_union_set_identity(set));
}

/* Are the live ranges that "swapped" { [S[i] -> R[]] -> [T[j] -> Q[]] }, pairs of the last reference of one and the
 * first of another, brings into the opposite order apart from each other? "order" is { [S[i] -> R[]] -> [t] }. */
static isl_bool are_apart(const struct pv_deps *deps, __isl_take isl_union_map *swapped,
                          __isl_keep isl_union_map *order)
{
    /* From the start of the range that came first to all references of the one that came second. */
    isl_union_set *ends = isl_union_map_domain(isl_union_map_copy(swapped));
    isl_union_set *starts = isl_union_map_range(isl_union_map_copy(swapped));
    isl_union_map *reach = isl_union_map_apply_range(with_identity(deps->tagged_flow, ends), swapped);
    reach = isl_union_map_apply_range(reach, with_identity(deps->tagged_flow, starts));
    /* All of them are known to "order". */
    isl_union_set *touched = isl_union_map_domain(isl_union_map_copy(reach));
    touched = isl_union_set_union(touched, isl_union_map_range(isl_union_map_copy(reach)));
    isl_union_set *known = isl_union_map_domain(isl_union_map_copy(order));
    isl_bool is_apart = isl_union_set_is_subset(touched, known);
    isl_union_set_free(touched);
    isl_union_set_free(known);
    /* An instance may end one range and start the other: it reads before it writes. */
    isl_union_map *back = isl_union_map_reverse(reach);
    isl_union_map *plain = isl_union_map_domain_factor_domain(isl_union_map_copy(back));
    plain = isl_union_map_range_factor_domain(plain);
    isl_union_set *same = isl_union_map_domain(isl_union_map_copy(plain));
    plain = isl_union_map_subtract(plain, isl_union_set_identity(same));
    isl_union_map_free(back);
    if (is_apart == isl_bool_true) {
        isl_union_map *untagged = isl_union_map_domain_factor_domain(isl_union_map_copy(order));
        is_apart = pv_order_is_forward(isl_union_map_copy(plain), untagged);
        isl_union_map_free(untagged);
    }
    isl_union_map_free(plain);
    return is_apart;
}

/* { [S[i] -> R[]] -> [t] } */
static __isl_give isl_union_map *tag_order(const struct pv_scop *scop, __isl_keep isl_union_map *order)
{
    isl_union_map *tagger = isl_union_map_from_union_pw_multi_aff(pv_scop_get_tagger(scop));
    return isl_union_map_apply_range(tagger, isl_union_map_copy(order));
}

static isl_bool keeps_live_ranges_apart(const struct pv_scop *scop, const struct pv_deps *deps,
                                        __isl_keep isl_union_map *order)
{
    isl_bool result = pv_order_is_forward(restrict_params(scop, deps->order), order);
    if (result)
        return result;
    isl_union_map *tagged = tag_order(scop, order);
    isl_union_map *swapped = pv_order_backward_part(restrict_params(scop, deps->tagged_order), tagged);
    result = are_apart(deps, swapped, tagged);
    isl_union_map_free(tagged);
    return result;
}

isl_bool pv_order_is_legal(const struct pv_scop *scop, const struct pv_deps *deps, __isl_take isl_union_map *order)
{
    isl_bool result = pv_order_is_forward(restrict_params(scop, deps->flow), order);
    bool may_move = deps->order && deps->tagged_order && deps->forced;
    if (result == isl_bool_true)
        result = pv_order_is_forward(restrict_params(scop, may_move ? deps->forced : deps->false_deps), order);
    if (result == isl_bool_true && may_move)
        result = keeps_live_ranges_apart(scop, deps, order);
    isl_union_map_free(order);
    return result;
}
