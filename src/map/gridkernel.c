/* Makes a kernel of a band that threads share: sizes, tiles, and which member is shared by blocks or by threads. */
#include "map/gridkernel.h"

#include "map/devmodel.h"
#include "map/kernelshape.h"
#include "map/localmem.h"
#include "map/nest.h"
#include "map/sizes.h"
#include "map/staging.h"
#include "map/subtreecheck.h"
#include "map/tile.h"

#include <isl/ilp.h>
#include <isl/map.h>
#include <isl/union_map.h>
#include <limits.h>

struct pv_kernel *pv_kernel_new(struct pv_gridding *gridding, __isl_keep isl_schedule_node *node)
{
    struct pv_arena *arena = gridding->conflicts->arena;
    struct pv_kernel *kernel = pv_new(arena, struct pv_kernel);
    kernel->number = (*gridding->params->n_tiled)++;
    kernel->depth = (int)isl_schedule_node_get_schedule_depth(node);
    pv_push(arena, &gridding->plan->kernels, kernel);
    return kernel;
}

__isl_give isl_schedule_node *pv_kernel_insert_mark(struct pv_gridding *gridding, __isl_take isl_schedule_node *node,
                                                    const struct pv_kernel *kernel)
{
    struct pv_mark *mark = pv_new(gridding->conflicts->arena, struct pv_mark);
    mark->kind = PV_MARK_KERNEL;
    mark->depth = kernel->depth;
    mark->kernel = kernel;
    return isl_schedule_node_insert_mark(node, pv_mark_get_id(isl_schedule_node_get_ctx(node), mark));
}

void pv_kernel_use_given(struct pv_gridding *gridding, const struct pv_kernel *kernel, enum pv_size_kind kind,
                         int *sizes, int *next)
{
    int n, *given = pv_sizes_get(gridding->conflicts->arena, gridding->params->sizes, kernel->number, kind, &n);
    for (int i = 0; i < n && i < kernel->n_axes; i++)
        sizes[kernel->n_axes - 1 - i] = given[i] ? given[i] : sizes[kernel->n_axes - 1 - i];
    if (n > kernel->n_axes && next && given[kernel->n_axes])
        *next = given[kernel->n_axes];
}

/* The number of values that member "pos" of the band "node" takes, 0 where that is no constant. */
static int64_t count_constant(__isl_keep isl_schedule_node *node, int pos)
{
    isl_multi_union_pw_aff *band = isl_schedule_node_band_get_partial_schedule(node);
    isl_union_pw_aff *member = isl_multi_union_pw_aff_get_union_pw_aff(band, pos);
    isl_multi_union_pw_aff_free(band);
    isl_union_map *values = isl_union_map_intersect_domain(isl_union_map_from_union_pw_aff(member),
                                                           isl_schedule_node_get_domain(node));
    isl_set *all = isl_set_from_union_set(isl_union_map_range(values));
    isl_val *min = isl_set_dim_min_val(isl_set_copy(all), 0), *max = isl_set_dim_max_val(all, 0);
    bool is_known = isl_val_is_int(min) == isl_bool_true && isl_val_is_int(max) == isl_bool_true;
    isl_val *count = isl_val_add_ui(isl_val_sub(max, min), 1);
    int64_t n = is_known && isl_val_cmp_si(count, INT_MAX) <= 0 ? isl_val_get_num_si(count) : 0;
    isl_val_free(count);
    return n;
}

/* Do the sizes of blocks that the user gives choose the threads along "axis"? They do where they do not leave it to pave. */
static bool has_given_threads(struct pv_gridding *gridding, const struct pv_kernel *kernel, int axis)
{
    int n,
        *given = pv_sizes_get(gridding->conflicts->arena, gridding->params->sizes, kernel->number, PV_SIZE_BLOCK, &n);
    int place = kernel->n_axes - 1 - axis;
    return n && (place >= n || given[place]);
}

/* A power of 2, at most "n" and 512. */
static int power_of_two(int n)
{
    int power = 1;
    while (2 * power <= n && power < 512)
        power *= 2;
    return power;
}

/* Choose the points, the threads, the most blocks and the stage of "kernel", made of the band "node"; where "may_reduce",
 * the threads that share reductions, too. False where isl failed. */
static bool choose_sizes(struct pv_gridding *gridding, struct pv_kernel *kernel, __isl_keep isl_schedule_node *node,
                         bool may_reduce)
{
    int n = kernel->n_axes, blocks[PV_MAX_AXES] = {PV_MOST_BLOCKS, PV_MOST_BLOCKS, PV_MOST_BLOCKS};
    int64_t counts[PV_MAX_AXES];
    int shape = pv_kernelshape_find(gridding->conflicts, node, n);
    if (shape < 0)
        return false;
    for (int i = 0; i < n; i++)
        counts[n - 1 - i] = count_constant(node, i);
    bool is_reduced = shape == PV_SHAPE_REDUCED || shape == PV_SHAPE_REDUCED_ROWS;
    if (is_reduced && !may_reduce)
        shape = shape == PV_SHAPE_REDUCED_ROWS ? PV_SHAPE_ROWS : PV_SHAPE_COLUMNS;
    if (gridding->params->shared_memory == PV_MEMORY_NEVER && shape != PV_SHAPE_POINTS && shape != PV_SHAPE_OUTER &&
        (!is_reduced || !may_reduce))
        shape = PV_SHAPE_STREAM;
    pv_device_model_choose(gridding->params->model, (enum pv_shape)shape, counts, kernel);
    pv_kernel_use_given(gridding, kernel, PV_SIZE_GRID, blocks, NULL);
    int *helpers = kernel->n_reducers ? &kernel->n_reducers : kernel->n_loaders ? &kernel->n_loaders : NULL;
    pv_kernel_use_given(gridding, kernel, PV_SIZE_BLOCK, kernel->threads, helpers);
    if (kernel->n_reducers)
        kernel->n_reducers = power_of_two(kernel->n_reducers);
    if (helpers)
        kernel->threads[n] = *helpers;
    for (int axis = 0; axis < n; axis++)
        kernel->points[axis] = gridding->params->tile_size                 ? gridding->params->tile_size
                               : has_given_threads(gridding, kernel, axis) ? kernel->threads[axis]
                                                                           : kernel->points[axis];
    pv_kernel_use_given(gridding, kernel, PV_SIZE_TILE, kernel->points, &kernel->stage);
    for (int axis = 0; axis < n; axis++) {
        if (kernel->threads[axis] > kernel->points[axis])
            kernel->threads[axis] = kernel->points[axis];
        kernel->most_blocks[axis] = blocks[axis] < PV_MOST_BLOCKS ? blocks[axis] : PV_MOST_BLOCKS;
    }
    return true;
}

/* { S[i] -> [h] } for what the band "node" executes. */
static __isl_give isl_union_map *loops_around(__isl_keep isl_schedule_node *node)
{
    isl_union_map *around = isl_schedule_node_get_prefix_schedule_union_map(node);
    return isl_union_map_intersect_domain(around, isl_schedule_node_get_domain(node));
}

void pv_kernel_set_around(struct pv_kernel *kernel, __isl_keep isl_schedule_node *node)
{
    kernel->around = loops_around(node);
    isl_union_set *reached = isl_union_map_range(isl_union_map_copy(kernel->around));
    kernel->reached = isl_set_coalesce(isl_set_from_union_set(reached));
}

/* { [h] -> [n] }: how many values member "pos" of the band "node" takes, from the first to the last, given the members
 * of the bands around it; 0 where nothing is executed. Where "start" is not NULL, it is set to the first, 0 in that case. */
static __isl_give isl_pw_aff *count_values(__isl_keep isl_schedule_node *node, int pos, isl_pw_aff **start)
{
    isl_union_map *around = loops_around(node);
    isl_multi_union_pw_aff *band = isl_schedule_node_band_get_partial_schedule(node);
    isl_union_map *member = isl_union_map_from_union_pw_aff(isl_multi_union_pw_aff_get_union_pw_aff(band, pos));
    isl_multi_union_pw_aff_free(band);
    isl_union_map *values = isl_union_map_apply_range(isl_union_map_reverse(around), member);
    isl_map *map = isl_map_from_union_map(values);
    isl_set *reached = isl_map_domain(isl_map_copy(map));
    isl_pw_aff *first = isl_map_dim_min(isl_map_copy(map), 0);
    isl_pw_aff *last = isl_map_dim_max(map, 0), *begin = isl_pw_aff_copy(first);
    isl_ctx *ctx = isl_schedule_node_get_ctx(node);
    isl_pw_aff *count = isl_pw_aff_add_constant_val(isl_pw_aff_sub(last, first), isl_val_one(ctx));
    isl_local_space *ls = isl_local_space_from_space(isl_set_get_space(reached));
    isl_pw_aff *none = isl_pw_aff_from_aff(isl_aff_zero_on_domain(ls));
    none = isl_pw_aff_intersect_domain(none, isl_set_complement(reached));
    if (start)
        *start = isl_pw_aff_coalesce(isl_pw_aff_union_add(begin, isl_pw_aff_copy(none)));
    else
        isl_pw_aff_free(begin);
    return isl_pw_aff_coalesce(isl_pw_aff_union_add(count, none));
}

/* Which member is shared how: first the tiles, then the points in one. */
static void assign_members(struct pv_gridding *gridding, struct pv_kernel *kernel)
{
    int n = kernel->n_axes;
    kernel->n_members = kernel->n_fixed = 2 * n;
    kernel->members = pv_new_array(gridding->conflicts->arena, struct pv_kernel_member, 2 * n + 2);
    if (kernel->n_reducers || kernel->n_loaders)
        kernel->members[kernel->n_members++] = (struct pv_kernel_member){PV_LEVEL_THREAD, n};
    for (int i = 0; i < n; i++) {
        kernel->members[i] = (struct pv_kernel_member){PV_LEVEL_BLOCK, n - 1 - i};
        kernel->members[n + i] = (struct pv_kernel_member){PV_LEVEL_THREAD, n - 1 - i};
    }
}

__isl_give isl_schedule_node *pv_kernel_isolate_members(__isl_take isl_schedule_node *node,
                                                        const struct pv_share_choice *choice)
{
    int n = (int)isl_schedule_node_band_n_member(node), order[32], next = 0;
    if (n > 32)
        return isl_schedule_node_free(node);
    unsigned chosen = 0;
    for (int i = 0; i < choice->n; i++) {
        order[next++] = choice->members[i];
        chosen |= 1u << choice->members[i];
    }
    for (int i = 0; i < n; i++)
        if (!(chosen & 1u << i))
            order[next++] = i;
    if (isl_schedule_node_band_get_permutable(node) == isl_bool_true)
        node = pv_band_permute(node, order);
    return n > choice->n ? isl_schedule_node_band_split(node, choice->n) : node;
}

/* Tile the band "node", and bring the points to where the threads run them. Return the band of the tiles. */
static __isl_give isl_schedule_node *tile_kernel(struct pv_gridding *gridding, struct pv_kernel *kernel,
                                                 __isl_take isl_schedule_node *node, const struct pv_staging *staging)
{
    int sizes[PV_MAX_AXES];
    for (int i = 0; i < kernel->n_axes; i++)
        sizes[i] = kernel->points[kernel->n_axes - 1 - i];
    struct pv_tile_params tiling = {.sizes = sizes, .n = kernel->n_axes, .shift_point_loops = true};
    kernel->full = gridding->params->isolate_full_tiles ? pv_tile_get_full(node, &tiling) : NULL;
    node = pv_tile(node, &tiling);
    for (int i = 0; node && i < kernel->n_axes; i++) {
        int axis = kernel->n_axes - 1 - i;
        kernel->tiles[axis] = count_values(node, i, gridding->params->wrap ? NULL : &kernel->first[axis]);
    }
    if (node)
        pv_kernel_set_around(kernel, node);
    kernel->place = node ? isl_schedule_node_band_get_partial_schedule(node) : NULL;
    node = isl_schedule_node_child(node, 0);
    if (node && staging->is_used) {
        kernel->n_fixed = kernel->n_axes;
        node = pv_staging_apply(gridding->conflicts, kernel, node, staging);
    } else if (node) {
        isl_multi_union_pw_aff *points = isl_schedule_node_band_get_partial_schedule(node);
        kernel->place = isl_multi_union_pw_aff_flat_range_product(kernel->place, points);
        kernel->stage = 0;
    }
    return isl_schedule_node_parent(node);
}

/* Does the tree at "node" execute more than one statement? */
static bool has_several(__isl_keep isl_schedule_node *node)
{
    isl_union_set *domain = isl_schedule_node_get_domain(node);
    bool several = isl_union_set_n_set(domain) > 1;
    isl_union_set_free(domain);
    return several;
}

/* Put a sequence of the statements above "node", in the order of the text. */
static __isl_give isl_schedule_node *put_in_order(struct pv_gridding *gridding, __isl_take isl_schedule_node *node)
{
    const struct pv_scop *scop = gridding->conflicts->scop;
    isl_union_set *domain = isl_schedule_node_get_domain(node);
    isl_union_set_list *filters = isl_union_set_list_alloc(scop->ctx, scop->stmts.n);
    for (int i = 0; i < scop->stmts.n; i++) {
        isl_union_set *stmt = isl_union_set_from_set(isl_set_universe(isl_set_get_space(scop->stmts.v[i]->domain)));
        isl_union_set *here = isl_union_set_intersect(isl_union_set_copy(stmt), isl_union_set_copy(domain));
        if (isl_union_set_is_empty(here) == isl_bool_false)
            filters = isl_union_set_list_add(filters, stmt);
        else
            isl_union_set_free(stmt);
        isl_union_set_free(here);
    }
    isl_union_set_free(domain);
    return isl_schedule_node_insert_sequence(node, filters);
}

/* Where the loop below the shared members runs several statements in turn, give each a loop of its own if the dependences
 * allow it: what is done once for a point then stands in no inner loop. */
static __isl_give isl_schedule_node *separate(struct pv_gridding *gridding, __isl_take isl_schedule_node *node)
{
    isl_schedule_node *apart = isl_schedule_node_child(isl_schedule_node_copy(node), 0);
    bool is_band = isl_schedule_node_get_type(apart) == isl_schedule_node_band;
    isl_schedule_node *below = is_band ? isl_schedule_node_get_child(apart, 0) : NULL;
    enum isl_schedule_node_type type = below ? isl_schedule_node_get_type(below) : isl_schedule_node_error;
    isl_schedule_node_free(below);
    if (type == isl_schedule_node_sequence) {
        apart = pv_band_distribute(apart);
    } else if (type == isl_schedule_node_leaf && has_several(apart)) {
        apart = put_in_order(gridding, apart);
    } else {
        isl_schedule_node_free(apart);
        return node;
    }
    apart = isl_schedule_node_parent(apart);
    isl_bool is_legal = apart ? pv_subtree_is_legal(gridding->conflicts, apart) : isl_bool_error;
    isl_schedule_node_free(is_legal == isl_bool_true ? node : apart);
    if (is_legal == isl_bool_true)
        return apart;
    return is_legal < 0 ? isl_schedule_node_free(node) : node;
}

/* Make a kernel of the band "node". */
__isl_give isl_schedule_node *pv_kernel_make(struct pv_gridding *gridding, __isl_take isl_schedule_node *node,
                                             const struct pv_share_choice *choice)
{
    struct pv_kernel *kernel = pv_kernel_new(gridding, node);
    struct pv_staging staging = {0};
    kernel->n_axes = choice->n;
    for (int i = 0; i < choice->sharing.privates.n; i++)
        pv_push(gridding->conflicts->arena, &kernel->privates, choice->sharing.privates.v[i]);
    node = separate(gridding, pv_kernel_isolate_members(node, choice));
    bool ok = node && choose_sizes(gridding, kernel, node, gridding->params->share_reductions) &&
              pv_localmem_plan(gridding->conflicts, gridding->params, kernel, node, &staging);
    if (ok && kernel->n_reducers && !staging.is_used) {
        staging = (struct pv_staging){0};
        ok = choose_sizes(gridding, kernel, node, false) &&
             pv_localmem_plan(gridding->conflicts, gridding->params, kernel, node, &staging);
    }
    if (!ok)
        return isl_schedule_node_free(node);
    if (!staging.has_shared)
        kernel->n_loaders = 0;
    assign_members(gridding, kernel);
    node = tile_kernel(gridding, kernel, node, &staging);
    gridding->is_parallel = true;
    return pv_kernel_insert_mark(gridding, node, kernel);
}
