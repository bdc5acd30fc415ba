/* What a run works on, and what its stages do in the same way: limit their work, give up, say so. */
#ifndef PV_JOB_H
#define PV_JOB_H

#include "ast/schedfile.h"
#include "base/file.h"
#include "driver/options.h"
#include "ir/code.h"
#include "ir/deps.h"
#include "ir/prog.h"
#include "lower/lowering.h"
#include "report/nests.h"

#include <isl/ctx.h>

/* A region that took too much work, and what did. */
struct pv_given_up {
    const struct pv_region *region;
    const char *reason;
};

/* How a run ended; the exit status of the program but for the last. */
enum pv_status { PV_DONE, PV_BAD_INPUT, PV_IS_FAULT, PV_NO_MEMORY };

struct pv_clock;

/* What a run works on; each stage fills in its part. */
struct pv_job {
    struct pv_arena *arena;
    struct pv_diag *diag;
    isl_ctx *ctx;
    const struct pv_options *options;
    const char *input;
    const char *text; /* "size" bytes of the input, where they were read before parsing; or NULL */
    size_t size;
    struct pv_clock *clock;           /* NULL where the time is not limited */
    struct pv_recovery recovery;      /* where want of memory leads */
    bool is_lost;                     /* it led away from the middle of a stage: no object may be touched any more */
    const char *done;                 /* the last stage that has been run, or NULL */
    struct pv_unit *unit;             /* parse */
    struct pv_report *report;         /* parse: what becomes of each loop; later stages add to it */
    PV_VEC(struct pv_scop *) scops;   /* scop: one per region that could be modelled */
    PV_VEC(struct pv_deps *) deps;    /* deps: one per scop */
    PV_VEC(isl_schedule *) schedules; /* schedule, code: one per scop; NULL where the region keeps its text */
    isl_union_map *sizes;             /* code: what --sizes says, or NULL */
    int n_tiled;                      /* code: how many bands have been tiled: the next is kernel[n_tiled] of --sizes */
    PV_VEC(isl_schedule *) grouped;   /* schedule: the same with chains of statements in expansion nodes, or NULL */
    PV_VEC(struct pv_device_plan *) plans; /* code: one per scop, NULL where it stays on the host */
    PV_VEC(struct pv_code *) codes;        /* code: one per region that gets new text */
    struct pv_sb printed, saved;           /* what options like --dump-schedule print; what --save-schedule writes */
    PV_VEC(struct pv_file) outputs;        /* after all stages: what is to be written */
    struct pv_sb result;                   /* the text of one of them */
    const struct pv_lowering *lowering;    /* code: what all regions share when they are lowered */
    struct pv_pshared shared;              /* lower: what their kernels share */
    PV_VEC(struct pv_code *) kept;         /* emit: of regions whose new text would be no better */
    struct pv_sb program;                  /* emit, print */
    struct pv_sb kernels, header;          /* emit: for CUDA */
    struct pv_schedfile schedule;          /* read */
    pv_anodes nodes;                       /* generate */
    struct pv_job *other;                  /* models: the second program, in the same context */
    PV_VEC(struct pv_job *) pieces;        /* jobs for one region each, in the same context and with the same unit */
    bool is_piece;                         /* this is one of them */
    const struct pv_job *whole;            /* of a piece: the job that it belongs to */
    PV_VEC(struct pv_given_up) given_up;   /* of a piece: regions that took too much work */
};

struct pv_job *pv_job_new(struct pv_arena *arena, struct pv_diag *diag, const struct pv_options *options);
void pv_job_free(struct pv_job *job);

/* The same for another input, in a context that the caller keeps. */
struct pv_job *pv_job_new_in(struct pv_arena *arena, struct pv_diag *diag, const struct pv_options *options,
                             isl_ctx *ctx, const char *input);

/* Let a run end soon, with regions left as they are. May be called by another thread. */
void pv_job_stop(struct pv_job *job);
/* Has memory run out? Then no result counts, and no further work may begin. */
bool pv_job_is_short(const struct pv_job *job);

/* Operations of isl that a stage may take for one region unless the user says otherwise, or the stage: minutes would be
 * needed for more. */
extern const unsigned long pv_usual_budget;
/* The operations that a stage may take for one region: the user's choice, or "otherwise". */
unsigned long pv_job_budget(const struct pv_job *job, unsigned long otherwise);
/* Begin a piece of work of at most so many operations, or of the usual number. */
void pv_job_limit(struct pv_job *job, unsigned long most);
void pv_job_limit_work(struct pv_job *job);
/* End it: what follows may take what it needs. */
void pv_job_lift_limit(struct pv_job *job);
/* Did the work come to an end because of its limit? Then no result of it counts, whether or not it looks like one. */
bool pv_job_ran_out(const struct pv_job *job);

/* A stage that isl let down. */
bool pv_job_fault(struct pv_job *job, const struct pv_scop *scop, const char *what);
/* A region that takes too much work. It is tried in smaller pieces where that is possible, else it keeps its text. Return
 * whether the run may go on. */
bool pv_job_too_much(struct pv_job *job, const struct pv_region *region, const char *reason);
/* A region that keeps its text. Return whether the run may go on. */
bool pv_job_leave_alone(struct pv_job *job, const struct pv_region *region, const char *reason);

#endif
