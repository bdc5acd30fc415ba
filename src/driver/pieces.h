/* Regions one by one: each is taken through the stages with a fair share of the time, what takes too much is tried in
 * smaller pieces, and what is finished stays, whatever becomes of the rest. */
#ifndef PV_PIECES_H
#define PV_PIECES_H

#include "driver/job.h"

/* Run "stages" on one task of "job" after the other, within its share of the time. False after an error. */
bool pv_pieces_run(struct pv_job *job, bool (*stages)(struct pv_job *job, struct pv_task *task));

#endif
