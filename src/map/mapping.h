/* From a schedule to one that code is made from: which loops run in parallel. */
#ifndef PV_MAPPING_H
#define PV_MAPPING_H

#include "ir/code.h"
#include "ir/deps.h"

struct pv_map_params {
    bool parallel; /* look for loops to run in parallel */
};

/* Map for the processors of the host; marks live in "arena". NULL where isl failed. */
__isl_give isl_schedule *pv_map_cpu(struct pv_arena *arena, __isl_take isl_schedule *schedule,
                                    const struct pv_deps *deps, const struct pv_map_params *params);

#endif
