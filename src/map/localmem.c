/* Decides which parts of arrays are copied to shared memory and registers. */
#include "map/localmem.h"

#include "map/kernelshape.h"
#include "map/refgroup.h"
#include "map/startvalue.h"

#include <isl/constraint.h>
#include <isl/fixed_box.h>
#include <isl/ilp.h>
#include <isl/union_map.h>

/* Elements that a thread may have in registers. */
static const int most_private_elements = 64;

struct planning {
    const struct pv_conflicts *conflicts;
    const struct pv_map_params *params;
    struct pv_kernel *kernel;
    struct pv_staging *staging;
    isl_union_map *host;             /* { S[i] -> [h] }: the host's iterators */
    isl_union_map *point;            /* { S[i] -> [h, v] }: and the shared members */
    isl_union_map *tile;             /* { S[i] -> [h, t] }: the host's iterators and the tiles */
    isl_multi_union_pw_aff *members; /* { S[i] -> [v] }: the shared members */
    pv_refs all;                     /* the references of the kernel */
    int64_t shared_bytes;            /* used so far */
};

/* A box that holds what references access. */
struct box {
    isl_multi_aff *offset; /* { [p] -> A[a] } */
    int n;
    int *sizes;
    int64_t volume;
};

static void free_box(struct box *box)
{
    isl_multi_aff_free(box->offset);
    box->offset = NULL;
}

/* The box around "elements" { [p] -> A[a] }. False where there is none of constant size, or isl failed. */
static bool find_box(struct pv_arena *arena, __isl_take isl_map *elements, struct box *box)
{
    isl_fixed_box *found = isl_map_get_range_simple_fixed_box_hull(elements);
    isl_map_free(elements);
    if (isl_fixed_box_is_valid(found) != isl_bool_true) {
        isl_fixed_box_free(found);
        return false;
    }
    isl_multi_val *sizes = isl_fixed_box_get_size(found);
    box->offset = isl_fixed_box_get_offset(found);
    isl_fixed_box_free(found);
    box->n = (int)isl_multi_val_dim(sizes, isl_dim_set);
    box->sizes = pv_new_array(arena, int, box->n + 1);
    box->volume = 1;
    bool is_small = true;
    for (int i = 0; i < box->n; i++) {
        isl_val *size = isl_multi_val_get_val(sizes, i);
        is_small = is_small && isl_val_is_int(size) == isl_bool_true && isl_val_cmp_si(size, 1 << 16) < 0;
        box->sizes[i] = is_small ? (int)isl_val_get_num_si(size) : 0;
        isl_val_free(size);
        is_small = is_small && box->volume < 1 << 24;
        box->volume *= is_small ? box->sizes[i] : 1;
    }
    isl_multi_val_free(sizes);
    if (!is_small)
        free_box(box);
    return is_small;
}

/* References that read through one copy. */
struct group {
    PV_VEC(const struct pv_ref *) refs;
    struct box box;
    bool is_dropped;
};

static __isl_give isl_map *elements_of(const struct group *group, __isl_keep isl_union_map *prefix)
{
    isl_map *all = pv_ref_elements(group->refs.v[0], prefix, false);
    for (int i = 1; i < group->refs.n; i++)
        all = isl_map_union(all, pv_ref_elements(group->refs.v[i], prefix, false));
    return isl_map_coalesce(all);
}

/* Does the kernel write nothing of the array that "ref" reads? A box around what is read may hold more than that: it must
 * not be copied while another thread writes there. */
static bool is_read_only(const struct planning *planning, const struct pv_ref *ref)
{
    for (int i = 0; i < planning->all.n; i++)
        if (planning->all.v[i].access->is_write && planning->all.v[i].access->array == ref->access->array)
            return false;
    return true;
}

/* Points of a tile times "iterations" of the loop below. */
static int64_t instances_of_stage(const struct pv_kernel *kernel, int iterations)
{
    int64_t n = iterations;
    for (int axis = 0; axis < kernel->n_axes; axis++)
        n *= kernel->points[axis];
    return n;
}

/* How neighbours in a block, which differ by one in the last member, go through an array. */
enum step { STEP_FAILED = -1, STEP_NONE, STEP_NEXT, STEP_FAR };

/* { [t] -> [t'] : t' is t but for member "pos", which is one more }. */
static __isl_give isl_map *next_in_member(__isl_take isl_space *space, int pos)
{
    int n = (int)isl_space_dim(space, isl_dim_set);
    isl_map *next = isl_map_universe(isl_space_map_from_set(space));
    isl_local_space *ls = isl_local_space_from_space(isl_map_get_space(next));
    for (int i = 0; i < n; i++) {
        isl_constraint *step = isl_constraint_alloc_equality(isl_local_space_copy(ls));
        step = isl_constraint_set_coefficient_si(step, isl_dim_out, i, 1);
        step = isl_constraint_set_coefficient_si(step, isl_dim_in, i, -1);
        next = isl_map_add_constraint(next, isl_constraint_set_constant_si(step, i == pos ? -1 : 0));
    }
    isl_local_space_free(ls);
    return next;
}

/* Is "steps" { A[d] } nothing but one element on in the last dimension, or "last" elements? */
static isl_bool is_step(__isl_keep isl_set *steps, int last)
{
    isl_set *one = isl_set_universe(isl_set_get_space(steps));
    int n = (int)isl_set_dim(steps, isl_dim_set);
    for (int i = 0; i < n; i++)
        one = isl_set_fix_si(one, isl_dim_set, (unsigned)i, i == n - 1 ? last : 0);
    isl_bool is_one = isl_set_is_subset(steps, one);
    isl_set_free(one);
    return is_one;
}

/* "order" { S[i] -> [h, v, ...] } tells all instances apart. */
static enum step step_of(const struct planning *planning, const struct pv_ref *ref, __isl_keep isl_union_map *order)
{
    isl_map *elements = pv_ref_elements(ref, order, false);
    isl_map *next = next_in_member(isl_space_domain(isl_map_get_space(elements)),
                                   planning->kernel->depth + planning->kernel->n_axes - 1);
    isl_map *pairs = isl_map_apply_range(next, isl_map_copy(elements));
    isl_set *steps = isl_map_deltas(isl_map_apply_domain(pairs, elements));
    isl_bool stays = is_step(steps, 0), goes_on = is_step(steps, 1);
    isl_set_free(steps);
    if (stays < 0 || goes_on < 0)
        return STEP_FAILED;
    return stays ? STEP_NONE : goes_on ? STEP_NEXT : STEP_FAR;
}

/* Is a copy of "group" worth its while, given how neighbours go through it? */
static bool is_worth(const struct planning *planning, const struct group *group, int iterations, enum step step)
{
    int64_t uses = instances_of_stage(planning->kernel, iterations) * group->refs.n;
    bool is_forced = planning->params->shared_memory == PV_MEMORY_ALWAYS;
    int64_t least = is_forced ? 2 : 8;
    if (planning->kernel->n_axes == 1 && step == STEP_NONE && !is_forced && !planning->kernel->n_loaders)
        return false; /* all threads read the same: caches do as well */
    bool is_carried = step == STEP_FAR || (step == STEP_NEXT && planning->kernel->n_loaders);
    return uses >= (is_carried && iterations > 1 ? 1 : least) * group->box.volume;
}

static int64_t bytes_of(const struct group *group, bool is_padded)
{
    int64_t bytes = group->refs.v[0]->access->array->elem->size;
    for (int i = 0; i < group->box.n; i++)
        bytes *= group->box.sizes[i] + (i == group->box.n - 1 && is_padded);
    return bytes;
}

static struct pv_local *new_local(struct planning *planning, enum pv_local_memory memory, const struct pv_array *array,
                                  int n_dims)
{
    struct pv_arena *arena = planning->conflicts->arena;
    struct pv_local *local = pv_new(arena, struct pv_local);
    local->memory = memory;
    local->number = planning->kernel->locals.n;
    local->array = array;
    local->n_dims = n_dims;
    local->sizes = pv_new_array(arena, int, n_dims + 1);
    pv_push(arena, &planning->kernel->locals, local);
    return local;
}

static struct pv_mark *add_to_mark(struct planning *planning, struct pv_mark *mark, const struct pv_local *local)
{
    struct pv_arena *arena = planning->conflicts->arena;
    if (!mark) {
        mark = pv_new(arena, struct pv_mark);
        mark->kind = PV_MARK_LOCALS;
        mark->depth = -1;
        mark->kernel = planning->kernel;
    }
    pv_push(arena, &mark->locals, local);
    return mark;
}

/* Keep "group" in shared memory. */
static struct pv_mark *share(struct planning *planning, struct group *group, bool is_padded, struct pv_mark *mark,
                             __isl_keep isl_union_map *prefix)
{
    struct pv_local *local = new_local(planning, PV_LOCAL_SHARED, group->refs.v[0]->access->array, group->box.n);
    for (int i = 0; i < group->box.n; i++)
        local->sizes[i] = group->box.sizes[i];
    for (int i = 0; i < group->refs.n; i++)
        pv_push(planning->conflicts->arena, &local->accesses, group->refs.v[i]->access);
    local->is_padded = is_padded;
    local->prefix = isl_union_map_copy(prefix);
    local->offset = group->box.offset;
    group->box.offset = NULL;
    planning->shared_bytes += bytes_of(group, is_padded);
    return add_to_mark(planning, mark, local);
}

typedef PV_VEC(struct group) groups;

/* Join the groups of one array where one copy for both is no larger than one for each. */
static bool merge_groups(struct planning *planning, groups *all, __isl_keep isl_union_map *prefix)
{
    struct pv_arena *arena = planning->conflicts->arena;
    for (int i = 0; i < all->n; i++)
        for (int j = i + 1; j < all->n; j++) {
            struct group *a = &all->v[i], *b = &all->v[j];
            struct box box;
            if (b->is_dropped || a->is_dropped || a->refs.v[0]->access->array != b->refs.v[0]->access->array)
                continue;
            isl_map *both = isl_map_union(elements_of(a, prefix), elements_of(b, prefix));
            if (!both)
                return false;
            if (!find_box(arena, both, &box))
                continue;
            if (box.volume > a->box.volume + b->box.volume) {
                free_box(&box);
                continue;
            }
            free_box(&a->box);
            free_box(&b->box);
            a->box = box;
            b->is_dropped = true;
            for (int k = 0; k < b->refs.n; k++)
                pv_push(arena, &a->refs, b->refs.v[k]);
        }
    return true;
}

/* The references of "refs" that may be read through copies, each in a group of its own or with others. */
static bool find_groups(struct planning *planning, const pv_refs *refs, __isl_keep isl_union_map *prefix, groups *all)
{
    struct pv_arena *arena = planning->conflicts->arena;
    for (int i = 0; i < refs->n; i++) {
        const struct pv_ref *ref = &refs->v[i];
        if (!pv_ref_is_replaceable(ref) || !is_read_only(planning, ref))
            continue;
        struct group group = {0};
        pv_push(arena, &group.refs, ref);
        if (find_box(arena, pv_ref_elements(ref, prefix, false), &group.box))
            pv_push(arena, all, group);
    }
    return merge_groups(planning, all, prefix);
}

/* Put what is worth it and fits into shared memory. "prefix" { S[i] -> [p] } holds for the stage: what is no larger for
 * a whole tile is copied once for it. "order" tells all instances apart. */
static bool plan_shared(struct planning *planning, const pv_refs *refs, __isl_keep isl_union_map *prefix,
                        __isl_keep isl_union_map *order, struct pv_stage *stage)
{
    struct pv_arena *arena = planning->conflicts->arena;
    groups all = {0};
    bool has_loop = !stage->is_leaf, ok = find_groups(planning, refs, prefix, &all);
    for (int i = 0; i < all.n && ok; i++) {
        struct group *group = &all.v[i];
        if (group->is_dropped)
            continue;
        enum step step = step_of(planning, group->refs.v[0], order);
        bool is_padded = step != STEP_NEXT && group->box.n > 1;
        ok = step != STEP_FAILED;
        if (!ok || !is_worth(planning, group, stage->iterations, step) ||
            planning->shared_bytes + bytes_of(group, is_padded) > planning->params->max_shared_memory)
            continue;
        struct box whole;
        bool is_whole = has_loop && find_box(arena, elements_of(group, planning->tile), &whole);
        if (is_whole && whole.volume <= group->box.volume) {
            free_box(&group->box);
            group->box = whole;
            stage->outer = share(planning, group, is_padded, stage->outer, planning->tile);
            continue;
        }
        if (is_whole)
            free_box(&whole);
        stage->inner = share(planning, group, is_padded, stage->inner, prefix);
    }
    for (int i = 0; i < all.n; i++)
        free_box(&all.v[i].box);
    return ok;
}

/* Registers. */

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
static __isl_give isl_set *points_of(const struct planning *planning, const struct group *group, bool writes)
{
    isl_set *all = NULL;
    for (int i = 0; i < group->refs.n; i++) {
        const struct pv_ref *ref = group->refs.v[i];
        isl_map *elements = pv_ref_elements(ref, planning->point, writes);
        bool counts = writes ? ref->access->is_write : ref->access->is_read;
        isl_set *points = isl_map_domain(elements);
        if (!counts)
            points = isl_set_intersect(points, isl_set_empty(isl_set_get_space(points)));
        all = all ? isl_set_union(all, points) : points;
    }
    return isl_set_coalesce(all);
}

/* { S[i] -> [u] }: which of the points of its thread an instance belongs to, along each axis. */
static __isl_give isl_union_map *points_of_thread(const struct planning *planning)
{
    const struct pv_kernel *kernel = planning->kernel;
    isl_union_map *all = NULL;
    for (int i = 0; i < kernel->n_axes; i++) {
        int axis = kernel->n_axes - 1 - i;
        isl_ctx *ctx = planning->conflicts->scop->ctx;
        isl_union_pw_aff *member = isl_multi_union_pw_aff_get_union_pw_aff(planning->members, i);
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
static bool keep_private(struct planning *planning, struct group *group, struct pv_stage *stage)
{
    struct pv_kernel *kernel = planning->kernel;
    isl_map *elements = elements_of(group, planning->point);
    isl_bool is_own = is_one_to_one(elements, kernel->depth);
    if (is_own != isl_bool_true) {
        isl_map_free(elements);
        return is_own == isl_bool_false;
    }
    struct pv_local *local = new_local(planning, PV_LOCAL_PRIVATE, group->refs.v[0]->access->array, kernel->n_axes);
    for (int i = 0; i < kernel->n_axes; i++)
        local->sizes[i] = pv_kernel_points_per_thread(kernel, kernel->n_axes - 1 - i);
    for (int i = 0; i < group->refs.n; i++)
        pv_push(planning->conflicts->arena, &local->accesses, group->refs.v[i]->access);
    local->element = isl_pw_multi_aff_coalesce(isl_pw_multi_aff_from_map(elements));
    local->prefix = isl_union_map_copy(planning->tile);
    local->points = points_of_thread(planning);
    local->read = points_of(planning, group, false);
    local->written = points_of(planning, group, true);
    stage->privates = add_to_mark(planning, stage->privates, local);
    return local->element && local->read && local->written;
}

/* All references of "refs" that conflict with "first", directly or through others. False where isl failed; "*is_whole"
 * tells whether copies may take the place of all. */
static bool gather(struct planning *planning, const pv_refs *refs, const struct pv_ref *first, bool *is_taken,
                   struct group *group, bool *is_whole)
{
    struct pv_arena *arena = planning->conflicts->arena;
    pv_push(arena, &group->refs, first);
    is_taken[first - refs->v] = true;
    *is_whole = pv_ref_is_replaceable(first);
    for (int i = 0; i < group->refs.n; i++)
        for (int j = 0; j < refs->n; j++) {
            if (is_taken[j])
                continue;
            isl_bool conflicts = pv_refs_conflict(group->refs.v[i], &refs->v[j], planning->host);
            if (conflicts < 0)
                return false;
            if (conflicts == isl_bool_false)
                continue;
            is_taken[j] = true;
            *is_whole = *is_whole && pv_ref_is_replaceable(&refs->v[j]);
            pv_push(arena, &group->refs, &refs->v[j]);
        }
    return true;
}

/* Put what each point has for itself, and writes in the loop, into registers. */
static bool plan_private(struct planning *planning, const pv_refs *refs, struct pv_stage *stage)
{
    struct pv_arena *arena = planning->conflicts->arena;
    bool *is_taken = pv_new_array(arena, bool, refs->n + 1), ok = true;
    int per_thread = 1, n = 0;
    for (int axis = 0; axis < planning->kernel->n_axes; axis++)
        per_thread *= pv_kernel_points_per_thread(planning->kernel, axis);
    for (int i = 0; i < refs->n && ok; i++) {
        if (is_taken[i] || !refs->v[i].access->is_write)
            continue;
        struct group group = {0};
        bool is_whole;
        ok = gather(planning, refs, &refs->v[i], is_taken, &group, &is_whole);
        if (!ok || !is_whole || (n + 1) * per_thread > most_private_elements)
            continue;
        int before = planning->kernel->locals.n;
        ok = keep_private(planning, &group, stage);
        n += planning->kernel->locals.n - before;
    }
    return ok;
}

/* Reductions. */

/* Is anything that "refs" read, beside the results of their own reduction, written elsewhere in the kernel? */
static bool reads_results(const struct planning *planning, const pv_refs *refs, bool *result)
{
    for (int i = 0; i < planning->all.n; i++)
        for (int j = 0; j < refs->n; j++) {
            if (refs->v[j].access->is_write)
                continue;
            isl_bool conflicts = pv_refs_conflict(&planning->all.v[i], &refs->v[j], planning->host);
            if (conflicts < 0)
                return false;
            *result = *result || conflicts == isl_bool_true;
        }
    return true;
}

/* Let threads share the reduction that the band with "refs" is, if it is nothing but one. */
static bool plan_reduction(struct planning *planning, const pv_refs *refs, struct pv_stage *stage)
{
    struct pv_arena *arena = planning->conflicts->arena;
    const struct pv_reduction *reduction = refs->n ? pv_kernelshape_reduction(planning->conflicts, refs->v[0].stmt)
                                                   : NULL;
    struct group group = {0};
    for (int i = 0; i < refs->n && reduction; i++) {
        const struct pv_ref *ref = &refs->v[i];
        bool is_part = pv_reduction_has(reduction, ref->access);
        if (ref->stmt != refs->v[0].stmt || (is_part && !pv_ref_is_replaceable(ref)) ||
            (!is_part && (ref->access->is_write || ref->access->array == reduction->array)))
            reduction = NULL;
        else if (is_part)
            pv_push(arena, &group.refs, ref);
    }
    if (!reduction || !group.refs.n)
        return true;
    int before = planning->kernel->locals.n;
    bool ok = keep_private(planning, &group, stage);
    if (ok && planning->kernel->locals.n > before) {
        planning->kernel->locals.v[before]->reduction = reduction;
        planning->kernel->locals.v[before]->start = pv_start_value_find(planning->conflicts, reduction, refs->v[0].stmt,
                                                                        planning->point);
        ok = reads_results(planning, refs, &planning->kernel->locals.v[before]->waits);
        stage->is_reduction = stage->is_used = true;
    }
    return ok;
}

/* Points that do not exist. */

static bool is_local_to(const struct pv_mark *mark, const struct pv_access *access)
{
    for (int i = 0; mark && i < mark->locals.n; i++)
        for (int j = 0; j < mark->locals.v[i]->accesses.n; j++)
            if (mark->locals.v[i]->accesses.v[j] == access)
                return true;
    return false;
}

/* Nothing in such an expression can go wrong, whatever the values. */
static bool check_harmless(struct pv_expr *expr, void *user)
{
    bool *is_harmless = user, is_float = expr->type && expr->type->kind == PV_TYPE_FLOAT;
    switch (expr->kind) {
    case PV_EXPR_ACCESS:
        return false; /* subscripts do not count */
    case PV_EXPR_INT:
    case PV_EXPR_FLOAT:
        break;
    case PV_EXPR_CAST:
    case PV_EXPR_OP:
        *is_harmless = *is_harmless && is_float;
        break;
    default:
        *is_harmless = false;
        break;
    }
    return *is_harmless;
}

/* Does the one statement of "refs" work on copies alone, and write those in registers? */
static bool works_on_copies(const pv_refs *refs, const struct pv_stage *stage)
{
    bool is_harmless = true;
    for (int i = 0; i < refs->n; i++) {
        const struct pv_access *access = refs->v[i].access;
        bool is_own = is_local_to(stage->privates, access);
        bool is_copy = is_own || is_local_to(stage->inner, access) || is_local_to(stage->outer, access);
        bool is_scalar = !access->array->n_dims && !access->is_write;
        if (refs->v[i].stmt != refs->v[0].stmt || (!is_copy && !is_scalar) || (access->is_write && !is_own) ||
            refs->v[i].stmt->kind != PV_STMT_EXPR || refs->v[i].stmt->body->kind != PV_TREE_EXPR)
            return false;
    }
    if (refs->n)
        pv_expr_visit(refs->v[0].stmt->body->expr, check_harmless, &is_harmless);
    return refs->n && is_harmless;
}

/* Have all points of a tile the same iterations of the loops below, "node"? */
static isl_bool is_product(const struct planning *planning, __isl_keep isl_schedule_node *node)
{
    isl_union_map *below = isl_schedule_node_get_subtree_schedule_union_map(node);
    below = isl_union_map_intersect_domain(below, isl_schedule_node_get_domain(node));
    isl_union_map *of_point = isl_union_map_apply_domain(isl_union_map_copy(below),
                                                         isl_union_map_copy(planning->point));
    isl_union_map *of_tile = isl_union_map_apply_domain(below, isl_union_map_copy(planning->tile));
    isl_union_map *tile_of = isl_union_map_apply_range(isl_union_map_reverse(isl_union_map_copy(planning->point)),
                                                       isl_union_map_copy(planning->tile));
    tile_of = isl_union_map_intersect_domain(tile_of, isl_union_map_domain(isl_union_map_copy(of_point)));
    isl_union_map *all = isl_union_map_apply_range(tile_of, of_tile);
    isl_bool is_same = isl_union_map_is_subset(all, of_point);
    isl_union_map_free(all);
    isl_union_map_free(of_point);
    return is_same;
}

/* "map" { S[i] -> ... }, the part for "domain", on all instances that one can think of. */
static __isl_give isl_map *beyond_domain(__isl_keep isl_union_map *all, __isl_keep isl_set *domain)
{
    isl_union_set *instances = isl_union_set_from_set(isl_set_copy(domain));
    isl_union_map *part = isl_union_map_intersect_domain(isl_union_map_copy(all), instances);
    return isl_map_gist_domain(isl_map_from_union_map(part), isl_set_copy(domain));
}

/* Instances { S[i] }, also such as do not exist, in the tiles that "domain" has points in and with their iterations of
 * the loops below, "node". */
static __isl_give isl_set *all_points(const struct planning *planning, __isl_keep isl_schedule_node *node,
                                      __isl_keep isl_set *domain)
{
    isl_union_map *below = isl_schedule_node_get_subtree_schedule_union_map(node);
    isl_map *key = isl_map_flat_range_product(beyond_domain(planning->tile, domain), beyond_domain(below, domain));
    isl_union_map_free(below);
    isl_set *values = isl_set_apply(isl_set_copy(domain), isl_map_copy(key));
    return isl_set_apply(values, isl_map_reverse(key));
}

/* Does "access", also in "points" that do not exist, stay within the box that "local" is a copy of? */
static isl_bool stays_in_copy(const struct pv_local *local, const struct pv_access *access, __isl_keep isl_set *domain,
                              __isl_keep isl_set *points)
{
    if (!access->index)
        return isl_bool_false;
    isl_multi_pw_aff *index = isl_multi_pw_aff_gist(isl_multi_pw_aff_copy(access->index), isl_set_copy(domain));
    isl_map *around = isl_map_intersect_domain(beyond_domain(local->prefix, domain), isl_set_copy(points));
    isl_map *elements = isl_map_apply_domain(isl_map_from_multi_pw_aff(index), around);
    isl_map *first = isl_map_from_multi_aff(isl_multi_aff_copy(local->offset));
    isl_set *places = isl_map_range(isl_map_sum(elements, isl_map_neg(first)));
    isl_set *box = isl_set_universe(isl_set_get_space(places));
    for (int i = 0; i < local->n_dims; i++) {
        box = isl_set_lower_bound_si(box, isl_dim_set, (unsigned)i, 0);
        box = isl_set_upper_bound_si(box, isl_dim_set, (unsigned)i, local->sizes[i] - 1);
    }
    isl_bool stays = isl_set_is_subset(places, box);
    isl_set_free(places);
    isl_set_free(box);
    return stays;
}

/* Do the accesses of the one statement of "refs" to the copies of "mark" stay within them wherever "points" are? */
static isl_bool stay_in_copies(const struct pv_mark *mark, const pv_refs *refs, __isl_keep isl_set *points)
{
    const struct pv_stmt *stmt = refs->v[0].stmt;
    isl_bool stay = isl_bool_true;
    for (int i = 0; mark && i < mark->locals.n; i++)
        for (int j = 0; j < refs->n && stay == isl_bool_true; j++)
            for (int k = 0; k < mark->locals.v[i]->accesses.n && stay == isl_bool_true; k++)
                if (mark->locals.v[i]->accesses.v[k] == refs->v[j].access)
                    stay = stays_in_copy(mark->locals.v[i], refs->v[j].access, stmt->domain, points);
    return stay;
}

/* Do the points of the threads fill a tile? Where tiles have sizes that threads do not divide, some have points beyond. */
static bool fill_tiles(const struct pv_kernel *kernel)
{
    bool fill = true;
    for (int i = 0; i < kernel->n_axes; i++)
        fill = fill && kernel->points[i] % kernel->threads[i] == 0;
    return fill;
}

/* May points that do not exist be run in "node" as well? Each must find its operands in the copies. */
static isl_bool are_points_free(const struct planning *planning, __isl_keep isl_schedule_node *node,
                                const pv_refs *refs, const struct pv_stage *stage)
{
    if (!fill_tiles(planning->kernel) || !works_on_copies(refs, stage))
        return isl_bool_false;
    isl_bool is_same = is_product(planning, node);
    if (is_same != isl_bool_true)
        return is_same;
    isl_set *points = all_points(planning, node, refs->v[0].stmt->domain);
    isl_bool stay = stay_in_copies(stage->outer, refs, points);
    if (stay == isl_bool_true)
        stay = stay_in_copies(stage->inner, refs, points);
    isl_set_free(points);
    return stay;
}

/* Stages. */

/* { S[i] -> [h, t, k] }: the iterations of member 0 of the band "node" in groups of kernel->stage. */
static __isl_give isl_union_map *stage_prefix(const struct planning *planning, __isl_keep isl_schedule_node *node)
{
    isl_multi_union_pw_aff *band = isl_schedule_node_band_get_partial_schedule(node);
    isl_union_pw_aff *member = isl_multi_union_pw_aff_get_union_pw_aff(band, 0);
    isl_multi_union_pw_aff_free(band);
    isl_ctx *ctx = isl_schedule_node_get_ctx(node);
    member = isl_union_pw_aff_scale_down_val(member, isl_val_int_from_si(ctx, planning->kernel->stage));
    isl_union_map *steps = isl_union_map_from_union_pw_aff(isl_union_pw_aff_floor(member));
    isl_union_map *prefix = isl_union_map_intersect_domain(isl_union_map_copy(planning->tile),
                                                           isl_schedule_node_get_domain(node));
    return isl_union_map_flat_range_product(prefix, steps);
}

/* The iterations of member 0 of the band "node" in one stage, or fewer where it never has as many. */
static int count_iterations(const struct planning *planning, __isl_keep isl_schedule_node *node)
{
    isl_multi_union_pw_aff *band = isl_schedule_node_band_get_partial_schedule(node);
    isl_union_map *values = isl_union_map_from_union_pw_aff(isl_multi_union_pw_aff_get_union_pw_aff(band, 0));
    isl_multi_union_pw_aff_free(band);
    values = isl_union_map_intersect_domain(values, isl_schedule_node_get_domain(node));
    isl_set *all = isl_set_from_union_set(isl_union_map_range(values));
    isl_val *min = isl_set_dim_min_val(isl_set_copy(all), 0), *max = isl_set_dim_max_val(all, 0);
    bool is_known = isl_val_is_int(min) == isl_bool_true && isl_val_is_int(max) == isl_bool_true;
    isl_val *last = isl_val_sub(max, min);
    int stage = planning->kernel->stage;
    int n = is_known && isl_val_cmp_si(last, stage) < 0 ? (int)isl_val_get_num_si(last) + 1 : stage;
    isl_val_free(last);
    return n;
}

/* Plan for "node", a band or a leaf below the shared members. */
static bool plan_stage(struct planning *planning, __isl_keep isl_schedule_node *node)
{
    bool has_loop = isl_schedule_node_get_type(node) == isl_schedule_node_band;
    isl_union_set *domain = isl_schedule_node_get_domain(node);
    isl_union_map *prefix = has_loop ? stage_prefix(planning, node)
                                     : isl_union_map_intersect_domain(isl_union_map_copy(planning->tile),
                                                                      isl_union_set_copy(domain));
    isl_union_map *order = isl_schedule_node_get_subtree_schedule_union_map(node);
    order = isl_union_map_flat_range_product(isl_union_map_copy(planning->point), order);
    struct pv_stage stage = {.is_leaf = !has_loop, .iterations = has_loop ? count_iterations(planning, node) : 1};
    pv_refs refs = {0};
    bool ok = prefix && pv_refs_find(planning->conflicts->arena, planning->conflicts->scop, domain, &refs);
    bool is_asked = has_loop || planning->params->shared_memory == PV_MEMORY_ALWAYS;
    if (planning->kernel->n_reducers) {
        ok = ok && (!has_loop || plan_reduction(planning, &refs, &stage));
        is_asked = false;
    }
    if (ok && is_asked && planning->params->shared_memory != PV_MEMORY_NEVER)
        ok = plan_shared(planning, &refs, prefix, order, &stage);
    stage.is_used = stage.is_used || stage.outer || stage.inner;
    if (ok && stage.is_used && has_loop && !stage.is_reduction && planning->params->private_memory)
        ok = plan_private(planning, &refs, &stage);
    if (ok && stage.is_used && has_loop && !stage.is_reduction) {
        isl_bool is_free = are_points_free(planning, node, &refs, &stage);
        stage.is_free = is_free == isl_bool_true;
        ok = is_free >= 0;
    }
    pv_push(planning->conflicts->arena, &planning->staging->all, stage);
    planning->staging->is_used = planning->staging->is_used || stage.is_used;
    planning->staging->has_shared = planning->staging->has_shared || stage.outer || stage.inner;
    pv_refs_free(&refs);
    isl_union_map_free(prefix);
    isl_union_map_free(order);
    isl_union_set_free(domain);
    return ok;
}

static bool plan_below(struct planning *planning, __isl_keep isl_schedule_node *node)
{
    enum isl_schedule_node_type type = isl_schedule_node_get_type(node);
    if (type == isl_schedule_node_band || type == isl_schedule_node_leaf)
        return plan_stage(planning, node);
    bool ok = true;
    for (int i = 0; i < (int)isl_schedule_node_n_children(node) && ok; i++) {
        isl_schedule_node *child = isl_schedule_node_get_child(node, i);
        ok = plan_below(planning, child);
        isl_schedule_node_free(child);
    }
    return ok;
}

/* { S[i] -> [floor(v / size)] } for the members of the band "node". */
static __isl_give isl_union_map *tiles_of(__isl_keep isl_schedule_node *node, const struct pv_kernel *kernel)
{
    isl_multi_union_pw_aff *band = isl_schedule_node_band_get_partial_schedule(node);
    isl_union_map *all = NULL;
    for (int i = 0; i < kernel->n_axes; i++) {
        isl_union_pw_aff *member = isl_multi_union_pw_aff_get_union_pw_aff(band, i);
        isl_val *size = isl_val_int_from_si(isl_schedule_node_get_ctx(node), kernel->points[kernel->n_axes - 1 - i]);
        member = isl_union_pw_aff_floor(isl_union_pw_aff_scale_down_val(member, size));
        isl_union_map *tiles = isl_union_map_from_union_pw_aff(member);
        all = all ? isl_union_map_flat_range_product(all, tiles) : tiles;
    }
    isl_multi_union_pw_aff_free(band);
    return all;
}

bool pv_localmem_plan(const struct pv_conflicts *conflicts, const struct pv_map_params *params,
                      struct pv_kernel *kernel, __isl_keep isl_schedule_node *node, struct pv_staging *staging)
{
    struct planning planning = {.conflicts = conflicts, .params = params, .kernel = kernel, .staging = staging};
    if ((params->shared_memory == PV_MEMORY_NEVER && !kernel->n_reducers) || kernel->privates.n)
        return true;
    isl_union_set *domain = isl_schedule_node_get_domain(node);
    planning.host = isl_schedule_node_get_prefix_schedule_union_map(node);
    planning.host = isl_union_map_intersect_domain(planning.host, isl_union_set_copy(domain));
    isl_union_map *band = isl_schedule_node_band_get_partial_schedule_union_map(node);
    planning.point = isl_union_map_flat_range_product(isl_union_map_copy(planning.host), band);
    planning.tile = isl_union_map_flat_range_product(isl_union_map_copy(planning.host), tiles_of(node, kernel));
    planning.members = isl_schedule_node_band_get_partial_schedule(node);
    isl_schedule_node *below = isl_schedule_node_get_child(node, 0);
    bool ok = pv_refs_find(conflicts->arena, conflicts->scop, domain, &planning.all) && plan_below(&planning, below);
    isl_schedule_node_free(below);
    pv_refs_free(&planning.all);
    isl_union_set_free(domain);
    isl_union_map_free(planning.host);
    isl_union_map_free(planning.point);
    isl_union_map_free(planning.tile);
    isl_multi_union_pw_aff_free(planning.members);
    return ok;
}
