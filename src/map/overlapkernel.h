/* Kernels of overlapped tiles. */
#ifndef PV_OVERLAPKERNEL_H
#define PV_OVERLAPKERNEL_H

#include "map/gridkernel.h"

/* If the band "node" is the time loop of a stencil, give it overlapped tiles if they were requested or are estimated to pay off,
 * and set "*done". Otherwise the tree stays as it is. NULL if isl failed. */
__isl_give isl_schedule_node *pv_overlapkernel_try(struct pv_gridding *gridding, __isl_take isl_schedule_node *node,
                                                   bool *done);

/* Set the numbers of tiles of all such kernels of "plan", whose arrays have sizes now. */
void pv_overlapkernel_cover(struct pv_device_plan *plan);

#endif
