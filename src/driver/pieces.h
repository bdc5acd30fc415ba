/* Takes one region after the other through the stages, each with its share of the time. A region that takes too much
 * is tried in parts. Finished regions stay finished, whatever happens to the others. */
#ifndef PV_PIECES_H
#define PV_PIECES_H

#include "driver/job.h"

/* Run "stages" on one task of "job" after the other, within its share of the time. False after an error. */
bool pv_pieces_run(struct pv_job *job, bool (*stages)(struct pv_job *job, struct pv_task *task));

#endif
