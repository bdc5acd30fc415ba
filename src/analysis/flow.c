#include "analysis/flow.h"

#include <isl/flow.h>

/* The original order; of tagged instances: the references of one instance happen together. */
static __isl_give isl_schedule *original_order(const struct pv_scop *scop, enum pv_tagging tagging)
{
    isl_schedule *schedule = isl_schedule_copy(scop->schedule);
    return tagging == PV_TAGGED ? isl_schedule_pullback_union_pw_multi_aff(schedule, pv_scop_get_tagger(scop))
                                : schedule;
}

__isl_give isl_union_map *pv_flow_between(const struct pv_scop *scop, enum pv_tagging tagging,
                                          __isl_take isl_union_map *sink, __isl_take isl_union_map *source,
                                          __isl_take isl_union_map *cut, isl_union_map **no_source)
{
    isl_union_access_info *access = isl_union_access_info_from_sink(sink);
    access = isl_union_access_info_set_may_source(access, source);
    access = isl_union_access_info_set_kill(access, cut);
    access = isl_union_access_info_set_schedule(access, original_order(scop, tagging));
    isl_union_flow *flow = isl_union_access_info_compute_flow(access);
    isl_union_map *full = isl_union_flow_get_full_may_dependence(flow);
    if (no_source)
        *no_source = isl_union_flow_get_may_no_source(flow);
    isl_union_flow_free(flow);
    return full;
}

/* { [S[i] -> R[]] -> A[a] } to { S[i] -> A[a] }. */
static __isl_give isl_union_map *untag_domain(__isl_take isl_union_map *tagged)
{
    return isl_union_map_coalesce(isl_union_map_domain_factor_domain(tagged));
}

__isl_give isl_union_map *pv_flow_untag(__isl_take isl_union_map *tagged)
{
    return isl_union_map_coalesce(isl_union_map_factor_domain(tagged));
}

static void compute_flow(const struct pv_scop *scop, struct pv_deps *deps)
{
    isl_union_map *reads = pv_scop_get_tagged_accesses(scop, PV_MAY_READ);
    isl_union_map *writes = pv_scop_get_tagged_accesses(scop, PV_MAY_WRITE);
    isl_union_map *cut = pv_scop_get_tagged_accesses(scop, PV_MUST_WRITE);
    cut = isl_union_map_union(cut, pv_scop_get_tagged_accesses(scop, PV_KILL));
    isl_union_map *live_in;
    isl_union_map *full = pv_flow_between(scop, PV_TAGGED, reads, writes, cut, &live_in);
    deps->tagged_flow = isl_union_map_coalesce(isl_union_map_range_factor_domain(full));
    deps->flow = pv_flow_untag(isl_union_map_copy(deps->tagged_flow));
    deps->live_in = untag_domain(live_in);
}

/* Must-writes cut: what they separate is ordered through them. Kills do not, since they will have no place in
 * the new schedule. */
static void compute_false(const struct pv_scop *scop, struct pv_deps *deps)
{
    isl_union_map *writes = pv_scop_get_tagged_accesses(scop, PV_MAY_WRITE);
    isl_union_map *reads = pv_scop_get_tagged_accesses(scop, PV_MAY_READ);
    isl_union_map *cut = pv_scop_get_tagged_accesses(scop, PV_MUST_WRITE);
    isl_union_map *sources = isl_union_map_union(reads, isl_union_map_copy(writes));
    isl_union_map *full = pv_flow_between(scop, PV_TAGGED, writes, sources, cut, NULL);
    deps->tagged_false = isl_union_map_coalesce(isl_union_map_range_factor_domain(full));
    deps->false_deps = pv_flow_untag(isl_union_map_copy(deps->tagged_false));
}

bool pv_flow_compute(const struct pv_scop *scop, struct pv_deps *deps)
{
    compute_flow(scop, deps);
    compute_false(scop, deps);
    return deps->tagged_flow && deps->flow && deps->tagged_false && deps->false_deps && deps->live_in;
}

/* { x -> y : x before y, both touch one element }, x and y tagged. */
static __isl_give isl_union_map *same_element_later(__isl_keep isl_union_map *before,
                                                    __isl_take isl_union_map *first, __isl_take isl_union_map *second)
{
    isl_union_map *pairs = isl_union_map_apply_range(first, isl_union_map_reverse(second));
    return isl_union_map_coalesce(isl_union_map_intersect(pairs, isl_union_map_copy(before)));
}

bool pv_flow_compute_memory_based(const struct pv_scop *scop, struct pv_deps *deps)
{
    isl_schedule *schedule = original_order(scop, PV_TAGGED);
    isl_union_map *order = isl_schedule_get_map(schedule);
    order = isl_union_map_intersect_domain(order, isl_schedule_get_domain(schedule));
    isl_schedule_free(schedule);
    isl_union_map *before = isl_union_map_lex_lt_union_map(isl_union_map_copy(order), order);
    isl_union_map *reads = pv_scop_get_tagged_accesses(scop, PV_MAY_READ);
    isl_union_map *writes = pv_scop_get_tagged_accesses(scop, PV_MAY_WRITE);
    isl_union_map *touches = isl_union_map_union(isl_union_map_copy(reads), isl_union_map_copy(writes));
    deps->is_memory_based = true;
    deps->tagged_flow = same_element_later(before, isl_union_map_copy(writes), isl_union_map_copy(reads));
    deps->flow = pv_flow_untag(isl_union_map_copy(deps->tagged_flow));
    deps->tagged_false = same_element_later(before, touches, writes);
    deps->false_deps = pv_flow_untag(isl_union_map_copy(deps->tagged_false));
    deps->live_in = untag_domain(reads);
    isl_union_map_free(before);
    return deps->tagged_flow && deps->flow && deps->tagged_false && deps->false_deps && deps->live_in;
}
