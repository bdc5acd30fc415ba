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
 * integer affine hull: some statement's set then gains a dimension, so that the rounds are finite however the
 * parameters grow. That it has more than the instances in the meantime adds nothing, since only they depend on any. */
static __isl_give isl_union_set *live_instances(__isl_take isl_union_set *live, __isl_keep isl_union_set *instances,
                                                __isl_keep isl_union_map *flow)
{
    isl_union_map *needs = isl_union_map_reverse(isl_union_map_copy(flow));
    for (;;) {
        isl_union_set *needed = isl_union_set_apply(isl_union_set_copy(live), isl_union_map_copy(needs));
        isl_bool done = isl_union_set_is_subset(needed, live);
        if (done != isl_bool_false) {
            isl_union_set_free(needed);
            live = done < 0 ? isl_union_set_free(live) : live;
            break;
        }
        live = isl_union_set_affine_hull(isl_union_set_union(live, needed));
    }
    isl_union_map_free(needs);
    return pv_union_set_coalesce(isl_union_set_intersect(live, isl_union_set_copy(instances)));
}

bool pv_dead_compute(const struct pv_scop *scop, struct pv_deps *deps)
{
    isl_union_set *instances = pv_scop_get_instances(scop);
    deps->kept = live_instances(roots(scop, deps), instances, deps->flow);
    isl_union_set_free(instances);
    return deps->kept;
}

bool pv_dead_remove(struct pv_scop *scop, const struct pv_deps *deps, bool *changed)
{
    *changed = false;
    for (int i = 0; i < scop->stmts.n; i++) {
        struct pv_stmt *stmt = scop->stmts.v[i];
        if (stmt->kind == PV_STMT_KILL)
            continue;
        isl_set *kept = isl_union_set_extract_set(deps->kept, isl_set_get_space(stmt->domain));
        isl_bool is_kept = isl_set_is_subset(stmt->domain, kept);
        if (is_kept == isl_bool_true) {
            isl_set_free(kept);
            continue;
        }
        stmt->domain = isl_set_intersect(stmt->domain, kept);
        *changed = true;
        if (is_kept < 0 || !stmt->domain)
            return false;
    }
    return true;
}
