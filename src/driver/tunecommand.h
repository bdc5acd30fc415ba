/* The command tune. */
#ifndef PV_TUNECOMMAND_H
#define PV_TUNECOMMAND_H

#include "driver/options.h"

/* Search for the fastest variant as "options" say, print a report, write the options that were found. Return the exit status. */
int pv_tune_command(struct pv_arena *arena, struct pv_diag *diag, const struct pv_options *options);

#endif
