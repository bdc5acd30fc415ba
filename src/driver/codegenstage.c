/* The stages of codegen: a schedule in a file to a syntax tree, to text. */
#include "driver/stages.h"

#include "emit/cplain.h"
#include "lower/plainprog.h"

/* A file to a schedule. */
bool pv_stage_read_schedule(struct pv_job *job)
{
    isl_ctx_reset_error(job->ctx);
    pv_push(job->arena, &job->tasks, pv_task_new(job->arena, NULL));
    return pv_schedfile_read(job->ctx, job->arena, job->diag, job->input, &job->schedule);
}

bool pv_generate_run(struct pv_job *job, struct pv_task *task)
{
    struct pv_generate_params params = pv_stage_begin_generating(job);
    pv_generate_set_options(job->ctx, &params);
    return pv_generate(job->ctx, job->arena, &job->schedule, &params, &job->nodes, &task->why);
}

bool pv_generate_exceeded(struct pv_job *job, struct pv_task *task)
{
    (void)task;
    pv_error(job->diag, job->schedule.at, "generating code for this schedule exceeded the budget");
    return false;
}

bool pv_generate_failed(struct pv_job *job, struct pv_task *task)
{
    const char *why = task->why ? task->why : isl_ctx_last_error_msg(job->ctx);
    pv_error(job->diag, job->schedule.at, "no code for this schedule: %s", why ? why : "no reason given");
    return false;
}

/* A syntax tree to text. */
bool pv_stage_print_plain(struct pv_job *job)
{
    pv_pblock block = {0};
    const char *failure = pv_plainprog(job->arena, &job->nodes, &block);
    if (failure)
        pv_error(job->diag, job->schedule.at, "no C code for this schedule: %s", failure);
    else
        pv_cplain_print(job->arena, &block, &job->program);
    return !failure;
}
