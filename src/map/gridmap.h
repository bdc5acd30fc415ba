/* Kernels: which bands become kernels, and which blocks and threads execute which iterations. */
#ifndef PV_GRIDMAP_H
#define PV_GRIDMAP_H

#include "ir/kernel.h"
#include "map/conflict.h"
#include "map/mapparams.h"

/* Cut the tree at "node", its root, into kernels: put a PV_MARK_KERNEL above each, its shared loops tiled. The nodes
 * above the marks are executed by the host and contain no statements of their own. Kernels are added to "plan".
 * "*is_parallel" is set to whether any of them has more than one thread. NULL where isl failed. */
__isl_give isl_schedule_node *pv_gridmap(const struct pv_conflicts *conflicts, const struct pv_map_params *params,
                                         struct pv_device_plan *plan, __isl_take isl_schedule_node *node,
                                         bool *is_parallel);

#endif
