/* What the user asks of pave tune. */
#ifndef PV_TUNEPARAMS_H
#define PV_TUNEPARAMS_H

#include "base/diag.h"
#include "tune/space.h"

enum pv_tune_target { PV_TUNE_C, PV_TUNE_OPENMP, PV_TUNE_CUDA, PV_TUNE_OPENCL };

/* A program is tuned as one file, or as a project whose command builds with pavecc and runs. */
struct pv_tune_params {
    const char *file;      /* NULL: a project */
    pv_tune_words project; /* the command, in words */
    enum pv_tune_target target;
    const char *device;                       /* the value of --device */
    pv_tune_words options;                    /* of pave, as the user gave them */
    pv_tune_words reading;                    /* those for the preprocessor: -I, -D, ... */
    const char *output;                       /* the file for the options that were found */
    const char *work;                         /* the directory of the journal and the programs */
    const char *build, *run, *run_on, *hosts; /* commands, and names divided by commas or blanks; NULL: none */
    const char *time_from, *tolerance;        /* or NULL */
    const char *threads, *flags;              /* values to try, divided by commas and by '|'; or NULL */
    int budget, timeout;                      /* seconds; timeout 0: from the time of pave's choice */
    int seed, points, runners, jobs;          /* 0: the usual number */
    bool resume, keep, use_cache;
    bool is_batch;             /* all programs go elsewhere at once */
    const char *pave, *pavecc; /* these programs */
    /* Compile the file with these options to texts in the directory "folder"; return the exit status of pave. Called in a process of its
     * own, with messages going to a file. */
    int (*compile)(void *user, const pv_tune_words *options, const char *folder);
    void *user;
};

#endif
