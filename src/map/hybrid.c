/* Builds hexagonal tiles of time and space for stencils. */
#include "map/hybrid.h"

#include <isl/aff.h>
#include <isl/constraint.h>
#include <isl/map.h>
#include <isl/union_map.h>

/* The steepest dependences that tiles are made for. */
static const int steepest = 8;

/* The tree. */

static int count_steps(__isl_keep isl_schedule_node *node)
{
    isl_schedule_node *child = isl_schedule_node_get_child(node, 0);
    bool is_sequence = isl_schedule_node_get_type(child) == isl_schedule_node_sequence;
    int n = is_sequence ? (int)isl_schedule_node_n_children(child) : 1;
    isl_schedule_node_free(child);
    return n;
}

__isl_give isl_schedule_node *pv_hybrid_get_step(__isl_keep isl_schedule_node *node, int step)
{
    isl_schedule_node *child = isl_schedule_node_get_child(node, 0);
    if (isl_schedule_node_get_type(child) == isl_schedule_node_sequence)
        child = isl_schedule_node_child(isl_schedule_node_child(child, step), 0);
    return child;
}

__isl_give isl_multi_union_pw_aff *pv_hybrid_get_space(__isl_keep isl_schedule_node *node, int n_steps, int n_space)
{
    isl_multi_union_pw_aff *all = NULL;
    for (int i = 0; i < n_steps; i++) {
        isl_schedule_node *step = pv_hybrid_get_step(node, i);
        isl_multi_union_pw_aff *space = isl_schedule_node_band_get_partial_schedule(step);
        int n = (int)isl_schedule_node_band_n_member(step);
        space = isl_multi_union_pw_aff_reset_tuple_id(space, isl_dim_set);
        space = isl_multi_union_pw_aff_drop_dims(space, isl_dim_set, (unsigned)n_space, (unsigned)(n - n_space));
        space = isl_multi_union_pw_aff_intersect_domain(space, isl_schedule_node_get_domain(step));
        all = all ? isl_multi_union_pw_aff_union_add(all, space) : space;
        isl_schedule_node_free(step);
    }
    return all;
}

__isl_give isl_schedule_node *pv_hybrid_mark_steps(struct pv_arena *arena, __isl_take isl_schedule_node *node,
                                                   const struct pv_mark *model, int n_steps)
{
    for (int i = 0; i < n_steps; i++) {
        int depth = (int)isl_schedule_node_get_tree_depth(node);
        node = isl_schedule_node_child(node, 0);
        if (isl_schedule_node_get_type(node) == isl_schedule_node_sequence)
            node = isl_schedule_node_child(isl_schedule_node_child(node, i), 0);
        struct pv_mark *mark = pv_new(arena, struct pv_mark);
        *mark = *model;
        mark->step = i;
        mark->depth = (int)isl_schedule_node_get_schedule_depth(node);
        if (isl_schedule_node_band_n_member(node) > mark->n)
            node = isl_schedule_node_band_split(node, mark->n);
        node = isl_schedule_node_insert_mark(node, pv_mark_get_id(isl_schedule_node_get_ctx(node), mark));
        node = isl_schedule_node_ancestor(node, (int)isl_schedule_node_get_tree_depth(node) - depth);
    }
    return node;
}

/* The dimensions of space that all steps below "node" have: 0 where there are none, -1 where isl failed. */
static int count_space(__isl_keep isl_schedule_node *node, int n_steps)
{
    int least = PV_MAX_AXES;
    for (int i = 0; i < n_steps; i++) {
        isl_schedule_node *step = pv_hybrid_get_step(node, i);
        bool is_band = isl_schedule_node_get_type(step) == isl_schedule_node_band;
        bool is_permutable = is_band && isl_schedule_node_band_get_permutable(step) == isl_bool_true;
        int n = is_permutable ? (int)isl_schedule_node_band_n_member(step) : 0;
        bool failed = !step;
        isl_schedule_node_free(step);
        if (failed)
            return -1;
        least = n < least ? n : least;
    }
    return least;
}

/* { S[i] -> [t, s] }: the time of the band "node", and space, for what step number "step" executes. */
static __isl_give isl_multi_union_pw_aff *coordinates(__isl_keep isl_schedule_node *node,
                                                      const struct pv_hybrid *hybrid, int step)
{
    isl_schedule_node *band = pv_hybrid_get_step(node, step);
    isl_multi_union_pw_aff *time = isl_schedule_node_band_get_partial_schedule(node);
    isl_multi_union_pw_aff *space = isl_schedule_node_band_get_partial_schedule(band);
    int n = (int)isl_schedule_node_band_n_member(band);
    space = isl_multi_union_pw_aff_drop_dims(space, isl_dim_set, (unsigned)hybrid->n_space,
                                             (unsigned)(n - hybrid->n_space));
    time = isl_multi_union_pw_aff_reset_tuple_id(time, isl_dim_set);
    space = isl_multi_union_pw_aff_reset_tuple_id(space, isl_dim_set);
    isl_multi_union_pw_aff *both = isl_multi_union_pw_aff_flat_range_product(time, space);
    both = isl_multi_union_pw_aff_intersect_domain(both, isl_schedule_node_get_domain(band));
    isl_schedule_node_free(band);
    return both;
}

/* Distances. */

/* { [t, s] -> [n_steps t + step, s] } */
static __isl_give isl_multi_aff *to_time_steps(isl_ctx *ctx, const struct pv_hybrid *hybrid, int step)
{
    isl_space *space = isl_space_set_alloc(ctx, 0, (unsigned)(1 + hybrid->n_space));
    isl_multi_aff *time_steps = isl_multi_aff_identity(isl_space_map_from_set(space));
    isl_aff *time = isl_multi_aff_get_aff(time_steps, 0);
    time = isl_aff_scale_val(time, isl_val_int_from_si(ctx, hybrid->n_steps));
    return isl_multi_aff_set_aff(time_steps, 0, isl_aff_add_constant_si(time, step));
}

/* { S[i] -> [m, s] }: time step and place of all instances that the band "node" executes. */
static __isl_give isl_union_map *places_of(__isl_keep isl_schedule_node *node, const struct pv_hybrid *hybrid)
{
    isl_ctx *ctx = isl_schedule_node_get_ctx(node);
    isl_union_map *all = isl_union_map_empty_ctx(ctx);
    for (int i = 0; i < hybrid->n_steps; i++) {
        isl_multi_union_pw_aff *step = coordinates(node, hybrid, i);
        step = isl_multi_union_pw_aff_apply_multi_aff(step, to_time_steps(ctx, hybrid, i));
        all = isl_union_map_union(all, isl_union_map_from_multi_union_pw_aff(step));
    }
    return isl_union_map_apply_domain(all, isl_schedule_node_get_subtree_expansion(node));
}

/* { [m, s] }: how far apart instances are that depend on each other, within one iteration of the loops around "node". */
static __isl_give isl_set *find_distances(const struct pv_conflicts *conflicts, __isl_keep isl_schedule_node *node,
                                          const struct pv_hybrid *hybrid)
{
    isl_ctx *ctx = isl_schedule_node_get_ctx(node);
    isl_union_map *places = places_of(node, hybrid);
    isl_space *space = isl_space_set_alloc(ctx, 0, (unsigned)(1 + hybrid->n_space));
    isl_set *all = isl_set_empty(space);
    struct pv_loop_place place = pv_loop_place_at(node, 0, 0);
    for (int i = 0; i < conflicts->all.n; i++) {
        const struct pv_conflict *conflict = &conflicts->all.v[i];
        isl_union_map *const kinds[] = {conflict->flow, conflict->other, conflict->forced};
        for (int j = 0; j < 3; j++) {
            isl_union_map *pairs = pv_loop_place_local(&place, kinds[j]);
            pairs = isl_union_map_apply_domain(pairs, isl_union_map_copy(places));
            pairs = isl_union_map_apply_range(pairs, isl_union_map_copy(places));
            isl_union_set *deltas = isl_union_map_deltas(pairs);
            if (isl_union_set_is_empty(deltas) == isl_bool_true)
                isl_union_set_free(deltas);
            else
                all = isl_set_union(all, isl_set_from_union_set(deltas));
        }
    }
    pv_loop_place_free(&place);
    isl_union_map_free(places);
    return isl_set_remove_divs(isl_set_coalesce(all));
}

/* Does "sign" s_dim <= slope * m hold in all of "distances" { [m, s] }? */
static isl_bool is_within(__isl_keep isl_set *distances, int dim, int sign, int slope)
{
    isl_local_space *ls = isl_local_space_from_space(isl_set_get_space(distances));
    isl_constraint *bound = isl_constraint_alloc_inequality(ls);
    bound = isl_constraint_set_coefficient_si(bound, isl_dim_set, 0, slope);
    bound = isl_constraint_set_coefficient_si(bound, isl_dim_set, 1 + dim, -sign);
    isl_set *cone = isl_set_add_constraint(isl_set_universe(isl_set_get_space(distances)), bound);
    isl_bool is_subset = isl_set_is_subset(distances, cone);
    isl_set_free(cone);
    return is_subset;
}

/* The least such slope, from 0 on; -1 where there is none, or isl failed. */
static int find_slope(__isl_keep isl_set *distances, int dim, int sign)
{
    for (int slope = 0; slope <= steepest; slope++)
        if (is_within(distances, dim, sign, slope) == isl_bool_true)
            return slope;
    return -1;
}

/* Do all "distances" { [m, s] } but those of a point to itself lead to a later time step? */
static isl_bool lead_forward(__isl_keep isl_set *distances)
{
    isl_set *rest = isl_set_upper_bound_si(isl_set_copy(distances), isl_dim_set, 0, 0);
    isl_space *space = isl_set_get_space(rest);
    rest = isl_set_subtract(rest, isl_set_from_multi_aff(isl_multi_aff_zero(space)));
    isl_bool is_empty = isl_set_is_empty(rest);
    isl_set_free(rest);
    return is_empty;
}

int pv_hybrid_find(const struct pv_conflicts *conflicts, __isl_keep isl_schedule_node *node, struct pv_hybrid *found,
                   const char **obstacle)
{
    *found = (struct pv_hybrid){.n_steps = count_steps(node)};
    found->n_space = count_space(node, found->n_steps);
    if (found->n_space <= 0 || isl_schedule_node_band_n_member(node) != 1) {
        *obstacle = "no time loop surrounds the space loops";
        return found->n_space < 0 ? -1 : 0;
    }
    isl_set *distances = find_distances(conflicts, node, found);
    isl_bool is_forward = distances ? lead_forward(distances) : isl_bool_error;
    bool is_bounded = is_forward == isl_bool_true;
    for (int i = 0; i < found->n_space && is_bounded; i++) {
        found->down[i] = find_slope(distances, i, -1);
        found->up[i] = find_slope(distances, i, 1);
        is_bounded = found->down[i] >= 0 && found->up[i] >= 0;
    }
    isl_set_free(distances);
    if (!is_bounded)
        *obstacle = "a dependence reaches too far in space, or not to a later time step";
    return is_forward < 0 ? -1 : is_bounded;
}

/* Hexagons.
 *
 * Time is cut into layers of "half" time steps. A hexagon begins with a layer, at its narrowest, grows for that layer as fast
 * as results can spread, and shrinks in the next one. In each layer, shrinking hexagons of the layer before and growing ones
 * take turns. What shrinks needs nothing of what grows beside it, since its sides go inward as fast as results can spread;
 * and no two that grow meet. So hexagons that begin with the same layer do not need each other, if they are wide enough
 * where they are narrowest for what shrinks not to need its neighbours of the layer below: as wide as each slope.
 *
 *     b + 1   \________/      \________/       half = 3
 *             /        \      /        \
 *     b     _/          \____/          \__
 */

static int half_of(const struct pv_hybrid *hybrid, const struct pv_hybrid_sizes *sizes)
{
    return hybrid->n_steps * sizes->height;
}

int pv_hybrid_least_width(const struct pv_hybrid *hybrid)
{
    int least = hybrid->down[0] > hybrid->up[0] ? hybrid->down[0] : hybrid->up[0];
    return least > 1 ? least : 1;
}

int pv_hybrid_full_width(const struct pv_hybrid *hybrid, const struct pv_hybrid_sizes *sizes)
{
    return sizes->width[0] + (hybrid->down[0] + hybrid->up[0]) * (half_of(hybrid, sizes) - 1);
}

int pv_hybrid_period(const struct pv_hybrid *hybrid, const struct pv_hybrid_sizes *sizes)
{
    return sizes->width[0] + pv_hybrid_full_width(hybrid, sizes);
}

/* "aff" + factor * "other" */
static __isl_give isl_aff *add_multiple(__isl_take isl_aff *aff, int factor, __isl_keep isl_aff *other)
{
    isl_val *val = isl_val_int_from_si(isl_aff_get_ctx(other), factor);
    return isl_aff_add(aff, isl_aff_scale_val(isl_aff_copy(other), val));
}

static __isl_give isl_aff *floor_of(__isl_take isl_aff *aff, int divisor)
{
    isl_val *val = isl_val_int_from_si(isl_aff_get_ctx(aff), divisor);
    return isl_aff_floor(isl_aff_scale_down_val(aff, val));
}

/* { [t, s] -> [b, k] } on "domain". */
static __isl_give isl_pw_multi_aff *tile_on(__isl_take isl_set *domain, __isl_take isl_aff *layer,
                                            __isl_take isl_aff *number)
{
    isl_multi_aff *both = isl_multi_aff_flat_range_product(isl_multi_aff_from_aff(layer),
                                                           isl_multi_aff_from_aff(number));
    return isl_pw_multi_aff_alloc(domain, both);
}

/* { [t, s] -> [b, k] }: the hexagon of step number "step": the layer it begins with, and its number among those. */
static __isl_give isl_pw_multi_aff *to_hexagons(isl_ctx *ctx, const struct pv_hybrid *hybrid,
                                                const struct pv_hybrid_sizes *sizes, int step)
{
    int half = half_of(hybrid, sizes), down = hybrid->down[0], up = hybrid->up[0];
    int period = pv_hybrid_period(hybrid, sizes), shift = sizes->width[0] + up * (half - 1);
    isl_space *space = isl_space_set_alloc(ctx, 0, (unsigned)(1 + hybrid->n_space));
    isl_local_space *ls = isl_local_space_from_space(space);
    isl_aff *time = isl_aff_var_on_domain(isl_local_space_copy(ls), isl_dim_set, 0);
    isl_aff *place = isl_aff_var_on_domain(ls, isl_dim_set, 1);
    isl_aff *layer = floor_of(isl_aff_copy(time), sizes->height);
    /* The time step in the layer. */
    isl_aff *time_step = add_multiple(time, -sizes->height, layer);
    time_step = isl_aff_scale_val(time_step, isl_val_int_from_si(ctx, hybrid->n_steps));
    time_step = isl_aff_add_constant_si(time_step, step);
    /* Where it would be if it grew, from the left side; it does where that is not beyond the right one. */
    isl_aff *left = add_multiple(add_multiple(isl_aff_copy(place), -shift, layer), down, time_step);
    isl_aff *grown = floor_of(isl_aff_copy(left), period);
    left = add_multiple(left, -period, grown);
    isl_aff *last = isl_aff_scale_val(isl_aff_copy(time_step), isl_val_int_from_si(ctx, down + up));
    isl_set *grows = isl_aff_le_set(left, isl_aff_add_constant_si(last, sizes->width[0] - 1));
    isl_aff *before = isl_aff_add_constant_si(isl_aff_copy(layer), -1);
    isl_aff *shrunk = add_multiple(add_multiple(place, -shift, before), -up, time_step);
    shrunk = floor_of(isl_aff_add_constant_si(shrunk, down * (half - 1)), period);
    isl_aff_free(time_step);
    isl_set *shrinks = isl_set_complement(isl_set_copy(grows));
    return isl_pw_multi_aff_union_add(tile_on(grows, layer, grown), tile_on(shrinks, before, shrunk));
}

/* { [t, s] -> [u] }: the tiles along the other dimensions. They go back with time as fast as results can spread. */
static __isl_give isl_multi_aff *to_slanted(isl_ctx *ctx, const struct pv_hybrid *hybrid,
                                            const struct pv_hybrid_sizes *sizes, int step)
{
    isl_multi_aff *time_steps = to_time_steps(ctx, hybrid, step);
    isl_aff *time_step = isl_multi_aff_get_aff(time_steps, 0);
    for (int i = 1; i < hybrid->n_space; i++) {
        isl_aff *place = add_multiple(isl_multi_aff_get_aff(time_steps, 1 + i), hybrid->down[i], time_step);
        time_steps = isl_multi_aff_set_aff(time_steps, 1 + i, floor_of(place, sizes->width[i]));
    }
    isl_aff_free(time_step);
    return isl_multi_aff_drop_dims(time_steps, isl_dim_out, 0, 2);
}

/* Legality. */

/* { [m, s] -> [m', s'] }: all that may depend on each other, along dimension "dim" of space alone. */
static __isl_give isl_map *find_cone(isl_ctx *ctx, const struct pv_hybrid *hybrid, int dim)
{
    isl_map *cone = isl_map_universe(isl_space_alloc(ctx, 0, 2, 2));
    isl_local_space *ls = isl_local_space_from_space(isl_map_get_space(cone));
    const int bounds[3][3] = {{1, 0, -1}, {hybrid->down[dim], 1, 0}, {hybrid->up[dim], -1, 0}};
    for (int i = 0; i < 3; i++) {
        isl_constraint *bound = isl_constraint_alloc_inequality(isl_local_space_copy(ls));
        for (int j = 0; j < 2; j++) {
            bound = isl_constraint_set_coefficient_si(bound, isl_dim_out, j, bounds[i][j]);
            bound = isl_constraint_set_coefficient_si(bound, isl_dim_in, j, -bounds[i][j]);
        }
        cone = isl_map_add_constraint(cone, isl_constraint_set_constant_si(bound, bounds[i][2]));
    }
    isl_local_space_free(ls);
    return cone;
}

/* { [m, s] -> tile }, for "tile" of [t, s], taken together for all steps. */
typedef __isl_give isl_map *(*tile_of_step)(isl_ctx *ctx, const struct pv_hybrid *hybrid,
                                            const struct pv_hybrid_sizes *sizes, int step);
static __isl_give isl_map *tiles_of_time_steps(isl_ctx *ctx, const struct pv_hybrid *hybrid,
                                               const struct pv_hybrid_sizes *sizes, tile_of_step tile)
{
    isl_map *all = NULL;
    for (int i = 0; i < hybrid->n_steps; i++) {
        isl_map *time_steps = isl_map_from_multi_aff(to_time_steps(ctx, hybrid, i));
        isl_map *step = isl_map_apply_domain(tile(ctx, hybrid, sizes, i), time_steps);
        all = all ? isl_map_union(all, step) : step;
    }
    return isl_map_coalesce(all);
}

static __isl_give isl_map *hexagon_map(isl_ctx *ctx, const struct pv_hybrid *hybrid,
                                       const struct pv_hybrid_sizes *sizes, int step)
{
    return isl_map_from_pw_multi_aff(to_hexagons(ctx, hybrid, sizes, step));
}

static __isl_give isl_map *slanted_map(isl_ctx *ctx, const struct pv_hybrid *hybrid,
                                       const struct pv_hybrid_sizes *sizes, int step)
{
    return isl_map_from_multi_aff(to_slanted(ctx, hybrid, sizes, step));
}

/* "hybrid" with dimension "dim" of space alone. */
static struct pv_hybrid take_dimension(const struct pv_hybrid *hybrid, int dim)
{
    return (struct pv_hybrid){hybrid->n_steps, 1, {hybrid->down[dim]}, {hybrid->up[dim]}};
}

/* Do dependences lead from a hexagon to itself and to those of later layers alone? */
static isl_bool is_hexagon_order_legal(isl_ctx *ctx, const struct pv_hybrid *hybrid,
                                       const struct pv_hybrid_sizes *sizes)
{
    struct pv_hybrid plane = take_dimension(hybrid, 0);
    isl_map *tiles = tiles_of_time_steps(ctx, &plane, sizes, hexagon_map);
    isl_map *pairs = isl_map_apply_range(find_cone(ctx, &plane, 0), isl_map_copy(tiles));
    pairs = isl_map_apply_domain(pairs, tiles);
    isl_space *space = isl_map_get_space(pairs);
    isl_map *later = isl_map_order_lt(isl_map_universe(isl_space_copy(space)), isl_dim_in, 0, isl_dim_out, 0);
    isl_map *same = isl_map_identity(space);
    isl_map *good = isl_map_union(later, same);
    isl_bool is_legal = isl_map_is_subset(pairs, good);
    isl_map_free(pairs);
    isl_map_free(good);
    return is_legal;
}

/* Does none lead back along dimension "dim"? */
static isl_bool is_slanted_order_legal(isl_ctx *ctx, const struct pv_hybrid *hybrid,
                                       const struct pv_hybrid_sizes *sizes, int dim)
{
    struct pv_hybrid plane = {hybrid->n_steps, 2, {0, hybrid->down[dim]}, {0, hybrid->up[dim]}};
    struct pv_hybrid_sizes widths = {sizes->height, {1, sizes->width[dim]}};
    isl_map *tiles = tiles_of_time_steps(ctx, &plane, &widths, slanted_map);
    tiles = isl_map_project_out(tiles, isl_dim_in, 1, 1);
    isl_map *pairs = isl_map_apply_range(find_cone(ctx, &plane, 1), isl_map_copy(tiles));
    pairs = isl_map_apply_domain(pairs, tiles);
    isl_map *good = isl_map_universe(isl_map_get_space(pairs));
    good = isl_map_order_le(good, isl_dim_in, 0, isl_dim_out, 0);
    isl_bool is_legal = isl_map_is_subset(pairs, good);
    isl_map_free(pairs);
    isl_map_free(good);
    return is_legal;
}

isl_bool pv_hybrid_is_legal(isl_ctx *ctx, const struct pv_hybrid *hybrid, const struct pv_hybrid_sizes *sizes)
{
    isl_bool is_legal = is_hexagon_order_legal(ctx, hybrid, sizes);
    for (int i = 1; i < hybrid->n_space && is_legal == isl_bool_true; i++)
        is_legal = is_slanted_order_legal(ctx, hybrid, sizes, i);
    return is_legal;
}

/* The bands. */

/* "all" and "more", where there is an "all" yet. */
static __isl_give isl_multi_union_pw_aff *join(__isl_take isl_multi_union_pw_aff *all,
                                               __isl_take isl_multi_union_pw_aff *more)
{
    return all ? isl_multi_union_pw_aff_union_add(all, more) : more;
}

/* Dimension "pos" of "all" alone. */
static __isl_give isl_multi_union_pw_aff *take_dim(__isl_keep isl_multi_union_pw_aff *all, int pos)
{
    return isl_multi_union_pw_aff_from_union_pw_aff(isl_multi_union_pw_aff_get_union_pw_aff(all, pos));
}

/* Put a band with "members" above "node", as one loop for all that it executes. */
static __isl_give isl_schedule_node *put_band(__isl_take isl_schedule_node *node,
                                              __isl_take isl_multi_union_pw_aff *members)
{
    node = isl_schedule_node_insert_partial_schedule(node, members);
    for (int i = 0; i < (int)isl_schedule_node_band_n_member(node); i++)
        node = isl_schedule_node_band_member_set_ast_loop_type(node, i, isl_ast_loop_atomic);
    return node;
}

__isl_give isl_schedule_node *pv_hybrid_tile(__isl_take isl_schedule_node *node, const struct pv_hybrid *hybrid,
                                             const struct pv_hybrid_sizes *sizes)
{
    isl_ctx *ctx = isl_schedule_node_get_ctx(node);
    isl_multi_union_pw_aff *hexagons = NULL, *slanted = NULL;
    for (int i = 0; i < hybrid->n_steps; i++) {
        isl_multi_union_pw_aff *step = coordinates(node, hybrid, i);
        isl_pw_multi_aff *hexagon = to_hexagons(ctx, hybrid, sizes, i);
        hexagons = join(hexagons,
                        isl_multi_union_pw_aff_apply_pw_multi_aff(isl_multi_union_pw_aff_copy(step), hexagon));
        if (hybrid->n_space > 1)
            slanted = join(slanted, isl_multi_union_pw_aff_apply_multi_aff(step, to_slanted(ctx, hybrid, sizes, i)));
        else
            isl_multi_union_pw_aff_free(step);
    }
    node = isl_schedule_node_band_member_set_ast_loop_type(node, 0, isl_ast_loop_atomic);
    if (slanted)
        node = put_band(node, slanted);
    node = put_band(node, take_dim(hexagons, 1));
    node = put_band(node, take_dim(hexagons, 0));
    isl_multi_union_pw_aff_free(hexagons);
    return node;
}
