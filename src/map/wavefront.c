/* Makes wavefronts of tile loops. */
#include "map/wavefront.h"

#include "ir/code.h"

#include <isl/aff.h>
#include <isl/id.h>

__isl_give isl_schedule_node *pv_wavefront_make(__isl_take isl_schedule_node *node)
{
    isl_multi_union_pw_aff *members = isl_schedule_node_band_get_partial_schedule(node);
    isl_union_pw_aff *sum = isl_union_pw_aff_add(isl_multi_union_pw_aff_get_union_pw_aff(members, 0),
                                                 isl_multi_union_pw_aff_get_union_pw_aff(members, 1));
    members = isl_multi_union_pw_aff_set_union_pw_aff(members, 0, sum);
    node = isl_schedule_node_delete(node);
    node = isl_schedule_node_insert_partial_schedule(node, members);
    return isl_schedule_node_band_split(node, 1);
}

__isl_give isl_schedule_node *pv_wavefront_join(__isl_take isl_schedule_node *mark)
{
    isl_id *id = isl_schedule_node_get_type(mark) == isl_schedule_node_mark ? isl_schedule_node_mark_get_id(mark)
                                                                            : NULL;
    bool has_privates = id && (pv_mark_of_id(id)->sharing.privates.n || pv_mark_of_id(id)->sharing.copies.n);
    isl_id_free(id);
    if (!id || has_privates)
        return mark;
    isl_schedule_node *node = isl_schedule_node_child(mark, 0);
    isl_multi_union_pw_aff *tiles = isl_schedule_node_band_get_partial_schedule(node);
    node = isl_schedule_node_ancestor(isl_schedule_node_delete(node), 2);
    isl_multi_union_pw_aff *sum = isl_schedule_node_band_get_partial_schedule(node);
    node = isl_schedule_node_child(isl_schedule_node_delete(node), 0);
    node = isl_schedule_node_insert_partial_schedule(node, isl_multi_union_pw_aff_flat_range_product(sum, tiles));
    return isl_schedule_node_parent(node);
}
