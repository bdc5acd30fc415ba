/* Turns host loops around launches into persistent kernels. */
#ifndef PV_PERSIST_H
#define PV_PERSIST_H

#include "lower/version.h"

/* Give each outermost loop of the host that launches kernels a persistent kernel: one launch, whose blocks stay on the device,
 * execute the loop themselves and wait for each other at a grid barrier where the host would launch the next kernel. The
 * program decides at run time: the loop stays beside it, for devices without grid barriers and for launches that fill the
 * device many times. */
void pv_persist(struct pv_version *version);

#endif
