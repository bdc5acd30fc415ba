/* Other programs, run several at a time, with a limit of time and a clock. */
#ifndef PV_PROCESS_H
#define PV_PROCESS_H

#include "base/arena.h"

#include <stdbool.h>

/* Builds and timed runs have separate limits on how many go on at once. */
enum pv_lane { PV_LANE_BUILD, PV_LANE_RUN, PV_N_LANES };

struct pv_process {
    const char *command; /* for the shell; NULL: call "inside" in a copy of this process, for its exit status */
    int (*inside)(void *user);
    void *user;
    const char *dir;        /* where it runs; NULL: here */
    const char *const *env; /* "NAME=VALUE", ended by NULL; or NULL */
    const char *out, *err;  /* files for what it prints */
    double limit;           /* seconds; 0: none */
    double most_output;     /* bytes of a file that it may write; 0: any number */
    enum pv_lane lane;
    int wanted_slot;         /* on which slot of its lane it must run; -1: any */
    struct pv_process *next; /* begins when this one has ended with status 0; or NULL */
    /* The result. */
    bool is_done;     /* false: it was left out */
    int slot, status; /* status as a shell reports it */
    bool is_timed_out;
    double seconds;
    /* While it runs. */
    int pid;
    double start;
};

struct pv_pool {
    int n_slots[PV_N_LANES];
    bool is_exclusive; /* no run begins while there is a build, and no build while there is a run */
    bool can_be_cut;   /* the first interrupt, not only the second, ends all processes */
    int n_interrupts;  /* how often the user has asked for an end */
    void *user;
    bool (*begin)(void *user, struct pv_process *process); /* false: leave it out. Or NULL */
    void (*done)(void *user, struct pv_process *process);  /* called as soon as it has ended. Or NULL */
    void (*tick)(void *user);                              /* called a few times a second. Or NULL */
};

/* Take over the signals that end this process or tell of others, until the end. */
void pv_pool_open(struct pv_pool *pool);
void pv_pool_close(struct pv_pool *pool);
/* Run "n" processes, and those that follow them, beginning in this order. They have the environment variable RUNNER, the number of
 * their slot, and HOST, which is the word of that number in "hosts", if that is not NULL. */
void pv_pool_run(struct pv_pool *pool, struct pv_process **processes, int n, const char *const *hosts);
/* Has the user asked for an end? */
bool pv_pool_is_interrupted(struct pv_pool *pool);

/* Seconds since some point in the past. */
double pv_tune_now(void);

#endif
