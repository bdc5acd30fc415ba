/* Maps a schedule to processors: the order of loops, tiles, and parallel loops. */
#ifndef PV_MAPPING_H
#define PV_MAPPING_H

#include "ir/code.h"
#include "map/conflict.h"
#include "map/cost.h"
#include "map/mapparams.h"

/* Are loops of "schedule" nested more deeply than the mapping supports? Then nothing is mapped. */
bool pv_map_is_too_deep(__isl_keep isl_schedule *schedule);

/* Has "schedule" permutable bands of several members with more than one statement below them? */
bool pv_map_has_nests(__isl_keep isl_schedule *schedule);

/* Is "schedule" one permutable band with only statements below it? */
bool pv_map_is_one_band(__isl_keep isl_schedule *schedule);

/* In all of these, "found" are the conflicts of the region, whatever the schedule; NULL where isl failed to find them. */

/* Map for the processors of the host; marks live in the arena of "found". NULL where isl failed. */
__isl_give isl_schedule *pv_map_cpu(const struct pv_conflicts *found, __isl_take isl_schedule *schedule,
                                    const struct pv_map_params *params);

/* The cost of "schedule", mapped or not, on the host; see map/estimate.h. */
struct pv_cost pv_map_estimate(const struct pv_conflicts *found, __isl_keep isl_schedule *schedule, bool reassociate);

/* Map for a device: cut "schedule" into kernels and say in "plan" what they need. Where the region cannot run on a device,
 * or nothing in it runs in parallel there, "*obstacle" says why and "*at" where. NULL then, and where isl failed. */
__isl_give isl_schedule *pv_map_gpu(const struct pv_conflicts *found, __isl_take isl_schedule *schedule,
                                    const struct pv_map_params *params, struct pv_device_plan *plan,
                                    const char **obstacle, struct pv_loc *at);

#endif
