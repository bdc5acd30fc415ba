/* The data of a region on a device: its arrays, their sizes, and the copies between host and device. */
#ifndef PV_HOSTCOPY_H
#define PV_HOSTCOPY_H

#include "ir/deps.h"
#include "ir/kernel.h"

/* Add to "plan", whose kernels are known, the arrays that the kernels access. Arrays are copied whole, once before the first
 * kernel and once after the last one, and also between kernels if statements of the host access them. With "may_test",
 * the plan may depend on conditions on the parameters that are tested at run time. False where isl failed, or with
 * "*obstacle" set where an array cannot be copied. */
bool pv_hostcopy_plan(const struct pv_scop *scop, const struct pv_deps *deps, bool may_test,
                      struct pv_device_plan *plan, const char **obstacle);

#endif
