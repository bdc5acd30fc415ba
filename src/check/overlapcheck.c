/* Checks overlapped tiles against the flow of values. */
#include "check/overlapcheck.h"

#include <isl/aff.h>
#include <isl/constraint.h>
#include <isl/map.h>
#include <isl/union_map.h>

struct check {
    const struct pv_scop *scop;
    const struct pv_deps *deps;
    const struct pv_device_plan *plan;
    const struct pv_kernel *kernel;
    const struct pv_overlap *overlap;
    isl_union_set *executed; /* { S[i] } */
    isl_union_map *launch;   /* { S[i] -> [h] }: the last of h counts launches */
    isl_union_map *together; /* { S[i] -> T[j] }: of one launch */
    isl_union_map *tiles;    /* { S[i] -> [b] }: the tiles that execute the instance */
};

/* Relations of tiles. */

/* "map" with "sign" (out_dim - scale * in_dim - constant) >= 0. */
static __isl_give isl_map *bound(__isl_take isl_map *map, int sign, int out, int scale, int in, int constant)
{
    isl_constraint *c = isl_constraint_alloc_inequality(isl_local_space_from_space(isl_map_get_space(map)));
    c = isl_constraint_set_coefficient_si(c, isl_dim_out, out, sign);
    c = isl_constraint_set_coefficient_si(c, isl_dim_in, in, -sign * scale);
    return isl_map_add_constraint(map, isl_constraint_set_constant_si(c, -sign * constant));
}

/* { [b] -> A[a] } for the elements of "array" from "first" to "last" of what each tile owns. */
static __isl_give isl_map *elements_of_tiles(const struct check *check, const struct pv_array *array, const int *first,
                                             const int *last)
{
    const struct pv_overlap *overlap = check->overlap;
    isl_space *to = isl_set_get_space(array->extent);
    isl_space *from = isl_space_set_from_params(isl_space_params(isl_space_copy(to)));
    from = isl_space_add_dims(from, isl_dim_set, (unsigned)overlap->n_space);
    isl_map *map = isl_map_universe(isl_space_map_from_domain_and_range(from, to));
    for (int dim = 0; dim < overlap->n_space; dim++) {
        map = bound(map, 1, dim, overlap->own[dim], dim, first[dim]);
        map = bound(map, -1, dim, overlap->own[dim], dim, last[dim]);
    }
    return map;
}

static __isl_give isl_map *owned(const struct check *check, const struct pv_array *array)
{
    int first[PV_MAX_AXES] = {0}, last[PV_MAX_AXES];
    for (int dim = 0; dim < check->overlap->n_space; dim++)
        last[dim] = check->overlap->own[dim] - 1;
    return elements_of_tiles(check, array, first, last);
}

static __isl_give isl_map *windows(const struct check *check, const struct pv_array *array)
{
    const struct pv_overlap *overlap = check->overlap;
    int first[PV_MAX_AXES], last[PV_MAX_AXES];
    for (int dim = 0; dim < overlap->n_space; dim++) {
        first[dim] = -overlap->before[dim];
        last[dim] = first[dim] + overlap->window[dim] - 1;
    }
    return elements_of_tiles(check, array, first, last);
}

/* { [T, t, m, s] -> [b] }: the points of launch T that each tile executes of step "step". "T" is number "pos" of "n" dimensions
 * before t. */
static __isl_give isl_map *points_of_step(const struct check *check, int n, int step)
{
    const struct pv_overlap *overlap = check->overlap;
    isl_space *space = isl_space_alloc(check->scop->ctx, 0, (unsigned)(n + 2 + overlap->n_space),
                                       (unsigned)overlap->n_space);
    isl_map *map = isl_map_fix_si(isl_map_universe(space), isl_dim_in, (unsigned)n + 1, step);
    for (int dim = 0; dim < overlap->n_space; dim++)
        for (int is_low = 0; is_low < 2; is_low++) {
            /* low: s - own b + low + more rest >= 0; high: own b + own - 1 + high + more rest - s >= 0;
             * rest = iterations T + iterations - 1 - t */
            int more = is_low ? overlap->more_low[dim] : overlap->more_high[dim], sign = is_low ? 1 : -1;
            int end = is_low ? overlap->low[step][dim] : overlap->own[dim] - 1 + overlap->high[step][dim];
            isl_constraint *c = isl_constraint_alloc_inequality(isl_local_space_from_space(isl_map_get_space(map)));
            c = isl_constraint_set_coefficient_si(c, isl_dim_in, n + 2 + dim, sign);
            c = isl_constraint_set_coefficient_si(c, isl_dim_out, dim, -sign * overlap->own[dim]);
            c = isl_constraint_set_coefficient_si(c, isl_dim_in, n - 1, more * overlap->iterations);
            c = isl_constraint_set_coefficient_si(c, isl_dim_in, n, -more);
            map = isl_map_add_constraint(map,
                                         isl_constraint_set_constant_si(c, end + more * (overlap->iterations - 1)));
        }
    return map;
}

static __isl_give isl_union_map *find_tiles(const struct check *check)
{
    isl_union_map *places = isl_union_map_flat_range_product(isl_union_map_copy(check->launch),
                                                             isl_union_map_copy(check->overlap->order));
    isl_union_map *points = isl_union_map_empty_ctx(check->scop->ctx);
    for (int step = 0; step < check->overlap->n_steps; step++)
        points = isl_union_map_union(points, isl_union_map_from_map(points_of_step(check, check->kernel->depth, step)));
    return isl_union_map_apply_range(places, points);
}

/* Accesses. */

/* { S[i] -> A[a] }: what the kernel reads, or writes, of "array". */
static __isl_give isl_union_map *accesses_to(const struct check *check, const struct pv_array *array,
                                             enum pv_relation which)
{
    isl_union_map *all = isl_union_map_intersect_domain(pv_scop_get_accesses(check->scop, which),
                                                        isl_union_set_copy(check->executed));
    return isl_union_map_intersect_range(all,
                                         isl_union_set_from_set(isl_set_universe(isl_set_get_space(array->extent))));
}

/* Is "a" a part of "b"? Both are consumed. */
static isl_bool is_part(__isl_take isl_union_map *a, __isl_take isl_union_map *b)
{
    isl_bool is_subset = isl_union_map_is_subset(a, b);
    isl_union_map_free(a);
    isl_union_map_free(b);
    return is_subset;
}

/* Is what an instance of a tile reads written in the same tile, if it is written in the same launch? */
static isl_bool is_closed(const struct check *check)
{
    isl_union_map *flow = isl_union_map_intersect(isl_union_map_copy(check->deps->flow),
                                                  isl_union_map_copy(check->together));
    return is_part(isl_union_map_apply_range(flow, isl_union_map_copy(check->tiles)), isl_union_map_copy(check->tiles));
}

/* Are all elements of "array" that a tile accesses in its window? */
static isl_bool has_window(const struct check *check, const struct pv_array *array)
{
    isl_union_map *all = isl_union_map_union(accesses_to(check, array, PV_MAY_READ),
                                             accesses_to(check, array, PV_MAY_WRITE));
    isl_union_map *by_tile = isl_union_map_apply_range(isl_union_map_reverse(isl_union_map_copy(check->tiles)), all);
    return is_part(by_tile, isl_union_map_from_map(windows(check, array)));
}

/* Does the tile that owns an element of "array" execute all that writes it, and are writes certain? */
static isl_bool has_writers(const struct check *check, const struct pv_array *array)
{
    isl_bool is_certain = is_part(accesses_to(check, array, PV_MAY_WRITE), accesses_to(check, array, PV_MUST_WRITE));
    if (is_certain != isl_bool_true)
        return is_certain;
    isl_union_map *owner = isl_union_map_from_map(isl_map_reverse(owned(check, array)));
    return is_part(isl_union_map_apply_range(accesses_to(check, array, PV_MAY_WRITE), owner),
                   isl_union_map_copy(check->tiles));
}

/* Are there tiles for all elements of "array"? */
static isl_bool is_covered(const struct check *check, const struct pv_array *array)
{
    const struct pv_device_array *device = pv_device_plan_find(check->plan, array);
    isl_bool ok = isl_bool_ok(device != NULL);
    for (int dim = 0; dim < check->overlap->n_space && ok == isl_bool_true; dim++) {
        isl_pw_aff *tiles = isl_pw_aff_copy(check->kernel->tiles[check->overlap->n_space - 1 - dim]);
        isl_pw_aff *size = isl_pw_aff_project_domain_on_params(isl_pw_aff_copy(device->sizes[dim]));
        tiles = isl_pw_aff_scale_val(tiles, isl_val_int_from_si(check->scop->ctx, check->overlap->own[dim]));
        size = isl_pw_aff_insert_domain(size, isl_pw_aff_get_domain_space(tiles));
        isl_set *reached = isl_set_intersect_params(isl_set_copy(check->kernel->reached),
                                                    isl_set_copy(check->scop->context));
        isl_set *enough = isl_pw_aff_ge_set(tiles, size);
        ok = isl_set_is_subset(reached, enough);
        isl_set_free(enough);
        isl_set_free(reached);
    }
    return ok;
}

/* Does no dependence of a launch connect two points of one step? */
static isl_bool are_steps_parallel(const struct check *check)
{
    isl_union_map *order = check->overlap->order;
    isl_union_map *pairs = isl_union_map_intersect(pv_deps_get_validity(check->deps),
                                                   isl_union_map_copy(check->together));
    pairs = isl_union_map_apply_domain(pairs, isl_union_map_copy(order));
    pairs = isl_union_map_apply_range(pairs, isl_union_map_copy(order));
    isl_space *space = isl_space_set_alloc(check->scop->ctx, 0, (unsigned)(2 + check->overlap->n_space));
    isl_map *step = isl_map_universe(isl_space_map_from_set(isl_space_copy(space)));
    for (int i = 0; i < 2; i++)
        step = isl_map_equate(step, isl_dim_in, i, isl_dim_out, i);
    pairs = isl_union_map_intersect(pairs, isl_union_map_from_map(step));
    return is_part(pairs, isl_union_map_from_map(isl_map_identity(isl_space_map_from_set(space))));
}

/* Arrays of which there is one copy. */

struct flow_search {
    const struct check *check;
    const struct pv_array *array;
    isl_union_map *found;
};

static isl_stat add_flow(__isl_take isl_map *tagged, void *user)
{
    struct flow_search *search = user;
    const struct pv_stmt *stmt;
    const struct pv_access *to = pv_scop_find_access(search->check->scop, isl_space_range(isl_map_get_space(tagged)),
                                                     &stmt);
    if (to && to->array == search->array)
        search->found = isl_union_map_union(search->found, isl_union_map_from_map(isl_map_factor_domain(tagged)));
    else
        isl_map_free(tagged);
    return isl_stat_ok;
}

/* { S[i] -> T[j] }: where values go that the kernel reads from "array". */
static __isl_give isl_union_map *flow_through(const struct check *check, const struct pv_array *array)
{
    struct flow_search search = {check, array, isl_union_map_empty_ctx(check->scop->ctx)};
    if (check->deps->tagged_flow)
        isl_union_map_foreach_map(check->deps->tagged_flow, add_flow, &search);
    else
        search.found = isl_union_map_union(search.found, isl_union_map_copy(check->deps->flow));
    return isl_union_map_intersect_range(search.found, isl_union_set_copy(check->executed));
}

/* Does no launch read an element of "array" that any launch writes, unless the launch itself has written it before? */
static isl_bool reads_fresh(const struct check *check, const struct pv_array *array)
{
    isl_bool ok = is_part(flow_through(check, array), isl_union_map_copy(check->together));
    if (ok != isl_bool_true)
        return ok;
    isl_union_set *written = isl_union_map_range(accesses_to(check, array, PV_MAY_WRITE));
    isl_union_map *old = isl_union_map_intersect_domain(isl_union_map_copy(check->deps->live_in),
                                                        isl_union_set_copy(check->executed));
    old = isl_union_map_intersect_range(old, written);
    ok = isl_union_map_is_empty(old);
    isl_union_map_free(old);
    return ok;
}

/* { [h] -> [h'] }: the same launch or, with "is_later", later ones of the same loop. */
static __isl_give isl_union_map *launches_after(const struct check *check, bool is_later)
{
    isl_space *space = isl_set_get_space(check->kernel->reached);
    isl_map *map = isl_map_universe(isl_space_map_from_set(space));
    int n = check->kernel->depth;
    for (int i = 0; i + 1 < n; i++)
        map = isl_map_equate(map, isl_dim_in, i, isl_dim_out, i);
    map = is_later ? isl_map_order_lt(map, isl_dim_in, n - 1, isl_dim_out, n - 1)
                   : isl_map_order_le(map, isl_dim_in, n - 1, isl_dim_out, n - 1);
    return isl_union_map_from_map(map);
}

/* Is what the launches store of "local" written by them, by none after them, and all that any launch writes? And is nothing of it
 * loaded? */
static isl_bool stores_all(const struct check *check, const struct pv_local *local)
{
    isl_union_map *written = isl_union_map_apply_range(isl_union_map_reverse(isl_union_map_copy(check->launch)),
                                                       accesses_to(check, local->array, PV_MAY_WRITE));
    isl_union_map *stored = isl_union_map_from_map(isl_map_copy(local->stored));
    isl_bool ok = isl_union_map_is_subset(stored, written);
    if (ok == isl_bool_true) {
        isl_union_map *later = isl_union_map_apply_range(launches_after(check, true), isl_union_map_copy(written));
        ok = isl_union_map_is_disjoint(stored, later);
        isl_union_map_free(later);
    }
    if (ok == isl_bool_true)
        ok = is_part(isl_union_map_copy(written),
                     isl_union_map_apply_range(launches_after(check, false), isl_union_map_copy(stored)));
    if (ok == isl_bool_true && local->loaded) {
        isl_union_map *loaded = isl_union_map_from_map(isl_map_copy(local->loaded));
        ok = isl_union_map_is_disjoint(loaded, written);
        isl_union_map_free(loaded);
    }
    isl_union_map_free(stored);
    isl_union_map_free(written);
    return ok;
}

/* The whole. */

/* Is every array that the kernel writes in a window? */
static isl_bool has_windows(const struct check *check)
{
    isl_union_map *written = isl_union_map_intersect_domain(pv_scop_get_accesses(check->scop, PV_MAY_WRITE),
                                                            isl_union_set_copy(check->executed));
    for (int i = 0; i < check->kernel->locals.n; i++) {
        isl_set *extent = isl_set_universe(isl_set_get_space(check->kernel->locals.v[i]->array->extent));
        written = isl_union_map_subtract_range(written, isl_union_set_from_set(extent));
    }
    isl_bool is_empty = isl_union_map_is_empty(written);
    isl_union_map_free(written);
    return is_empty;
}

static isl_bool check_array(const struct check *check, const struct pv_local *local)
{
    isl_bool ok = has_window(check, local->array);
    ok = ok == isl_bool_true ? has_writers(check, local->array) : ok;
    ok = ok == isl_bool_true ? is_covered(check, local->array) : ok;
    if (local->alternates)
        return ok;
    ok = ok == isl_bool_true ? reads_fresh(check, local->array) : ok;
    return ok == isl_bool_true ? stores_all(check, local) : ok;
}

/* What is wrong with "kernel", or NULL. */
static const char *check_kernel(struct check *check)
{
    const struct pv_kernel *kernel = check->kernel;
    check->launch = isl_union_map_copy(kernel->around);
    check->executed = isl_union_map_domain(isl_union_map_copy(check->launch));
    check->together = isl_union_map_apply_range(isl_union_map_copy(check->launch),
                                                isl_union_map_reverse(isl_union_map_copy(check->launch)));
    check->tiles = find_tiles(check);
    isl_bool has_all = has_windows(check), is_whole = is_closed(check), is_parallel = are_steps_parallel(check);
    isl_bool ok = isl_bool_true;
    for (int i = 0; i < kernel->locals.n && ok == isl_bool_true; i++)
        ok = check_array(check, kernel->locals.v[i]);
    isl_union_map_free(check->tiles);
    isl_union_map_free(check->together);
    isl_union_set_free(check->executed);
    isl_union_map_free(check->launch);
    if (has_all < 0 || is_whole < 0 || is_parallel < 0 || ok < 0)
        return NULL;
    if (!is_whole)
        return "an overlapped tile does not compute a value that it needs";
    if (!is_parallel)
        return "a dependence joins two points of one step of an overlapped tile";
    return has_all && ok ? NULL : "an overlapped tile does not store what the original order leaves";
}

const char *pv_overlapcheck(const struct pv_scop *scop, const struct pv_deps *deps, const struct pv_device_plan *plan)
{
    const char *failure = NULL;
    for (int i = 0; plan && i < plan->kernels.n && !failure; i++) {
        const struct pv_kernel *kernel = plan->kernels.v[i];
        struct check check = {.scop = scop, .deps = deps, .plan = plan, .kernel = kernel, .overlap = kernel->overlap};
        if (kernel->overlap)
            failure = check_kernel(&check);
    }
    return failure;
}

void pv_overlapcheck_shrink(struct pv_device_plan *plan)
{
    for (int i = 0; i < plan->kernels.n; i++) {
        struct pv_overlap *overlap = plan->kernels.v[i]->overlap;
        for (int step = 0; overlap && step < overlap->n_steps; step++)
            overlap->low[step][0]--;
    }
}
