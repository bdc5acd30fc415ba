#include "analysis/liverange.h"

#include "analysis/flow.h"

/* The writes { [S[i] -> R[]] -> A[a] } that a later must-write or kill of the same element ends. */
static __isl_give isl_union_map *ended_writes(const struct pv_scop *scop)
{
    isl_union_map *ends = pv_scop_get_tagged_accesses(scop, PV_MUST_WRITE);
    ends = isl_union_map_union(ends, pv_scop_get_tagged_accesses(scop, PV_KILL));
    isl_union_map *writes = pv_scop_get_tagged_accesses(scop, PV_MAY_WRITE);
    isl_union_map *full = pv_flow_between(scop, ends, writes, isl_union_map_empty_ctx(scop->ctx), NULL);
    return isl_union_map_range_factor_range(full);
}

bool pv_liverange_compute(const struct pv_scop *scop, struct pv_deps *deps)
{
    isl_union_map *live = pv_scop_get_tagged_accesses(scop, PV_MAY_WRITE);
    live = isl_union_map_subtract(live, ended_writes(scop));
    deps->live_out = isl_union_map_coalesce(isl_union_map_domain_factor_domain(live));
    return deps->live_out;
}
