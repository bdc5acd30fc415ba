/* The memory of blocks and threads: the parts of arrays that a kernel copies. */
#ifndef PV_LOCALMEM_H
#define PV_LOCALMEM_H

#include "map/localplan.h"

/* Choose the copies for "kernel", whose sizes are known, made of the band "node", not tiled yet. They are added to the
 * kernel. There are none if threads have private variables: the points of one thread would share these variables. False
 * where isl failed. */
bool pv_localmem_plan(const struct pv_conflicts *conflicts, const struct pv_map_params *params,
                      struct pv_kernel *kernel, __isl_keep isl_schedule_node *node, struct pv_staging *staging);

#endif
