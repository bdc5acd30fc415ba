/* The step that compares two regions, for check. */
#include "driver/stages.h"

#include "base/budget.h"
#include "check/equiv.h"

#include <string.h>

static const struct pv_loc nowhere;

/* The region of the other program that corresponds to that of "task": the one made from its lines, else the one at the same
 * place among those of a function of its name. NULL where there is none. */
static const struct pv_task *find_counterpart(const struct pv_job *job, const struct pv_task *task)
{
    const struct pv_region *region = task->region;
    const struct pv_job *other = job->other;
    int place = 0;
    for (int i = 0; i < other->tasks.n; i++)
        if (other->tasks.v[i]->region->original_line == region->range.begin.line)
            return other->tasks.v[i];
    for (int i = 0; job->tasks.v[i] != task; i++)
        place += !strcmp(job->tasks.v[i]->region->function->name, region->function->name);
    for (int i = 0; i < other->tasks.n; i++) {
        const struct pv_region *candidate = other->tasks.v[i]->region;
        if (!candidate->original_line && !strcmp(candidate->function->name, region->function->name) && !place--)
            return other->tasks.v[i];
    }
    return NULL;
}

/* Does the text of "region" stand in the other program as it is? */
static bool has_same_text(const struct pv_job *job, const struct pv_region *region)
{
    size_t n = region->range.end.offset - region->range.begin.offset;
    return strstr(job->other->unit->text, pv_strndup(job->arena, job->unit->text + region->range.begin.offset, n));
}

/* Show the messages of a comparison, whose verdict counts. */
static bool show_verdict(struct pv_job *job, const struct pv_scop *scop, bool ok)
{
    int n_errors = pv_diag_count(job->diag, PV_ERROR);
    pv_diag_show_held(job->diag);
    bool is_explained = ok || pv_diag_count(job->diag, PV_ERROR) > n_errors;
    return is_explained ? ok : pv_job_fault(job, scop, "whether another program does the same as that");
}

/* Forget the messages of a comparison, whose verdict does not count. */
static void drop_verdict(struct pv_job *job)
{
    pv_diag_drop_held(job->diag);
    isl_ctx_reset_error(job->ctx);
}

static bool report_exceeded(struct pv_job *job, const struct pv_task *task, const char *work)
{
    pv_error(job->diag, task->region->range.begin, "cannot compare: %s exceeded the budget; allow more with --budget",
             work);
    return false;
}

/* Compare two regions. A difference counts only if nothing was left out on the way to it: without exact dependences on both
 * sides, or where pave guessed which instances correspond, there may be none. If the budget is exceeded, the messages are
 * left to pv_compare_exceeded(). */
static bool compare_with(struct pv_job *job, const struct pv_task *task, const struct pv_task *other)
{
    struct pv_side a = {job->unit, task->scop, task->deps}, b = {job->other->unit, other->scop, other->deps};
    bool is_exact = !task->deps->is_memory_based && !other->deps->is_memory_based;
    const struct pv_stmt *guessed;
    pv_diag_hold(job->diag);
    bool ok = pv_equiv_check(job->arena, job->diag, &a, &b, &guessed);
    if (pv_budget_is_exceeded(job->ctx))
        return false;
    if (ok || (is_exact && !guessed))
        return show_verdict(job, task->scop, ok);
    drop_verdict(job);
    if (!guessed)
        return report_exceeded(job, task, "finding dependences exactly");
    pv_instances_report_open(job->diag, guessed);
    return false;
}

bool pv_compare_exceeded(struct pv_job *job, struct pv_task *task)
{
    drop_verdict(job);
    return report_exceeded(job, task, "comparing");
}

bool pv_compare_region(struct pv_job *job, struct pv_task *task)
{
    const struct pv_task *other = find_counterpart(job, task);
    if (!other) {
        if (has_same_text(job, task->region))
            return true;
        pv_error(job->diag, task->region->range.begin,
                 "cannot compare: '%s' has no model of the region that corresponds to this one",
                 job->other->unit->file_name);
        return false;
    }
    return compare_with(job, task, other);
}

/* A marked region without a model equals only its own text. */
static bool compare_refused(struct pv_job *job, const struct pv_region *region)
{
    if (!region->refused || !region->is_marked || has_same_text(job, region))
        return true;
    pv_error(job->diag, region->range.begin, "cannot compare: there is no model of this region, and its text differs");
    return false;
}

bool pv_compare_finish(struct pv_job *job)
{
    bool ok = true;
    for (int i = 0; i < job->unit->regions.n; i++)
        ok = compare_refused(job, job->unit->regions.v[i]) && ok;
    if (ok && !job->unit->regions.n) {
        pv_error(job->diag, nowhere, "nothing to compare: '%s' has no region", job->unit->file_name);
        ok = false;
    }
    const char *a = job->unit->file_name, *b = job->other->unit->file_name;
    pv_sb_printf(&job->program, "%s: runs the instances of %s, each once, and keeps its dependences\n", b, a);
    return ok;
}
