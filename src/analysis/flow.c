#include "analysis/flow.h"

#include <isl/flow.h>

/* The original order of the tagged instances: the references of one instance happen together. */
static __isl_give isl_schedule *tagged_schedule(const struct pv_scop *scop)
{
    return isl_schedule_pullback_union_pw_multi_aff(isl_schedule_copy(scop->schedule), pv_scop_get_tagger(scop));
}

__isl_give isl_union_map *pv_flow_between(const struct pv_scop *scop, __isl_take isl_union_map *sink,
                                          __isl_take isl_union_map *source, __isl_take isl_union_map *cut,
                                          isl_union_map **no_source)
{
    isl_union_access_info *access = isl_union_access_info_from_sink(sink);
    access = isl_union_access_info_set_may_source(access, source);
    access = isl_union_access_info_set_kill(access, cut);
    access = isl_union_access_info_set_schedule(access, tagged_schedule(scop));
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

/* { [S[i] -> R[]] -> [T[j] -> Q[]] } to { S[i] -> T[j] }. */
static __isl_give isl_union_map *untag_both(__isl_take isl_union_map *tagged)
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
    isl_union_map *full = pv_flow_between(scop, reads, writes, cut, &live_in);
    deps->tagged_flow = isl_union_map_coalesce(isl_union_map_range_factor_domain(full));
    deps->flow = untag_both(isl_union_map_copy(deps->tagged_flow));
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
    isl_union_map *full = pv_flow_between(scop, writes, sources, cut, NULL);
    deps->false_deps = untag_both(isl_union_map_range_factor_domain(full));
}

bool pv_flow_compute(const struct pv_scop *scop, struct pv_deps *deps)
{
    compute_flow(scop, deps);
    compute_false(scop, deps);
    return deps->tagged_flow && deps->flow && deps->false_deps && deps->live_in;
}
