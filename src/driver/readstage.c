/* The stages that parse the program and build the model of each region. */
#include "driver/reasons.h"
#include "driver/stages.h"

#include "base/islx.h"
#include "front/regions.h"
#include "front/tree2scop.h"

#include <errno.h>
#include <string.h>

static const struct pv_loc nowhere;

/* A model should cost what its text is long. */
static const unsigned long scop_budget = 4000000, scop_budget_per_line = 10000;

/* Headers are shared by other files, so their text stays; say so where they hold loops. */
static void note_headers(struct pv_job *job)
{
    for (int i = 0; i < job->unit->header_loops.n; i++)
        pv_remark(job->diag, job->unit->header_loops.v[i],
                  "loops in this included file are not transformed: pave changes the text of '%s' alone; move the "
                  "function there, or give pave a file that holds the included text",
                  job->unit->file_name);
}

/* C to trees. */
bool pv_stage_parse(struct pv_job *job)
{
    const struct pv_input_options *input = &job->options->input;
    const struct pv_output_options *output = &job->options->output;
    struct pv_front_params params = {
        .text = job->text,
        .size = job->size,
        .autodetect_auto = input->autodetect == PV_DETECT_AUTO,
        .autodetect = input->autodetect == PV_DETECT_ON,
        .pencil = true,
        .for_device = pv_stage_is_for_device(job),
        .calls_are_free = job->options->eval.pencil,
        .divides_at_calls = job->options->output.target == PV_TARGET_C ||
                            job->options->output.target == PV_TARGET_OPENMP,
        .generated = job->options->command == PV_CHECK,
        .replace_openmp = input->replace_openmp,
        .reassociate = job->options->schedule.reassociate,
        .openmp = job->options->output.target == PV_TARGET_OPENMP,
        .n_clang_args = input->clang.n,
        .clang_args = input->clang.v,
    };
    job->unit = pv_front_parse(job->arena, job->diag, job->input, &params);
    if (job->unit)
        job->report = pv_report_new(job->arena, job->unit, job->diag);
    if (job->report)
        job->report->is_detailed = job->options->command == PV_EXPLAIN || output->remarks || output->sarif ||
                                   output->html;
    if (job->report)
        job->report->is_sequential = job->options->output.target == PV_TARGET_C;
    for (int i = 0; job->unit && i < job->unit->regions.n; i++)
        pv_push(job->arena, &job->tasks, pv_task_new(job->arena, job->unit->regions.v[i]));
    if (job->unit && pv_command_compiles(job->options->command))
        note_headers(job);
    return job->unit != NULL;
}

/* The user's --ctx must be a set of parameters. */
bool pv_model_begin(struct pv_job *job)
{
    const char *text = job->options->eval.ctx;
    if (!text)
        return true;
    isl_set *set = pv_set_read(job->ctx, text);
    bool ok = set && isl_set_is_params(set) == isl_bool_true;
    isl_set_free(set);
    if (!ok)
        pv_error(job->diag, nowhere, "'%s' is not a parameter set for --ctx; write it like '[n] -> { : n > 3 }'", text);
    return ok;
}

/* Say that "region" has no model. Return whether the run may go on: not where the user marked the region and
 * asked to see its model, or wants to be strict. */
static bool report_refusal(struct pv_job *job, const struct pv_region *region)
{
    bool may_stay = pv_command_compiles(job->options->command) || job->options->command == PV_CHECK;
    bool is_error = !may_stay || job->options->output.strict;
    struct pv_verdict verdict = {.fate = PV_FATE_UNMODELLED,
                                 .reason = region->refused,
                                 .remedy = region->remedy,
                                 .at = region->refused_at,
                                 .is_said = region->is_marked};
    pv_report_range(job->report, region->range, &verdict);
    if (!region->is_marked && pv_command_compiles(job->options->command))
        return true;
    if (!region->is_marked)
        pv_note(job->diag, region->refused_at, "loops left unchanged: %s", region->refused);
    else if (is_error)
        pv_error(job->diag, region->refused_at, "this region has no model: %s", region->refused);
    else
        pv_warn(job->diag, region->refused_at, "region left unchanged: %s", region->refused);
    if (region->remedy && region->is_marked)
        pv_note(job->diag, region->refused_at, "%s", region->remedy);
    return !is_error || !region->is_marked;
}

unsigned long pv_budget_usual(const struct pv_job *job, const struct pv_task *task)
{
    (void)job;
    (void)task;
    return pv_usual_budget;
}

unsigned long pv_model_budget(const struct pv_job *job, const struct pv_task *task)
{
    struct pv_range range = task->region->range;
    (void)job;
    return scop_budget + (range.end.line - range.begin.line + 1) * scop_budget_per_line;
}

bool pv_model_build(struct pv_job *job, struct pv_task *task)
{
    if (task->region->refused)
        return false;
    struct pv_eval_params params = job->options->eval;
    /* Copies in the memory of devices are about single statements. */
    params.join_statements = pv_command_compiles(job->options->command) && !pv_stage_is_for_device(job);
    params.for_host = params.join_statements;
    /* Detection ends regions at such calls, but it does not know whether functions have a model. */
    params.ends_at_effects = params.join_statements && job->goes_by_region && !task->region->is_marked;
    errno = 0;
    task->scop = pv_tree2scop(job->ctx, job->arena, job->diag, job->unit, task->region, &params);
    /* isl does not always say that there was no memory, and what could not be found out looks like a reason. */
    if (!task->scop && task->region->refused && errno == ENOMEM)
        pv_note_short_memory();
    return task->scop && pv_scop_is_complete(task->scop);
}

/* Go on with the parts of "task", if there are any, instead of the whole. */
static void add_parts(struct pv_job *job, struct pv_task *task)
{
    pv_regions parts = {0};
    int at = 0;
    while (job->tasks.v[at] != task)
        at++;
    if (!task->region->is_marked)
        pv_front_split(job->unit, task->region, &parts);
    pv_tasks_insert(job->arena, &job->tasks, at, &parts);
    task->is_gone = true;
}

/* Report that the region of "task" has no model, and go on with its parts unless the user marked it. */
static bool give_way(struct pv_job *job, struct pv_task *task)
{
    bool ok = report_refusal(job, task->region);
    add_parts(job, task);
    return ok;
}

bool pv_model_exceeded(struct pv_job *job, struct pv_task *task)
{
    struct pv_region *region = task->region;
    region->refused = "building its model exceeded the budget";
    region->remedy = "raise the limit with --budget, or mark smaller regions";
    region->refused_at = region->range.begin;
    region->is_too_much = true;
    return give_way(job, task);
}

bool pv_model_failed(struct pv_job *job, struct pv_task *task)
{
    if (!task->scop && task->region->refused)
        return give_way(job, task);
    const char *why = isl_ctx_last_error_msg(job->ctx);
    pv_fault(job->diag, task->region->range.begin, "the model of this region could not be computed: %s",
             why ? why : "no reason given");
    return false;
}

bool pv_model_check_meaning(struct pv_job *job, struct pv_task *task)
{
    const char *why = "no values of the parameters give this region a defined meaning: something in it overflows, runs "
                      "for ever, or contradicts an assumption";
    bool is_void = isl_set_is_empty(task->scop->context) == isl_bool_true;
    task->is_gone = is_void && pv_command_compiles(job->options->command);
    if (task->is_gone)
        return pv_job_leave_alone(job, task->region, why);
    if (is_void)
        pv_warn(job->diag, task->region->range.begin, "%s", why);
    return true;
}

/* The first statement of "scop" with a reason why it is one statement, or NULL; NULL too if some statement has a loop around it. */
static const struct pv_stmt *find_only_content(const struct pv_scop *scop)
{
    const struct pv_stmt *found = NULL;
    for (int i = 0; i < scop->stmts.n; i++) {
        const struct pv_stmt *stmt = scop->stmts.v[i];
        if (stmt->n_iterators)
            return NULL;
        if (!found && stmt->kind == PV_STMT_GENERIC && stmt->why)
            found = stmt;
    }
    return found;
}

bool pv_model_is_divisible(const struct pv_job *job, const struct pv_task *task)
{
    return job->goes_by_region && !task->region->is_marked && find_only_content(task->scop);
}

bool pv_model_divide(struct pv_job *job, struct pv_task *task)
{
    const struct pv_stmt *stmt = find_only_content(task->scop);
    if (!stmt)
        return true;
    struct pv_verdict verdict = pv_reason_opaque(job, stmt, true);
    pv_report_range(job->report, task->region->range, &verdict);
    add_parts(job, task);
    return true;
}

bool pv_model_finish(struct pv_job *job)
{
    bool has_only_headers = job->unit->header_loops.n && !job->unit->loops.n;
    if (!job->unit->regions.n && !has_only_headers)
        pv_warn(job->diag, nowhere, "%s: no region found; mark one with '#pragma scop' and '#pragma endscop'",
                job->unit->file_name);
    return true;
}
