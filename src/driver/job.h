/* A run of pave: its inputs, the results of its stages, and the functions that all stages use to open budgets and to
 * give up regions. */
#ifndef PV_JOB_H
#define PV_JOB_H

#include "ast/schedfile.h"
#include "base/file.h"
#include "driver/options.h"
#include "driver/task.h"
#include "ir/prog.h"
#include "lower/lowering.h"
#include "report/nests.h"

#include <isl/ctx.h>

/* How a run ended; the exit status of the program but for the last. */
enum pv_status { PV_DONE, PV_BAD_INPUT, PV_IS_FAULT, PV_NO_MEMORY };

struct pv_clock;
struct pv_native_device;
struct pv_progress;

/* What a run works on; each stage fills in its part. */
struct pv_job {
    struct pv_arena *arena;
    struct pv_diag *diag;
    isl_ctx *ctx;
    const struct pv_options *options;
    const char *input;
    const char *text; /* "size" bytes of the input, where they were read before parsing; or NULL */
    size_t size;
    struct pv_progress *progress;       /* NULL where no line says how far it is */
    struct pv_clock *clock;             /* NULL where the time is not limited */
    struct pv_recovery recovery;        /* where want of memory leads */
    bool is_lost;                       /* it led away from the middle of a stage: no object may be touched any more */
    const char *done;                   /* the last stage that has been run, or NULL */
    struct pv_unit *unit;               /* parse */
    struct pv_report *report;           /* parse: what becomes of each loop; later stages add to it */
    pv_times times;                     /* that each stage took, for all regions */
    pv_tasks tasks;                     /* parse: one per region; scop: parts of those without a model */
    bool goes_by_region;                /* each region goes through the stages by itself, so its parts may be tried */
    pv_schedfiles loaded;               /* schedule: those of --load-schedule */
    struct pv_native_device *native;    /* code: what the driver says for --device=native; else NULL */
    isl_union_map *sizes;               /* code: what --sizes says, or NULL */
    int n_tiled;                        /* code: bands tiled so far: the next is kernel[n_tiled] of --sizes */
    struct pv_sb printed, saved;        /* what options like --dump-schedule print; what --save-schedule writes */
    PV_VEC(struct pv_file) outputs;     /* after all stages: what is to be written */
    struct pv_sb result;                /* the text of one of them */
    const struct pv_lowering *lowering; /* code: what all regions share when they are lowered */
    struct pv_pshared shared;           /* lower: what their kernels share */
    struct pv_sb program;               /* emit, print */
    struct pv_sb kernels, header;       /* emit: for CUDA */
    struct pv_sb lined, lined_kernels;  /* emit: program and kernels with #line directives, for the page */
    struct pv_sb page;
    struct pv_sb remarks, sarif;  /* after all stages: the report in these forms */
    struct pv_schedfile schedule; /* read */
    pv_anodes nodes;              /* generate */
    struct pv_job *other;         /* models: the second program, in the same context */
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

/* Operations of isl that a step may take for one region unless it says otherwise, or the user: more would take minutes. */
extern const unsigned long pv_usual_budget;
/* The operations that a step may take for one region: the user's choice, or "otherwise". */
unsigned long pv_job_budget(const struct pv_job *job, unsigned long otherwise);
/* Begin work of at most "most" operations, or of as many as the user allows; see base/budget.h. */
void pv_job_open_budget(struct pv_job *job, unsigned long most);
/* End it. Return whether the budget was exceeded: then no result of the work counts. */
bool pv_job_close_budget(struct pv_job *job);

/* A stage that isl let down. */
bool pv_job_fault(struct pv_job *job, const struct pv_scop *scop, const char *what);
/* Is "region" a list of loop nests that the user has not marked? Its nests can then be tried one by one. On a device the nests of
 * one region share their data. */
bool pv_job_may_divide(const struct pv_job *job, const struct pv_region *region);

/* The work "reason" on the region of "task" exceeded its budget. Parts of the region are tried where that is possible, else it
 * keeps its text. Return whether the run may go on. */
bool pv_job_too_much(struct pv_job *job, struct pv_task *task, const char *reason);
/* A region keeps its text. Return whether the run may go on. */
bool pv_job_leave_alone(struct pv_job *job, const struct pv_region *region, const char *reason);

#endif
