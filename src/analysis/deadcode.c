#include "analysis/deadcode.h"

#include "base/islx.h"

/* Instances that run for their own sake. */
static __isl_give isl_union_set *roots(const struct pv_scop *scop, const struct pv_deps *deps)
{
    isl_union_set *live = isl_union_map_domain(isl_union_map_copy(deps->live_out));
    for (int i = 0; i < scop->stmts.n; i++) {
        const struct pv_stmt *stmt = scop->stmts.v[i];
        bool is_root = stmt->has_effects || stmt->kind == PV_STMT_ASSUME;
        if (is_root)
            live = isl_union_set_add_set(live, isl_set_copy(stmt->domain));
    }
    return live;
}

/* Add to "live" what it depends on, until nothing is added. Each round the set is widened to its
 * integer affine hull, within the instances: some statement's set then gains a dimension, so that the rounds are
 * finite however the parameters grow. */
static __isl_give isl_union_set *live_instances(__isl_take isl_union_set *live, __isl_keep isl_union_set *instances,
                                                __isl_keep isl_union_map *flow)
{
    isl_union_map *needs = isl_union_map_reverse(isl_union_map_copy(flow));
    for (;;) {
        isl_union_set *needed = isl_union_set_apply(isl_union_set_copy(live), isl_union_map_copy(needs));
        isl_bool done = isl_union_set_is_subset(needed, live);
        if (done != isl_bool_false) {
            isl_union_set_free(needed);
            break;
        }
        live = isl_union_set_affine_hull(isl_union_set_union(live, needed));
        live = isl_union_set_intersect(live, isl_union_set_copy(instances));
    }
    isl_union_map_free(needs);
    return pv_union_set_coalesce(live);
}

bool pv_dead_compute(const struct pv_scop *scop, struct pv_deps *deps)
{
    isl_union_set *instances = pv_scop_get_instances(scop);
    deps->kept = live_instances(roots(scop, deps), instances, deps->flow);
    isl_union_set_free(instances);
    return deps->kept;
}

/* "map" (may be NULL) with both ends in "kept". */
static __isl_give isl_union_map *restrict_both(__isl_take isl_union_map *map, __isl_keep isl_union_set *kept)
{
    if (!map)
        return NULL;
    map = isl_union_map_intersect_domain(map, isl_union_set_copy(kept));
    return isl_union_map_intersect_range(map, isl_union_set_copy(kept));
}

/* { [S[i] -> R[]] } for the references of all instances kept. */
static __isl_give isl_union_set *tagged_kept(const struct pv_scop *scop, const struct pv_deps *deps)
{
    isl_union_map *tagger = isl_union_map_from_union_pw_multi_aff(pv_scop_get_tagger(scop));
    return isl_union_set_apply(isl_union_set_copy(deps->kept), isl_union_map_reverse(tagger));
}

static void restrict_deps(const struct pv_scop *scop, struct pv_deps *deps)
{
    isl_union_set *tagged = tagged_kept(scop, deps);
    deps->tagged_flow = restrict_both(deps->tagged_flow, tagged);
    deps->tagged_false = restrict_both(deps->tagged_false, tagged);
    deps->tagged_order = restrict_both(deps->tagged_order, tagged);
    deps->tagged_forced = restrict_both(deps->tagged_forced, tagged);
    isl_union_set_free(tagged);
    deps->flow = restrict_both(deps->flow, deps->kept);
    deps->false_deps = restrict_both(deps->false_deps, deps->kept);
    deps->order = restrict_both(deps->order, deps->kept);
    deps->array_order = restrict_both(deps->array_order, deps->kept);
    deps->forced = restrict_both(deps->forced, deps->kept);
    deps->independent = restrict_both(deps->independent, deps->kept);
    deps->live_in = isl_union_map_intersect_domain(deps->live_in, isl_union_set_copy(deps->kept));
    deps->live_out = isl_union_map_intersect_domain(deps->live_out, isl_union_set_copy(deps->kept));
    for (int i = 0; i < deps->reductions.n; i++)
        deps->reductions.v[i]->deps = restrict_both(deps->reductions.v[i]->deps, deps->kept);
}

bool pv_dead_remove(struct pv_scop *scop, struct pv_deps *deps)
{
    if (!deps->kept && !pv_dead_compute(scop, deps))
        return false;
    restrict_deps(scop, deps);
    for (int i = 0; i < scop->stmts.n; i++) {
        struct pv_stmt *stmt = scop->stmts.v[i];
        if (stmt->kind == PV_STMT_KILL)
            continue;
        isl_set *kept = isl_union_set_extract_set(deps->kept, isl_set_get_space(stmt->domain));
        stmt->domain = isl_set_intersect(stmt->domain, kept);
        if (!stmt->domain)
            return false;
    }
    return deps->flow && deps->false_deps;
}
