/* Compiles one region down the ladder of ambitions until a rung succeeds. */
#ifndef PV_LADDER_H
#define PV_LADDER_H

#include "driver/job.h"

/* Map, check, generate and lower the region of "task" with as much of the transformations that the options ask for as succeeds
 * within its budgets and passes the checks; on a device where possible. On success the final schedule, the plan and the code
 * are in the task. A region without a rung that succeeds keeps its text, and the user is told. Return whether the run may go
 * on. */
bool pv_ladder_compile(struct pv_job *job, struct pv_task *task);

#endif
