/* Scalars in place of array elements that an innermost loop leaves in place. A compiler that does not know that two
 * pointers differ, as in the functions that OpenMP's regions become, reads and writes memory in every iteration. */
#ifndef PV_SCALARS_H
#define PV_SCALARS_H

#include "lower/version.h"

/* Declare and set scalars around innermost loops of the host, and note which leaves use them instead of elements. */
void pv_scalars(struct pv_version *version);

#endif
