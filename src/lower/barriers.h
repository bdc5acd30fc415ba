/* Barriers in kernels. */
#ifndef PV_BARRIERS_H
#define PV_BARRIERS_H

#include "lower/version.h"

/* Replace the phases of kernels by their statements, with barriers where threads wait for each other. */
void pv_barriers(struct pv_version *version);

#endif
