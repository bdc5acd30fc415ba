/* Finds the instances whose results nothing live needs, and removes them from the model. */
#include "analysis/deadcode.h"

#include "base/islx.h"
#include "ir/reach.h"

#include <isl/constraint.h>
#include <isl/val.h>

/* May "stmt" write memory that a function of unknown effect may read? */
static bool writes_in_reach(const struct pv_stmt *stmt)
{
    for (int i = 0; i < stmt->accesses.n; i++) {
        const struct pv_access *access = stmt->accesses.v[i];
        if (stmt->body && access->is_write && access->array->kind == PV_ARRAY_DATA && pv_reach_has(access->array))
            return true;
    }
    return false;
}

/* Instances that run for their own sake. */
static __isl_give isl_union_set *roots(const struct pv_scop *scop, const struct pv_deps *deps)
{
    isl_union_set *live = isl_union_map_domain(isl_union_map_copy(deps->live_out));
    bool is_open = pv_reach_is_open_in(scop);
    for (int i = 0; i < scop->stmts.n; i++) {
        const struct pv_stmt *stmt = scop->stmts.v[i];
        bool is_root = stmt->has_effects || stmt->kind == PV_STMT_ASSUME || (is_open && writes_in_reach(stmt));
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

/* Instances further apart than this are found by a loop over all values between them, once they share it with other
 * statements. */
static const long widest_stride = 1 << 16;

static isl_stat look_for_wide_stride(__isl_take isl_constraint *constraint, void *user)
{
    bool *found = user;
    int n_dim = (int)isl_constraint_dim(constraint, isl_dim_set),
        n_div = (int)isl_constraint_dim(constraint, isl_dim_div);
    if (isl_constraint_is_equality(constraint) == isl_bool_true &&
        isl_constraint_involves_dims(constraint, isl_dim_set, 0, (unsigned)n_dim) == isl_bool_true)
        for (int i = 0; i < n_div; i++) {
            isl_val *factor = isl_val_abs(isl_constraint_get_coefficient_val(constraint, isl_dim_div, i));
            *found = *found || isl_val_cmp_si(factor, widest_stride) > 0;
            isl_val_free(factor);
        }
    isl_constraint_free(constraint);
    return isl_stat_ok;
}

static isl_stat look_at_piece(__isl_take isl_basic_set *piece, void *user)
{
    isl_stat status = isl_basic_set_foreach_constraint(piece, look_for_wide_stride, user);
    isl_basic_set_free(piece);
    return status;
}

static isl_stat look_at_set(__isl_take isl_set *set, void *user)
{
    isl_stat status = isl_set_foreach_basic_set(set, look_at_piece, user);
    isl_set_free(set);
    return status;
}

/* Are there instances whose iterators are known but for a multiple of a large number? The last write of a loop up to
 * "(int)m" is such a one where m is a long: i = m - 1 modulo 2^32. */
static bool has_wide_stride(__isl_keep isl_union_set *instances)
{
    bool found = false;
    return isl_union_set_foreach_set(instances, look_at_set, &found) < 0 || found;
}

bool pv_dead_remove(struct pv_scop *scop, const struct pv_deps *deps, bool *changed)
{
    *changed = false;
    if (has_wide_stride(deps->kept))
        return true;
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
