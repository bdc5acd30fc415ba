/* The parts of a program that may run on a device at all. */
#ifndef PV_OUTLINE_H
#define PV_OUTLINE_H

#include "ir/deps.h"
#include "ir/kernel.h"

/* Add the statements of "scop" that cannot run on a device to those of the host in "plan". Return why no part of the region can
 * run on a device, or NULL. "*at" is set to the place of the first obstacle, if there is any. */
const char *pv_outline_divide(const struct pv_scop *scop, struct pv_device_plan *plan, struct pv_loc *at);

#endif
