/* Makes kernels of overlapped tiles where a band is the time loop of a stencil. */
#include "map/overlapkernel.h"

#include "map/devmodel.h"
#include "map/hybrid.h"
#include "map/stencil.h"

#include <isl/map.h>
#include <isl/union_map.h>

/* Sizes. */

/* Bytes of shared memory for the windows of all arrays with points of their own. */
static int64_t bytes_of_windows(const struct pv_stencil *stencil, const struct pv_overlap *overlap)
{
    int64_t points = 1, bytes = 0;
    for (int i = 0; i < overlap->n_space; i++)
        points *= overlap->window[i];
    for (int i = 0; i < stencil->arrays.n; i++)
        bytes += stencil->arrays.v[i].is_written ? points * stencil->arrays.v[i].array->elem->size : 0;
    return bytes;
}

/* Iterations of the time loop that a launch executes at most, unless the user asks for more. */
enum { MOST_ITERATIONS = 4 };

/* Choose the number of iterations that costs least. The estimate is negative where none is possible. */
static double choose_iterations(const struct pv_stencil *stencil, int given, struct pv_overlap *overlap)
{
    double least = -1;
    int best = 0;
    for (int n = given ? given : 1; n <= (given ? given : MOST_ITERATIONS); n++) {
        if (!pv_stencil_set_iterations(stencil, n, overlap))
            break;
        double cost = pv_stencil_cost(stencil, overlap);
        if (least < 0 || cost < least) {
            least = cost;
            best = n;
        }
    }
    if (best)
        pv_stencil_set_iterations(stencil, best, overlap);
    return least;
}

/* Copy the windows to the points of "kernel", by axis. */
static void set_points(struct pv_kernel *kernel)
{
    for (int i = 0; i < kernel->n_axes; i++)
        kernel->points[kernel->n_axes - 1 - i] = kernel->overlap->window[i];
    kernel->height = kernel->overlap->iterations;
}

/* The sizes that the user gives, the points of a window rounded up to whole numbers for each thread; for the others, those of the
 * device model: as many points along the outermost dimension as memory allows. Return the estimated cost, which is negative
 * where the tiles are impossible. */
static double choose_sizes(struct pv_gridding *gridding, const struct pv_stencil *stencil, struct pv_kernel *kernel)
{
    struct pv_overlap *overlap = kernel->overlap;
    int n = kernel->n_axes, n_given, most = gridding->params->max_shared_memory;
    int *given = pv_sizes_get(gridding->conflicts->arena, gridding->params->sizes, kernel->number, PV_SIZE_TILE,
                              &n_given);
    int each[PV_MAX_AXES];
    pv_device_model_choose_windows(n, kernel->threads, each);
    pv_kernel_use_given(gridding, kernel, PV_SIZE_BLOCK, kernel->threads, NULL);
    for (int i = 0; i < n; i++) {
        int axis = n - 1 - i, threads = kernel->threads[axis];
        if (i + 1 < n_given && given[i + 1])
            each[axis] = (given[i + 1] + threads - 1) / threads;
        overlap->window[i] = each[axis] * threads;
    }
    bool is_given = n_given > 1 && given[1];
    while (!is_given && overlap->window[0] > kernel->threads[n - 1] && bytes_of_windows(stencil, overlap) > most)
        overlap->window[0] -= kernel->threads[n - 1];
    if (bytes_of_windows(stencil, overlap) > most)
        return -1;
    return choose_iterations(stencil, n_given ? given[0] : 0, overlap);
}

/* Plain kernels have smaller blocks and no barriers: the estimate must be so much better. */
static const double clearly = 0.85;

/* With one dimension of space, hexagonal tiles are as good. */
static bool do_tiles_pay(const struct pv_stencil *stencil, double cost)
{
    return stencil->hybrid.n_space > 1 && cost < clearly * pv_stencil_plain_cost(stencil);
}

/* Copies. */

/* The part of "reached" { [h, T] } in which no later launch follows. */
static __isl_give isl_set *last_launches(__isl_keep isl_set *reached)
{
    unsigned n = (unsigned)isl_set_dim(reached, isl_dim_set);
    isl_map *later = isl_map_from_domain_and_range(isl_set_copy(reached), isl_set_copy(reached));
    for (unsigned i = 0; i + 1 < n; i++)
        later = isl_map_equate(later, isl_dim_in, (int)i, isl_dim_out, (int)i);
    later = isl_map_order_lt(later, isl_dim_in, (int)n - 1, isl_dim_out, (int)n - 1);
    return isl_set_coalesce(isl_set_subtract(isl_set_copy(reached), isl_map_domain(later)));
}

/* { [h, T] -> A[a] } for { [h, t] -> A[a] }: what all iterations access, for the launches "launches" { [h, T] }. */
static __isl_give isl_map *in_launches(__isl_take isl_map *elements, __isl_take isl_set *launches)
{
    unsigned n = (unsigned)isl_map_dim(elements, isl_dim_in);
    elements = isl_map_project_out(elements, isl_dim_in, n - 1, 1);
    return isl_map_intersect_domain(isl_map_add_dims(elements, isl_dim_in, 1), launches);
}

/* Say which elements the window of an array that does not alternate starts with, and which are stored: the last launch stores all
 * that are written. Others are the same before and after. */
static void set_elements(const struct pv_stencil *stencil, const struct pv_kernel *kernel, struct pv_local *local)
{
    isl_map *written = in_launches(pv_stencil_elements(stencil, local->array, true), isl_set_copy(kernel->reached));
    isl_map *read = pv_stencil_elements(stencil, local->array, false);
    local->stored = isl_map_intersect_domain(isl_map_copy(written), last_launches(kernel->reached));
    read = read ? in_launches(read, isl_set_copy(kernel->reached)) : isl_map_empty(isl_map_get_space(written));
    if (isl_map_is_subset(read, written) != isl_bool_true)
        local->loaded = isl_map_subtract(isl_map_universe(isl_map_get_space(written)), isl_map_copy(written));
    isl_map_free(read);
    isl_map_free(written);
}

static struct pv_local *new_window(struct pv_gridding *gridding, const struct pv_stencil *stencil,
                                   struct pv_kernel *kernel, const struct pv_overlap_array *array)
{
    struct pv_arena *arena = gridding->conflicts->arena;
    struct pv_local *local = pv_new(arena, struct pv_local);
    local->memory = PV_LOCAL_SHARED;
    local->number = kernel->locals.n;
    local->array = array->array;
    local->n_dims = array->array->n_dims;
    local->sizes = kernel->overlap->window;
    local->is_window = true;
    local->alternates = array->alternates;
    local->prefix = isl_union_map_copy(kernel->around);
    isl_space *from = isl_set_get_space(kernel->reached), *to = isl_set_get_space(array->array->extent);
    from = isl_space_align_params(from, isl_space_copy(to));
    to = isl_space_align_params(to, isl_space_copy(from));
    local->offset = isl_multi_aff_zero(isl_space_map_from_domain_and_range(from, to));
    for (int i = 0; i < stencil->refs.n; i++)
        if (stencil->refs.v[i].access->array == local->array)
            pv_push(arena, &local->accesses, stencil->refs.v[i].access);
    if (!local->alternates)
        set_elements(stencil, kernel, local);
    return local;
}

/* The mark for the windows of all arrays that are written. */
static struct pv_mark *new_windows(struct pv_gridding *gridding, const struct pv_stencil *stencil,
                                   struct pv_kernel *kernel, int depth)
{
    struct pv_arena *arena = gridding->conflicts->arena;
    struct pv_mark *mark = pv_new(arena, struct pv_mark);
    mark->kind = PV_MARK_LOCALS;
    mark->kernel = kernel;
    mark->depth = depth;
    for (int i = 0; i < stencil->arrays.n; i++) {
        if (!stencil->arrays.v[i].is_written)
            continue;
        struct pv_local *local = new_window(gridding, stencil, kernel, &stencil->arrays.v[i]);
        pv_push(arena, &kernel->locals, local);
        pv_push(arena, &mark->locals, local);
    }
    return mark;
}

/* Blocks. */

/* { [a] }: all elements that windows may have, of any array. */
static __isl_give isl_set *elements_of_windows(const struct pv_stencil *stencil)
{
    isl_set *all = NULL;
    for (int i = 0; i < stencil->arrays.n; i++)
        for (int writes = 0; writes < 2 && stencil->arrays.v[i].is_written; writes++) {
            isl_map *elements = pv_stencil_elements(stencil, stencil->arrays.v[i].array, writes);
            if (!elements)
                continue;
            isl_set *here = isl_set_reset_tuple_id(isl_map_range(elements));
            all = all ? isl_set_union(all, here) : here;
        }
    return isl_set_coalesce(all);
}

/* Are all of them at places from 0 on, given the context? */
static isl_bool begin_at_zero(const struct pv_stencil *stencil)
{
    isl_set *known = isl_set_intersect_params(elements_of_windows(stencil),
                                              isl_set_copy(stencil->conflicts->scop->context));
    isl_set *inside = isl_set_universe(isl_set_get_space(known));
    for (int i = 0; i < stencil->hybrid.n_space; i++)
        inside = isl_set_lower_bound_si(inside, isl_dim_set, (unsigned)i, 0);
    isl_bool ok = isl_set_is_subset(known, inside);
    isl_set_free(inside);
    isl_set_free(known);
    return ok;
}

/* { [h] -> [n] }: the tiles along "dim" for all elements that "array" has there. */
static __isl_give isl_pw_aff *count_tiles(const struct pv_kernel *kernel, const struct pv_device_array *array, int dim)
{
    isl_ctx *ctx = isl_set_get_ctx(kernel->reached);
    isl_pw_aff *size = isl_pw_aff_project_domain_on_params(isl_pw_aff_copy(array->sizes[dim]));
    size = isl_pw_aff_add_constant_val(size, isl_val_int_from_si(ctx, -1));
    size = isl_pw_aff_floor(isl_pw_aff_scale_down_val(size, isl_val_int_from_si(ctx, kernel->overlap->own[dim])));
    size = isl_pw_aff_add_constant_val(size, isl_val_one(ctx));
    return isl_pw_aff_insert_domain(isl_pw_aff_coalesce(size), isl_set_get_space(kernel->reached));
}

void pv_overlapkernel_cover(struct pv_device_plan *plan)
{
    for (int i = 0; i < plan->kernels.n; i++) {
        struct pv_kernel *kernel = plan->kernels.v[i];
        for (int j = 0; kernel->overlap && j < kernel->locals.n; j++)
            for (int dim = 0; dim < kernel->n_axes; dim++) {
                isl_pw_aff **tiles = &kernel->tiles[kernel->n_axes - 1 - dim];
                isl_pw_aff *here = count_tiles(kernel, pv_device_plan_find(plan, kernel->locals.v[j]->array), dim);
                *tiles = *tiles ? isl_pw_aff_coalesce(isl_pw_aff_max(*tiles, here)) : here;
            }
    }
}

/* The tree. */

/* Say that threads share the bands of space below the band of time "node", and which step each is. */
static __isl_give isl_schedule_node *mark_steps(struct pv_gridding *gridding, __isl_take isl_schedule_node *node,
                                                const struct pv_kernel *kernel)
{
    const struct pv_overlap *overlap = kernel->overlap;
    struct pv_mark model = {.kind = PV_MARK_THREADS, .kernel = kernel, .n = overlap->n_space};
    return pv_hybrid_mark_steps(gridding->conflicts->arena, node, &model, overlap->n_steps);
}

/* Put the loop over the launches above the band of time "node", and return the band of time. */
static __isl_give isl_schedule_node *divide_time(__isl_take isl_schedule_node *node, int iterations)
{
    isl_multi_union_pw_aff *band = isl_schedule_node_band_get_partial_schedule(node);
    isl_union_pw_aff *time = isl_multi_union_pw_aff_get_union_pw_aff(band, 0);
    isl_multi_union_pw_aff_free(band);
    time = isl_union_pw_aff_scale_down_val(time, isl_val_int_from_si(isl_schedule_node_get_ctx(node), iterations));
    band = isl_multi_union_pw_aff_from_union_pw_aff(isl_union_pw_aff_floor(time));
    node = isl_schedule_node_band_member_set_ast_loop_type(node, 0, isl_ast_loop_atomic);
    node = isl_schedule_node_insert_partial_schedule(node, band);
    node = isl_schedule_node_band_member_set_ast_loop_type(node, 0, isl_ast_loop_atomic);
    return isl_schedule_node_child(node, 0);
}

/* Does the last dimension of "values" have one value at most for each of the others? */
static isl_bool is_single(__isl_take isl_set *values)
{
    unsigned n = (unsigned)isl_set_dim(values, isl_dim_set);
    isl_map *last = isl_map_move_dims(isl_map_from_range(values), isl_dim_in, 0, isl_dim_out, 0, n - 1);
    isl_bool is_function = isl_map_is_single_valued(last);
    isl_map_free(last);
    return is_function;
}

/* Is there a loop over launches, and one in each of them? Code has no iterators for others. */
static isl_bool has_loops(const struct pv_stencil *stencil)
{
    isl_set *times = isl_set_from_union_set(isl_union_map_range(pv_stencil_iterations(stencil)));
    isl_space *space = isl_set_get_space(times);
    unsigned n = (unsigned)isl_set_dim(times, isl_dim_set);
    isl_multi_aff *launches = isl_multi_aff_identity_on_domain_space(space);
    isl_aff *launch = isl_multi_aff_get_aff(launches, (int)n - 1);
    isl_ctx *ctx = isl_set_get_ctx(times);
    launch = isl_aff_floor(isl_aff_scale_down_val(launch, isl_val_int_from_si(ctx, stencil->overlap->iterations)));
    launches = isl_multi_aff_set_aff(launches, (int)n - 1, launch);
    isl_map *to_launch = isl_map_from_multi_aff(launches);
    isl_bool is_one = is_single(isl_set_apply(isl_set_copy(times), isl_map_copy(to_launch)));
    if (is_one == isl_bool_false && stencil->overlap->iterations > 1) {
        isl_set *both = isl_set_flatten(isl_map_wrap(isl_map_reverse(isl_map_intersect_domain(to_launch, times))));
        /* { [h, T, h', t] }, h' = h */
        is_one = is_single(both);
    } else {
        isl_map_free(to_launch);
        isl_set_free(times);
    }
    return isl_bool_not(is_one);
}

/* Make "kernel" of the band of time "node". */
static __isl_give isl_schedule_node *make_kernel(struct pv_gridding *gridding, struct pv_kernel *kernel,
                                                 __isl_take isl_schedule_node *node, const struct pv_stencil *stencil)
{
    int n = kernel->n_axes;
    kernel->place = pv_hybrid_get_space(node, kernel->overlap->n_steps, kernel->overlap->n_space);
    node = divide_time(node, kernel->overlap->iterations);
    pv_kernel_set_around(kernel, node);
    kernel->depth++;
    kernel->n_members = n;
    kernel->members = pv_new_array(gridding->conflicts->arena, struct pv_kernel_member, n + 1);
    for (int i = 0; i < n; i++)
        kernel->members[i] = (struct pv_kernel_member){PV_LEVEL_THREAD, n - 1 - i};
    struct pv_mark *windows = new_windows(gridding, stencil, kernel, (int)isl_schedule_node_get_schedule_depth(node));
    node = mark_steps(gridding, node, kernel);
    node = isl_schedule_node_insert_mark(node, pv_mark_get_id(isl_schedule_node_get_ctx(node), windows));
    gridding->is_parallel = gridding->plan->has_overlap = true;
    return isl_schedule_node_parent(pv_kernel_insert_mark(gridding, node, kernel));
}

/* Make a kernel of the band "node" where that pays. */
static __isl_give isl_schedule_node *try_stencil(struct pv_gridding *gridding, __isl_take isl_schedule_node *node,
                                                 struct pv_stencil *stencil, bool *done)
{
    struct pv_kernel kernel = {.number = *gridding->params->n_tiled,
                               .n_axes = stencil->hybrid.n_space,
                               .has_steps = true,
                               .overlap = stencil->overlap};
    double cost = choose_sizes(gridding, stencil, &kernel);
    bool is_wanted = gridding->params->overlap == PV_OVERLAPPING_ALWAYS || do_tiles_pay(stencil, cost);
    if (cost < 0 || !is_wanted || has_loops(stencil) != isl_bool_true || begin_at_zero(stencil) != isl_bool_true)
        return node;
    set_points(&kernel);
    for (int axis = 0; axis < kernel.n_axes; axis++)
        kernel.most_blocks[axis] = PV_MOST_BLOCKS;
    pv_kernel_use_given(gridding, &kernel, PV_SIZE_GRID, kernel.most_blocks, NULL);
    struct pv_kernel *made = pv_kernel_new(gridding, node);
    kernel.depth = made->depth;
    *made = kernel;
    stencil->overlap = NULL; /* the kernel's */
    *done = true;
    struct pv_stencil view = *stencil;
    view.overlap = made->overlap;
    return make_kernel(gridding, made, node, &view);
}

__isl_give isl_schedule_node *pv_overlapkernel_try(struct pv_gridding *gridding, __isl_take isl_schedule_node *node,
                                                   bool *done)
{
    enum pv_overlapping use = gridding->params->overlap;
    bool has_memory = gridding->params->shared_memory != PV_MEMORY_NEVER || use == PV_OVERLAPPING_ALWAYS;
    if (use == PV_OVERLAPPING_NEVER || !has_memory || gridding->plan->host.n)
        return node;
    struct pv_stencil stencil;
    int fits = pv_stencil_find(gridding->conflicts, node, &stencil);
    if (fits > 0)
        node = try_stencil(gridding, node, &stencil, done);
    isl_union_map_free(stencil.overlap ? stencil.overlap->order : NULL);
    pv_stencil_free(&stencil);
    if (fits < 0 || isl_ctx_last_error(gridding->conflicts->scop->ctx) != isl_error_none)
        return isl_schedule_node_free(node);
    return node;
}
