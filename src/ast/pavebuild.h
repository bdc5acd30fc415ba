/* pave's generator of syntax trees, for the schedule of a program. */
#ifndef PV_PAVEBUILD_H
#define PV_PAVEBUILD_H

#include "ast/annotate.h"

/* Append to "annotator->code" the code of "schedule", as "params" say. False where there is none: "*why" has the reason, or
 * isl failed, or "*is_left" is set: the choice is automatic, and isl is to do it. */
bool pv_pave_build(struct pv_annotator *annotator, __isl_take isl_schedule *schedule,
                   const struct pv_generate_params *params, const char **why, bool *is_left);

#endif
