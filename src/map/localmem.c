/* Plans the memory of a kernel's blocks and threads, stage by stage. */
#include "map/localmem.h"

#include "map/predication.h"
#include "map/registers.h"
#include "map/sharedmem.h"

#include <isl/ilp.h>
#include <isl/union_map.h>

/* { S[i] -> [h, t, k] }: the iterations of member 0 of the band "node" in groups of kernel->stage. */
static __isl_give isl_union_map *stage_prefix(const struct pv_localplan *plan, __isl_keep isl_schedule_node *node)
{
    isl_multi_union_pw_aff *band = isl_schedule_node_band_get_partial_schedule(node);
    isl_union_pw_aff *member = isl_multi_union_pw_aff_get_union_pw_aff(band, 0);
    isl_multi_union_pw_aff_free(band);
    isl_ctx *ctx = isl_schedule_node_get_ctx(node);
    member = isl_union_pw_aff_scale_down_val(member, isl_val_int_from_si(ctx, plan->kernel->stage));
    isl_union_map *steps = isl_union_map_from_union_pw_aff(isl_union_pw_aff_floor(member));
    isl_union_map *prefix = isl_union_map_intersect_domain(isl_union_map_copy(plan->tile),
                                                           isl_schedule_node_get_domain(node));
    return isl_union_map_flat_range_product(prefix, steps);
}

/* The iterations of member 0 of the band "node" in one stage, or fewer where it never has as many. */
static int count_iterations(const struct pv_localplan *plan, __isl_keep isl_schedule_node *node)
{
    isl_multi_union_pw_aff *band = isl_schedule_node_band_get_partial_schedule(node);
    isl_union_map *values = isl_union_map_from_union_pw_aff(isl_multi_union_pw_aff_get_union_pw_aff(band, 0));
    isl_multi_union_pw_aff_free(band);
    values = isl_union_map_intersect_domain(values, isl_schedule_node_get_domain(node));
    isl_set *all = isl_set_from_union_set(isl_union_map_range(values));
    isl_val *min = isl_set_dim_min_val(isl_set_copy(all), 0), *max = isl_set_dim_max_val(all, 0);
    bool is_known = isl_val_is_int(min) == isl_bool_true && isl_val_is_int(max) == isl_bool_true;
    isl_val *last = isl_val_sub(max, min);
    int stage = plan->kernel->stage;
    int n = is_known && isl_val_cmp_si(last, stage) < 0 ? (int)isl_val_get_num_si(last) + 1 : stage;
    isl_val_free(last);
    return n;
}

/* Plan for "node", a band or a leaf below the shared members. */
static bool plan_stage(struct pv_localplan *plan, __isl_keep isl_schedule_node *node)
{
    bool has_loop = isl_schedule_node_get_type(node) == isl_schedule_node_band;
    isl_union_set *domain = isl_schedule_node_get_domain(node);
    isl_union_map *prefix = has_loop ? stage_prefix(plan, node)
                                     : isl_union_map_intersect_domain(isl_union_map_copy(plan->tile),
                                                                      isl_union_set_copy(domain));
    isl_union_map *order = isl_schedule_node_get_subtree_schedule_union_map(node);
    order = isl_union_map_flat_range_product(isl_union_map_copy(plan->point), order);
    struct pv_stage stage = {.is_leaf = !has_loop, .iterations = has_loop ? count_iterations(plan, node) : 1};
    pv_refs refs = {0};
    bool ok = prefix && pv_refs_find(plan->conflicts->arena, plan->conflicts->scop, domain, &refs);
    if (plan->kernel->n_reducers)
        ok = ok && (!has_loop || pv_registers_plan_reduction(plan, &refs, &stage));
    else if (ok && plan->params->shared_memory != PV_MEMORY_NEVER)
        ok = pv_sharedmem_plan(plan, &refs, prefix, order, &stage);
    stage.is_used = stage.is_used || stage.outer || stage.inner;
    if (ok && stage.is_used && has_loop && !stage.is_reduction && plan->params->private_memory)
        ok = pv_registers_plan(plan, &refs, &stage);
    if (ok && stage.is_used && has_loop && !stage.is_reduction) {
        isl_bool is_free = pv_predication_is_needless(plan, node, &refs, &stage);
        stage.is_free = is_free == isl_bool_true;
        ok = is_free >= 0;
    }
    pv_push(plan->conflicts->arena, &plan->staging->all, stage);
    plan->staging->is_used = plan->staging->is_used || stage.is_used;
    plan->staging->has_shared = plan->staging->has_shared || stage.outer || stage.inner;
    pv_refs_free(&refs);
    isl_union_map_free(prefix);
    isl_union_map_free(order);
    isl_union_set_free(domain);
    return ok;
}

static bool plan_below(struct pv_localplan *plan, __isl_keep isl_schedule_node *node)
{
    enum isl_schedule_node_type type = isl_schedule_node_get_type(node);
    if (type == isl_schedule_node_band || type == isl_schedule_node_leaf)
        return plan_stage(plan, node);
    bool ok = true;
    for (int i = 0; i < (int)isl_schedule_node_n_children(node) && ok; i++) {
        isl_schedule_node *child = isl_schedule_node_get_child(node, i);
        ok = plan_below(plan, child);
        isl_schedule_node_free(child);
    }
    return ok;
}

/* { S[i] -> [floor(v / size)] } for the members of the band "node". */
static __isl_give isl_union_map *tiles_of(__isl_keep isl_schedule_node *node, const struct pv_kernel *kernel)
{
    isl_multi_union_pw_aff *band = isl_schedule_node_band_get_partial_schedule(node);
    isl_union_map *all = NULL;
    for (int i = 0; i < kernel->n_axes; i++) {
        isl_union_pw_aff *member = isl_multi_union_pw_aff_get_union_pw_aff(band, i);
        isl_val *size = isl_val_int_from_si(isl_schedule_node_get_ctx(node), kernel->points[kernel->n_axes - 1 - i]);
        member = isl_union_pw_aff_floor(isl_union_pw_aff_scale_down_val(member, size));
        isl_union_map *tiles = isl_union_map_from_union_pw_aff(member);
        all = all ? isl_union_map_flat_range_product(all, tiles) : tiles;
    }
    isl_multi_union_pw_aff_free(band);
    return all;
}

bool pv_localmem_plan(const struct pv_conflicts *conflicts, const struct pv_map_params *params,
                      struct pv_kernel *kernel, __isl_keep isl_schedule_node *node, struct pv_staging *staging)
{
    struct pv_localplan plan = {.conflicts = conflicts, .params = params, .kernel = kernel, .staging = staging};
    if ((params->shared_memory == PV_MEMORY_NEVER && !kernel->n_reducers) || kernel->privates.n)
        return true;
    isl_union_set *domain = isl_schedule_node_get_domain(node);
    plan.host = isl_schedule_node_get_prefix_schedule_union_map(node);
    plan.host = isl_union_map_intersect_domain(plan.host, isl_union_set_copy(domain));
    isl_union_map *band = isl_schedule_node_band_get_partial_schedule_union_map(node);
    plan.point = isl_union_map_flat_range_product(isl_union_map_copy(plan.host), band);
    plan.tile = isl_union_map_flat_range_product(isl_union_map_copy(plan.host), tiles_of(node, kernel));
    plan.members = isl_schedule_node_band_get_partial_schedule(node);
    isl_schedule_node *below = isl_schedule_node_get_child(node, 0);
    bool ok = pv_refs_find(conflicts->arena, conflicts->scop, domain, &plan.all) && plan_below(&plan, below);
    isl_schedule_node_free(below);
    pv_refs_free(&plan.all);
    isl_union_set_free(domain);
    isl_union_map_free(plan.host);
    isl_union_map_free(plan.point);
    isl_union_map_free(plan.tile);
    isl_multi_union_pw_aff_free(plan.members);
    return ok;
}
