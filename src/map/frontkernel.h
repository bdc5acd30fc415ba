/* Kernels of tiles in wavefronts. */
#ifndef PV_FRONTKERNEL_H
#define PV_FRONTKERNEL_H

#include "map/gridkernel.h"

/* If no thread can share a member of the band "node", but the order with the deepest bands has a permutable band of several
 * members for the same statements, divide them into tiles of that band. The host loops over the fronts of tiles, each of which is
 * a launch; blocks share the tiles of a front. Within a tile, the tree below "node" stays, and threads share its bands where
 * possible. Set "*done" if it pays off or was requested; otherwise the tree stays as it is. NULL if isl failed. */
__isl_give isl_schedule_node *pv_frontkernel_try(struct pv_gridding *gridding, __isl_take isl_schedule_node *node,
                                                 bool *done);

#endif
