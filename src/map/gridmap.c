/* Decides which bands become kernels. */
#include "map/gridmap.h"

#include "map/frontkernel.h"
#include "map/gridkernel.h"
#include "map/gridshare.h"
#include "map/hexkernel.h"
#include "map/hostpart.h"
#include "map/nest.h"
#include "map/overlapkernel.h"
#include "map/pivot.h"

static __isl_give isl_schedule_node *cut(struct pv_gridding *gridding, __isl_take isl_schedule_node *node);

static __isl_give isl_schedule_node *cut_children(struct pv_gridding *gridding, __isl_take isl_schedule_node *node)
{
    int n = (int)isl_schedule_node_n_children(node);
    for (int i = 0; i < n; i++)
        node = isl_schedule_node_parent(cut(gridding, isl_schedule_node_child(node, i)));
    return node;
}

/* A band that is shared by threads where possible; else its loops are the host's. */
static __isl_give isl_schedule_node *cut_band(struct pv_gridding *gridding, __isl_take isl_schedule_node *node)
{
    struct pv_share_choice choice = {0};
    bool is_done = false;
    if (!pv_share_choose(gridding->conflicts, node, &choice))
        return isl_schedule_node_free(node);
    bool is_asked = gridding->params->wavefronts == PV_WAVEFRONTS_ALWAYS;
    if (!choice.n && is_asked)
        node = pv_frontkernel_try(gridding, node, &is_done);
    if (!choice.n && node && !is_done && gridding->params->hybrid != PV_HYBRID_ALWAYS)
        node = pv_overlapkernel_try(gridding, node, &is_done);
    if (!choice.n && node && !is_done)
        node = pv_hexkernel_try(gridding, node, &is_done);
    if (!choice.n && node && !is_done && !is_asked)
        node = pv_frontkernel_try(gridding, node, &is_done);
    if (is_done)
        return node;
    if (choice.n)
        node = pv_share_join(gridding->conflicts, node, &choice);
    if (!node)
        return NULL;
    int outer = choice.n ? pv_share_find_outer(gridding->conflicts, node, &choice) : -1;
    if (outer < -1)
        return isl_schedule_node_free(node);
    if (outer >= 0) {
        node = isl_schedule_node_band_split(pv_band_move(node, outer, 0), 1);
        return cut_children(gridding, node);
    }
    if (choice.n)
        return pv_kernel_make(gridding, node, &choice);
    bool is_permutable = isl_schedule_node_band_get_permutable(node) == isl_bool_true;
    if (!is_permutable && isl_schedule_node_band_n_member(node) > 1)
        node = isl_schedule_node_band_split(node, 1);
    return cut_children(gridding, node);
}

/* Nodes that a mark cannot be put above, or that say nothing about loops. */
static bool is_passed(enum isl_schedule_node_type type)
{
    return type == isl_schedule_node_domain || type == isl_schedule_node_filter || type == isl_schedule_node_context ||
           type == isl_schedule_node_guard;
}

static __isl_give isl_schedule_node *cut(struct pv_gridding *gridding, __isl_take isl_schedule_node *node)
{
    enum isl_schedule_node_type type = isl_schedule_node_get_type(node);
    if (is_passed(type))
        return cut_children(gridding, node);
    isl_union_set *domain = isl_schedule_node_get_domain(node);
    isl_bool is_empty = isl_union_set_is_empty(domain);
    isl_union_set_free(domain);
    if (is_empty < 0)
        return isl_schedule_node_free(node);
    struct pv_contents contents = pv_hostpart_look(gridding->conflicts, gridding->plan, node);
    /* Nothing for a kernel to do, and no sizes to find for it. */
    if (is_empty || (contents.has_host && !contents.has_others))
        return node;
    gridding->is_tangled = gridding->is_tangled || (contents.has_host && type == isl_schedule_node_leaf);
    if (contents.has_host)
        return cut_children(gridding, node);
    isl_bool is_worth = pv_share_has_any(gridding->conflicts, node);
    if (is_worth < 0)
        return isl_schedule_node_free(node);
    if (is_worth == isl_bool_false)
        return pv_kernel_insert_mark(gridding, node, pv_kernel_new(gridding, node));
    return type == isl_schedule_node_band ? cut_band(gridding, node) : cut_children(gridding, node);
}

__isl_give isl_schedule_node *pv_gridmap(const struct pv_conflicts *conflicts, const struct pv_map_params *params,
                                         struct pv_device_plan *plan, __isl_take isl_schedule_node *node,
                                         bool *is_parallel)
{
    struct pv_gridding gridding = {.conflicts = conflicts, .params = params, .plan = plan};
    if (!pv_hostpart_extend(conflicts, plan, node))
        return isl_schedule_node_free(node);
    if (params->hybrid != PV_HYBRID_ALWAYS && !plan->host.n)
        node = pv_pivot_divide(conflicts, node);
    node = cut(&gridding, node);
    plan->has_hexagons = gridding.has_hexagons;
    if (gridding.has_hexagons || params->hybrid != PV_HYBRID_ALWAYS)
        plan->no_hexagons = NULL;
    else if (!plan->no_hexagons)
        plan->no_hexagons = "no sequential loop surrounds the parallel loops";
    *is_parallel = gridding.is_parallel && !gridding.is_tangled;
    return node;
}
