/* Schedule trees to syntax trees. */
#ifndef PV_ASTBUILD_H
#define PV_ASTBUILD_H

#include "ast/genparams.h"
#include "ir/code.h"

/* The code of "scop" in the order of "schedule", generated as "params" say; "plan" tells how it runs on a device, or is NULL. NULL
 * with "*obstacle" set where there is something that cannot be printed; NULL without one where isl failed. */
struct pv_code *pv_ast_build(const struct pv_scop *scop, __isl_keep isl_schedule *schedule,
                             const struct pv_device_plan *plan, const struct pv_generate_params *params,
                             const char **obstacle);

#endif
