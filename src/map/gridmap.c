#include "map/gridmap.h"

#include "map/nest.h"
#include "map/reuse.h"
#include "map/sizes.h"
#include "map/tile.h"

#include <isl/map.h>
#include <isl/union_map.h>

/* Threads of a block by number of axes, outermost first; the last is axis 0. */
static const int default_threads[PV_MAX_AXES][PV_MAX_AXES] = {{128}, {8, 32}, {4, 4, 32}};
/* Blocks along one axis: what every device allows. With more tiles, blocks run several. */
static const int most_blocks = 65535;
/* Bytes that a thread may have of its own. */
static const int64_t most_private_bytes = 4096;

struct gridding {
    const struct pv_conflicts *conflicts;
    const struct pv_map_params *params;
    struct pv_device_plan *plan;
    bool is_parallel;
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

/* Count the references below "node" that go to the next element with schedule dimension "dim". -1: isl failed. */
static int count_neighbours(struct gridding *gridding, __isl_keep isl_schedule_node *node, int dim)
{
    int count = 0;
    if (isl_schedule_node_get_type(node) == isl_schedule_node_leaf) {
        pv_reuse_stmts stmts = {0};
        if (!pv_reuse_find(gridding->conflicts->arena, gridding->conflicts->scop, node, &stmts))
            return -1;
        for (int i = 0; i < stmts.n; i++)
            for (int a = 0; dim < stmts.v[i].n_dims && a < stmts.v[i].stmt->accesses.n; a++)
                count += stmts.v[i].strides[a * stmts.v[i].n_dims + dim] == PV_STRIDE_ONE;
        return count;
    }
    int n = (int)isl_schedule_node_n_children(node);
    for (int i = 0; i < n && count >= 0; i++) {
        isl_schedule_node *child = isl_schedule_node_get_child(node, i);
        int below = count_neighbours(gridding, child, dim);
        count = below < 0 ? -1 : count + below;
        isl_schedule_node_free(child);
    }
    return count;
}

/* Put the member whose neighbours are neighbours in memory last. */
static bool order_members(struct gridding *gridding, __isl_keep isl_schedule_node *node, struct choice *choice)
{
    int depth = (int)isl_schedule_node_get_schedule_depth(node), best = choice->n - 1, most = -1;
    for (int i = choice->n - 1; i >= 0 && choice->n > 1; i--) {
        int count = count_neighbours(gridding, node, depth + choice->members[i]);
        if (count < 0)
            return false;
        if (count > most) {
            most = count;
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

/* The sizes of "kind" for a kernel with "n" axes, outermost first: the user's, else those in "sizes". */
static void use_given(struct gridding *gridding, const struct pv_kernel *kernel, enum pv_size_kind kind, int *sizes)
{
    int n, *given = pv_sizes_get(gridding->conflicts->arena, gridding->params->sizes, kernel->number, kind, &n);
    for (int i = 0; i < n && i < kernel->n_axes; i++)
        sizes[i] = given[i];
}

/* Choose the number of threads and the tiles, "sizes" outermost first. */
static void choose_sizes(struct gridding *gridding, struct pv_kernel *kernel, int sizes[PV_MAX_AXES])
{
    int n = kernel->n_axes, threads[PV_MAX_AXES], blocks[PV_MAX_AXES];
    for (int i = 0; i < n; i++) {
        threads[i] = default_threads[n - 1][i];
        blocks[i] = most_blocks;
    }
    use_given(gridding, kernel, PV_SIZE_BLOCK, threads);
    use_given(gridding, kernel, PV_SIZE_GRID, blocks);
    for (int i = 0; i < n; i++)
        sizes[i] = gridding->params->tile_size ? gridding->params->tile_size : threads[i];
    use_given(gridding, kernel, PV_SIZE_TILE, sizes);
    for (int i = 0; i < n; i++) {
        kernel->points[n - 1 - i] = sizes[i];
        kernel->threads[n - 1 - i] = threads[i] < sizes[i] ? threads[i] : sizes[i];
        kernel->most_blocks[n - 1 - i] = blocks[i] < most_blocks ? blocks[i] : most_blocks;
    }
}

/* { [h] -> [n] }: how many values member "pos" of the band "node" takes, from the first to the last, given the members
 * of the bands around it; 0 where nothing is executed. */
static __isl_give isl_pw_aff *count_values(__isl_keep isl_schedule_node *node, int pos)
{
    isl_union_map *around = isl_schedule_node_get_prefix_schedule_union_map(node);
    around = isl_union_map_intersect_domain(around, isl_schedule_node_get_domain(node));
    isl_multi_union_pw_aff *band = isl_schedule_node_band_get_partial_schedule(node);
    isl_union_map *member = isl_union_map_from_union_pw_aff(isl_multi_union_pw_aff_get_union_pw_aff(band, pos));
    isl_multi_union_pw_aff_free(band);
    isl_union_map *values = isl_union_map_apply_range(isl_union_map_reverse(around), member);
    isl_map *map = isl_map_from_union_map(values);
    isl_set *reached = isl_map_domain(isl_map_copy(map));
    isl_pw_aff *first = isl_map_dim_min(isl_map_copy(map), 0);
    isl_pw_aff *last = isl_map_dim_max(map, 0);
    isl_ctx *ctx = isl_schedule_node_get_ctx(node);
    isl_pw_aff *count = isl_pw_aff_add_constant_val(isl_pw_aff_sub(last, first), isl_val_one(ctx));
    isl_local_space *ls = isl_local_space_from_space(isl_set_get_space(reached));
    isl_pw_aff *none = isl_pw_aff_from_aff(isl_aff_zero_on_domain(ls));
    none = isl_pw_aff_intersect_domain(none, isl_set_complement(reached));
    return isl_pw_aff_coalesce(isl_pw_aff_union_add(count, none));
}

/* { [h] }: where the band "node" executes anything. */
static __isl_give isl_set *where_executed(__isl_keep isl_schedule_node *node)
{
    isl_union_map *around = isl_schedule_node_get_prefix_schedule_union_map(node);
    around = isl_union_map_intersect_domain(around, isl_schedule_node_get_domain(node));
    return isl_set_coalesce(isl_set_from_union_set(isl_union_map_range(around)));
}

/* { S[i] -> [v] }: the values of the members of the tile band "node" and of the point band below it. */
static __isl_give isl_multi_union_pw_aff *member_values(__isl_keep isl_schedule_node *node)
{
    isl_schedule_node *points = isl_schedule_node_get_child(node, 0);
    isl_multi_union_pw_aff *tiles = isl_schedule_node_band_get_partial_schedule(node);
    isl_multi_union_pw_aff *values = isl_schedule_node_band_get_partial_schedule(points);
    isl_schedule_node_free(points);
    return isl_multi_union_pw_aff_flat_range_product(tiles, values);
}

/* Which member is shared how: first the tiles, then the points in one. */
static void assign_members(struct gridding *gridding, struct pv_kernel *kernel)
{
    int n = kernel->n_axes;
    kernel->n_members = 2 * n;
    kernel->members = pv_new_array(gridding->conflicts->arena, struct pv_kernel_member, 2 * n + 1);
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

/* Make a kernel of the band "node". */
static __isl_give isl_schedule_node *make_parallel_kernel(struct gridding *gridding, __isl_take isl_schedule_node *node,
                                                          const struct choice *choice)
{
    struct pv_kernel *kernel = new_kernel(gridding, node);
    int sizes[PV_MAX_AXES];
    kernel->n_axes = choice->n;
    for (int i = 0; i < choice->sharing.privates.n; i++)
        pv_push(gridding->conflicts->arena, &kernel->privates, choice->sharing.privates.v[i]);
    choose_sizes(gridding, kernel, sizes);
    assign_members(gridding, kernel);
    node = isolate_members(node, choice);
    struct pv_tile_params tiling = {.sizes = sizes, .n = choice->n, .shift_point_loops = true};
    node = pv_tile(node, &tiling);
    for (int i = 0; node && i < choice->n; i++)
        kernel->tiles[choice->n - 1 - i] = count_values(node, i);
    kernel->reached = node ? where_executed(node) : NULL;
    kernel->place = node ? member_values(node) : NULL;
    gridding->is_parallel = true;
    return insert_mark(gridding, node, kernel);
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

/* A band that is shared by threads where possible; else its loops are the host's. */
static __isl_give isl_schedule_node *cut_band(struct gridding *gridding, __isl_take isl_schedule_node *node)
{
    struct choice choice = {0};
    if (!choose(gridding, node, &choice))
        return isl_schedule_node_free(node);
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
    struct gridding gridding = {conflicts, params, plan, false};
    node = cut(&gridding, node);
    *is_parallel = gridding.is_parallel;
    return node;
}
