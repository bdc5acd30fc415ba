/* The stage that compares two programs, for check. */
#include "driver/stages.h"

#include "check/equiv.h"

#include <string.h>

static const struct pv_loc nowhere;

/* The region of the other program that stands for that of "scop": the one made from its lines, else the one at the same
 * place among those of a function of its name. -1 where there is none. */
static int find_counterpart(const struct pv_job *job, int which)
{
    const struct pv_region *region = job->tasks.v[which]->region;
    const struct pv_job *other = job->other;
    int place = 0;
    for (int i = 0; i < other->tasks.n; i++)
        if (other->tasks.v[i]->region->original_line == region->range.begin.line)
            return i;
    for (int i = 0; i < which; i++)
        place += !strcmp(job->tasks.v[i]->region->function->name, region->function->name);
    for (int i = 0; i < other->tasks.n; i++) {
        const struct pv_region *candidate = other->tasks.v[i]->region;
        if (!candidate->original_line && !strcmp(candidate->function->name, region->function->name) && !place--)
            return i;
    }
    return -1;
}

/* Does the text of "region" stand in the other program as it is? */
static bool has_same_text(const struct pv_job *job, const struct pv_region *region)
{
    size_t n = region->range.end.offset - region->range.begin.offset;
    return strstr(job->other->unit->text, pv_strndup(job->arena, job->unit->text + region->range.begin.offset, n));
}

/* Two regions. A verdict counts only if nothing was left out on the way to it: without exact dependences on both sides,
 * where it was guessed which instances are which, and where the budget did not last, a difference may be none. */
static bool compare_sides(struct pv_job *job, const struct pv_side *a, const struct pv_side *b)
{
    struct pv_loc loc = a->scop->region->range.begin;
    bool is_exact = !a->deps->is_memory_based && !b->deps->is_memory_based;
    const struct pv_stmt *guessed;
    pv_diag_hold(job->diag);
    pv_job_open_budget(job, pv_usual_budget);
    bool ok = pv_equiv_check(job->arena, job->diag, a, b, &guessed);
    bool ran_out = pv_job_close_budget(job);
    if (!ran_out && (ok || (is_exact && !guessed))) {
        int n_errors = pv_diag_count(job->diag, PV_ERROR);
        pv_diag_show_held(job->diag);
        bool is_explained = ok || pv_diag_count(job->diag, PV_ERROR) > n_errors;
        return is_explained ? ok : pv_job_fault(job, a->scop, "whether another program does the same as that");
    }
    pv_diag_drop_held(job->diag);
    isl_ctx_reset_error(job->ctx);
    if (guessed && !ran_out)
        pv_instances_report_open(job->diag, guessed);
    else
        pv_error(job->diag, loc, "cannot compare: %s exceeded the budget; allow more with --budget",
                 ran_out ? "finding out" : "finding dependences exactly");
    return false;
}

/* A region of the first program against what stands for it in the second. */
static bool compare_region(struct pv_job *job, int i)
{
    const struct pv_task *task = job->tasks.v[i];
    int counterpart = find_counterpart(job, i);
    if (counterpart < 0) {
        if (has_same_text(job, task->region))
            return true;
        pv_error(job->diag, task->region->range.begin,
                 "cannot compare: '%s' has no model of the region that corresponds to this one",
                 job->other->unit->file_name);
        return false;
    }
    const struct pv_task *other = job->other->tasks.v[counterpart];
    struct pv_side a = {job->unit, task->scop, task->deps}, b = {job->other->unit, other->scop, other->deps};
    return compare_sides(job, &a, &b);
}

/* A marked region without a model: nothing but its own text is known to do the same. */
static bool compare_refused(struct pv_job *job, const struct pv_region *region)
{
    if (!region->refused || !region->is_marked || has_same_text(job, region))
        return true;
    pv_error(job->diag, region->range.begin, "cannot compare: there is no model of this region, and its text differs");
    return false;
}

/* Models and dependences of two programs to a verdict. */
bool pv_stage_compare(struct pv_job *job)
{
    bool ok = true;
    for (int i = 0; i < job->tasks.n; i++)
        ok = compare_region(job, i) && ok;
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
