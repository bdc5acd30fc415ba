/* Shared memory for tiles of a wavefront in which threads do not depend on each other. */
#ifndef PV_FRONTMEM_H
#define PV_FRONTMEM_H

#include "ir/kernel.h"
#include "map/conflict.h"
#include "map/mapparams.h"

/* Choose copies for "kernel" of the boxes of elements that "node", below the band of the tiles, only reads in a tile, and reads
 * often. They are added to the kernel. Return the mark to put above "node", NULL where there are no copies, or isl failed, which
 * clears "*ok". */
struct pv_mark *pv_frontmem_plan(const struct pv_conflicts *conflicts, const struct pv_map_params *params,
                                 struct pv_kernel *kernel, __isl_keep isl_schedule_node *node, bool *ok);

#endif
