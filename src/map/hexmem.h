/* Shared memory for hexagonal tiles: the arrays of which a tile keeps copies during its time steps. */
#ifndef PV_HEXMEM_H
#define PV_HEXMEM_H

#include "ir/kernel.h"
#include "map/conflict.h"
#include "map/mapparams.h"

/* Choose the copies for "kernel", whose tiles have the band "node" of time below them: whole boxes of arrays, filled before
 * the first step and written back after the last, as far as the tile wrote them. They are added to the kernel. Return
 * the mark to put above "node", NULL where there are no copies, or isl failed, which clears "*ok". */
struct pv_mark *pv_hexmem_plan(const struct pv_conflicts *conflicts, const struct pv_map_params *params,
                               struct pv_kernel *kernel, __isl_keep isl_schedule_node *node, bool *ok);

#endif
