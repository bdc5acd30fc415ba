/* Shared memory filled ahead of time. */
#ifndef PV_PREFETCH_H
#define PV_PREFETCH_H

#include "lower/version.h"

/* Let loops that begin by filling shared memory load what the next iteration needs into registers, before they work on what they
 * have, in kernels with loader threads. */
void pv_prefetch(struct pv_version *version);

#endif
