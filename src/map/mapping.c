/* Entry of the mapping: for the host or for a device. */
#include "map/mapping.h"

#include "map/estimate.h"
#include "map/gridmap.h"
#include "map/hostcopy.h"
#include "map/locality.h"
#include "map/outline.h"
#include "map/overlapkernel.h"
#include "map/parallel.h"

/* Sets of loops are bits of an unsigned number, and tiles count twice where loops are put together again. */
enum { most_loops = 31 };

static isl_bool is_shallow(__isl_keep isl_schedule_node *node, void *user)
{
    (void)user;
    isl_size depth = isl_schedule_node_get_schedule_depth(node);
    return depth < 0 ? isl_bool_error : isl_bool_ok(depth <= most_loops);
}

bool pv_map_is_too_deep(__isl_keep isl_schedule *schedule)
{
    isl_schedule_node *root = isl_schedule_get_root(schedule);
    isl_bool every = isl_schedule_node_every_descendant(root, is_shallow, NULL);
    isl_schedule_node_free(root);
    return every == isl_bool_false;
}

/* For a walk over a tree: is "node" no band that tiles may be made of, above several statements? */
static isl_bool is_no_nest(__isl_keep isl_schedule_node *node, void *user)
{
    (void)user;
    if (pv_node_is_nest(node))
        return isl_bool_false;
    if (!pv_node_is_leaf_band(node) || isl_schedule_node_band_n_member(node) < 2)
        return isl_bool_true;
    isl_union_set *domain = isl_schedule_node_get_domain(node);
    isl_size n = isl_union_set_n_set(domain);
    isl_union_set_free(domain);
    return n < 0 ? isl_bool_error : isl_bool_ok(n == 1);
}

bool pv_map_has_nests(__isl_keep isl_schedule *schedule)
{
    isl_schedule_node *root = isl_schedule_get_root(schedule);
    isl_bool none = isl_schedule_node_every_descendant(root, is_no_nest, NULL);
    isl_schedule_node_free(root);
    return none == isl_bool_false;
}

bool pv_map_is_one_band(__isl_keep isl_schedule *schedule)
{
    isl_schedule_node *root = isl_schedule_get_root(schedule), *child = isl_schedule_node_child(root, 0);
    bool is_one = (pv_node_is_leaf_band(child) || pv_node_is_fused_band(child)) &&
                  isl_schedule_node_band_get_permutable(child) == isl_bool_true;
    isl_schedule_node_free(child);
    return is_one;
}

/* "found" for the host, or for a device. */
static struct pv_conflicts conflicts_for(const struct pv_conflicts *found, bool reassociate, bool is_for_host)
{
    struct pv_conflicts conflicts = *found;
    conflicts.reassociate = reassociate;
    conflicts.keeps_last = is_for_host;
    return conflicts;
}

__isl_give isl_schedule *pv_map_cpu(const struct pv_conflicts *found, __isl_take isl_schedule *schedule,
                                    const struct pv_map_params *params)
{
    if (!found)
        return isl_schedule_free(schedule);
    struct pv_conflicts conflicts = conflicts_for(found, params->reassociate, true);
    isl_schedule_node *node = isl_schedule_get_root(schedule);
    isl_schedule_free(schedule);
    if (params->reorder)
        node = pv_locality_improve(&conflicts, node, params->parallel_threshold, params->tile_nests);
    node = pv_parallel_mark(&conflicts, params, node);
    schedule = isl_schedule_node_get_schedule(node);
    isl_schedule_node_free(node);
    return schedule;
}

struct pv_cost pv_map_estimate(const struct pv_conflicts *found, __isl_keep isl_schedule *schedule, bool reassociate)
{
    if (!found)
        return (struct pv_cost){.cycles = -1};
    struct pv_conflicts conflicts = conflicts_for(found, reassociate, true);
    isl_schedule_node *node = isl_schedule_get_root(schedule);
    struct pv_cost cost = {.cycles = -1};
    if (node)
        cost = pv_estimate(&conflicts, node, &pv_machine_host);
    isl_schedule_node_free(node);
    return cost;
}

/* The part of pv_map_gpu that looks for kernels. */
static __isl_give isl_schedule_node *make_kernels(const struct pv_conflicts *conflicts,
                                                  const struct pv_map_params *params, struct pv_device_plan *plan,
                                                  __isl_take isl_schedule_node *node, const char **obstacle)
{
    bool is_parallel = false;
    node = pv_gridmap(conflicts, params, plan, node, &is_parallel);
    if (node && !is_parallel)
        *obstacle = plan->host_reason ? plan->host_reason : "no loop of it can run in parallel";
    if (*obstacle || !node)
        return node;
    if (!pv_hostcopy_plan(conflicts->scop, conflicts->deps, params->may_test, plan, obstacle))
        return isl_schedule_node_free(node);
    pv_overlapkernel_cover(plan);
    return node;
}

__isl_give isl_schedule *pv_map_gpu(const struct pv_conflicts *found, __isl_take isl_schedule *schedule,
                                    const struct pv_map_params *params, struct pv_device_plan *plan,
                                    const char **obstacle, struct pv_loc *at)
{
    if (!found)
        return isl_schedule_free(schedule);
    *obstacle = pv_map_is_too_deep(schedule) ? "its loops are nested too deep"
                                             : pv_outline_divide(found->scop, plan, at);
    if (*obstacle)
        return isl_schedule_free(schedule);
    if (!plan->host.n)
        *at = found->scop->region->range.begin;
    struct pv_conflicts conflicts = conflicts_for(found, params->reassociate, false);
    isl_schedule_node *node = isl_schedule_get_root(schedule);
    isl_schedule_free(schedule);
    node = make_kernels(&conflicts, params, plan, node, obstacle);
    schedule = isl_schedule_node_get_schedule(node);
    isl_schedule_node_free(node);
    return *obstacle ? isl_schedule_free(schedule) : schedule;
}
