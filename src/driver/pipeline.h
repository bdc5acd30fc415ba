/* The stages of a compilation, in order. Start reading pave at pipeline.c. */
#ifndef PV_PIPELINE_H
#define PV_PIPELINE_H

#include "ast/schedfile.h"
#include "driver/options.h"
#include "ir/code.h"
#include "ir/deps.h"

#include <isl/ctx.h>

/* What a run works on; each stage fills in its part. */
struct pv_job {
    struct pv_arena *arena;
    struct pv_diag *diag;
    isl_ctx *ctx;
    const struct pv_options *options;
    const char *input;
    const char *text; /* "size" bytes of the input, where they were read before parsing; or NULL */
    size_t size;
    struct pv_unit *unit;             /* parse */
    PV_VEC(struct pv_scop *) scops;   /* scop: one per region that could be modelled */
    PV_VEC(struct pv_deps *) deps;    /* deps: one per scop */
    PV_VEC(isl_schedule *) schedules; /* schedule, map: one per scop */
    PV_VEC(isl_schedule *) unmapped;  /* map: what they were before loops were moved and tiled; NULL where none were */
    PV_VEC(bool) unjammed;            /* map: loops are no longer unrolled into one another */
    isl_union_map *sizes;             /* map: what --sizes says, or NULL */
    PV_VEC(int) tiled_before;         /* map: how many bands had been tiled before those of a scop */
    PV_VEC(isl_schedule *) grouped;   /* schedule: the same with chains of statements in expansion nodes, or NULL */
    PV_VEC(struct pv_device_plan *) plans; /* map: one per scop, NULL where it stays on the host; empty for hosts */
    PV_VEC(struct pv_code *) codes;        /* ast: one per region that gets new text */
    struct pv_sb program;                  /* emit, print */
    struct pv_sb kernels, header;          /* emit: for CUDA */
    struct pv_schedfile schedule;          /* read */
    isl_ast_node *tree;                    /* generate */
    struct pv_job *other;                  /* models: the second program, in the same context */
};

struct pv_job *pv_job_new(struct pv_arena *arena, struct pv_diag *diag, const struct pv_options *options);
void pv_job_free(struct pv_job *job);

/* Run the stages that the command needs and print or write its result. Return the exit status:
 * 0 done, 1 bad input, 2 a fault in pave. Nothing is written when it is not 0. */
int pv_job_run(struct pv_job *job);

/* Let a run end soon, with regions left as they are. May be called by a signal handler. */
void pv_job_stop(struct pv_job *job);

/* Run the stages up to the one called "last"; false after an error. */
bool pv_job_run_until(struct pv_job *job, const char *last);

/* What the options say to the scheduler. */
struct pv_schedule_params pv_job_schedule_params(const struct pv_job *job);

#endif
