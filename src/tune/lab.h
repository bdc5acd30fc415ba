/* The laboratory: compiles, builds and runs points, checks what they print, and keeps the journal. */
#ifndef PV_LAB_H
#define PV_LAB_H

#include "tune/journal.h"
#include "tune/outcome.h"
#include "tune/process.h"
#include "tune/recipe.h"
#include "tune/trial.h"
#include "tune/tuneparams.h"

struct pv_workshop {
    struct pv_arena *arena;
    struct pv_diag *diag;
    const struct pv_tune_params *params;
    const struct pv_space *space;
    struct pv_pool pool;
    struct pv_journal journal;
    struct pv_outcome_rule rule;
    const char *folder;     /* for all programs, from the root */
    const char *expected;   /* what the original prints; NULL while that is not known */
    const char *machine;    /* where programs have run, in words; NULL: here, or as --run-on and --hosts say */
    const char *printed;    /* what it has printed */
    double start, before;   /* when this run began; seconds that earlier runs took */
    double original, limit; /* seconds of the original; seconds that a run may take */
    double run_seconds;     /* by the clock, the last runs counting most */
    double build_limit;     /* seconds that a build may take */
    double scale[256];      /* how much longer runs would have taken on the usual runner, by runner; 0: not known */
    const char *hosts[256]; /* their names, where --hosts gives some */
    bool is_stopped;        /* nothing more can be done: the journal cannot be written */
    PV_VEC(struct pv_trial_folder *) folders;   /* by number of the trial */
    void (*show)(void *user, const char *text); /* a line for the terminal, or NULL */
    void *show_user;
    struct {
        const struct pv_trial *best;
        int n_tried;
        const char *doing;
    } state; /* what the line says */
};

/* Set up the laboratory for "params". Return false after reporting an error. */
bool pv_workshop_open(struct pv_workshop *shop);
void pv_workshop_close(struct pv_workshop *shop);
/* Build and run the original. Return false after reporting an error. */
bool pv_workshop_run_original(struct pv_workshop *shop);
/* The laboratory as the search sees it. */
struct pv_lab pv_workshop_lab(struct pv_workshop *shop);

/* Run "n" processes that belong to no trial; "hosts" as for pv_pool_run(). An interrupt ends them. */
void pv_workshop_run_plain(struct pv_workshop *shop, struct pv_process **processes, int n, const char *const *hosts);
/* For a race elsewhere (tune/batch). How "trial" and the original are made. */
const struct pv_recipe *pv_workshop_recipe(struct pv_workshop *shop, const struct pv_trial *trial);
struct pv_recipe pv_workshop_original(const struct pv_workshop *shop);
/* Take the run "process" as the result of "request", and note it. */
void pv_workshop_take_run(struct pv_workshop *shop, struct pv_request *request, const struct pv_process *process);
/* "trial" has failed, as "kind" of failure. */
void pv_workshop_fail(struct pv_workshop *shop, struct pv_trial *trial, const char *kind, const char *why);
/* The first line of the file "path" that has an error in it, or its first line. */
const char *pv_workshop_first_error(const struct pv_workshop *shop, const char *path);

/* Seconds since the search began, those before --resume included. */
double pv_workshop_elapsed(const struct pv_workshop *shop);

#endif
