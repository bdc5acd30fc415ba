/* Consecutive kernels of one thread, merged into one. */
#ifndef PV_MERGE_H
#define PV_MERGE_H

#include "lower/version.h"

/* Merge kernels of one thread that are launched directly one after the other into one kernel. */
void pv_merge(struct pv_version *version);

#endif
