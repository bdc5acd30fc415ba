/* Adds copies to a kernel and to the marks that fill them. */
#include "map/localplan.h"

struct pv_local *pv_localplan_add(struct pv_localplan *plan, enum pv_local_memory memory, const struct pv_array *array,
                                  int n_dims)
{
    struct pv_arena *arena = plan->conflicts->arena;
    struct pv_local *local = pv_new(arena, struct pv_local);
    local->memory = memory;
    local->number = plan->kernel->locals.n;
    local->array = array;
    local->n_dims = n_dims;
    local->sizes = pv_new_array(arena, int, n_dims + 1);
    pv_push(arena, &plan->kernel->locals, local);
    return local;
}

struct pv_mark *pv_localplan_mark(struct pv_localplan *plan, struct pv_mark *mark, const struct pv_local *local)
{
    struct pv_arena *arena = plan->conflicts->arena;
    if (!mark) {
        mark = pv_new(arena, struct pv_mark);
        mark->kind = PV_MARK_LOCALS;
        mark->depth = -1;
        mark->kernel = plan->kernel;
    }
    pv_push(arena, &mark->locals, local);
    return mark;
}
