#include "map/mapping.h"

#include "map/locality.h"
#include "map/parallel.h"

__isl_give isl_schedule *pv_map_cpu(struct pv_arena *arena, const struct pv_scop *scop, const struct pv_deps *deps,
                                    __isl_take isl_schedule *schedule, const struct pv_map_params *params)
{
    struct pv_conflicts conflicts = {.arena = arena, .scop = scop, .deps = deps, .reassociate = params->reassociate};
    isl_schedule_node *node = isl_schedule_get_root(schedule);
    isl_schedule_free(schedule);
    bool ok = pv_conflicts_find(&conflicts);
    if (ok && params->reorder)
        node = pv_locality_improve(&conflicts, node);
    if (ok)
        node = pv_parallel_mark(&conflicts, params, node);
    pv_conflicts_free(&conflicts);
    schedule = isl_schedule_node_get_schedule(node);
    isl_schedule_node_free(node);
    return ok ? schedule : isl_schedule_free(schedule);
}
