/* The stages of a compilation, in order. Start reading pave at pipeline.c. */
#ifndef PV_PIPELINE_H
#define PV_PIPELINE_H

#include "driver/stages.h"

/* Run the stages that the command needs, and that have not been run, and collect what is to be written in job->outputs.
 * Nothing is there unless the status is PV_DONE. After PV_NO_MEMORY the job may only be freed. */
enum pv_status pv_job_make(struct pv_job *job);
/* The same, and write it: files and standard output. */
enum pv_status pv_job_run(struct pv_job *job);

/* Run the stages up to the one called "last", which must not have been run; false after an error. The job's options may be
 * replaced before it goes on, if they agree in what the stages so far were told. */
bool pv_job_run_until(struct pv_job *job, const char *last);

#endif
