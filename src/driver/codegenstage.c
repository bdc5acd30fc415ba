/* The stages of codegen: a schedule in a file to a syntax tree, to text. */
#include "driver/stages.h"

#include "emit/cplain.h"
#include "lower/plainprog.h"

/* A file to a schedule. */
bool pv_stage_read_schedule(struct pv_job *job)
{
    isl_ctx_reset_error(job->ctx);
    return pv_schedfile_read(job->ctx, job->arena, job->diag, job->input, &job->schedule);
}

/* A schedule to a syntax tree. */
bool pv_stage_generate(struct pv_job *job)
{
    struct pv_generate_params params = pv_stage_generate_params(job);
    pv_generate_set_options(job->ctx, &params);
    pv_job_open_budget(job, pv_usual_budget);
    const char *why = NULL;
    bool ok = pv_generate(job->ctx, job->arena, &job->schedule, &params, &job->nodes, &why);
    bool is_exceeded = pv_job_close_budget(job);
    if (ok)
        return true;
    why = why ? why : isl_ctx_last_error_msg(job->ctx);
    if (is_exceeded)
        pv_error(job->diag, job->schedule.at, "generating code for this schedule exceeded the budget");
    else
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
