/* Creates and frees jobs, opens the budgets of their steps, and gives up regions. */
#include "driver/job.h"

#include "base/budget.h"
#include "front/regions.h"

#include <isl/options.h>

const unsigned long pv_usual_budget = 5000000;

unsigned long pv_job_budget(const struct pv_job *job, unsigned long otherwise)
{
    return job->options->budget ? (unsigned long)job->options->budget : otherwise;
}

void pv_job_open_budget(struct pv_job *job, unsigned long most)
{
    pv_budget_open(job->ctx, pv_job_budget(job, most));
}

bool pv_job_close_budget(struct pv_job *job)
{
    return pv_budget_close(job->ctx);
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
    for (int i = 0; i < job->tasks.n; i++)
        pv_task_clear(job->tasks.v[i]);
    for (int i = 0; i < job->loaded.n; i++)
        pv_schedfile_free(&job->loaded.v[i]);
    isl_union_map_free(job->sizes);
    struct pv_sb *const texts[] = {&job->printed, &job->saved,         &job->result,  &job->program,
                                   &job->kernels, &job->header,        &job->remarks, &job->sarif,
                                   &job->lined,   &job->lined_kernels, &job->page};
    for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++)
        pv_sb_free(texts[i]);
    pv_schedfile_free(&job->schedule);
    if (job->unit)
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
    else if (!pv_command_compiles(job->options->command))
        pv_error(job->diag, loc, "%s", reason);
    else if (job->options->output.strict)
        pv_error(job->diag, loc, "region left unchanged: %s", reason);
    else
        pv_warn(job->diag, loc, "region left unchanged: %s", reason);
    return !job->options->output.strict;
}

/* Loops in the list of statements "tree", and in conditions among them. */
static int count_nests(const struct pv_tree *tree)
{
    int n = tree->kind == PV_TREE_FOR || tree->kind == PV_TREE_WHILE;
    for (int i = 0; tree->kind == PV_TREE_BLOCK && i < tree->children.n; i++)
        n += count_nests(tree->children.v[i]);
    if (tree->kind == PV_TREE_IF)
        n += count_nests(tree->then_body) + (tree->else_body ? count_nests(tree->else_body) : 0);
    return n;
}

bool pv_job_may_divide(const struct pv_job *job, const struct pv_region *region)
{
    enum pv_target target = job->options->output.target;
    bool is_for_device = target == PV_TARGET_CUDA || target == PV_TARGET_OPENCL;
    return job->goes_by_region && !region->is_marked && !is_for_device && region->body && count_nests(region->body) > 1;
}

bool pv_job_too_much(struct pv_job *job, struct pv_task *task, const char *reason)
{
    if (!job->goes_by_region)
        return pv_job_leave_alone(job, task->region, reason);
    task->too_much = reason;
    return true;
}

void pv_job_stop(struct pv_job *job)
{
    isl_ctx_abort(job->ctx);
}

bool pv_job_is_short(const struct pv_job *job)
{
    return job->recovery.is_short;
}
