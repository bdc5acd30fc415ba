/* Why threads do not share a loop, or why it has no model, in words. */
#ifndef PV_REASONS_H
#define PV_REASONS_H

#include "driver/job.h"

/* Why the loops in "stmt", whose control is not modelled and which has a reason for that, stay as written; "is_part": of loops
 * around it. */
struct pv_verdict pv_reason_opaque(struct pv_job *job, const struct pv_stmt *stmt, bool is_part);

/* In a clause for the line about the loop "nest", which is "loop" of the model of "task": why it runs on one thread. To be called
 * within a budget. False where isl failed, or the budget ran out. */
bool pv_reason_find(struct pv_job *job, const struct pv_task *task, const struct pv_conflicts *conflicts,
                    const struct pv_loop *loop, struct pv_nest *nest);

/* In detail, for a report: why threads do not share it. The same holds. */
bool pv_reason_detail(struct pv_job *job, const struct pv_task *task, const struct pv_conflicts *conflicts,
                      const struct pv_loop *loop, struct pv_nest *nest);

#endif
