/* Plans shared memory for hexagonal tiles. */
#include "map/hexmem.h"

#include "base/islx.h"
#include "map/refgroup.h"

#include <isl/fixed_box.h>
#include <isl/union_map.h>

struct planning {
    const struct pv_conflicts *conflicts;
    const struct pv_map_params *params;
    struct pv_kernel *kernel;
    isl_union_map *prefix; /* { S[i] -> [p] }: the members around the band of time */
    pv_refs refs;          /* of the kernel */
    int64_t bytes;         /* of shared memory used so far */
    struct pv_mark *mark;
};

/* { [p] -> A[a] }: what a tile accesses of "array", or writes. NULL where a reference cannot go to a copy, or isl failed. */
static __isl_give isl_map *elements_of(const struct planning *planning, const struct pv_array *array, bool writes)
{
    isl_map *all = NULL;
    for (int i = 0; i < planning->refs.n; i++) {
        const struct pv_ref *ref = &planning->refs.v[i];
        if (ref->access->array != array)
            continue;
        if (!pv_ref_is_replaceable(ref))
            return isl_map_free(all);
        isl_map *elements = pv_ref_elements(ref, planning->prefix, writes);
        all = all ? isl_map_union(all, elements) : elements;
    }
    return isl_map_coalesce(all);
}

/* The sizes of "box" into "local"; its bytes, or -1 where it has no constant size. */
static int64_t take_sizes(struct planning *planning, __isl_keep isl_fixed_box *box, struct pv_local *local)
{
    if (isl_fixed_box_is_valid(box) != isl_bool_true)
        return -1;
    isl_multi_val *sizes = isl_fixed_box_get_size(box);
    int64_t bytes = local->array->elem->size;
    for (int i = 0; i < local->n_dims && bytes >= 0; i++) {
        isl_val *size = isl_multi_val_get_val(sizes, i);
        bool is_small = isl_val_is_int(size) == isl_bool_true &&
                        isl_val_cmp_si(size, planning->params->max_shared_memory) <= 0;
        local->sizes[i] = is_small ? (int)isl_val_get_num_si(size) : 0;
        bytes = is_small ? bytes * local->sizes[i] : -1;
        bytes = bytes > planning->params->max_shared_memory ? -1 : bytes;
        isl_val_free(size);
    }
    isl_multi_val_free(sizes);
    return bytes;
}

/* A copy for "array", added to the kernel and to the mark. */
static void add_local(struct planning *planning, struct pv_local *local, __isl_take isl_map *written)
{
    struct pv_arena *arena = planning->conflicts->arena;
    for (int i = 0; i < planning->refs.n; i++)
        if (planning->refs.v[i].access->array == local->array)
            pv_push(arena, &local->accesses, planning->refs.v[i].access);
    local->number = planning->kernel->locals.n;
    local->prefix = isl_union_map_copy(planning->prefix);
    local->stored = written;
    if (!planning->mark) {
        planning->mark = pv_new(arena, struct pv_mark);
        planning->mark->kind = PV_MARK_LOCALS;
        planning->mark->kernel = planning->kernel;
    }
    pv_push(arena, &planning->kernel->locals, local);
    pv_push(arena, &planning->mark->locals, local);
}

/* Copy what a tile accesses of "array", if that is a box of constant size and there is room for it. */
static void plan_array(struct planning *planning, const struct pv_array *array)
{
    struct pv_local *local = pv_new(planning->conflicts->arena, struct pv_local);
    isl_map *elements = elements_of(planning, array, false);
    if (!elements)
        return;
    local->memory = PV_LOCAL_SHARED;
    local->array = array;
    local->n_dims = array->n_dims;
    local->sizes = pv_new_array(planning->conflicts->arena, int, array->n_dims + 1);
    isl_fixed_box *box = isl_map_get_range_simple_fixed_box_hull(elements);
    int64_t bytes = take_sizes(planning, box, local);
    if (bytes >= 0 && planning->bytes + bytes <= planning->params->max_shared_memory) {
        planning->bytes += bytes;
        local->offset = isl_fixed_box_get_offset(box);
        add_local(planning, local, elements_of(planning, array, true));
        /* The other tiles of a front may write the rest of the box. */
        isl_bool is_only_read = isl_map_is_empty(local->stored);
        if (planning->kernel->has_fronts && is_only_read == isl_bool_false)
            local->loaded = isl_map_copy(elements);
    }
    isl_fixed_box_free(box);
    isl_map_free(elements);
}

struct pv_mark *pv_hexmem_plan(const struct pv_conflicts *conflicts, const struct pv_map_params *params,
                               struct pv_kernel *kernel, __isl_keep isl_schedule_node *node, bool *ok)
{
    struct planning planning = {.conflicts = conflicts, .params = params, .kernel = kernel};
    bool is_asked = params->shared_memory == PV_MEMORY_ALWAYS ||
                    (params->shared_memory == PV_MEMORY_WHERE_IT_PAYS && (kernel->n_axes > 1 || kernel->has_fronts));
    if (!is_asked)
        return NULL;
    isl_union_set *domain = isl_schedule_node_get_domain(node);
    planning.prefix = isl_schedule_node_get_prefix_schedule_union_map(node);
    planning.prefix = isl_union_map_intersect_domain(planning.prefix, isl_union_set_copy(domain));
    planning.prefix = pv_union_map_coalesce(planning.prefix); /* a hexagon is one convex set */
    *ok = pv_refs_find(conflicts->arena, conflicts->scop, domain, &planning.refs);
    for (int i = 0; i < conflicts->scop->arrays.n && *ok; i++) {
        plan_array(&planning, conflicts->scop->arrays.v[i]);
        isl_ctx *ctx = conflicts->scop->ctx;
        *ok = isl_ctx_last_error(ctx) == isl_error_none;
    }
    pv_refs_free(&planning.refs);
    isl_union_map_free(planning.prefix);
    isl_union_set_free(domain);
    return planning.mark;
}
