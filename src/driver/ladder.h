/* What one region becomes: the ladder of ambitions, from which the driver steps down until a rung succeeds. */
#ifndef PV_LADDER_H
#define PV_LADDER_H

#include "driver/job.h"
#include "map/mapparams.h"

/* Map, check and generate code for region "i" with as much of "wanted" as succeeds within its budgets and passes the
 * check; "for_device": on a device where possible. On success the final schedule, the plan and the code are added to
 * the job. A region without a rung that succeeds keeps its text, and the user is told. Return whether the run may go
 * on. */
bool pv_ladder_compile(struct pv_job *job, int i, const struct pv_map_params *wanted, bool for_device);

#endif
