/* The data of a region on a device: which arrays, how large, and which copies. */
#ifndef PV_HOSTCOPY_H
#define PV_HOSTCOPY_H

#include "ir/deps.h"
#include "ir/kernel.h"

/* Add to "plan", whose kernels are known, the arrays they touch. Arrays are copied whole, once before the first kernel
 * and once after the last one; and between kernels, where statements of the host access them. Where "may_test", the plan may assume something of the
 * parameters. False where isl failed, or with "*obstacle" set where an array cannot be copied. */
bool pv_hostcopy_plan(const struct pv_scop *scop, const struct pv_deps *deps, bool may_test,
                      struct pv_device_plan *plan, const char **obstacle);

#endif
