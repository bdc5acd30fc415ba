/* Makes kernels of hexagonal tiles where a band is the time loop of a stencil. */
#include "map/hexkernel.h"

#include "map/devmodel.h"
#include "map/hexmem.h"
#include "map/hybrid.h"
#include "map/sizes.h"

#include <isl/map.h>
#include <isl/union_map.h>

/* The sizes of tiles for "hybrid", and the threads of "kernel". */
static void choose_hexagons(struct pv_gridding *gridding, struct pv_kernel *kernel, const struct pv_hybrid *hybrid,
                            struct pv_hybrid_sizes *sizes)
{
    int n = kernel->n_axes, n_given, least = pv_hybrid_least_width(hybrid);
    int *given = pv_sizes_get(gridding->conflicts->arena, gridding->params->sizes, kernel->number, PV_SIZE_TILE,
                              &n_given);
    pv_device_model_choose_hexagons(hybrid, sizes, kernel);
    for (int i = 0; i < n_given && i <= n; i++)
        if (given[i])
            *(i ? &sizes->width[i - 1] : &sizes->height) = given[i];
    sizes->width[0] = sizes->width[0] < least ? least : sizes->width[0];
    pv_kernel_use_given(gridding, kernel, PV_SIZE_BLOCK, kernel->threads, NULL);
    kernel->height = sizes->height;
    for (int i = 0; i < n; i++)
        kernel->points[n - 1 - i] = sizes->width[i];
    for (int axis = 0; axis < n; axis++)
        kernel->most_blocks[axis] = axis == n - 1 ? PV_MOST_BLOCKS : 1;
    int blocks[PV_MAX_AXES] = {PV_MOST_BLOCKS, PV_MOST_BLOCKS, PV_MOST_BLOCKS};
    pv_kernel_use_given(gridding, kernel, PV_SIZE_GRID, blocks, NULL);
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
    isl_multi_union_pw_aff *all = pv_hybrid_get_space(time, hybrid->n_steps, hybrid->n_space);
    isl_schedule_node_free(time);
    return all;
}

/* Say that threads share the bands of space below the band of time "node". */
static __isl_give isl_schedule_node *mark_steps(struct pv_gridding *gridding, __isl_take isl_schedule_node *node,
                                                const struct pv_kernel *kernel, const struct pv_hybrid *hybrid)
{
    struct pv_mark model = {.kind = PV_MARK_THREADS, .kernel = kernel, .member = 1, .n = hybrid->n_space};
    return pv_hybrid_mark_steps(gridding->conflicts->arena, node, &model, hybrid->n_steps);
}

/* Make "kernel" of the band "node", the hexagons of one layer. */
static __isl_give isl_schedule_node *make_hexagon_kernel(struct pv_gridding *gridding, struct pv_kernel *kernel,
                                                         __isl_take isl_schedule_node *node,
                                                         const struct pv_hybrid *hybrid,
                                                         const struct pv_hybrid_sizes *sizes)
{
    int n = kernel->n_axes, depth = (int)isl_schedule_node_get_tree_depth(node);
    isl_ctx *ctx = isl_schedule_node_get_ctx(node);
    isl_multi_union_pw_aff *space = space_of_steps(node, hybrid);
    pv_kernel_set_around(kernel, node);
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
    return pv_kernel_insert_mark(gridding, node, kernel);
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

__isl_give isl_schedule_node *pv_hexkernel_try(struct pv_gridding *gridding, __isl_take isl_schedule_node *node,
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
    struct pv_kernel *made = pv_kernel_new(gridding, node);
    kernel.depth = made->depth;
    *made = kernel;
    *done = true;
    return isl_schedule_node_parent(make_hexagon_kernel(gridding, made, node, &hybrid, &sizes));
}
