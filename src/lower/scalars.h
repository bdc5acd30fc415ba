/* Scalars in place of array elements that an innermost loop leaves in place. A compiler that does not know that two
 * pointers differ, as in the functions that OpenMP's regions become, reads and writes memory in every iteration. On a device
 * also scalars for elements that the next iteration reads, and batches of loads ahead of the iterations that need them. */
#ifndef PV_SCALARS_H
#define PV_SCALARS_H

#include "lower/version.h"

/* Declare and set scalars around innermost loops of the host and of kernels, and note which leaves use them instead of elements. */
void pv_scalars(struct pv_version *version);

#endif
