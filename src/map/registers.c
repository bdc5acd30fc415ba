/* Decides which elements a thread keeps in registers, and which reductions threads share. */
#include "map/registers.h"

#include "map/kernelshape.h"
#include "map/startvalue.h"

#include <isl/union_map.h>

/* Elements that a thread may have in registers. */
static const int most_private_elements = 64;

/* { [h, v] -> [h, a] } for "elements" { [h, v] -> A[a] }. */
static __isl_give isl_map *with_host(__isl_keep isl_map *elements, int depth)
{
    isl_space *space = isl_space_domain(isl_map_get_space(elements));
    isl_map *host = isl_map_identity(isl_space_map_from_set(space));
    unsigned n = (unsigned)isl_map_dim(host, isl_dim_out);
    host = isl_map_project_out(host, isl_dim_out, (unsigned)depth, n - (unsigned)depth);
    isl_map *untupled = isl_map_reset_tuple_id(isl_map_copy(elements), isl_dim_out);
    return isl_map_flat_range_product(host, untupled);
}

/* Is each element in "elements" { [h, v] -> A[a] } that of one point, and has each point one? */
static isl_bool is_one_to_one(__isl_keep isl_map *elements, int depth)
{
    isl_bool is_single = isl_map_is_single_valued(elements);
    if (is_single != isl_bool_true)
        return is_single;
    isl_map *pairs = with_host(elements, depth);
    isl_bool is_injective = isl_map_is_injective(pairs);
    isl_map_free(pairs);
    return is_injective;
}

/* { [h, v] }: the points at which references of "group" write, or read. */
static __isl_give isl_set *points_of(const struct pv_localplan *plan, const pv_ref_group *group, bool writes)
{
    isl_set *all = NULL;
    for (int i = 0; i < group->n; i++) {
        const struct pv_ref *ref = group->v[i];
        isl_map *elements = pv_ref_elements(ref, plan->point, writes);
        bool counts = writes ? ref->access->is_write : ref->access->is_read;
        isl_set *points = isl_map_domain(elements);
        if (!counts)
            points = isl_set_intersect(points, isl_set_empty(isl_set_get_space(points)));
        all = all ? isl_set_union(all, points) : points;
    }
    return isl_set_coalesce(all);
}

/* { S[i] -> [u] }: which of the points of its thread an instance belongs to, along each axis. */
static __isl_give isl_union_map *points_of_thread(const struct pv_localplan *plan)
{
    const struct pv_kernel *kernel = plan->kernel;
    isl_union_map *all = NULL;
    for (int i = 0; i < kernel->n_axes; i++) {
        int axis = kernel->n_axes - 1 - i;
        isl_ctx *ctx = plan->conflicts->scop->ctx;
        isl_union_pw_aff *member = isl_multi_union_pw_aff_get_union_pw_aff(plan->members, i);
        isl_val *tile = isl_val_int_from_si(ctx, kernel->points[axis]);
        isl_val *threads = isl_val_int_from_si(ctx, kernel->threads[axis]);
        member = isl_union_pw_aff_mod_val(member, tile);
        member = isl_union_pw_aff_floor(isl_union_pw_aff_scale_down_val(member, threads));
        isl_union_map *which = isl_union_map_from_union_pw_aff(member);
        all = all ? isl_union_map_flat_range_product(all, which) : which;
    }
    return all;
}

/* Keep the elements of "group" in registers, if each belongs to one point. False where isl failed. */
static bool keep_private(struct pv_localplan *plan, pv_ref_group *group, struct pv_stage *stage)
{
    struct pv_kernel *kernel = plan->kernel;
    isl_map *elements = pv_ref_group_elements(group, plan->point);
    isl_bool is_own = is_one_to_one(elements, kernel->depth);
    if (is_own != isl_bool_true) {
        isl_map_free(elements);
        return is_own == isl_bool_false;
    }
    struct pv_local *local = pv_localplan_add(plan, PV_LOCAL_PRIVATE, group->v[0]->access->array, kernel->n_axes);
    for (int i = 0; i < kernel->n_axes; i++)
        local->sizes[i] = pv_kernel_points_per_thread(kernel, kernel->n_axes - 1 - i);
    for (int i = 0; i < group->n; i++)
        pv_push(plan->conflicts->arena, &local->accesses, group->v[i]->access);
    local->element = isl_pw_multi_aff_coalesce(isl_pw_multi_aff_from_map(elements));
    local->prefix = isl_union_map_copy(plan->tile);
    local->points = points_of_thread(plan);
    local->read = points_of(plan, group, false);
    local->written = points_of(plan, group, true);
    stage->privates = pv_localplan_mark(plan, stage->privates, local);
    return local->element && local->read && local->written;
}

/* All references of "refs" that conflict with "first", directly or through others. False where isl failed; "*is_whole"
 * tells whether copies may take the place of all. */
static bool gather(struct pv_localplan *plan, const pv_refs *refs, const struct pv_ref *first, bool *is_taken,
                   pv_ref_group *group, bool *is_whole)
{
    struct pv_arena *arena = plan->conflicts->arena;
    pv_push(arena, group, first);
    is_taken[first - refs->v] = true;
    *is_whole = pv_ref_is_copyable(first);
    for (int i = 0; i < group->n; i++)
        for (int j = 0; j < refs->n; j++) {
            if (is_taken[j])
                continue;
            isl_bool conflicts = pv_refs_conflict(group->v[i], &refs->v[j], plan->host);
            if (conflicts < 0)
                return false;
            if (conflicts == isl_bool_false)
                continue;
            is_taken[j] = true;
            *is_whole = *is_whole && pv_ref_is_copyable(&refs->v[j]);
            pv_push(arena, group, &refs->v[j]);
        }
    return true;
}

bool pv_registers_plan(struct pv_localplan *plan, const pv_refs *refs, struct pv_stage *stage)
{
    struct pv_arena *arena = plan->conflicts->arena;
    bool *is_taken = pv_new_array(arena, bool, refs->n + 1), ok = true;
    int per_thread = 1, n = 0;
    for (int axis = 0; axis < plan->kernel->n_axes; axis++)
        per_thread *= pv_kernel_points_per_thread(plan->kernel, axis);
    for (int i = 0; i < refs->n && ok; i++) {
        if (is_taken[i] || !refs->v[i].access->is_write)
            continue;
        pv_ref_group group = {0};
        bool is_whole;
        ok = gather(plan, refs, &refs->v[i], is_taken, &group, &is_whole);
        if (!ok || !is_whole || (n + 1) * per_thread > most_private_elements)
            continue;
        int before = plan->kernel->locals.n;
        ok = keep_private(plan, &group, stage);
        n += plan->kernel->locals.n - before;
    }
    return ok;
}

/* Is anything that "refs" read, beside the results of their own reduction, written elsewhere in the kernel? */
static bool reads_results(const struct pv_localplan *plan, const pv_refs *refs, bool *result)
{
    for (int i = 0; i < plan->all.n; i++)
        for (int j = 0; j < refs->n; j++) {
            if (refs->v[j].access->is_write)
                continue;
            isl_bool conflicts = pv_refs_conflict(&plan->all.v[i], &refs->v[j], plan->host);
            if (conflicts < 0)
                return false;
            *result = *result || conflicts == isl_bool_true;
        }
    return true;
}

bool pv_registers_plan_reduction(struct pv_localplan *plan, const pv_refs *refs, struct pv_stage *stage)
{
    struct pv_arena *arena = plan->conflicts->arena;
    const struct pv_reduction *reduction = refs->n ? pv_kernelshape_reduction(plan->conflicts, refs->v[0].stmt) : NULL;
    pv_ref_group group = {0};
    for (int i = 0; i < refs->n && reduction; i++) {
        const struct pv_ref *ref = &refs->v[i];
        bool is_part = pv_reduction_has(reduction, ref->access);
        if (ref->stmt != refs->v[0].stmt || (is_part && !pv_ref_is_copyable(ref)) ||
            (!is_part && (ref->access->is_write || ref->access->array == reduction->array)))
            reduction = NULL;
        else if (is_part)
            pv_push(arena, &group, ref);
    }
    if (!reduction || !group.n)
        return true;
    int before = plan->kernel->locals.n;
    bool ok = keep_private(plan, &group, stage);
    if (ok && plan->kernel->locals.n > before) {
        plan->kernel->locals.v[before]->reduction = reduction;
        plan->kernel->locals.v[before]->start = pv_start_value_find(plan->conflicts, reduction, refs->v[0].stmt,
                                                                    plan->point);
        ok = reads_results(plan, refs, &plan->kernel->locals.v[before]->waits);
        stage->is_reduction = stage->is_used = true;
    }
    return ok;
}
