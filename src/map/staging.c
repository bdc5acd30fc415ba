/* Builds the tree of a kernel with copies: groups of iterations, the elements of each thread below them, and marks where
 * copies are filled. */
#include "map/staging.h"

#include "map/tile.h"

#include <isl/union_map.h>

struct applying {
    const struct pv_conflicts *conflicts;
    struct pv_kernel *kernel;
    const struct pv_staging *staging;
    int next; /* stage */
    bool has_points;
    isl_union_pw_aff *reduced;      /* { S[i] -> [v] }: the values of the member for reductions, where there are any */
    isl_union_set *in_reductions;   /* { S[i] } */
    isl_multi_union_pw_aff *points; /* { S[i] -> [v] }: the points of a tile */
};

static __isl_give isl_schedule_node *put_mark(__isl_take isl_schedule_node *node, struct pv_mark *mark)
{
    if (!mark)
        return node;
    mark->depth = (int)isl_schedule_node_get_schedule_depth(node);
    return isl_schedule_node_insert_mark(node, pv_mark_get_id(isl_schedule_node_get_ctx(node), mark));
}

static struct pv_mark *new_mark(struct applying *applying, enum pv_mark_kind kind, bool is_free)
{
    struct pv_mark *mark = pv_new(applying->conflicts->arena, struct pv_mark);
    mark->kind = kind;
    mark->is_free = is_free;
    mark->kernel = applying->kernel;
    mark->member = mark->n = applying->kernel->n_axes;
    return mark;
}

/* The member for reductions has, in the band "node", the values of its first member. */
static void add_reduced_values(struct applying *applying, __isl_keep isl_schedule_node *node)
{
    isl_multi_union_pw_aff *band = isl_schedule_node_band_get_partial_schedule(node);
    isl_union_pw_aff *values = isl_multi_union_pw_aff_get_union_pw_aff(band, 0);
    isl_multi_union_pw_aff_free(band);
    applying->reduced = isl_union_pw_aff_union_add(
        applying->reduced, isl_union_pw_aff_intersect_domain(values, isl_schedule_node_get_domain(node)));
    applying->in_reductions = isl_union_set_union(applying->in_reductions, isl_schedule_node_get_domain(node));
}

struct lacking {
    int n_outer;   /* members around the groups */
    isl_set *full; /* { [p, t] }: groups all of whose iterations are executed for some point */
    isl_set *bad;  /* { [p, t] }: those some of whose iterations are not executed for some point, or NULL */
    const struct pv_tile_params *tiling;
};

/* { [p, k, v] -> [p, t] }: the group t of iteration k, for points v and the members p around. */
static __isl_give isl_map *to_group(__isl_take isl_space *points, const struct lacking *lacking)
{
    isl_multi_aff *group = isl_multi_aff_project_out_map(points, isl_dim_set, (unsigned)lacking->n_outer + 1,
                                                         (unsigned)isl_space_dim(points, isl_dim_set) -
                                                             (unsigned)lacking->n_outer - 1);
    isl_aff *member = isl_multi_aff_get_aff(group, lacking->n_outer);
    isl_val *size = isl_val_int_from_si(isl_aff_get_ctx(member), lacking->tiling->sizes[0]);
    member = isl_aff_floor(isl_aff_scale_down_val(member, size));
    return isl_map_from_multi_aff(isl_multi_aff_set_aff(group, lacking->n_outer, member));
}

/* Add the groups in which the statement with "order" { S[i] -> [p, k, v] } has points that lack iterations. */
static isl_stat add_lacking(__isl_take isl_map *order, void *user)
{
    struct lacking *lacking = user;
    isl_set *executed = isl_map_range(order);
    isl_map *to = to_group(isl_set_get_space(executed), lacking);
    isl_set *all = isl_set_project_out(isl_set_copy(executed), isl_dim_set, (unsigned)lacking->n_outer, 1);
    all = isl_set_insert_dims(all, isl_dim_set, (unsigned)lacking->n_outer, 1);
    all = isl_set_intersect(all, isl_set_apply(isl_set_copy(lacking->full), isl_map_reverse(isl_map_copy(to))));
    isl_set *touched = isl_set_apply(isl_set_copy(executed), isl_map_copy(to)); /* in others it needs no condition */
    isl_set *bad = isl_set_intersect(isl_set_apply(isl_set_subtract(all, executed), to), touched);
    lacking->bad = lacking->bad ? isl_set_union(lacking->bad, bad) : bad;
    return lacking->bad ? isl_stat_ok : isl_stat_error;
}

/* The groups of iterations of the band "node", of one member, that need no condition: { [p] -> [t] } wrapped, as
 * pv_tile_get_full() has it. All their iterations are executed, and, where points have conditions of their own, for each
 * point. */
static __isl_give isl_set *unconditional(const struct applying *applying, __isl_keep isl_schedule_node *node,
                                         const struct pv_tile_params *tiling)
{
    int n_outer = (int)isl_schedule_node_get_schedule_depth(node);
    struct lacking lacking = {n_outer, isl_set_flatten(pv_tile_get_full(node, tiling)), NULL, tiling};
    isl_union_map *order = isl_schedule_node_get_prefix_schedule_union_map(node);
    order = isl_union_map_intersect_domain(order, isl_schedule_node_get_domain(node));
    order = isl_union_map_flat_range_product(order, isl_schedule_node_band_get_partial_schedule_union_map(node));
    isl_multi_union_pw_aff *points = isl_multi_union_pw_aff_copy(applying->points);
    order = isl_union_map_flat_range_product(order, isl_union_map_from_multi_union_pw_aff(points));
    isl_stat stat = isl_union_map_foreach_map(order, add_lacking, &lacking);
    isl_union_map_free(order);
    isl_set *left = isl_set_subtract(lacking.full, lacking.bad);
    isl_map *split = isl_map_from_range(isl_set_coalesce(left));
    split = isl_map_move_dims(split, isl_dim_in, 0, isl_dim_out, 0, (unsigned)n_outer);
    return stat < 0 ? isl_set_free(isl_map_wrap(split)) : isl_map_wrap(split);
}

/* Strip-mine the first member of the band "node", and put the marks of "stage" where they belong. */
static __isl_give isl_schedule_node *apply_to_band(struct applying *applying, __isl_take isl_schedule_node *node,
                                                   const struct pv_stage *stage)
{
    int sizes[] = {applying->kernel->stage};
    struct pv_tile_params tiling = {.sizes = sizes, .n = 1, .shift_point_loops = true};
    if (isl_schedule_node_band_n_member(node) > 1)
        node = isl_schedule_node_band_split(node, 1);
    if (stage->is_reduction) {
        struct pv_mark *mark = new_mark(applying, PV_MARK_THREADS, false);
        mark->member = 2 * applying->kernel->n_axes;
        mark->n = 1;
        add_reduced_values(applying, node);
        node = put_mark(node, mark);
    }
    if (stage->inner) {
        isl_set *full = stage->is_free ? pv_tile_get_full(node, &tiling) : unconditional(applying, node, &tiling);
        node = pv_tile_isolate(pv_tile(node, &tiling), full);
        node = put_mark(isl_schedule_node_child(node, 0), stage->inner);
        node = isl_schedule_node_parent(node);
    }
    struct pv_mark *all[] = {stage->inner, stage->privates, stage->outer};
    for (int i = 0; i < 3; i++)
        if (all[i])
            all[i]->is_free = stage->is_free;
    node = put_mark(node, stage->privates);
    return put_mark(node, stage->outer);
}

static __isl_give isl_schedule_node *apply_below(struct applying *applying, __isl_take isl_schedule_node *node)
{
    enum isl_schedule_node_type type = isl_schedule_node_get_type(node);
    if (type != isl_schedule_node_band) {
        int n = (int)isl_schedule_node_n_children(node);
        for (int i = 0; i < n; i++)
            node = isl_schedule_node_parent(apply_below(applying, isl_schedule_node_child(node, i)));
        return node;
    }
    const struct pv_stage *stage = &applying->staging->all.v[applying->next++];
    if (!stage->is_used)
        return node;
    if (stage->is_leaf)
        return put_mark(node, stage->inner);
    return apply_to_band(applying, node, stage);
}

static enum isl_schedule_node_type type_of_child(__isl_keep isl_schedule_node *node)
{
    isl_schedule_node *child = isl_schedule_node_get_child(node, 0);
    enum isl_schedule_node_type type = isl_schedule_node_get_type(child);
    isl_schedule_node_free(child);
    return type;
}

/* The mark "node", or NULL where it is none. */
static const struct pv_mark *mark_at(__isl_keep isl_schedule_node *node)
{
    if (isl_schedule_node_get_type(node) != isl_schedule_node_mark)
        return NULL;
    isl_id *id = isl_schedule_node_mark_get_id(node);
    const struct pv_mark *mark = pv_mark_of_id(id);
    isl_id_free(id);
    return mark;
}

/* The bands right above the leaves are those of the threads, and those above these those of a thread's points: say so.
 * "is_free" is what the marks around say. */
static __isl_give isl_schedule_node *mark_points(struct applying *applying, __isl_take isl_schedule_node *node,
                                                 bool is_free)
{
    const struct pv_mark *here = mark_at(node);
    is_free = is_free || (here && here->is_free);
    if (isl_schedule_node_get_type(node) == isl_schedule_node_band && type_of_child(node) == isl_schedule_node_leaf)
        return put_mark(node, new_mark(applying, PV_MARK_THREADS, is_free));
    int n = (int)isl_schedule_node_n_children(node);
    for (int i = 0; i < n; i++)
        node = isl_schedule_node_parent(mark_points(applying, isl_schedule_node_child(node, i), is_free));
    if (!applying->has_points || isl_schedule_node_get_type(node) != isl_schedule_node_band)
        return node;
    isl_schedule_node *child = isl_schedule_node_get_child(node, 0);
    const struct pv_mark *below = mark_at(child);
    isl_schedule_node_free(child);
    bool is_above_threads = below && below->kind == PV_MARK_THREADS;
    return is_above_threads ? put_mark(node, new_mark(applying, PV_MARK_POINTS, is_free)) : node;
}

/* What belongs to no reduction is for the first of the threads that share them, or of those that carry. */
static void add_member_for_helpers(struct applying *applying, __isl_take isl_union_set *domain)
{
    isl_ctx *ctx = isl_union_set_get_ctx(domain);
    isl_union_set *others = isl_union_set_subtract(domain, isl_union_set_copy(applying->in_reductions));
    isl_union_pw_aff *zero = isl_union_pw_aff_val_on_domain(others, isl_val_zero(ctx));
    isl_union_pw_aff *all = isl_union_pw_aff_union_add(isl_union_pw_aff_copy(applying->reduced), zero);
    applying->kernel->place = isl_multi_union_pw_aff_flat_range_product(applying->kernel->place,
                                                                        isl_multi_union_pw_aff_from_union_pw_aff(all));
}

/* Make the band "node" of the points of a tile one of the points of a thread above one of the threads. */
static __isl_give isl_schedule_node *split_points(__isl_take isl_schedule_node *node, const struct pv_kernel *kernel)
{
    int sizes[PV_MAX_AXES];
    for (int i = 0; i < kernel->n_axes; i++)
        sizes[i] = kernel->threads[kernel->n_axes - 1 - i];
    struct pv_tile_params tiling = {.sizes = sizes, .n = kernel->n_axes, .shift_point_loops = true};
    return pv_tile(node, &tiling);
}

__isl_give isl_schedule_node *pv_staging_apply(const struct pv_conflicts *conflicts, struct pv_kernel *kernel,
                                               __isl_take isl_schedule_node *node, const struct pv_staging *staging)
{
    struct applying applying = {.conflicts = conflicts, .kernel = kernel, .staging = staging};
    for (int axis = 0; axis < kernel->n_axes; axis++)
        applying.has_points = applying.has_points || pv_kernel_points_per_thread(kernel, axis) > 1;
    applying.points = isl_schedule_node_band_get_partial_schedule(node);
    if (applying.has_points)
        node = isl_schedule_node_band_sink(split_points(node, kernel));
    isl_multi_union_pw_aff *threads = isl_schedule_node_band_get_partial_schedule(node);
    kernel->place = isl_multi_union_pw_aff_flat_range_product(kernel->place, threads);
    node = isl_schedule_node_band_sink(node);
    isl_ctx *ctx = conflicts->scop->ctx;
    applying.reduced = isl_union_pw_aff_empty_space(isl_space_unit(ctx));
    applying.in_reductions = isl_union_set_empty_ctx(ctx);
    node = apply_below(&applying, node);
    if (node && (kernel->n_reducers || kernel->n_loaders))
        add_member_for_helpers(&applying, isl_schedule_node_get_domain(node));
    isl_union_pw_aff_free(applying.reduced);
    isl_union_set_free(applying.in_reductions);
    isl_multi_union_pw_aff_free(applying.points);
    return mark_points(&applying, node, false);
}
