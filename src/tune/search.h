/* The search for the fastest point. */
#ifndef PV_SEARCH_H
#define PV_SEARCH_H

#include "tune/trial.h"

enum pv_search_method { PV_SEARCH_SURROGATE, PV_SEARCH_RANDOM };

struct pv_search_params {
    const struct pv_space *space;
    const struct pv_lab *lab;
    uint64_t seed;
    int most_points; /* different programs; 0: as many as there is time for */
    enum pv_search_method method;
    const int *start; /* points to begin with, beside pave's choice: "n_starts" of them, one after the other; or NULL */
    int n_starts;
};

/* Why the search ended. */
enum pv_search_end { PV_END_TIME, PV_END_POINTS, PV_END_NO_MORE, PV_END_NO_PROMISE };

struct pv_search_result {
    pv_trials trials;        /* in the order in which they were tried; those with "same" have no times */
    struct pv_trial *normal; /* pave's choice */
    struct pv_trial *best;   /* significantly faster than that, or the same */
    double ratio;            /* of their times, the median of pairs of runs next to each other; 1 for the same */
    double probability;      /* that noise alone shows such a gain */
    int n_pairs;             /* on which this rests */
    enum pv_search_end end;
};

/* Compile pave's choice, those of params->start, simple and random points until there are params->most_points programs, and return them,
 * pave's choice first: for a race elsewhere. "all" gets all trials, those that failed or give the same program included. */
pv_trials pv_search_first(struct pv_arena *arena, const struct pv_search_params *params, pv_trials *all);
/* Judge "rounds" of runs of the same "n" trials, the first round beginning with pave's choice: set result->best, which is pave's choice,
 * to the best of those that are significantly faster. */
void pv_search_decide(struct pv_search_result *result, const struct pv_request *requests, int rounds, int n);

/* Search until the time of the laboratory is over, or nothing better is to be expected. A gain is only reported if a signed-rank
 * test of interleaved runs finds it significant; else pave's choice stays the best. The same seed and the same times give the
 * same path. NULL if pave's choice itself fails; then its trial says why. */
struct pv_search_result *pv_search_run(struct pv_arena *arena, const struct pv_search_params *params,
                                       struct pv_trial **normal);

#endif
