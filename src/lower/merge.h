/* Kernels of one thread in a row as one. */
#ifndef PV_MERGE_H
#define PV_MERGE_H

#include "lower/version.h"

/* Let one kernel do what several kernels of one thread do that are launched one right after the other. */
void pv_merge(struct pv_version *version);

#endif
