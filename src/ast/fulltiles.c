/* Builds separate code for the full tiles of kernels. */
#include "ast/fulltiles.h"

#include <isl/map.h>
#include <isl/schedule_node.h>
#include <isl/union_map.h>

/* { S[i] }: what the tree at "node" executes in the tiles "full", { [[h] -> [t]] }, h and t the members of the bands around. */
static __isl_give isl_union_set *executed_in(__isl_keep isl_schedule_node *node, __isl_keep isl_set *full)
{
    isl_union_map *tiles = isl_schedule_node_get_prefix_schedule_union_map(node); /* { S[i] -> [h, t] } */
    isl_set *flat = isl_set_flatten(isl_set_copy(full));
    tiles = isl_union_map_intersect_domain(tiles, isl_schedule_node_get_domain(node));
    tiles = isl_union_map_intersect_range(tiles, isl_union_set_from_set(flat));
    return isl_union_set_coalesce(isl_union_map_domain(tiles));
}

/* Split what is below the band "node" of tiles. */
static __isl_give isl_schedule_node *split_below(__isl_take isl_schedule_node *node, __isl_keep isl_set *full)
{
    node = isl_schedule_node_child(node, 0);
    isl_union_set *inside = executed_in(node, full);
    isl_union_set *others = isl_schedule_node_get_domain(node);
    others = isl_union_set_coalesce(isl_union_set_subtract(others, isl_union_set_copy(inside)));
    bool are_two = isl_union_set_is_empty(inside) == isl_bool_false && isl_union_set_is_empty(others) == isl_bool_false;
    isl_union_set_list *parts = isl_union_set_list_from_union_set(inside);
    parts = isl_union_set_list_add(parts, others);
    if (are_two)
        node = isl_schedule_node_insert_sequence(node, parts);
    else
        isl_union_set_list_free(parts);
    return isl_schedule_node_parent(node);
}

static __isl_give isl_schedule_node *split_at_mark(__isl_take isl_schedule_node *node, void *user)
{
    (void)user;
    if (isl_schedule_node_get_type(node) != isl_schedule_node_mark)
        return node;
    isl_id *id = isl_schedule_node_mark_get_id(node);
    const struct pv_mark *mark = pv_mark_of_id(id);
    isl_id_free(id);
    if (mark->kind != PV_MARK_KERNEL || !mark->kernel->full)
        return node;
    return isl_schedule_node_parent(split_below(isl_schedule_node_child(node, 0), mark->kernel->full));
}

__isl_give isl_schedule *pv_full_tiles_split(__isl_take isl_schedule *schedule)
{
    return isl_schedule_map_schedule_node_bottom_up(schedule, split_at_mark, NULL);
}
