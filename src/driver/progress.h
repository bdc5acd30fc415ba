/* A line on the terminal that says how far a long run is. */
#ifndef PV_PROGRESS_H
#define PV_PROGRESS_H

struct pv_job;
struct pv_task;

/* Show what "job" is at once it has run for two seconds, if messages go to a terminal. Only for the program: a library prints
 * nothing. For tests, PAVE_PROGRESS in the environment gives another number of seconds. */
void pv_progress_start(struct pv_job *job);
/* Erase the line, for good. */
void pv_progress_stop(struct pv_job *job);

/* "job" begins "stage", on the region of "task" unless that is NULL. */
void pv_progress_note(struct pv_job *job, const char *stage, const struct pv_task *task);

#endif
