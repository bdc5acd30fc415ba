/* The time that a run may take, and the part of it that a piece of its work may take. */
#ifndef PV_CLOCK_H
#define PV_CLOCK_H

#include "driver/job.h"

/* From now on, "job" has "seconds" of processor time; 0 for no limit. Where work does not end although it was told to,
 * the program ends after the same time again. */
void pv_clock_start(struct pv_job *job, int seconds);
void pv_clock_stop(void);

/* Is there a limit? */
bool pv_clock_is_limited(void);
/* The seconds that are left of it. */
double pv_clock_left(void);
/* Let the work be told to end (pv_job_stop()) after "seconds", which replaces what was set before. */
void pv_clock_allow(double seconds);

#endif
