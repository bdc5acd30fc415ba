/* Makes kernels of tiles in wavefronts where a band has no member that threads can share. */
#include "map/frontkernel.h"

#include "map/devmodel.h"
#include "map/frontparts.h"
#include "map/hexmem.h"
#include "map/sizes.h"

#include <isl/map.h>
#include <isl/union_map.h>

/* The most members of a band that are tiled: the first is for the fronts, the others are for blocks. */
enum { MOST_TILED = PV_MAX_AXES + 1 };

/* The most members of a band that is tiled without being asked: the code for four exceeds the budget after a second or two. */
enum { MOST_USUAL = 3 };

/* A kernel of tiles while it is made. */
struct fronts {
    struct pv_gridding *gridding;
    struct pv_kernel *kernel;
    int n;                         /* tiled members */
    int sizes[MOST_TILED];         /* of a tile */
    isl_multi_union_pw_aff *tiles; /* { S[i] -> [t] } */
};

/* The child of "node" that executes all of "domain"; NULL where none does. */
static __isl_give isl_schedule_node *child_around(__isl_take isl_schedule_node *node, __isl_keep isl_union_set *domain)
{
    int n = (int)isl_schedule_node_n_children(node), found = -1;
    bool is_leaf = isl_schedule_node_get_type(node) == isl_schedule_node_leaf;
    for (int i = 0; i < n && !is_leaf && found < 0; i++) {
        isl_schedule_node *child = isl_schedule_node_get_child(node, i);
        if (isl_schedule_node_get_type(child) == isl_schedule_node_filter)
            child = isl_schedule_node_child(child, 0);
        isl_union_set *executed = isl_schedule_node_get_domain(child);
        found = isl_union_set_is_subset(domain, executed) == isl_bool_true ? i : -1;
        isl_union_set_free(executed);
        isl_schedule_node_free(child);
    }
    if (found >= 0)
        return isl_schedule_node_child(node, found);
    isl_schedule_node_free(node);
    return NULL;
}

/* The outermost band of "order" around all of "domain", if it is permutable and has several members. */
static __isl_give isl_schedule_node *find_deep_band(__isl_keep isl_schedule *order, __isl_keep isl_union_set *domain)
{
    isl_schedule_node *node = isl_schedule_get_root(order);
    while (node && isl_schedule_node_get_type(node) != isl_schedule_node_band)
        node = child_around(node, domain);
    bool fits = node && isl_schedule_node_band_get_permutable(node) == isl_bool_true &&
                isl_schedule_node_band_n_member(node) > 1;
    if (fits)
        return node;
    isl_schedule_node_free(node);
    return NULL;
}

/* { S[i] -> [t] }: the tiles of "fronts" for the instances "domain" by the first members of "band". */
static __isl_give isl_multi_union_pw_aff *find_tiles(const struct fronts *fronts, __isl_keep isl_schedule_node *band,
                                                     __isl_take isl_union_set *domain)
{
    isl_multi_union_pw_aff *tiles = isl_schedule_node_band_get_partial_schedule(band);
    int n = (int)isl_schedule_node_band_n_member(band);
    isl_ctx *ctx = isl_schedule_node_get_ctx(band);
    tiles = isl_multi_union_pw_aff_reset_tuple_id(tiles, isl_dim_set);
    tiles = isl_multi_union_pw_aff_drop_dims(tiles, isl_dim_set, (unsigned)fronts->n, (unsigned)(n - fronts->n));
    tiles = isl_multi_union_pw_aff_intersect_domain(tiles, domain);
    isl_multi_val *sizes = isl_multi_val_zero(isl_multi_union_pw_aff_get_space(tiles));
    for (int i = 0; i < fronts->n; i++)
        sizes = isl_multi_val_set_val(sizes, i, isl_val_int_from_si(ctx, fronts->sizes[i]));
    return isl_multi_union_pw_aff_floor(isl_multi_union_pw_aff_scale_down_multi_val(tiles, sizes));
}

/* The front of each tile: the sum of its coordinates. */
static __isl_give isl_multi_union_pw_aff *find_front(__isl_keep isl_multi_union_pw_aff *tiles, int n)
{
    isl_union_pw_aff *sum = isl_multi_union_pw_aff_get_union_pw_aff(tiles, 0);
    for (int i = 1; i < n; i++)
        sum = isl_union_pw_aff_add(sum, isl_multi_union_pw_aff_get_union_pw_aff(tiles, i));
    return isl_multi_union_pw_aff_from_union_pw_aff(sum);
}

/* Put a band with "members" above "node", with one loop each for all that it executes. */
static __isl_give isl_schedule_node *put_band(__isl_take isl_schedule_node *node,
                                              __isl_take isl_multi_union_pw_aff *members)
{
    node = isl_schedule_node_insert_partial_schedule(node, members);
    int n = (int)isl_schedule_node_band_n_member(node);
    for (int i = 0; i < n; i++)
        node = isl_schedule_node_band_member_set_ast_loop_type(node, i, isl_ast_loop_atomic);
    return node;
}

/* { [h] -> [n] }: the values of member "pos" of "tiles" from the first one of all fronts to the last. */
static __isl_give isl_pw_aff *count_tiles(__isl_keep isl_multi_union_pw_aff *tiles, int pos, __isl_take isl_space *host)
{
    isl_union_map *along = isl_union_map_from_union_pw_aff(isl_multi_union_pw_aff_get_union_pw_aff(tiles, pos));
    isl_set *values = isl_set_from_union_set(isl_union_map_range(along));
    isl_pw_aff *first = isl_set_dim_min(isl_set_copy(values), 0), *last = isl_set_dim_max(values, 0);
    isl_val *one = isl_val_one(isl_pw_aff_get_ctx(last));
    isl_pw_aff *count = isl_pw_aff_add_constant_val(isl_pw_aff_sub(last, first), one);
    return isl_pw_aff_insert_domain(isl_pw_aff_coalesce(isl_pw_aff_project_domain_on_params(count)), host);
}

static __isl_give isl_pw_aff *one_tile(__isl_take isl_space *host)
{
    isl_val *one = isl_val_one(isl_space_get_ctx(host));
    return isl_pw_aff_from_aff(isl_aff_val_on_domain(isl_local_space_from_space(host), one));
}

/* The sizes of tiles, and the threads of the kernel. */
static void choose_sizes(struct fronts *fronts, const struct pv_front_steps *steps)
{
    struct pv_kernel *kernel = fronts->kernel;
    struct pv_gridding *gridding = fronts->gridding;
    int n_given, *given = pv_sizes_get(gridding->conflicts->arena, gridding->params->sizes, kernel->number,
                                       PV_SIZE_TILE, &n_given);
    pv_device_model_choose_fronts(fronts->n, steps->n > 1, fronts->sizes, kernel);
    for (int i = 0; i < fronts->n; i++) {
        fronts->sizes[i] = gridding->params->tile_size ? gridding->params->tile_size : fronts->sizes[i];
        fronts->sizes[i] = i < n_given && given[i] ? given[i] : fronts->sizes[i];
    }
    pv_kernel_use_given(gridding, kernel, PV_SIZE_BLOCK, kernel->threads, NULL);
    kernel->height = fronts->sizes[0];
    for (int axis = 0; axis < kernel->n_axes; axis++) {
        kernel->points[axis] = axis < fronts->n - 1 ? fronts->sizes[fronts->n - 1 - axis] : 1;
        kernel->most_blocks[axis] = axis < fronts->n - 1 ? PV_MOST_BLOCKS : 1;
    }
    int blocks[PV_MAX_AXES] = {PV_MOST_BLOCKS, PV_MOST_BLOCKS, PV_MOST_BLOCKS};
    pv_kernel_use_given(gridding, kernel, PV_SIZE_GRID, blocks, NULL);
    for (int axis = 0; axis < kernel->n_axes; axis++)
        if (blocks[axis] < kernel->most_blocks[axis])
            kernel->most_blocks[axis] = blocks[axis];
}

/* Which member is shared how: first those of the tiles, then those of each step. */
static void assign_members(const struct fronts *fronts)
{
    struct pv_kernel *kernel = fronts->kernel;
    int n_blocks = fronts->n - 1, n = kernel->n_axes;
    kernel->n_fixed = n_blocks;
    kernel->n_members = n_blocks + n;
    kernel->members = pv_new_array(fronts->gridding->conflicts->arena, struct pv_kernel_member, n_blocks + n + 1);
    for (int i = 0; i < n_blocks; i++)
        kernel->members[i] = (struct pv_kernel_member){PV_LEVEL_BLOCK, n_blocks - 1 - i};
    for (int i = 0; i < n; i++)
        kernel->members[n_blocks + i] = (struct pv_kernel_member){PV_LEVEL_THREAD, n - 1 - i};
}

/* Let rows have an odd number of elements: neighbours in a block are often in different rows. */
static void pad_rows(struct pv_local *local)
{
    local->is_padded = local->n_dims > 1 && local->sizes[local->n_dims - 1] % 2 == 0;
}

/* Mark what the tiles below the band "node" execute, with copies in shared memory if they fit. */
static __isl_give isl_schedule_node *mark_tiles(struct fronts *fronts, __isl_take isl_schedule_node *node,
                                                __isl_keep isl_schedule_node *deep, const struct pv_front_steps *steps,
                                                isl_multi_union_pw_aff **threads)
{
    struct pv_gridding *gridding = fronts->gridding;
    struct pv_kernel *kernel = fronts->kernel;
    bool ok = true;
    node = isl_schedule_node_child(node, 0);
    struct pv_mark *copies = pv_hexmem_plan(gridding->conflicts, gridding->params, kernel, node, &ok);
    for (int i = 0; i < kernel->locals.n; i++)
        pad_rows(kernel->locals.v[i]);
    int depth = (int)isl_schedule_node_get_tree_depth(node);
    struct pv_front_tiles tiles = {fronts->n, fronts->sizes, fronts->tiles, deep, steps, copies};
    node = ok ? pv_front_parts_mark(gridding, kernel, node, &tiles, threads) : isl_schedule_node_free(node);
    if (!node)
        return NULL;
    node = isl_schedule_node_ancestor(node, (int)isl_schedule_node_get_tree_depth(node) - depth);
    if (copies) {
        copies->depth = (int)isl_schedule_node_get_schedule_depth(node);
        node = isl_schedule_node_insert_mark(node, pv_mark_get_id(isl_schedule_node_get_ctx(node), copies));
    }
    return isl_schedule_node_parent(node);
}

/* Make the kernel of the band "node", the tiles of a front, with "steps" below. */
static __isl_give isl_schedule_node *make_kernel(struct fronts *fronts, __isl_take isl_schedule_node *node,
                                                 __isl_keep isl_schedule_node *deep, const struct pv_front_steps *steps)
{
    struct pv_gridding *gridding = fronts->gridding;
    struct pv_kernel *kernel = fronts->kernel;
    pv_kernel_set_around(kernel, node);
    for (int axis = 0; axis < kernel->n_axes; axis++) {
        isl_space *host = isl_set_get_space(kernel->reached);
        kernel->tiles[axis] = axis < fronts->n - 1 ? count_tiles(fronts->tiles, fronts->n - 1 - axis, host)
                                                   : one_tile(host);
    }
    assign_members(fronts);
    isl_multi_union_pw_aff *blocks = isl_schedule_node_band_get_partial_schedule(node), *threads = NULL;
    node = mark_tiles(fronts, node, deep, steps, &threads);
    kernel->place = isl_multi_union_pw_aff_flat_range_product(blocks, threads);
    if (!node || !kernel->place)
        return isl_schedule_node_free(node);
    gridding->is_parallel = gridding->plan->has_fronts = true;
    return pv_kernel_insert_mark(gridding, node, kernel);
}

/* Tile the instances of "node" by the band "deep". */
static __isl_give isl_schedule_node *tile(struct pv_gridding *gridding, __isl_take isl_schedule_node *node,
                                          __isl_keep isl_schedule_node *deep, const struct pv_front_steps *steps)
{
    struct fronts fronts = {.gridding = gridding, .kernel = pv_kernel_new(gridding, node)};
    int n = (int)isl_schedule_node_band_n_member(deep);
    fronts.n = n < MOST_TILED ? n : MOST_TILED;
    fronts.kernel->has_steps = fronts.kernel->has_fronts = true;
    fronts.kernel->n_axes = steps->n_axes > fronts.n - 1 ? steps->n_axes : fronts.n - 1;
    choose_sizes(&fronts, steps);
    fronts.tiles = find_tiles(&fronts, deep, isl_schedule_node_get_domain(node));
    isl_multi_union_pw_aff *blocks = isl_multi_union_pw_aff_drop_dims(isl_multi_union_pw_aff_copy(fronts.tiles),
                                                                      isl_dim_set, 0, 1);
    node = put_band(put_band(node, blocks), find_front(fronts.tiles, fronts.n));
    node = isl_schedule_node_child(node, 0);
    fronts.kernel->depth = (int)isl_schedule_node_get_schedule_depth(node);
    node = node ? make_kernel(&fronts, node, deep, steps) : NULL;
    isl_multi_union_pw_aff_free(fronts.tiles);
    return isl_schedule_node_parent(node);
}

static isl_bool is_injective(__isl_keep isl_map *map, void *user)
{
    (void)user;
    return isl_map_is_injective(map);
}

/* Do the members of "band" that are tiled tell the instances "domain" of each statement apart? Otherwise a thread executes many
 * of them in a tile while other threads have nothing to do. */
static isl_bool is_bounded(__isl_keep isl_schedule_node *band, __isl_take isl_union_set *domain)
{
    isl_multi_union_pw_aff *members = isl_schedule_node_band_get_partial_schedule(band);
    int n = (int)isl_multi_union_pw_aff_dim(members, isl_dim_set);
    if (n > MOST_TILED)
        members = isl_multi_union_pw_aff_drop_dims(members, isl_dim_set, MOST_TILED, (unsigned)(n - MOST_TILED));
    isl_union_map *map = isl_union_map_from_multi_union_pw_aff(members);
    map = isl_union_map_intersect_domain(map, domain);
    isl_bool every = isl_union_map_every_map(map, is_injective, NULL);
    isl_union_map_free(map);
    return every;
}

__isl_give isl_schedule_node *pv_frontkernel_try(struct pv_gridding *gridding, __isl_take isl_schedule_node *node,
                                                 bool *done)
{
    const struct pv_map_params *params = gridding->params;
    if (params->wavefronts == PV_WAVEFRONTS_NEVER || !params->deep || isl_schedule_node_get_schedule_depth(node))
        return node;
    isl_union_set *domain = isl_schedule_node_get_domain(node);
    isl_schedule_node *deep = find_deep_band(params->deep, domain);
    bool is_small = deep && (int)isl_schedule_node_band_n_member(deep) <= MOST_USUAL;
    isl_bool pays = is_small ? is_bounded(deep, isl_union_set_copy(domain)) : isl_bool_false;
    isl_union_set_free(domain);
    if (deep && pays == isl_bool_false)
        pays = isl_bool_ok(params->wavefronts == PV_WAVEFRONTS_ALWAYS);
    struct pv_front_steps steps = {0};
    int fits = pays == isl_bool_true ? pv_front_steps_find(gridding, node, &steps) : pays < 0 ? -1 : 0;
    if (fits > 0) {
        *done = true;
        node = tile(gridding, node, deep, &steps);
    }
    isl_schedule_node_free(deep);
    return fits < 0 ? isl_schedule_node_free(node) : node;
}
