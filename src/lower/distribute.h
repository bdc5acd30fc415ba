/* Iterations of the loops of kernels, distributed over blocks, threads and the points of a thread. */
#ifndef PV_DISTRIBUTE_H
#define PV_DISTRIBUTE_H

#include "lower/version.h"

/* In kernels, replace each statement with a "split" by one in which each block and thread executes its own
 * iterations. */
void pv_distribute(struct pv_version *version);

#endif
