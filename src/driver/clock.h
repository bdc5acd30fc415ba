/* The processor time of a job, and the share of each region. A thread watches it, without signals or global state,
 * so several jobs can run at once. */
#ifndef PV_CLOCK_H
#define PV_CLOCK_H

#include <stdbool.h>

struct pv_job;

/* What happens where work goes on long after it was told to end. May end the process. */
typedef void pv_clock_alarm(void);

/* From now on, "job" has "seconds" of the processor time of this thread; 0 for no limit. Where it has not ended after
 * twice that time, "alarm" is called, unless it is NULL. The job is told to end with pv_job_stop(). */
void pv_clock_start(struct pv_job *job, int seconds, pv_clock_alarm *alarm);
void pv_clock_stop(struct pv_job *job);

/* Is there a limit? */
bool pv_clock_is_limited(const struct pv_job *job);
/* The seconds that are left of it. */
double pv_clock_left(const struct pv_job *job);
/* Let the job be told to end after "seconds", which replaces what was set before. */
void pv_clock_allow(struct pv_job *job, double seconds);

#endif
