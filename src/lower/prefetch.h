/* Shared memory filled ahead of time. */
#ifndef PV_PREFETCH_H
#define PV_PREFETCH_H

#include "lower/version.h"

/* In kernels with loader threads, let loops that begin by filling shared memory load the elements for the next
 * iteration into registers before they work on the current ones. */
void pv_prefetch(struct pv_version *version);

#endif
