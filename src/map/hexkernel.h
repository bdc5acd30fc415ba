/* Kernels of hexagonal tiles. */
#ifndef PV_HEXKERNEL_H
#define PV_HEXKERNEL_H

#include "map/gridkernel.h"

/* If the band "node" is the time loop of a stencil, give it hexagonal tiles if they were requested or pay off, and set
 * "*done". Otherwise the tree stays as it is. NULL if isl failed. */
__isl_give isl_schedule_node *pv_hexkernel_try(struct pv_gridding *gridding, __isl_take isl_schedule_node *node,
                                               bool *done);

#endif
