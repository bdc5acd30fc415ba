/* The stages of a compilation, in order. Start reading pave at pipeline.c. */
#ifndef PV_PIPELINE_H
#define PV_PIPELINE_H

#include "driver/stages.h"

/* Run the stages that the command needs, and that have not been run, and print or write its result. Return the exit status:
 * 0 done, 1 bad input, 2 a fault in pave. Nothing is written when it is not 0. */
int pv_job_run(struct pv_job *job);

/* Can each of several files be written to a file of its own? Else the reason is in "diag". */
bool pv_job_check_outputs(struct pv_arena *arena, struct pv_diag *diag, const struct pv_options *options);

/* Run the stages up to the one called "last", which must not have been run; false after an error. The job's options may be
 * replaced before it goes on, if they agree in what the stages so far were told. */
bool pv_job_run_until(struct pv_job *job, const char *last);

#endif
