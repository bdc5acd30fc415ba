/* What the search asks for: points made into programs, and programs run. The laboratory knows how; a simulated one serves
 * tests and the comparison with random search. */
#ifndef PV_TRIAL_H
#define PV_TRIAL_H

#include "tune/space.h"

#include <stdint.h>

/* A point that is tried. */
struct pv_trial {
    int number; /* from 0, which is pave's choice */
    const int *point;
    const char *name;
    uint64_t text;         /* hash of the generated program; set by prepare() */
    struct pv_trial *same; /* an earlier trial with the same text, which has all results; or NULL */
    const char *failure;   /* why there is no time, or no further one; NULL: nothing is wrong */
    PV_VEC(double) times;  /* seconds, of runs with the right result */
};

typedef PV_VEC(struct pv_trial *) pv_trials;

/* The median of the times of "trial", which has some. */
double pv_trial_time(const struct pv_trial *trial);
/* The trial whose results count for "trial". */
const struct pv_trial *pv_trial_source(const struct pv_trial *trial);
/* Has "trial" results of its own, and good ones? */
bool pv_trial_has_time(const struct pv_trial *trial);
/* The trial of "point", or NULL. */
struct pv_trial *pv_trials_find(const struct pv_space *space, const pv_trials *trials, const int *point);

/* A run that is wanted. */
struct pv_request {
    struct pv_trial *trial;
    int runner;     /* which one must do it; -1: any */
    double seconds; /* the result; negative if there is none */
};

enum pv_run_purpose { PV_RUN_SEARCH, PV_RUN_CONFIRM };

struct pv_lab {
    void *user;
    struct pv_arena *arena;
    int n_runners;
    /* Compile each trial to a text: set its hash or its failure. */
    void (*prepare)(void *user, struct pv_trial **trials, int n);
    /* Build what is not built, and run: requests begin in this order. Each adds a time to its trial, or sets its failure. Neither
     * happens for what is left when the time is over, except for runs that confirm a result, or when the user wants an end at once. */
    void (*run)(void *user, struct pv_request *requests, int n, enum pv_run_purpose purpose);
    /* The seconds that are left; not more than 0 if the user wants an end. */
    double (*left)(void *user);
    /* The seconds that a run takes with all that belongs to it; NULL: those that are measured. */
    double (*cost)(void *user);
    /* Is "point" worth a try, as far as one can tell without compiling it? NULL: any is. */
    bool (*is_promising)(void *user, const int *point);
    /* Show how far the search is; NULL: nobody looks. */
    void (*show)(void *user, const struct pv_trial *best, int n_tried, const char *doing);
};

#endif
