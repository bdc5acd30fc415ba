/* The steps that find schedules for constraints from a file, without any program. */
#include "driver/stages.h"

#include "base/file.h"
#include "driver/scfile.h"

#include <string.h>

/* Standard input has no name that tells what it holds: it is read here. */
bool pv_constraints_are_input(struct pv_job *job)
{
    const char *dot = strrchr(job->input, '.');
    if (job->options->command != PV_SCHEDULE || (strcmp(job->input, "-") && (!dot || strcmp(dot, ".sc"))))
        return false;
    struct pv_sb text = {0};
    if (pv_file_read(job->diag, job->input, &text)) {
        job->text = pv_strndup(job->arena, text.text, text.n);
        job->size = text.n;
    }
    pv_sb_free(&text);
    return dot || !job->text || pv_scfile_looks_like_one(job->text);
}

bool pv_constraints_begin(struct pv_job *job)
{
    if (!job->text)
        return false;
    const char *name = strcmp(job->input, "-") ? job->input : "<stdin>";
    pv_scdocs docs = {0};
    if (!pv_scfile_split(job->arena, job->diag, name, job->text, job->size, &docs))
        return false;
    for (int i = 0; i < docs.n; i++) {
        struct pv_task *task = pv_task_new(job->arena, NULL);
        task->document = docs.v[i];
        pv_push(job->arena, &job->tasks, task);
    }
    return true;
}

/* isl's work grows with the text: about 50 operations for each byte of a relation between thousands of statements. */
unsigned long pv_constraints_read_budget(const struct pv_job *job, const struct pv_task *task)
{
    const unsigned long operations_per_byte = 200;
    (void)job;
    return pv_usual_budget + operations_per_byte * pv_scdoc_size(task->document);
}

bool pv_constraints_read(struct pv_job *job, struct pv_task *task)
{
    task->constraints = pv_scdoc_read(job->ctx, task->document);
    return task->constraints;
}

/* pv_scdoc_read() has said which value was too much. */
bool pv_constraints_read_exceeded(struct pv_job *job, struct pv_task *task)
{
    (void)job;
    (void)task;
    return false;
}

bool pv_constraints_schedule(struct pv_job *job, struct pv_task *task)
{
    struct pv_loc loc = pv_scdoc_loc(task->document);
    struct pv_schedule_params params = pv_job_schedule_params(job);
    struct pv_schedule_report report = {.arena = job->options->verbose ? job->arena : NULL};
    task->schedule = pv_schedule_from_constraints(isl_schedule_constraints_copy(task->constraints), &params, &report);
    pv_order_tell(job, loc, &report);
    if (task->schedule)
        return true;
    if (report.why_not)
        pv_error(job->diag, loc, "no schedule: %s", report.why_not);
    else
        pv_fault(job->diag, loc, "a schedule could not be computed");
    return false;
}

bool pv_constraints_check(struct pv_job *job, struct pv_task *task)
{
    task->why = pv_order_find_fault(job, isl_schedule_constraints_copy(task->constraints), task->schedule);
    return !task->why;
}

bool pv_constraints_check_exceeded(struct pv_job *job, struct pv_task *task)
{
    pv_warn(job->diag, pv_scdoc_loc(task->document), "the schedule is not checked: the check exceeded the budget");
    return true;
}

bool pv_constraints_check_failed(struct pv_job *job, struct pv_task *task)
{
    pv_fault(job->diag, pv_scdoc_loc(task->document), "%s", task->why);
    return false;
}
