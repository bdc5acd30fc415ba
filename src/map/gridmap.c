/* Decides which bands become kernels, and which blocks and threads execute which iterations. */
#include "map/gridmap.h"

#include "map/devmodel.h"
#include "map/hexmem.h"
#include "map/hybrid.h"
#include "map/nest.h"
#include "map/reuse.h"
#include "map/sizes.h"
#include "map/staging.h"
#include "map/subtreecheck.h"
#include "map/tile.h"

#include <isl/ilp.h>
#include <isl/map.h>
#include <isl/union_map.h>
#include <limits.h>

/* Blocks along one axis: what every device allows. With more tiles, blocks run several. */
static const int most_blocks = 65535;
/* Bytes that a thread may have of its own. */
static const int64_t most_private_bytes = 4096;

struct gridding {
    const struct pv_conflicts *conflicts;
    const struct pv_map_params *params;
    struct pv_device_plan *plan;
    bool is_parallel;
    bool has_hexagons;
    bool is_tangled; /* statements of the host and of a kernel have no order */
};

/* Members to share. */

/* What one band offers. */
struct choice {
    int n;                    /* members that can be shared among threads */
    int members[PV_MAX_AXES]; /* which, outermost first; the last is for axis 0 */
    struct pv_sharing sharing;
};

static bool is_small(const struct pv_sharing *sharing)
{
    int64_t bytes = 0;
    for (int i = 0; i < sharing->privates.n; i++)
        bytes += sharing->privates.v[i]->var->type->size;
    return bytes <= most_private_bytes;
}

/* May threads share member "pos" of the band "node"? -1 where isl failed. What each then needs of its own is added to
 * "sharing". */
static int may_share(struct gridding *gridding, __isl_keep isl_schedule_node *node, int pos, struct pv_sharing *sharing)
{
    struct pv_sharing with = {0};
    for (int i = 0; i < sharing->privates.n; i++)
        pv_push(gridding->conflicts->arena, &with.privates, sharing->privates.v[i]);
    struct pv_loop_place place = pv_loop_place_at(node, pos, 0);
    int allows = pv_conflicts_allow_parallel(gridding->conflicts, &place, &with);
    pv_loop_place_free(&place);
    if (allows == 1 && (with.reductions.n || !is_small(&with)))
        allows = 0;
    if (allows == 1)
        *sharing = with;
    return allows;
}

/* How much it is worth that neighbours in a block, whose iterations differ in schedule dimension "dim", touch neighbours
 * in memory, or what is not far away, summed over the references below "node". -1: isl failed. */
static int weigh_neighbours(struct gridding *gridding, __isl_keep isl_schedule_node *node, int dim)
{
    static const int worth[] = {[PV_STRIDE_ONE] = 4, [PV_STRIDE_NEAR] = 1, [PV_STRIDE_UNKNOWN] = 0};
    int weight = 0;
    if (isl_schedule_node_get_type(node) == isl_schedule_node_leaf) {
        pv_reuse_stmts stmts = {0};
        if (!pv_reuse_find(gridding->conflicts->arena, gridding->conflicts->scop, node, &stmts))
            return -1;
        for (int i = 0; i < stmts.n; i++)
            for (int a = 0; dim < stmts.v[i].n_dims && a < stmts.v[i].stmt->accesses.n; a++)
                weight += worth[stmts.v[i].strides[a * stmts.v[i].n_dims + dim]];
        return weight;
    }
    int n = (int)isl_schedule_node_n_children(node);
    for (int i = 0; i < n && weight >= 0; i++) {
        isl_schedule_node *child = isl_schedule_node_get_child(node, i);
        int below = weigh_neighbours(gridding, child, dim);
        weight = below < 0 ? -1 : weight + below;
        isl_schedule_node_free(child);
    }
    return weight;
}

/* Put the member whose neighbours are neighbours in memory last. */
static bool order_members(struct gridding *gridding, __isl_keep isl_schedule_node *node, struct choice *choice)
{
    int depth = (int)isl_schedule_node_get_schedule_depth(node), best = choice->n - 1, most = -1;
    for (int i = choice->n - 1; i >= 0 && choice->n > 1; i--) {
        int weight = weigh_neighbours(gridding, node, depth + choice->members[i]);
        if (weight < 0)
            return false;
        if (weight > most) {
            most = weight;
            best = i;
        }
    }
    int member = choice->n ? choice->members[best] : 0;
    for (int i = best; i + 1 < choice->n; i++)
        choice->members[i] = choice->members[i + 1];
    if (choice->n)
        choice->members[choice->n - 1] = member;
    return true;
}

/* The members of the band "node" that threads can share. All must be shareable as the outermost loop of the band:
 * then none depends on another iteration, in whatever order they run. False where isl failed. */
static bool choose(struct gridding *gridding, __isl_keep isl_schedule_node *node, struct choice *choice)
{
    int n = (int)isl_schedule_node_band_n_member(node);
    bool is_permutable = isl_schedule_node_band_get_permutable(node) == isl_bool_true;
    for (int i = 0; i < (is_permutable ? n : 1) && choice->n < PV_MAX_AXES; i++) {
        int allows = may_share(gridding, node, i, &choice->sharing);
        if (allows < 0)
            return false;
        if (allows)
            choice->members[choice->n++] = i;
    }
    return order_members(gridding, node, choice);
}

/* Is there a band with members to share at or below "node"? */
static isl_bool has_shareable(struct gridding *gridding, __isl_keep isl_schedule_node *node)
{
    isl_bool found = isl_bool_false;
    if (isl_schedule_node_get_type(node) == isl_schedule_node_band) {
        struct choice choice = {0};
        if (!choose(gridding, node, &choice))
            return isl_bool_error;
        found = isl_bool_ok(choice.n > 0);
    }
    int n = (int)isl_schedule_node_n_children(node);
    for (int i = 0; i < n && found == isl_bool_false; i++) {
        isl_schedule_node *child = isl_schedule_node_get_child(node, i);
        found = has_shareable(gridding, child);
        isl_schedule_node_free(child);
    }
    return found;
}

/* Kernels. */

static struct pv_kernel *new_kernel(struct gridding *gridding, __isl_keep isl_schedule_node *node)
{
    struct pv_arena *arena = gridding->conflicts->arena;
    struct pv_kernel *kernel = pv_new(arena, struct pv_kernel);
    kernel->number = (*gridding->params->n_tiled)++;
    kernel->depth = (int)isl_schedule_node_get_schedule_depth(node);
    pv_push(arena, &gridding->plan->kernels, kernel);
    return kernel;
}

static __isl_give isl_schedule_node *insert_mark(struct gridding *gridding, __isl_take isl_schedule_node *node,
                                                 const struct pv_kernel *kernel)
{
    struct pv_mark *mark = pv_new(gridding->conflicts->arena, struct pv_mark);
    mark->kind = PV_MARK_KERNEL;
    mark->depth = kernel->depth;
    mark->kernel = kernel;
    return isl_schedule_node_insert_mark(node, pv_mark_get_id(isl_schedule_node_get_ctx(node), mark));
}

/* The sizes of "kind" that the user gave to "kernel", into "sizes" by axis. Return how many there are; "*next" is set to the
 * one after those for the axes, or left alone. */
static int use_given(struct gridding *gridding, const struct pv_kernel *kernel, enum pv_size_kind kind, int *sizes,
                     int *next)
{
    int n, *given = pv_sizes_get(gridding->conflicts->arena, gridding->params->sizes, kernel->number, kind, &n);
    for (int i = 0; i < n && i < kernel->n_axes; i++)
        sizes[kernel->n_axes - 1 - i] = given[i];
    if (n > kernel->n_axes && next)
        *next = given[kernel->n_axes];
    return n;
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
static bool choose_sizes(struct gridding *gridding, struct pv_kernel *kernel, __isl_keep isl_schedule_node *node,
                         bool may_reduce)
{
    int n = kernel->n_axes, blocks[PV_MAX_AXES] = {most_blocks, most_blocks, most_blocks};
    int64_t counts[PV_MAX_AXES];
    int shape = pv_kernelshape_find(gridding->conflicts, node, n);
    if (shape < 0)
        return false;
    for (int i = 0; i < n; i++)
        counts[n - 1 - i] = count_constant(node, i);
    bool is_reduced = shape == PV_SHAPE_REDUCED || shape == PV_SHAPE_REDUCED_ROWS;
    if (is_reduced && !may_reduce)
        shape = shape == PV_SHAPE_REDUCED_ROWS ? PV_SHAPE_ROWS : PV_SHAPE_COLUMNS;
    if (gridding->params->shared_memory == PV_MEMORY_NEVER && shape != PV_SHAPE_POINTS && (!is_reduced || !may_reduce))
        shape = PV_SHAPE_STREAM;
    pv_device_model_choose(gridding->params->model, (enum pv_shape)shape, counts, kernel);
    use_given(gridding, kernel, PV_SIZE_GRID, blocks, NULL);
    int *helpers = kernel->n_reducers ? &kernel->n_reducers : kernel->n_loaders ? &kernel->n_loaders : NULL;
    bool has_threads = use_given(gridding, kernel, PV_SIZE_BLOCK, kernel->threads, helpers) > 0;
    if (kernel->n_reducers)
        kernel->n_reducers = power_of_two(kernel->n_reducers);
    if (helpers)
        kernel->threads[n] = *helpers;
    for (int axis = 0; axis < n; axis++)
        kernel->points[axis] = gridding->params->tile_size ? gridding->params->tile_size
                               : has_threads               ? kernel->threads[axis]
                                                           : kernel->points[axis];
    use_given(gridding, kernel, PV_SIZE_TILE, kernel->points, &kernel->stage);
    for (int axis = 0; axis < n; axis++) {
        if (kernel->threads[axis] > kernel->points[axis])
            kernel->threads[axis] = kernel->points[axis];
        kernel->most_blocks[axis] = blocks[axis] < most_blocks ? blocks[axis] : most_blocks;
    }
    return true;
}

/* { S[i] -> [h] } for what the band "node" executes. */
static __isl_give isl_union_map *loops_around(__isl_keep isl_schedule_node *node)
{
    isl_union_map *around = isl_schedule_node_get_prefix_schedule_union_map(node);
    return isl_union_map_intersect_domain(around, isl_schedule_node_get_domain(node));
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
static void assign_members(struct gridding *gridding, struct pv_kernel *kernel)
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

/* Bring the chosen members to the front and make them a band of their own. */
static __isl_give isl_schedule_node *isolate_members(__isl_take isl_schedule_node *node, const struct choice *choice)
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
static __isl_give isl_schedule_node *tile_kernel(struct gridding *gridding, struct pv_kernel *kernel,
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
    kernel->around = node ? loops_around(node) : NULL;
    isl_union_set *reached = isl_union_map_range(isl_union_map_copy(kernel->around));
    kernel->reached = isl_set_coalesce(isl_set_from_union_set(reached));
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
static __isl_give isl_schedule_node *put_in_order(struct gridding *gridding, __isl_take isl_schedule_node *node)
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
static __isl_give isl_schedule_node *separate(struct gridding *gridding, __isl_take isl_schedule_node *node)
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
static __isl_give isl_schedule_node *make_parallel_kernel(struct gridding *gridding, __isl_take isl_schedule_node *node,
                                                          const struct choice *choice)
{
    struct pv_kernel *kernel = new_kernel(gridding, node);
    struct pv_staging staging = {0};
    kernel->n_axes = choice->n;
    for (int i = 0; i < choice->sharing.privates.n; i++)
        pv_push(gridding->conflicts->arena, &kernel->privates, choice->sharing.privates.v[i]);
    node = separate(gridding, isolate_members(node, choice));
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
    return insert_mark(gridding, node, kernel);
}

/* Hexagonal tiles. */

/* The sizes of tiles for "hybrid", and the threads of "kernel". */
static void choose_hexagons(struct gridding *gridding, struct pv_kernel *kernel, const struct pv_hybrid *hybrid,
                            struct pv_hybrid_sizes *sizes)
{
    int n = kernel->n_axes, n_given, least = pv_hybrid_least_width(hybrid);
    int *given = pv_sizes_get(gridding->conflicts->arena, gridding->params->sizes, kernel->number, PV_SIZE_TILE,
                              &n_given);
    pv_device_model_choose_hexagons(hybrid, sizes, kernel);
    for (int i = 0; i < n_given && i <= n; i++)
        *(i ? &sizes->width[i - 1] : &sizes->height) = given[i];
    sizes->width[0] = sizes->width[0] < least ? least : sizes->width[0];
    use_given(gridding, kernel, PV_SIZE_BLOCK, kernel->threads, NULL);
    kernel->height = sizes->height;
    for (int i = 0; i < n; i++)
        kernel->points[n - 1 - i] = sizes->width[i];
    for (int axis = 0; axis < n; axis++)
        kernel->most_blocks[axis] = axis == n - 1 ? most_blocks : 1;
    int blocks[PV_MAX_AXES] = {most_blocks, most_blocks, most_blocks};
    use_given(gridding, kernel, PV_SIZE_GRID, blocks, NULL);
    if (blocks[n - 1] < kernel->most_blocks[n - 1])
        kernel->most_blocks[n - 1] = blocks[n - 1];
}

/* { [h] -> [n] }: at least as many as there are hexagons, "period" from one to the next, in any layer. "space" { S[i] -> [s] }
 * is the dimension that they go along. */
static __isl_give isl_pw_aff *count_hexagons(__isl_take isl_union_map *space, int period, __isl_take isl_space *host)
{
    isl_set *values = isl_set_from_union_set(isl_union_map_range(space));
    isl_pw_aff *first = isl_set_dim_min(isl_set_copy(values), 0);
    isl_pw_aff *last = isl_set_dim_max(values, 0);
    isl_val *size = isl_val_int_from_si(isl_pw_aff_get_ctx(last), period);
    isl_pw_aff *count = isl_pw_aff_floor(isl_pw_aff_scale_down_val(isl_pw_aff_sub(last, first), size));
    count = isl_pw_aff_add_constant_val(count, isl_val_int_from_si(isl_pw_aff_get_ctx(count), 2));
    return isl_pw_aff_insert_domain(isl_pw_aff_coalesce(isl_pw_aff_project_domain_on_params(count)), host);
}

/* The band of time below the band "node" of hexagons. */
static __isl_give isl_schedule_node *to_time(__isl_take isl_schedule_node *node, const struct pv_hybrid *hybrid)
{
    node = isl_schedule_node_child(node, 0);
    return hybrid->n_space > 1 ? isl_schedule_node_child(node, 0) : node;
}

/* { S[i] -> [s] }: the dimensions of space of all steps below the band "node" of hexagons. */
static __isl_give isl_multi_union_pw_aff *space_of_steps(__isl_keep isl_schedule_node *node,
                                                         const struct pv_hybrid *hybrid)
{
    isl_schedule_node *time = to_time(isl_schedule_node_copy(node), hybrid);
    isl_multi_union_pw_aff *all = NULL;
    for (int i = 0; i < hybrid->n_steps; i++) {
        isl_schedule_node *step = pv_hybrid_get_step(time, i);
        isl_multi_union_pw_aff *space = isl_schedule_node_band_get_partial_schedule(step);
        int n = (int)isl_schedule_node_band_n_member(step);
        space = isl_multi_union_pw_aff_reset_tuple_id(space, isl_dim_set);
        space = isl_multi_union_pw_aff_drop_dims(space, isl_dim_set, (unsigned)hybrid->n_space,
                                                 (unsigned)(n - hybrid->n_space));
        space = isl_multi_union_pw_aff_intersect_domain(space, isl_schedule_node_get_domain(step));
        all = all ? isl_multi_union_pw_aff_union_add(all, space) : space;
        isl_schedule_node_free(step);
    }
    isl_schedule_node_free(time);
    return all;
}

/* Say that threads share the bands of space below the band of time "node". */
static __isl_give isl_schedule_node *mark_steps(struct gridding *gridding, __isl_take isl_schedule_node *node,
                                                const struct pv_kernel *kernel, const struct pv_hybrid *hybrid)
{
    for (int i = 0; i < hybrid->n_steps; i++) {
        int depth = (int)isl_schedule_node_get_tree_depth(node);
        node = isl_schedule_node_child(node, 0);
        if (isl_schedule_node_get_type(node) == isl_schedule_node_sequence)
            node = isl_schedule_node_child(isl_schedule_node_child(node, i), 0);
        struct pv_mark *mark = pv_new(gridding->conflicts->arena, struct pv_mark);
        mark->kind = PV_MARK_THREADS;
        mark->kernel = kernel;
        mark->member = 1;
        mark->n = hybrid->n_space;
        mark->depth = (int)isl_schedule_node_get_schedule_depth(node);
        if (isl_schedule_node_band_n_member(node) > hybrid->n_space)
            node = isl_schedule_node_band_split(node, hybrid->n_space);
        node = isl_schedule_node_insert_mark(node, pv_mark_get_id(isl_schedule_node_get_ctx(node), mark));
        node = isl_schedule_node_ancestor(node, (int)isl_schedule_node_get_tree_depth(node) - depth);
    }
    return node;
}

/* Make "kernel" of the band "node", the hexagons of one layer. */
static __isl_give isl_schedule_node *make_hexagon_kernel(struct gridding *gridding, struct pv_kernel *kernel,
                                                         __isl_take isl_schedule_node *node,
                                                         const struct pv_hybrid *hybrid,
                                                         const struct pv_hybrid_sizes *sizes)
{
    int n = kernel->n_axes, depth = (int)isl_schedule_node_get_tree_depth(node);
    isl_ctx *ctx = isl_schedule_node_get_ctx(node);
    isl_multi_union_pw_aff *space = space_of_steps(node, hybrid);
    kernel->around = loops_around(node);
    kernel->reached = isl_set_coalesce(isl_set_from_union_set(isl_union_map_range(isl_union_map_copy(kernel->around))));
    isl_space *host = isl_set_get_space(kernel->reached);
    for (int axis = 0; axis < n - 1; axis++)
        kernel->tiles[axis] = isl_pw_aff_from_aff(
            isl_aff_val_on_domain(isl_local_space_from_space(isl_space_copy(host)), isl_val_one(ctx)));
    isl_union_map *along = isl_union_map_from_union_pw_aff(isl_multi_union_pw_aff_get_union_pw_aff(space, 0));
    kernel->tiles[n - 1] = count_hexagons(along, pv_hybrid_period(hybrid, sizes), host);
    kernel->place = isl_multi_union_pw_aff_flat_range_product(isl_schedule_node_band_get_partial_schedule(node), space);
    kernel->n_fixed = 1;
    kernel->n_members = 1 + n;
    kernel->members = pv_new_array(gridding->conflicts->arena, struct pv_kernel_member, n + 2);
    kernel->members[0] = (struct pv_kernel_member){PV_LEVEL_BLOCK, n - 1};
    for (int i = 0; i < n; i++)
        kernel->members[1 + i] = (struct pv_kernel_member){PV_LEVEL_THREAD, n - 1 - i};
    node = to_time(node, hybrid);
    bool ok = true;
    struct pv_mark *copies = pv_hexmem_plan(gridding->conflicts, gridding->params, kernel, node, &ok);
    node = ok ? mark_steps(gridding, node, kernel, hybrid) : isl_schedule_node_free(node);
    if (node && copies) {
        copies->depth = (int)isl_schedule_node_get_schedule_depth(node);
        node = isl_schedule_node_insert_mark(node, pv_mark_get_id(ctx, copies));
    }
    node = isl_schedule_node_ancestor(node, (int)isl_schedule_node_get_tree_depth(node) - depth);
    gridding->is_parallel = gridding->has_hexagons = true;
    return insert_mark(gridding, node, kernel);
}

static isl_bool is_simple_set(__isl_keep isl_set *set, void *user)
{
    (void)user;
    isl_set *whole = isl_set_remove_redundancies(isl_set_coalesce(isl_set_copy(set)));
    isl_basic_set *hull = isl_set_simple_hull(isl_set_copy(whole));
    bool is_simple = isl_set_n_basic_set(whole) <= 1 && isl_basic_set_dim(hull, isl_dim_div) == 0;
    isl_basic_set_free(hull);
    isl_set_free(whole);
    return isl_bool_ok(is_simple);
}

static isl_stat look_for_descent(__isl_take isl_set *domain, __isl_take isl_aff *aff, void *user)
{
    bool *descends = user;
    for (int i = 0; i < (int)isl_aff_dim(aff, isl_dim_in); i++) {
        isl_val *coefficient = isl_aff_get_coefficient_val(aff, isl_dim_in, i);
        *descends = *descends || isl_val_is_neg(coefficient) == isl_bool_true;
        isl_val_free(coefficient);
    }
    isl_set_free(domain);
    isl_aff_free(aff);
    return isl_stat_ok;
}

static isl_stat look_at_times(__isl_take isl_pw_aff *times, void *user)
{
    isl_stat stat = isl_pw_aff_foreach_piece(times, look_for_descent, user);
    isl_pw_aff_free(times);
    return stat;
}

/* Does the time of the band "node" go back where an iterator goes on? */
static isl_bool does_time_descend(__isl_keep isl_schedule_node *node)
{
    bool descends = false;
    isl_multi_union_pw_aff *band = isl_schedule_node_band_get_partial_schedule(node);
    isl_union_pw_aff *time = isl_multi_union_pw_aff_get_union_pw_aff(band, 0);
    isl_stat stat = isl_union_pw_aff_foreach_pw_aff(time, look_at_times, &descends);
    isl_union_pw_aff_free(time);
    isl_multi_union_pw_aff_free(band);
    return stat < 0 ? isl_bool_error : isl_bool_ok(descends);
}

/* Are hexagons with "n_space" dimensions worth their while at "node"? With more than one, launches do not take most of the
 * time. Where statements have instances by cases, code by cases would take long to make. Where time descends, NVIDIA's
 * compiler (12.2 and 13.0) does not come to an end. */
static isl_bool do_hexagons_pay(__isl_keep isl_schedule_node *node, int n_space)
{
    isl_bool descends = n_space > 1 ? isl_bool_true : does_time_descend(node);
    if (descends != isl_bool_false)
        return isl_bool_not(descends);
    isl_union_set *domain = isl_schedule_node_get_domain(node);
    isl_bool are_simple = isl_union_set_every_set(domain, is_simple_set, NULL);
    isl_union_set_free(domain);
    return are_simple;
}

/* Where the band "node" is the loop of time of a stencil, give it hexagonal tiles if that was asked for, or pays. "*done" is
 * set where it was; else the tree stays as it is. */
static __isl_give isl_schedule_node *try_hexagons(struct gridding *gridding, __isl_take isl_schedule_node *node,
                                                  bool *done)
{
    struct pv_hybrid hybrid;
    const char *obstacle = NULL;
    enum pv_hybrid_use use = gridding->params->hybrid;
    int fits = use == PV_HYBRID_NEVER ? 0 : pv_hybrid_find(gridding->conflicts, node, &hybrid, &obstacle);
    if (!gridding->plan->no_hexagons)
        gridding->plan->no_hexagons = obstacle;
    isl_bool is_wanted = fits > 0 && use == PV_HYBRID_WHERE_IT_PAYS ? do_hexagons_pay(node, hybrid.n_space)
                                                                    : isl_bool_ok(fits > 0);
    if (fits < 0 || is_wanted < 0)
        return isl_schedule_node_free(node);
    if (is_wanted == isl_bool_false)
        return node;
    struct pv_hybrid_sizes sizes;
    struct pv_kernel kernel = {.number = *gridding->params->n_tiled, .n_axes = hybrid.n_space, .has_steps = true};
    choose_hexagons(gridding, &kernel, &hybrid, &sizes);
    isl_bool is_legal = pv_hybrid_is_legal(gridding->conflicts->scop->ctx, &hybrid, &sizes);
    if (is_legal != isl_bool_true) {
        gridding->plan->no_hexagons = "they would break a dependence";
        return is_legal < 0 ? isl_schedule_node_free(node) : node;
    }
    node = isl_schedule_node_child(pv_hybrid_tile(node, &hybrid, &sizes), 0);
    struct pv_kernel *made = new_kernel(gridding, node);
    kernel.depth = made->depth;
    *made = kernel;
    *done = true;
    return isl_schedule_node_parent(make_hexagon_kernel(gridding, made, node, &hybrid, &sizes));
}

/* Statements of the host. */

/* Which statements a subtree has. */
struct contents {
    const struct gridding *gridding;
    bool has_host, has_others;
};

static const struct pv_stmt *stmt_of(const struct gridding *gridding, __isl_keep isl_set *set)
{
    return pv_scop_find_stmt(gridding->conflicts->scop, isl_set_get_tuple_name(set));
}

static isl_stat look_at_stmt(__isl_take isl_set *set, void *user)
{
    struct contents *contents = user;
    const struct pv_stmt *stmt = stmt_of(contents->gridding, set);
    bool is_host = stmt && pv_device_plan_is_host(contents->gridding->plan, stmt);
    contents->has_host = contents->has_host || is_host;
    contents->has_others = contents->has_others || (!is_host && stmt && stmt->body);
    isl_set_free(set);
    return isl_stat_ok;
}

static struct contents contents_of(const struct gridding *gridding, __isl_keep isl_schedule_node *node)
{
    struct contents contents = {gridding, false, false};
    if (!gridding->plan->host.n)
        return contents;
    isl_union_set *domain = isl_schedule_node_get_domain(node);
    isl_union_set_foreach_set(domain, look_at_stmt, &contents);
    isl_union_set_free(domain);
    return contents;
}

/* A statement that has no part in a parallel kernel: loops that one thread would run for it. */
struct lone_stmt {
    const struct pv_stmt *stmt;
    int n_loops;
};

struct division {
    struct gridding *gridding;
    PV_VEC(const struct pv_stmt *) shared; /* have a part in a parallel kernel */
    PV_VEC(struct lone_stmt) lone;
    int n_loops; /* of the subtree in work; -1: threads share it */
};

static isl_stat add_to_division(__isl_take isl_set *set, void *user)
{
    struct division *division = user;
    struct pv_arena *arena = division->gridding->conflicts->arena;
    const struct pv_stmt *stmt = stmt_of(division->gridding, set);
    isl_set_free(set);
    struct lone_stmt lone = {stmt, division->n_loops};
    if (stmt && stmt->body && division->n_loops < 0)
        pv_push(arena, &division->shared, stmt);
    else if (stmt && stmt->body)
        pv_push(arena, &division->lone, lone);
    return isl_stat_ok;
}

/* The most band members around a leaf below "node". */
static int deepest_below(__isl_keep isl_schedule_node *node)
{
    int depth = (int)isl_schedule_node_get_schedule_depth(node), n = (int)isl_schedule_node_n_children(node);
    for (int i = 0; i < n; i++) {
        isl_schedule_node *child = isl_schedule_node_get_child(node, i);
        int below = deepest_below(child);
        depth = below > depth ? below : depth;
        isl_schedule_node_free(child);
    }
    return depth;
}

/* Find the statements below "node" that threads share, and those that they do not. False where isl failed. */
static bool divide(struct division *division, __isl_keep isl_schedule_node *node)
{
    struct contents contents = contents_of(division->gridding, node);
    if (!contents.has_others)
        return true;
    isl_bool is_shared = isl_bool_false;
    if (!contents.has_host)
        is_shared = has_shareable(division->gridding, node);
    if (is_shared < 0)
        return false;
    struct choice choice = {0};
    bool is_band = isl_schedule_node_get_type(node) == isl_schedule_node_band;
    bool is_kernel = is_shared == isl_bool_true && is_band && choose(division->gridding, node, &choice) && choice.n;
    if (is_kernel || (!contents.has_host && is_shared == isl_bool_false)) {
        division->n_loops = is_kernel ? -1 : deepest_below(node) - (int)isl_schedule_node_get_schedule_depth(node);
        isl_union_set *domain = isl_schedule_node_get_domain(node);
        isl_stat stat = isl_union_set_foreach_set(domain, add_to_division, division);
        isl_union_set_free(domain);
        return stat >= 0;
    }
    bool ok = true;
    for (int i = 0; ok && i < (int)isl_schedule_node_n_children(node); i++) {
        isl_schedule_node *child = isl_schedule_node_get_child(node, i);
        ok = divide(division, child);
        isl_schedule_node_free(child);
    }
    return ok;
}

static bool accesses(const struct pv_stmt *stmt, const struct pv_array *array)
{
    for (int i = 0; i < stmt->accesses.n; i++)
        if (stmt->accesses.v[i]->array == array)
            return true;
    return false;
}

/* The most dimensions of an array that "stmt" and kernels access: what would be copied for the host to execute it. */
static int shared_dimensions(const struct division *division, const struct pv_stmt *stmt)
{
    int most = 0;
    for (int i = 0; i < stmt->accesses.n; i++) {
        const struct pv_array *array = stmt->accesses.v[i]->array;
        for (int j = 0; j < division->shared.n && array->kind == PV_ARRAY_DATA && array->n_dims > most; j++)
            if (accesses(division->shared.v[j], array))
                most = array->n_dims;
    }
    return most;
}

/* Where the host executes statements in any case, it also executes those without parallel loops whose work is at least of the
 * order of the copies that this takes: one thread of a device is slower than copying. */
static bool leave_to_host(struct gridding *gridding, __isl_keep isl_schedule_node *node)
{
    struct division division = {.gridding = gridding};
    if (!gridding->plan->host.n)
        return true;
    if (!divide(&division, node))
        return false;
    for (int i = 0; i < division.lone.n; i++) {
        const struct lone_stmt *lone = &division.lone.v[i];
        bool is_shared = false;
        for (int j = 0; j < division.shared.n; j++)
            is_shared = is_shared || division.shared.v[j] == lone->stmt;
        if (!is_shared && lone->n_loops >= shared_dimensions(&division, lone->stmt) &&
            !pv_device_plan_is_host(gridding->plan, lone->stmt))
            pv_push(gridding->conflicts->arena, &gridding->plan->host, lone->stmt);
    }
    return true;
}

/* The tree. */

static __isl_give isl_schedule_node *cut(struct gridding *gridding, __isl_take isl_schedule_node *node);

static __isl_give isl_schedule_node *cut_children(struct gridding *gridding, __isl_take isl_schedule_node *node)
{
    int n = (int)isl_schedule_node_n_children(node);
    for (int i = 0; i < n; i++)
        node = isl_schedule_node_parent(cut(gridding, isl_schedule_node_child(node, i)));
    return node;
}

/* Bands with little to share. */

/* Can threads share member "pos" of the band "node" while the host runs member "outer"? -1 where isl failed. */
static int may_share_inside(struct gridding *gridding, __isl_keep isl_schedule_node *node, int pos, int outer)
{
    struct pv_sharing sharing = {0};
    struct pv_loop_place place = pv_loop_place_at(node, pos, pv_member_bit(outer));
    int allows = pv_conflicts_allow_parallel(gridding->conflicts, &place, &sharing);
    pv_loop_place_free(&place);
    return allows == 1 && (sharing.reductions.n || sharing.privates.n) ? 0 : allows;
}

/* Where threads can share one member of the permutable band "node" alone, and there are two more: the member that the host
 * should run so that another can be shared, too. -1 where there is none, -2 where isl failed. A thread that runs two
 * nested loops has too few companions to keep a device busy. */
static int find_outer(struct gridding *gridding, __isl_keep isl_schedule_node *node, const struct choice *choice)
{
    int n = (int)isl_schedule_node_band_n_member(node), shared = choice->members[0];
    bool is_permutable = isl_schedule_node_band_get_permutable(node) == isl_bool_true;
    if (choice->n != 1 || choice->sharing.privates.n || n != 3 || !is_permutable)
        return -1;
    for (int outer = 0; outer < n; outer++) {
        int other = n - shared - outer; /* the members are 0, 1 and 2 */
        if (outer == shared)
            continue;
        int allows = may_share_inside(gridding, node, other, outer);
        if (allows)
            return allows < 0 ? -2 : outer;
    }
    return -1;
}

/* Where all members of the band "node" and more of the one right below it can be shared, join the two: what no two
 * iterations depend on may run in any order. "choice" is what "node" offers, and then what the result does. */
static __isl_give isl_schedule_node *join_shared(struct gridding *gridding, __isl_take isl_schedule_node *node,
                                                 struct choice *choice)
{
    int n = (int)isl_schedule_node_band_n_member(node);
    isl_schedule_node *child = isl_schedule_node_get_child(node, 0);
    bool has_band = isl_schedule_node_get_type(child) == isl_schedule_node_band;
    isl_schedule_node_free(child);
    if (choice->n != n || n >= PV_MAX_AXES || !has_band)
        return node;
    isl_schedule_node *joined = pv_band_merge(isl_schedule_node_copy(node));
    struct choice both = {0};
    bool ok = joined && choose(gridding, joined, &both);
    bool is_better = ok && both.n > choice->n;
    isl_schedule_node_free(is_better ? node : joined);
    if (is_better)
        *choice = both;
    else if (!ok)
        return isl_schedule_node_free(node);
    return is_better ? joined : node;
}

/* A band that is shared by threads where possible; else its loops are the host's. */
static __isl_give isl_schedule_node *cut_band(struct gridding *gridding, __isl_take isl_schedule_node *node)
{
    struct choice choice = {0};
    bool has_hexagons = false;
    if (!choose(gridding, node, &choice))
        return isl_schedule_node_free(node);
    if (!choice.n)
        node = try_hexagons(gridding, node, &has_hexagons);
    if (has_hexagons)
        return node;
    if (choice.n)
        node = join_shared(gridding, node, &choice);
    if (!node)
        return NULL;
    int outer = choice.n ? find_outer(gridding, node, &choice) : -1;
    if (outer < -1)
        return isl_schedule_node_free(node);
    if (outer >= 0) {
        node = isl_schedule_node_band_split(pv_band_move(node, outer, 0), 1);
        return cut_children(gridding, node);
    }
    if (choice.n)
        return make_parallel_kernel(gridding, node, &choice);
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

static __isl_give isl_schedule_node *cut(struct gridding *gridding, __isl_take isl_schedule_node *node)
{
    enum isl_schedule_node_type type = isl_schedule_node_get_type(node);
    if (is_passed(type))
        return cut_children(gridding, node);
    isl_union_set *domain = isl_schedule_node_get_domain(node);
    isl_bool is_empty = isl_union_set_is_empty(domain);
    isl_union_set_free(domain);
    if (is_empty < 0)
        return isl_schedule_node_free(node);
    struct contents contents = contents_of(gridding, node);
    /* Nothing for a kernel to do, and no sizes to find for it. */
    if (is_empty || (contents.has_host && !contents.has_others))
        return node;
    gridding->is_tangled = gridding->is_tangled || (contents.has_host && type == isl_schedule_node_leaf);
    if (contents.has_host)
        return cut_children(gridding, node);
    isl_bool is_worth = has_shareable(gridding, node);
    if (is_worth < 0)
        return isl_schedule_node_free(node);
    if (is_worth == isl_bool_false)
        return insert_mark(gridding, node, new_kernel(gridding, node));
    return type == isl_schedule_node_band ? cut_band(gridding, node) : cut_children(gridding, node);
}

__isl_give isl_schedule_node *pv_gridmap(const struct pv_conflicts *conflicts, const struct pv_map_params *params,
                                         struct pv_device_plan *plan, __isl_take isl_schedule_node *node,
                                         bool *is_parallel)
{
    struct gridding gridding = {.conflicts = conflicts, .params = params, .plan = plan};
    if (!leave_to_host(&gridding, node))
        return isl_schedule_node_free(node);
    node = cut(&gridding, node);
    plan->has_hexagons = gridding.has_hexagons;
    if (gridding.has_hexagons || params->hybrid != PV_HYBRID_ALWAYS)
        plan->no_hexagons = NULL;
    else if (!plan->no_hexagons)
        plan->no_hexagons = "no sequential loop surrounds the parallel loops";
    *is_parallel = gridding.is_parallel && !gridding.is_tangled;
    return node;
}
