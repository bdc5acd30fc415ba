/* The command tune: measures variants of a program and keeps the best. */
#ifndef PV_TUNE_H
#define PV_TUNE_H

#include "tune/search.h"
#include "tune/tuneparams.h"

/* How a search ended. */
enum pv_tune_status { PV_TUNE_DONE = 0, PV_TUNE_FAILED = 1, PV_TUNE_INTERRUPTED = 130 };

/* What is known at the end. */
struct pv_tune_output {
    struct pv_sb report;                   /* for people; the caller frees it */
    const struct pv_search_result *result; /* NULL: there is none */
    pv_tune_words options;                 /* of the best program, the user's included */
    const char *summary;                   /* of the result, in a line */
};

/* Search, write the options that were found to params->output, and say in "output" what was found. "show" gets a line for the terminal a
 * few times a second; or NULL. */
enum pv_tune_status pv_tune(struct pv_arena *arena, struct pv_diag *diag, const struct pv_tune_params *params,
                            void (*show)(void *user, const char *text), void *show_user, struct pv_tune_output *output);

#endif
