#include "check/legality.h"

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
    bool *is_forward = user;
    isl_set *bad = isl_set_intersect(distances, not_forward(isl_set_get_space(distances)));
    isl_bool is_empty = isl_set_is_empty(bad);
    isl_set_free(bad);
    if (is_empty == isl_bool_false)
        *is_forward = false;
    return is_empty < 0 ? isl_stat_error : isl_stat_ok;
}

static enum pv_legality check_order(const struct pv_scop *scop, const struct pv_deps *deps,
                                    __isl_keep isl_schedule *schedule)
{
    isl_union_map *order = isl_schedule_get_map(schedule);
    isl_union_map *pairs = isl_union_map_intersect_params(pv_deps_get_validity(deps), isl_set_copy(scop->context));
    pairs = isl_union_map_apply_range(pairs, isl_union_map_copy(order));
    pairs = isl_union_map_apply_domain(pairs, order);
    isl_union_set *distances = isl_union_map_deltas(pairs);
    bool is_forward = true;
    isl_stat stat = isl_union_set_foreach_set(distances, check_distances, &is_forward);
    isl_union_set_free(distances);
    if (stat < 0)
        return PV_LEGALITY_UNKNOWN;
    return is_forward ? PV_LEGAL : PV_ILLEGAL_ORDER;
}

enum pv_legality pv_legality_check(const struct pv_scop *scop, const struct pv_deps *deps,
                                   __isl_keep isl_schedule *schedule, __isl_keep isl_union_set *domain)
{
    isl_union_set *scheduled = isl_schedule_get_domain(schedule);
    isl_bool is_same = isl_union_set_is_equal(scheduled, domain);
    isl_union_set_free(scheduled);
    if (is_same < 0)
        return PV_LEGALITY_UNKNOWN;
    return is_same ? check_order(scop, deps, schedule) : PV_ILLEGAL_DOMAIN;
}
