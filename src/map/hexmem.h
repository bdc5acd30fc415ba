/* Shared memory for hexagonal tiles, and for tiles in wavefronts: the arrays of which a tile keeps copies during its time steps. */
#ifndef PV_HEXMEM_H
#define PV_HEXMEM_H

#include "ir/kernel.h"
#include "map/conflict.h"
#include "map/mapparams.h"

/* Choose the copies for "kernel", whose tiles have the time band "node" below them. Copies are boxes of array elements,
 * filled before the first time step; after the last one, elements that the tile wrote are written back. They are added
 * to the kernel. Return the mark to put above "node", NULL where there are no copies, or isl failed, which clears
 * "*ok". */
struct pv_mark *pv_hexmem_plan(const struct pv_conflicts *conflicts, const struct pv_map_params *params,
                               struct pv_kernel *kernel, __isl_keep isl_schedule_node *node, bool *ok);

#endif
