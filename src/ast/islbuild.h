/* isl's generator of syntax trees, for the schedule of a program. */
#ifndef PV_ISLBUILD_H
#define PV_ISLBUILD_H

#include "ast/annotate.h"

/* Append to "annotator->code" the code of "schedule", with the iterators "loops". False where isl failed. */
bool pv_isl_build(struct pv_annotator *annotator, __isl_take isl_schedule *schedule, __isl_take isl_id_list *loops);

#endif
