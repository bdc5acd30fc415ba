/* Tiles a permutable band, and separates full tiles. */
#include "map/tile.h"

#include "base/islx.h"

#include <isl/aff.h>
#include <isl/constraint.h>
#include <isl/map.h>
#include <isl/options.h>
#include <isl/space.h>
#include <isl/union_map.h>
#include <isl/union_set.h>
#include <isl/val.h>

static int size_of_member(const struct pv_tile_params *params, int pos)
{
    return params->sizes[pos < params->n ? pos : params->n - 1];
}

/* Full tiles. */

/* { [p, t] -> [p, b] : b in tile t }; the first "n_outer" dimensions are p. */
static __isl_give isl_map *tile_to_points(__isl_take isl_space *space, int n_outer, const struct pv_tile_params *params)
{
    int n = (int)isl_space_dim(space, isl_dim_set);
    isl_map *map = isl_map_universe(isl_space_map_from_set(space));
    isl_local_space *ls = isl_local_space_from_space(isl_map_get_space(map));
    for (int i = 0; i < n; i++) {
        if (i < n_outer) {
            map = isl_map_equate(map, isl_dim_in, i, isl_dim_out, i);
            continue;
        }
        int size = size_of_member(params, i - n_outer);
        int scale = params->scale_tile_loops ? 1 : size;
        isl_constraint *first = isl_constraint_alloc_inequality(isl_local_space_copy(ls));
        first = isl_constraint_set_coefficient_si(first, isl_dim_out, i, 1);
        first = isl_constraint_set_coefficient_si(first, isl_dim_in, i, -scale);
        isl_constraint *last = isl_constraint_alloc_inequality(isl_local_space_copy(ls));
        last = isl_constraint_set_coefficient_si(last, isl_dim_out, i, -1);
        last = isl_constraint_set_coefficient_si(last, isl_dim_in, i, scale);
        last = isl_constraint_set_constant_si(last, size - 1);
        map = isl_map_add_constraint(isl_map_add_constraint(map, first), last);
    }
    isl_local_space_free(ls);
    return map;
}

struct corner {
    int n_outer;
    const struct pv_tile_params *params;
    isl_basic_set *full;
    bool is_affine; /* no constraint needs more than affine terms of p and b */
};

/* The constraint holds in all of a tile when it holds in the corner where it is tightest. */
static isl_stat add_corner(__isl_take isl_constraint *constraint, void *user)
{
    struct corner *corner = user;
    int n = (int)isl_basic_set_dim(corner->full, isl_dim_set);
    isl_aff *aff = isl_constraint_get_aff(constraint);
    bool is_equality = isl_constraint_is_equality(constraint) == isl_bool_true;
    if (isl_constraint_dim(constraint, isl_dim_div) > 0)
        corner->is_affine = false;
    isl_constraint_free(constraint);
    for (int i = corner->n_outer; i < n; i++) {
        isl_val *coefficient = isl_aff_get_coefficient_val(aff, isl_dim_in, i);
        int sign = isl_val_sgn(coefficient), size = size_of_member(corner->params, i - corner->n_outer);
        if (sign && is_equality && size > 1)
            corner->is_affine = false;
        if (sign < 0)
            aff = isl_aff_add_constant_val(
                aff, isl_val_mul(isl_val_copy(coefficient), isl_val_int_from_si(isl_aff_get_ctx(aff), size - 1)));
        if (!corner->params->scale_tile_loops)
            coefficient = isl_val_mul(coefficient, isl_val_int_from_si(isl_aff_get_ctx(aff), size));
        aff = isl_aff_set_coefficient_val(aff, isl_dim_in, i, coefficient);
    }
    isl_constraint *moved = is_equality ? isl_equality_from_aff(aff) : isl_inequality_from_aff(aff);
    corner->full = isl_basic_set_add_constraint(corner->full, moved);
    return isl_stat_ok;
}

/* { [p, t] } : tile t of "points" { [p, b] } has all its points, or none. */
static __isl_give isl_set *full_or_empty(__isl_take isl_set *points, int n_outer, const struct pv_tile_params *params)
{
    isl_space *space = isl_set_get_space(points);
    isl_basic_set *hull = isl_set_simple_hull(isl_set_copy(points));
    isl_set *convex = isl_set_from_basic_set(isl_basic_set_copy(hull));
    struct corner corner = {n_outer, params, isl_basic_set_universe(isl_space_copy(space)), true};
    isl_bool is_convex = isl_set_is_equal(convex, points);
    isl_set_free(convex);
    isl_basic_set_foreach_constraint(hull, add_corner, &corner);
    isl_basic_set_free(hull);
    isl_map *members = tile_to_points(isl_space_copy(space), n_outer, params);
    isl_set *touched = isl_set_apply(points, isl_map_reverse(members));
    isl_set *none = isl_set_subtract(isl_set_universe(space), touched);
    if (is_convex == isl_bool_true && corner.is_affine)
        return isl_set_union(none, isl_set_from_basic_set(corner.full));
    isl_basic_set_free(corner.full);
    return none;
}

struct fullness {
    int n_outer;
    const struct pv_tile_params *params;
    isl_set *full;    /* { [p, t] }: so far all statements fill or avoid these */
    isl_set *touched; /* { [p, t] }: tiles in which something happens */
};

static isl_stat add_statement(__isl_take isl_map *schedule, void *user)
{
    struct fullness *fullness = user;
    isl_set *points = isl_set_coalesce(isl_map_range(schedule));
    isl_map *members = tile_to_points(isl_set_get_space(points), fullness->n_outer, fullness->params);
    isl_set *touched = isl_set_apply(isl_set_copy(points), isl_map_reverse(members));
    isl_set *full = full_or_empty(points, fullness->n_outer, fullness->params);
    fullness->full = fullness->full ? isl_set_intersect(fullness->full, full) : full;
    fullness->touched = fullness->touched ? isl_set_union(fullness->touched, touched) : touched;
    return fullness->full && fullness->touched ? isl_stat_ok : isl_stat_error;
}

__isl_give isl_set *pv_tile_get_full(__isl_keep isl_schedule_node *node, const struct pv_tile_params *params)
{
    struct fullness fullness = {.n_outer = (int)isl_schedule_node_get_schedule_depth(node), .params = params};
    isl_union_map *order = isl_schedule_node_get_prefix_schedule_union_map(node);
    isl_union_map *partial = isl_schedule_node_band_get_partial_schedule_union_map(node);
    order = isl_union_map_intersect_domain(order, isl_schedule_node_get_domain(node));
    order = isl_union_map_flat_range_product(order, partial);
    isl_stat stat = isl_union_map_foreach_map(order, add_statement, &fullness);
    isl_union_map_free(order);
    isl_set *full = isl_set_intersect(fullness.full, fullness.touched);
    if (stat < 0 || !full)
        return isl_set_free(full);
    isl_map *split = isl_map_from_range(isl_set_coalesce(full));
    split = isl_map_move_dims(split, isl_dim_in, 0, isl_dim_out, 0, (unsigned)fullness.n_outer);
    return isl_map_wrap(split);
}

/* Tiling. */

__isl_give isl_schedule_node *pv_tile_isolate(__isl_take isl_schedule_node *node, __isl_take isl_set *full)
{
    isl_bool is_empty = isl_set_is_empty(full);
    if (is_empty != isl_bool_false) {
        isl_set_free(full);
        return is_empty < 0 ? isl_schedule_node_free(node) : node;
    }
    isl_union_set *options = isl_schedule_node_band_get_ast_build_options(node);
    full = pv_set_set_tuple_name(full, "isolate");
    options = isl_union_set_add_set(options, full);
    return isl_schedule_node_band_set_ast_build_options(node, options);
}

static __isl_give isl_multi_val *sizes_of_members(__isl_keep isl_schedule_node *node,
                                                  const struct pv_tile_params *params)
{
    isl_ctx *ctx = isl_schedule_node_get_ctx(node);
    isl_multi_val *sizes = isl_multi_val_zero(isl_schedule_node_band_get_space(node));
    int n = (int)isl_schedule_node_band_n_member(node);
    for (int i = 0; i < n; i++)
        sizes = isl_multi_val_set_val(sizes, i, isl_val_int_from_si(ctx, size_of_member(params, i)));
    return sizes;
}

/* { S[i] -> [t] }: the tile of each value of "member", of "size" values. */
static __isl_give isl_union_pw_aff *tiles_of_member(__isl_take isl_union_pw_aff *member, int size, bool is_scaled)
{
    isl_val *val = isl_val_int_from_si(isl_union_pw_aff_get_ctx(member), size);
    member = isl_union_pw_aff_floor(isl_union_pw_aff_scale_down_val(member, isl_val_copy(val)));
    if (is_scaled)
        member = isl_union_pw_aff_scale_val(member, isl_val_copy(val));
    isl_val_free(val);
    return member;
}

__isl_give isl_schedule_node *pv_tile_insert(__isl_take isl_schedule_node *node,
                                             __isl_take isl_multi_union_pw_aff *members,
                                             const struct pv_tile_params *params, __isl_take isl_set *full)
{
    int n = (int)isl_multi_union_pw_aff_dim(members, isl_dim_out);
    for (int i = 0; i < n; i++) {
        isl_union_pw_aff *member = isl_multi_union_pw_aff_get_union_pw_aff(members, i);
        member = tiles_of_member(member, size_of_member(params, i), params->scale_tile_loops);
        members = isl_multi_union_pw_aff_set_union_pw_aff(members, i, member);
    }
    node = isl_schedule_node_insert_partial_schedule(node, members);
    node = isl_schedule_node_band_set_permutable(node, 1);
    return full ? pv_tile_isolate(node, full) : node;
}

__isl_give isl_schedule_node *pv_tile(__isl_take isl_schedule_node *node, const struct pv_tile_params *params)
{
    isl_ctx *ctx = isl_schedule_node_get_ctx(node);
    int was_scaled = isl_options_get_tile_scale_tile_loops(ctx);
    int was_shifted = isl_options_get_tile_shift_point_loops(ctx);
    isl_set *full = params->isolate_full_tiles ? pv_tile_get_full(node, params) : NULL;
    isl_multi_val *sizes = sizes_of_members(node, params);
    isl_options_set_tile_scale_tile_loops(ctx, params->scale_tile_loops);
    isl_options_set_tile_shift_point_loops(ctx, params->shift_point_loops);
    node = isl_schedule_node_band_tile(node, sizes);
    isl_options_set_tile_scale_tile_loops(ctx, was_scaled);
    isl_options_set_tile_shift_point_loops(ctx, was_shifted);
    return params->isolate_full_tiles ? pv_tile_isolate(node, full) : node;
}
