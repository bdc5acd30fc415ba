/* Schedules from the user, accepted only after a proof that they are legal. */
#ifndef PV_LOADSCHEDULE_H
#define PV_LOADSCHEDULE_H

#include "ast/schedfile.h"
#include "ir/deps.h"

/* The schedule in "file" for "scop"; NULL after saying why it cannot be used. What its bands say of themselves is
 * believed only where it is true. */
__isl_give isl_schedule *pv_loadschedule_take(struct pv_diag *diag, const struct pv_schedfile *file,
                                              const struct pv_scop *scop, const struct pv_deps *deps);

#endif
