/* Moves loops and marks in the schedule tree. Where it does not say so, nothing checks that a move is legal. */
#include "map/nest.h"

#include <isl/options.h>
#include <isl/union_map.h>
#include <isl/val.h>

/* What a band says about its members. */
struct flags {
    bool permutable;
    bool coincident[64];
};

static struct flags get_flags(__isl_keep isl_schedule_node *node)
{
    struct flags flags = {.permutable = isl_schedule_node_band_get_permutable(node) == isl_bool_true};
    int n = (int)isl_schedule_node_band_n_member(node);
    for (int i = 0; i < n && i < 64; i++)
        flags.coincident[i] = isl_schedule_node_band_member_get_coincident(node, i) == isl_bool_true;
    return flags;
}

/* Put a band with these members in the place of the band "node". */
static __isl_give isl_schedule_node *replace_band(__isl_take isl_schedule_node *node,
                                                  __isl_take isl_multi_union_pw_aff *members, const struct flags *flags)
{
    node = isl_schedule_node_delete(node);
    node = isl_schedule_node_insert_partial_schedule(node, members);
    node = isl_schedule_node_band_set_permutable(node, flags->permutable);
    int n = (int)isl_schedule_node_band_n_member(node);
    for (int i = 0; i < n && i < 64; i++)
        node = isl_schedule_node_band_member_set_coincident(node, i, flags->coincident[i]);
    return node;
}

__isl_give isl_schedule_node *pv_band_permute(__isl_take isl_schedule_node *node, const int *order)
{
    isl_multi_union_pw_aff *old = isl_schedule_node_band_get_partial_schedule(node);
    struct flags from = get_flags(node), to = {.permutable = from.permutable};
    int n = (int)isl_schedule_node_band_n_member(node);
    bool is_same = true;
    for (int i = 0; i < n; i++)
        is_same = is_same && order[i] == i;
    if (is_same) {
        isl_multi_union_pw_aff_free(old);
        return node;
    }
    isl_multi_union_pw_aff *members = isl_multi_union_pw_aff_copy(old);
    for (int i = 0; i < n; i++) {
        isl_union_pw_aff *member = isl_multi_union_pw_aff_get_union_pw_aff(old, order[i]);
        members = isl_multi_union_pw_aff_set_union_pw_aff(members, i, member);
        if (i < 64 && order[i] < 64)
            to.coincident[i] = from.coincident[order[i]];
    }
    isl_multi_union_pw_aff_free(old);
    return replace_band(node, members, &to);
}

__isl_give isl_schedule_node *pv_band_move(__isl_take isl_schedule_node *node, int from, int to)
{
    int order[64] = {0}, n = (int)isl_schedule_node_band_n_member(node), next = 0;
    if (n > 64)
        return isl_schedule_node_free(node);
    for (int i = 0; i < n; i++) {
        next += i != to && next == from;
        order[i] = i == to ? from : next++;
    }
    return pv_band_permute(node, order);
}

__isl_give isl_schedule_node *pv_band_sink_member(__isl_take isl_schedule_node *node, int pos)
{
    int n = (int)isl_schedule_node_band_n_member(node);
    if (n == 1)
        return isl_schedule_node_band_sink(node);
    node = pv_band_move(node, pos, n - 1);
    node = isl_schedule_node_band_split(node, n - 1);
    node = isl_schedule_node_band_sink(isl_schedule_node_child(node, 0));
    return isl_schedule_node_parent(node);
}

/* Tile the band "node" of one member. */
static __isl_give isl_schedule_node *tile_member(__isl_take isl_schedule_node *node, int size)
{
    isl_ctx *ctx = isl_schedule_node_get_ctx(node);
    int was_scaled = isl_options_get_tile_scale_tile_loops(ctx);
    int was_shifted = isl_options_get_tile_shift_point_loops(ctx);
    isl_options_set_tile_scale_tile_loops(ctx, 1);
    isl_options_set_tile_shift_point_loops(ctx, 0);
    isl_multi_val *sizes = isl_multi_val_zero(isl_schedule_node_band_get_space(node));
    sizes = isl_multi_val_set_val(sizes, 0, isl_val_int_from_si(ctx, size));
    node = isl_schedule_node_band_tile(node, sizes);
    isl_options_set_tile_scale_tile_loops(ctx, was_scaled);
    isl_options_set_tile_shift_point_loops(ctx, was_shifted);
    return node;
}

__isl_give isl_schedule_node *pv_band_sink_part(__isl_take isl_schedule_node *node, int pos, int size)
{
    int n = (int)isl_schedule_node_band_n_member(node);
    node = pv_band_move(node, pos, n - 1);
    if (n > 1)
        node = isl_schedule_node_child(isl_schedule_node_band_split(node, n - 1), 0);
    node = tile_member(node, size);
    node = isl_schedule_node_band_sink(isl_schedule_node_child(node, 0));
    node = isl_schedule_node_parent(node);
    if (n == 1)
        return node;
    node = pv_band_merge(isl_schedule_node_parent(node));
    int order[64] = {0};
    for (int i = 0; i < n && i < 64; i++)
        order[i] = i < pos ? i : i == pos ? n - 1 : i - 1;
    return pv_band_permute(node, order);
}

/* The filters of the set right below "node"; NULL where there is something else. */
static __isl_give isl_union_set_list *filters_of_set_below(__isl_keep isl_schedule_node *node)
{
    isl_schedule_node *below = isl_schedule_node_get_child(node, 0);
    bool is_set = isl_schedule_node_get_type(below) == isl_schedule_node_set;
    int n = (int)isl_schedule_node_n_children(below);
    isl_union_set_list *filters = is_set ? isl_union_set_list_alloc(isl_schedule_node_get_ctx(node), n) : NULL;
    for (int i = 0; i < n && is_set; i++) {
        isl_schedule_node *child = isl_schedule_node_get_child(below, i);
        filters = isl_union_set_list_add(filters, isl_schedule_node_filter_get_filter(child));
        isl_schedule_node_free(child);
    }
    isl_schedule_node_free(below);
    return filters;
}

__isl_give isl_schedule_node *pv_band_distribute(__isl_take isl_schedule_node *node)
{
    /* What the band kept in order must stay so: a set would not. */
    isl_union_set_list *filters = filters_of_set_below(node);
    if (filters)
        return isl_schedule_node_insert_sequence(node, filters);
    isl_multi_union_pw_aff *members = isl_schedule_node_band_get_partial_schedule(node);
    struct flags flags = get_flags(node);
    node = isl_schedule_node_delete(node);
    int n = (int)isl_schedule_node_n_children(node);
    for (int i = 0; i < n; i++) {
        node = isl_schedule_node_child(isl_schedule_node_child(node, i), 0);
        isl_union_set *domain = isl_schedule_node_get_domain(node);
        isl_multi_union_pw_aff *part = isl_multi_union_pw_aff_intersect_domain(isl_multi_union_pw_aff_copy(members),
                                                                               isl_union_set_universe(domain));
        node = isl_schedule_node_insert_partial_schedule(node, part);
        node = isl_schedule_node_band_set_permutable(node, flags.permutable);
        int m = (int)isl_schedule_node_band_n_member(node);
        for (int k = 0; k < m && k < 64; k++)
            node = isl_schedule_node_band_member_set_coincident(node, k, flags.coincident[k]);
        node = isl_schedule_node_ancestor(node, 2);
    }
    isl_multi_union_pw_aff_free(members);
    return node;
}

__isl_give isl_schedule_node *pv_band_merge(__isl_take isl_schedule_node *node)
{
    struct flags flags = get_flags(node);
    int n = (int)isl_schedule_node_band_n_member(node);
    isl_multi_union_pw_aff *members = isl_schedule_node_band_get_partial_schedule(node);
    node = isl_schedule_node_delete(node);
    struct flags below = get_flags(node);
    for (int i = 0; n >= 0 && i + n < 64; i++)
        flags.coincident[i + n] = below.coincident[i];
    flags.permutable = true;
    members = isl_multi_union_pw_aff_flat_range_product(members, isl_schedule_node_band_get_partial_schedule(node));
    return replace_band(node, members, &flags);
}
