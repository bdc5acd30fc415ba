/* The parts of a program that may run on a device at all. */
#ifndef PV_OUTLINE_H
#define PV_OUTLINE_H

#include "ir/deps.h"

/* Why the statements of "scop" cannot run on a device, or NULL. "*at" is set to the place of what is in the way. */
const char *pv_outline_obstacle(const struct pv_scop *scop, struct pv_loc *at);

#endif
