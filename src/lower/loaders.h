/* Loader threads for kernels of one thread. */
#ifndef PV_LOADERS_H
#define PV_LOADERS_H

#include "lower/version.h"

/* Give kernels of one thread that load in batches a warp: all of its threads load the next batch while the first one works. */
void pv_loaders(struct pv_version *version);

#endif
