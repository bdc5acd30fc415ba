#include "map/mapping.h"

#include "map/parallel.h"

__isl_give isl_schedule *pv_map_cpu(struct pv_arena *arena, __isl_take isl_schedule *schedule,
                                    const struct pv_deps *deps, const struct pv_map_params *params)
{
    return params->parallel ? pv_parallel_mark(arena, schedule, deps) : schedule;
}
