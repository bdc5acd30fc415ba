/* The steps that let elements of arrays take the place of scalars, and take that back where it does not help. */
#include "driver/stages.h"

#include "analysis/inplace.h"
#include "check/inplacecheck.h"
#include "driver/alternatives.h"
#include "driver/merit.h"
#include "driver/rung.h"

/* Operations of isl for finding the scalars and rewriting the model. */
static const unsigned long inplace_budget = 200000;
/* On the host, the new order must take at most so much of the time of the one with scalars. */
static const double worthwhile = 0.8;

unsigned long pv_inplace_budget(const struct pv_job *job, const struct pv_task *task)
{
    (void)job;
    (void)task;
    return inplace_budget;
}

/* Where threads may share sums, scalars are better for them. */
bool pv_inplace_applies(const struct pv_job *job, const struct pv_task *task)
{
    const struct pv_schedule_options *schedule = &job->options->schedule;
    return pv_stage_may_rewrite(job, task) && schedule->in_place && !schedule->reassociate &&
           !task->deps->is_memory_based;
}

bool pv_inplace_try(struct pv_job *job, struct pv_task *task)
{
    struct pv_webs webs = {.arena = job->arena, .scop = task->scop, .deps = task->deps};
    if (!pv_webs_gather(&webs))
        return false;
    task->inplace = pv_inplace(&webs);
    if (!task->inplace)
        return true;
    pv_task_exchange_plain(task);
    return true;
}

static void take_back(struct pv_task *task)
{
    pv_inplace_undo(task->inplace);
    task->inplace = NULL;
    pv_task_exchange_plain(task);
    pv_task_free_plain(task);
    task->is_unchecked = false;
}

/* Nothing is lost that the region had. Where nothing was tried yet, the search exceeded the budget. */
bool pv_inplace_exceeded(struct pv_job *job, struct pv_task *task)
{
    isl_ctx_reset_error(job->ctx);
    if (task->inplace)
        take_back(task);
    if (job->options->verbose)
        pv_note(job->diag, task->region->range.begin,
                "no scalar is computed in an array: finding out where exceeded the budget");
    return true;
}

bool pv_inplace_is_tried(const struct pv_job *job, const struct pv_task *task)
{
    (void)job;
    return task->inplace && task->plain.schedule;
}

/* Something else may read or write the element while the scalar is computed: then everything stays as it was. */
bool pv_inplace_check(struct pv_job *job, struct pv_task *task)
{
    const struct pv_inplace *inplace = task->inplace;
    struct pv_removed_copy *removed = pv_new_array(job->arena, struct pv_removed_copy, inplace->copies.n + 1);
    for (int i = 0; i < inplace->copies.n; i++) {
        const struct pv_inplace_copy *copy = &inplace->copies.v[i];
        removed[i] = (struct pv_removed_copy){copy->stmt, copy->before, copy->from, copy->to};
    }
    return pv_inplacecheck(task->scop, inplace->copies.n, removed, task->plain.deps, task->deps) == isl_bool_true;
}

bool pv_inplace_failed(struct pv_job *job, struct pv_task *task)
{
    isl_ctx_reset_error(job->ctx);
    if (task->inplace)
        take_back(task);
    task->why = NULL;
    return true;
}

/* Is a parallel loop further outside around some statement, or a band deeper that tiles could be made of, or are there more parallel
 * loops on a device, and is nothing lost? */
static bool has_merit(struct pv_job *job, const struct pv_task *task)
{
    const struct pv_merit *before = pv_merits_find(job, task->scop, task->plain.schedule);
    const struct pv_merit *after = pv_merits_find(job, task->scop, task->schedule);
    bool is_for_device = pv_stage_is_for_device(job), gains = false, loses = false;
    for (int i = 0; i < task->scop->stmts.n; i++) {
        if (!before[i].is_known || !after[i].is_known)
            continue;
        bool has_more = is_for_device ? after[i].n_parallel > before[i].n_parallel
                                      : after[i].deepest > before[i].deepest;
        gains = gains || after[i].first < before[i].first || has_more;
        loses = loses || after[i].first > before[i].first || (before[i].n_parallel && !after[i].n_parallel);
    }
    return gains && !loses;
}

/* Change "task" from the model with elements to that with scalars, or back. */
static void swap_models(struct pv_task *task)
{
    pv_inplace_swap(task->inplace);
    pv_task_exchange_plain(task);
}

/* Is the order with elements estimated to be worth it on the host? */
static bool is_faster(struct pv_job *job, struct pv_task *task)
{
    struct pv_map_params params = pv_job_map_params(job);
    swap_models(task);
    double before = pv_alternatives_estimate(job, task, task->schedule, &params, PV_MOVE_BUDGET);
    swap_models(task);
    double after = pv_alternatives_estimate(job, task, task->schedule, &params, PV_MOVE_BUDGET);
    return after >= 0 && (before < 0 || after < worthwhile * before);
}

bool pv_inplace_decide(struct pv_job *job, struct pv_task *task)
{
    if (!has_merit(job, task) || (!pv_stage_is_for_device(job) && !is_faster(job, task))) {
        take_back(task);
        return true;
    }
    pv_task_free_plain(task);
    for (int i = 0; i < task->inplace->values.n && job->options->verbose; i++) {
        const struct pv_inplace_value *value = &task->inplace->values.v[i];
        pv_note(job->diag, task->region->range.begin, "'%s' is computed in elements of '%s' (--in-place)",
                value->scalar->var->name, value->array->var->name);
    }
    return true;
}
