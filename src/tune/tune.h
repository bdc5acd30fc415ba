/* The command tune: measures variants of a program and keeps the best. */
#ifndef PV_TUNE_H
#define PV_TUNE_H

#include "tune/tuneparams.h"

/* How a search ended. */
enum pv_tune_status { PV_TUNE_DONE = 0, PV_TUNE_FAILED = 1, PV_TUNE_INTERRUPTED = 130 };

/* Search, write the options that were found to params->output, and append a report to "report". "show" gets a line for the terminal a few
 * times a second; or NULL. */
enum pv_tune_status pv_tune(struct pv_arena *arena, struct pv_diag *diag, const struct pv_tune_params *params,
                            void (*show)(void *user, const char *text), void *show_user, struct pv_sb *report);

#endif
