/* Decides which boxes of elements are copied to the shared memory of a block. */
#include "map/sharedmem.h"

#include <isl/constraint.h>
#include <isl/fixed_box.h>
#include <isl/union_map.h>

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
    pv_ref_group refs;
    struct box box;
    bool is_dropped;
};
/* Does the kernel write nothing of the array that "ref" reads? A box around what is read may hold more than that: it must
 * not be copied while another thread writes there. */
static bool is_read_only(const struct pv_localplan *plan, const struct pv_ref *ref)
{
    for (int i = 0; i < plan->all.n; i++)
        if (plan->all.v[i].access->is_write && plan->all.v[i].access->array == ref->access->array)
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
static enum step step_of(const struct pv_localplan *plan, const struct pv_ref *ref, __isl_keep isl_union_map *order)
{
    isl_map *elements = pv_ref_elements(ref, order, false);
    isl_map *next = next_in_member(isl_space_domain(isl_map_get_space(elements)),
                                   plan->kernel->depth + plan->kernel->n_axes - 1);
    isl_map *pairs = isl_map_apply_range(next, isl_map_copy(elements));
    isl_set *steps = isl_map_deltas(isl_map_apply_domain(pairs, elements));
    isl_bool stays = is_step(steps, 0), goes_on = is_step(steps, 1);
    isl_set_free(steps);
    if (stays < 0 || goes_on < 0)
        return STEP_FAILED;
    return stays ? STEP_NONE : goes_on ? STEP_NEXT : STEP_FAR;
}

/* Does a tile have whole lines of memory along both axes? Elements that neighbours in a block go through in large steps are then
 * loaded line by line, even if each of them is used once. */
static bool has_whole_lines(const struct pv_kernel *kernel)
{
    enum { LINE = 32 };
    return kernel->n_axes > 1 && kernel->points[0] >= LINE && kernel->points[1] >= LINE;
}

/* Is a copy of "group" worth its while, given how neighbours go through it? */
static bool is_worth(const struct pv_localplan *plan, const struct group *group, const struct pv_stage *stage,
                     enum step step)
{
    int iterations = stage->iterations;
    int64_t uses = instances_of_stage(plan->kernel, iterations) * group->refs.n;
    bool is_forced = plan->params->shared_memory == PV_MEMORY_ALWAYS;
    int64_t least = is_forced ? 2 : 8;
    if (stage->is_leaf && step != STEP_FAR && !is_forced)
        return false;
    if (plan->kernel->n_axes == 1 && step == STEP_NONE && !is_forced && !plan->kernel->n_loaders)
        return false; /* all threads read the same: caches do as well */
    bool is_carried = step == STEP_FAR || (step == STEP_NEXT && plan->kernel->n_loaders);
    bool pays_once = is_carried && (iterations > 1 || has_whole_lines(plan->kernel));
    return uses >= (pays_once ? 1 : least) * group->box.volume;
}

static int64_t bytes_of(const struct group *group, bool is_padded)
{
    int64_t bytes = group->refs.v[0]->access->array->elem->size;
    for (int i = 0; i < group->box.n; i++)
        bytes *= group->box.sizes[i] + (i == group->box.n - 1 && is_padded);
    return bytes;
}

/* Keep "group" in shared memory. */
static struct pv_mark *share(struct pv_localplan *plan, struct group *group, bool is_padded, struct pv_mark *mark,
                             __isl_keep isl_union_map *prefix)
{
    struct pv_local *local = pv_localplan_add(plan, PV_LOCAL_SHARED, group->refs.v[0]->access->array, group->box.n);
    for (int i = 0; i < group->box.n; i++)
        local->sizes[i] = group->box.sizes[i];
    for (int i = 0; i < group->refs.n; i++)
        pv_push(plan->conflicts->arena, &local->accesses, group->refs.v[i]->access);
    local->is_padded = is_padded;
    local->prefix = isl_union_map_copy(prefix);
    local->offset = group->box.offset;
    group->box.offset = NULL;
    plan->shared_bytes += bytes_of(group, is_padded);
    return pv_localplan_mark(plan, mark, local);
}

typedef PV_VEC(struct group) groups;

/* Join the groups of one array where one copy for both is no larger than one for each. */
static bool merge_groups(struct pv_localplan *plan, groups *all, __isl_keep isl_union_map *prefix)
{
    struct pv_arena *arena = plan->conflicts->arena;
    for (int i = 0; i < all->n; i++)
        for (int j = i + 1; j < all->n; j++) {
            struct group *a = &all->v[i], *b = &all->v[j];
            struct box box;
            if (b->is_dropped || a->is_dropped || a->refs.v[0]->access->array != b->refs.v[0]->access->array)
                continue;
            isl_map *both = isl_map_union(pv_ref_group_elements(&a->refs, prefix),
                                          pv_ref_group_elements(&b->refs, prefix));
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
static bool find_groups(struct pv_localplan *plan, const pv_refs *refs, __isl_keep isl_union_map *prefix, groups *all)
{
    struct pv_arena *arena = plan->conflicts->arena;
    for (int i = 0; i < refs->n; i++) {
        const struct pv_ref *ref = &refs->v[i];
        if (!pv_ref_is_copyable(ref) || !is_read_only(plan, ref))
            continue;
        struct group group = {0};
        pv_push(arena, &group.refs, ref);
        if (find_box(arena, pv_ref_elements(ref, prefix, false), &group.box))
            pv_push(arena, all, group);
    }
    return merge_groups(plan, all, prefix);
}

bool pv_sharedmem_plan(struct pv_localplan *plan, const pv_refs *refs, __isl_keep isl_union_map *prefix,
                       __isl_keep isl_union_map *order, struct pv_stage *stage)
{
    struct pv_arena *arena = plan->conflicts->arena;
    groups all = {0};
    bool has_loop = !stage->is_leaf, is_forced = plan->params->shared_memory == PV_MEMORY_ALWAYS;
    bool ok = !(has_loop || is_forced || has_whole_lines(plan->kernel)) || find_groups(plan, refs, prefix, &all);
    for (int i = 0; i < all.n && ok; i++) {
        struct group *group = &all.v[i];
        if (group->is_dropped)
            continue;
        enum step step = step_of(plan, group->refs.v[0], order);
        bool is_padded = step != STEP_NEXT && group->box.n > 1;
        ok = step != STEP_FAILED;
        if (!ok || !is_worth(plan, group, stage, step) ||
            plan->shared_bytes + bytes_of(group, is_padded) > plan->params->max_shared_memory)
            continue;
        struct box whole;
        bool is_whole = has_loop && find_box(arena, pv_ref_group_elements(&group->refs, plan->tile), &whole);
        if (is_whole && whole.volume <= group->box.volume) {
            free_box(&group->box);
            group->box = whole;
            stage->outer = share(plan, group, is_padded, stage->outer, plan->tile);
            continue;
        }
        if (is_whole)
            free_box(&whole);
        stage->inner = share(plan, group, is_padded, stage->inner, prefix);
    }
    for (int i = 0; i < all.n; i++)
        free_box(&all.v[i].box);
    return ok;
}
