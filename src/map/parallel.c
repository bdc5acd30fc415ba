#include "map/parallel.h"

#include <isl/schedule_node.h>

/* The dependences between instances that "node" and the loops around it execute together. */
static __isl_give isl_union_map *local_dependences(__isl_keep isl_schedule_node *node,
                                                   __isl_keep isl_union_map *validity)
{
    isl_union_set *domain = isl_schedule_node_get_domain(node);
    isl_union_map *local = isl_union_map_intersect_domain(isl_union_map_copy(validity), isl_union_set_copy(domain));
    local = isl_union_map_intersect_range(local, domain);
    if (isl_schedule_node_get_schedule_depth(node) == 0)
        return local;
    return isl_union_map_eq_at_multi_union_pw_aff(local,
                                                  isl_schedule_node_get_prefix_schedule_multi_union_pw_aff(node));
}

/* Does "member" have but one value for each iteration of the loops around "node" and of the members before it? */
static isl_bool is_trivial(__isl_keep isl_schedule_node *node, __isl_keep isl_multi_union_pw_aff *partial, int pos)
{
    isl_union_set *domain = isl_schedule_node_get_domain(node);
    isl_union_map *around = isl_union_map_intersect_domain(isl_schedule_node_get_prefix_schedule_union_map(node),
                                                           isl_union_set_copy(domain));
    for (int i = 0; i < pos; i++) {
        isl_union_pw_aff *member = isl_multi_union_pw_aff_get_union_pw_aff(partial, i);
        around = isl_union_map_flat_range_product(around, isl_union_map_from_union_pw_aff(member));
    }
    isl_union_pw_aff *member = isl_multi_union_pw_aff_get_union_pw_aff(partial, pos);
    isl_union_map *values = isl_union_map_intersect_domain(isl_union_map_from_union_pw_aff(member), domain);
    values = isl_union_map_apply_domain(values, around);
    isl_bool result = isl_union_map_is_single_valued(values);
    isl_union_map_free(values);
    return result;
}

/* The first member of the band "node" that is not trivial and carries none of "validity"; -1 where there is none, -2 after an error. */
static int find_parallel_member(__isl_keep isl_schedule_node *node, __isl_keep isl_union_map *validity)
{
    int n = (int)isl_schedule_node_band_n_member(node), found = -1;
    isl_union_map *local = local_dependences(node, validity);
    isl_multi_union_pw_aff *partial = isl_schedule_node_band_get_partial_schedule(node);
    for (int i = 0; i < n && found == -1; i++) {
        isl_union_pw_aff *member = isl_multi_union_pw_aff_get_union_pw_aff(partial, i);
        isl_union_map *together = isl_union_map_eq_at_multi_union_pw_aff(
            isl_union_map_copy(local), isl_multi_union_pw_aff_from_union_pw_aff(member));
        isl_bool carries_none = isl_union_map_is_subset(local, together);
        isl_bool is_idle = carries_none == isl_bool_true ? is_trivial(node, partial, i) : isl_bool_false;
        if (carries_none < 0 || is_idle < 0)
            found = -2;
        else if (carries_none && !is_idle)
            found = i;
        isl_union_map_free(local);
        local = together;
    }
    isl_union_map_free(local);
    isl_multi_union_pw_aff_free(partial);
    return found;
}

static __isl_give isl_schedule_node *mark_member(struct pv_arena *arena, __isl_take isl_schedule_node *node, int member)
{
    if (member > 0) {
        node = isl_schedule_node_band_split(node, member);
        node = isl_schedule_node_child(node, 0);
    }
    if (isl_schedule_node_band_n_member(node) > 1)
        node = isl_schedule_node_band_split(node, 1);
    struct pv_mark *mark = pv_new(arena, struct pv_mark);
    mark->kind = PV_MARK_PARALLEL;
    mark->depth = (int)isl_schedule_node_get_schedule_depth(node);
    return isl_schedule_node_insert_mark(node, pv_mark_get_id(isl_schedule_node_get_ctx(node), mark));
}

/* Mark what is parallel in the subtree of "node", and return to it. */
static __isl_give isl_schedule_node *mark_below(struct pv_arena *arena, __isl_take isl_schedule_node *node,
                                                __isl_keep isl_union_map *validity)
{
    int depth = (int)isl_schedule_node_get_tree_depth(node);
    if (isl_schedule_node_get_type(node) == isl_schedule_node_band) {
        int member = find_parallel_member(node, validity);
        if (member == -2)
            return isl_schedule_node_free(node);
        if (member >= 0) {
            node = mark_member(arena, node, member);
            return isl_schedule_node_ancestor(node, (int)isl_schedule_node_get_tree_depth(node) - depth);
        }
    }
    int n = (int)isl_schedule_node_n_children(node);
    for (int i = 0; i < n; i++)
        node = isl_schedule_node_parent(mark_below(arena, isl_schedule_node_child(node, i), validity));
    return node;
}

__isl_give isl_schedule *pv_parallel_mark(struct pv_arena *arena, __isl_take isl_schedule *schedule,
                                          const struct pv_deps *deps)
{
    isl_union_map *validity = pv_deps_get_validity(deps);
    isl_schedule_node *node = mark_below(arena, isl_schedule_get_root(schedule), validity);
    isl_schedule_free(schedule);
    isl_union_map_free(validity);
    schedule = isl_schedule_node_get_schedule(node);
    isl_schedule_node_free(node);
    return schedule;
}
