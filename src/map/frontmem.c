/* Plans shared memory for what tiles of a wavefront only read. */
#include "map/frontmem.h"

#include "base/islx.h"
#include "map/refgroup.h"

#include <isl/fixed_box.h>
#include <isl/union_map.h>

/* A copy is worth its while if each of its elements is read so many times. */
enum { LEAST_USES = 8 };

struct planning {
    const struct pv_conflicts *conflicts;
    const struct pv_map_params *params;
    struct pv_kernel *kernel;
    isl_union_map *prefix; /* { S[i] -> [p] }: the members around the step */
    pv_refs refs;          /* of the step */
    struct pv_mark *mark;
};

/* Does no reference of the step write what "ref" accesses? -1 where isl failed. */
static isl_bool is_only_read(const struct planning *planning, const struct pv_ref *ref)
{
    isl_bool conflicts = isl_bool_false;
    for (int i = 0; i < planning->refs.n && conflicts == isl_bool_false; i++)
        if (planning->refs.v[i].access->is_write)
            conflicts = pv_refs_conflict(ref, &planning->refs.v[i], planning->prefix);
    return isl_bool_not(conflicts);
}

/* The bytes of all copies of the kernel. */
static int64_t bytes_so_far(const struct pv_kernel *kernel)
{
    int64_t all = 0;
    for (int i = 0; i < kernel->locals.n; i++) {
        const struct pv_local *local = kernel->locals.v[i];
        int64_t bytes = local->array->elem->size;
        for (int dim = 0; dim < local->n_dims; dim++)
            bytes *= local->sizes[dim] + (local->is_padded && dim == local->n_dims - 1);
        all += bytes;
    }
    return all;
}

/* Set the sizes of "local" to those of "box"; its elements, or -1 where it has no constant size or is too large. */
static int64_t take_sizes(const struct planning *planning, __isl_keep isl_fixed_box *box, struct pv_local *local)
{
    int64_t left = planning->params->max_shared_memory - bytes_so_far(planning->kernel), n = 1;
    if (isl_fixed_box_is_valid(box) != isl_bool_true)
        return -1;
    isl_multi_val *sizes = isl_fixed_box_get_size(box);
    for (int i = 0; i < local->n_dims && n >= 0; i++) {
        isl_val *size = isl_multi_val_get_val(sizes, i);
        bool is_small = isl_val_is_int(size) == isl_bool_true && isl_val_cmp_si(size, left) <= 0;
        local->sizes[i] = is_small ? (int)isl_val_get_num_si(size) : 0;
        local->is_padded = i == local->n_dims - 1 && i > 0 && local->sizes[i] % 2 == 0;
        n = is_small ? n * (local->sizes[i] + local->is_padded) : -1;
        n = n * local->array->elem->size > left ? -1 : n;
        isl_val_free(size);
    }
    isl_multi_val_free(sizes);
    return n;
}

/* The points of a tile. */
static int64_t points_of(const struct pv_kernel *kernel)
{
    int64_t n = kernel->height;
    for (int axis = 0; axis < kernel->n_axes; axis++)
        n *= kernel->points[axis];
    return n;
}

/* Add a copy for "ref" to the kernel and to the mark, if it is a box of constant size, and worth it. */
static void plan_ref(struct planning *planning, const struct pv_ref *ref)
{
    struct pv_arena *arena = planning->conflicts->arena;
    struct pv_local *local = pv_new(arena, struct pv_local);
    local->memory = PV_LOCAL_SHARED;
    local->array = ref->access->array;
    local->n_dims = local->array->n_dims;
    local->sizes = pv_new_array(arena, int, local->n_dims + 1);
    isl_map *elements = pv_ref_elements(ref, planning->prefix, false);
    isl_fixed_box *box = isl_map_get_range_simple_fixed_box_hull(elements);
    int64_t n = take_sizes(planning, box, local);
    if (n >= 0 && n * LEAST_USES <= points_of(planning->kernel)) {
        local->offset = isl_fixed_box_get_offset(box);
        local->number = planning->kernel->locals.n;
        local->prefix = isl_union_map_copy(planning->prefix);
        pv_push(arena, &local->accesses, ref->access);
        if (!planning->mark) {
            planning->mark = pv_new(arena, struct pv_mark);
            planning->mark->kind = PV_MARK_LOCALS;
            planning->mark->kernel = planning->kernel;
        }
        pv_push(arena, &planning->kernel->locals, local);
        pv_push(arena, &planning->mark->locals, local);
    }
    isl_fixed_box_free(box);
    isl_map_free(elements);
}

struct pv_mark *pv_frontmem_plan(const struct pv_conflicts *conflicts, const struct pv_map_params *params,
                                 struct pv_kernel *kernel, __isl_keep isl_schedule_node *node, bool *ok)
{
    struct planning planning = {.conflicts = conflicts, .params = params, .kernel = kernel};
    if (params->shared_memory == PV_MEMORY_NEVER)
        return NULL;
    isl_union_set *domain = isl_schedule_node_get_domain(node);
    planning.prefix = isl_schedule_node_get_prefix_schedule_union_map(node);
    planning.prefix = isl_union_map_intersect_domain(planning.prefix, isl_union_set_copy(domain));
    planning.prefix = pv_union_map_coalesce(planning.prefix);
    *ok = pv_refs_find(conflicts->arena, conflicts->scop, domain, &planning.refs);
    for (int i = 0; i < planning.refs.n && *ok; i++) {
        const struct pv_ref *ref = &planning.refs.v[i];
        if (ref->access->is_write || !pv_ref_is_replaceable(ref))
            continue;
        isl_bool is_read = is_only_read(&planning, ref);
        if (is_read == isl_bool_true)
            plan_ref(&planning, ref);
        *ok = is_read >= 0 && isl_ctx_last_error(conflicts->scop->ctx) == isl_error_none;
    }
    pv_refs_free(&planning.refs);
    isl_union_map_free(planning.prefix);
    isl_union_set_free(domain);
    return planning.mark;
}
