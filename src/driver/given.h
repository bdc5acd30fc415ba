/* Schedules that the user gives: taken only after they have been proven right. */
#ifndef PV_GIVEN_H
#define PV_GIVEN_H

#include "ast/schedfile.h"
#include "ir/deps.h"

/* The schedule in "file" for "scop"; NULL after saying why it cannot be used. What its bands say of themselves is
 * believed only where it is true. */
__isl_give isl_schedule *pv_given_take(struct pv_diag *diag, const struct pv_schedfile *file,
                                       const struct pv_scop *scop, const struct pv_deps *deps);

#endif
