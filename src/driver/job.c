/* Creates and frees jobs, limits the work of their stages, and gives up regions. */
#include "driver/job.h"

#include "base/workcount.h"
#include "front/regions.h"

#include <isl/options.h>

const unsigned long pv_usual_budget = 5000000;

unsigned long pv_job_budget(const struct pv_job *job, unsigned long otherwise)
{
    return job->options->budget ? (unsigned long)job->options->budget : otherwise;
}

/* Begin a piece of work of at most so many operations. */
/* What a number beyond 128 bits counts for, in operations: isl counts none for the arithmetic, and such numbers come in tens
 * of thousands, with ever longer ones among them. */
static const unsigned long operations_per_long_number = 40;
/* How many products there may be for an operation. In large systems an operation is a row or a pivot of thousands; a
 * program that takes a second has ten or twenty. */
static const unsigned long products_per_operation = 50;

/* End the work in the context "user", as its limit does. */
static void end_work(void *user)
{
    isl_ctx_set_max_operations(user, 1);
}

void pv_job_limit(struct pv_job *job, unsigned long most)
{
    unsigned long operations = pv_job_budget(job, most);
    if (isl_ctx_last_error(job->ctx) == isl_error_alloc)
        pv_note_short_memory();
    isl_ctx_reset_error(job->ctx);
    isl_ctx_reset_operations(job->ctx);
    isl_ctx_set_max_operations(job->ctx, operations);
    pv_work_watch(operations / operations_per_long_number, operations * products_per_operation, end_work, job->ctx);
}

void pv_job_lift_limit(struct pv_job *job)
{
    pv_work_watch(0, 0, NULL, NULL);
    isl_ctx_set_max_operations(job->ctx, 0);
}

void pv_job_limit_work(struct pv_job *job)
{
    pv_job_limit(job, pv_usual_budget);
}

/* Did the work come to an end because of its limit? Then no result of it counts, whether or not it looks like one: what
 * could not be found out may have been taken for a no. */
bool pv_job_ran_out(const struct pv_job *job)
{
    return isl_ctx_last_error(job->ctx) == isl_error_quota;
}

struct pv_job *pv_job_new_in(struct pv_arena *arena, struct pv_diag *diag, const struct pv_options *options,
                             isl_ctx *ctx, const char *input)
{
    struct pv_job *job = pv_new(arena, struct pv_job);
    job->arena = arena;
    job->diag = diag;
    job->options = options;
    job->input = input;
    job->ctx = ctx;
    return job;
}

struct pv_job *pv_job_new(struct pv_arena *arena, struct pv_diag *diag, const struct pv_options *options)
{
    isl_ctx *ctx = isl_ctx_alloc();
    if (!ctx)
        pv_out_of_memory();
    isl_options_set_on_error(ctx, ISL_ON_ERROR_CONTINUE);
    return pv_job_new_in(arena, diag, options, ctx, options->input.files.n ? options->input.files.v[0] : "-");
}

/* Free all but the context. */
static void clear_job(struct pv_job *job)
{
    if (job->other)
        clear_job(job->other);
    for (int i = 0; i < job->pieces.n; i++)
        clear_job(job->pieces.v[i]);
    for (int i = 0; i < job->codes.n; i++)
        pv_code_free(job->codes.v[i]);
    for (int i = 0; i < job->kept.n; i++)
        pv_code_free(job->kept.v[i]);
    for (int i = 0; i < job->plans.n; i++)
        pv_device_plan_free(job->plans.v[i]);
    for (int i = 0; i < job->schedules.n; i++)
        isl_schedule_free(job->schedules.v[i]);
    isl_union_map_free(job->sizes);
    for (int i = 0; i < job->grouped.n; i++)
        isl_schedule_free(job->grouped.v[i]);
    for (int i = 0; i < job->deps.n; i++)
        pv_deps_free(job->deps.v[i]);
    for (int i = 0; i < job->scops.n; i++)
        pv_scop_free(job->scops.v[i]);
    struct pv_sb *const texts[] = {&job->printed, &job->saved,   &job->result,
                                   &job->program, &job->kernels, &job->header};
    for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++)
        pv_sb_free(texts[i]);
    pv_schedfile_free(&job->schedule);
    if (job->unit && !job->is_piece)
        pv_front_free(job->unit);
}

void pv_job_free(struct pv_job *job)
{
    if (job->is_lost)
        return;
    clear_job(job);
    isl_ctx_free(job->ctx);
}

/* A stage that isl let down. Where the time is up, pv_job_run() says so. */
bool pv_job_fault(struct pv_job *job, const struct pv_scop *scop, const char *what)
{
    if (isl_ctx_aborted(job->ctx))
        return false;
    const char *why = isl_ctx_last_error_msg(job->ctx);
    pv_fault(job->diag, scop->region->range.begin, "%s of this region could not be computed: %s", what,
             why ? why : "no reason given");
    return false;
}

/* A region that keeps its text. Return whether the run may go on. */
bool pv_job_leave_alone(struct pv_job *job, const struct pv_region *region, const char *reason)
{
    const struct pv_tree *body = region->body;
    struct pv_loc loc = body && body->children.n ? body->children.v[0]->range.begin : region->range.begin;
    struct pv_verdict verdict = {.fate = PV_FATE_UNMODELLED, .reason = reason, .is_said = region->is_marked};
    pv_report_range(job->report, region->range, &verdict);
    if (job->options->command == PV_CHECK)
        pv_error(job->diag, loc, "cannot compare: %s", reason);
    else if (job->options->command != PV_COMPILE)
        pv_error(job->diag, loc, "%s", reason);
    else if (job->options->output.strict)
        pv_error(job->diag, loc, "region left unchanged: %s", reason);
    else
        pv_warn(job->diag, loc, "region left unchanged: %s", reason);
    return !job->options->output.strict;
}

bool pv_job_too_much(struct pv_job *job, const struct pv_region *region, const char *reason)
{
    struct pv_given_up given_up = {region, reason};
    if (!job->is_piece)
        return pv_job_leave_alone(job, region, reason);
    pv_push(job->arena, &job->given_up, given_up);
    return true;
}

void pv_job_stop(struct pv_job *job)
{
    isl_ctx_abort(job->ctx);
}

bool pv_job_is_short(const struct pv_job *job)
{
    return job->recovery.is_short || (job->whole && job->whole->recovery.is_short);
}
