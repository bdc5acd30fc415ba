/* The texts that a run writes, with their names, and the files made of them. */
#ifndef PV_OUTPUTS_H
#define PV_OUTPUTS_H

#include "driver/job.h"

/* After the last stage: fill in job->outputs, job->result being the text that the command has made. */
void pv_outputs_collect(struct pv_job *job);
/* Write them, all or none; false after an error. None may replace the input, or what was made for another device. */
bool pv_outputs_write(struct pv_job *job);

/* Can each of several files be written to a file of its own? Else the reason is in "diag". */
bool pv_outputs_check_names(struct pv_arena *arena, struct pv_diag *diag, const struct pv_options *options);

#endif
