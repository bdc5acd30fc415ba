/* Why threads do not share a loop, in words. */
#ifndef PV_REASONS_H
#define PV_REASONS_H

#include "driver/job.h"

/* In a clause for the line about the loop "nest", which is "loop" of the model of "task": why it runs on one thread. To be called
 * within a budget. False where isl failed, or the budget ran out. */
bool pv_reason_find(struct pv_job *job, const struct pv_task *task, const struct pv_conflicts *conflicts,
                    const struct pv_loop *loop, struct pv_nest *nest);

/* In detail, for a report: why threads do not share it. The same holds. */
bool pv_reason_detail(struct pv_job *job, const struct pv_task *task, const struct pv_conflicts *conflicts,
                      const struct pv_loop *loop, struct pv_nest *nest);

#endif
