/* The steps that divide loops into parts without dependences inside, and take that back where it does not pay. */
#include "driver/stages.h"

#include "driver/alternatives.h"
#include "driver/merit.h"
#include "driver/rung.h"
#include "schedule/constraints.h"
#include "schedule/divide.h"

/* Operations of isl for finding the cuts. */
static const unsigned long split_budget = 300000;
/* On the host, the new order must take at most so much of the time of the one before. */
static const double worthwhile = 0.8;

unsigned long pv_split_budget(const struct pv_job *job, const struct pv_task *task)
{
    (void)job;
    (void)task;
    return split_budget;
}

/* Statements that nothing keeps from running in parallel need no parts. */
static bool is_parallel(struct pv_job *job, const struct pv_task *task)
{
    const struct pv_merit *merits = pv_merits_find(job, task->scop, task->schedule);
    for (int i = 0; i < task->scop->stmts.n; i++)
        if (merits[i].is_known && task->scop->stmts.v[i]->n_iterators > merits[i].n_parallel)
            return false;
    return true;
}

/* The parts would be ordered without regard to copies of arrays. */
bool pv_split_applies(const struct pv_job *job, const struct pv_task *task)
{
    const struct pv_schedule_options *options = &job->options->schedule;
    bool is_target = job->options->output.target == PV_TARGET_OPENMP || pv_stage_is_for_device(job);
    return is_target && pv_command_compiles(job->options->command) && options->max_parts > 1 && options->reschedule &&
           !options->load && !options->save && task->schedule && task->deps && !task->deps->is_memory_based &&
           !task->expansion;
}

bool pv_split_try(struct pv_job *job, struct pv_task *task)
{
    const struct pv_schedule_options *options = &job->options->schedule;
    if (is_parallel(job, task))
        return true;
    isl_union_map *pairs = pv_constraints_get_coincidence(
        task->deps, options->live_range_reordering ? PV_LIVE_RANGES_MAY_MOVE : PV_LIVE_RANGES_KEEP_ORDER);
    bool is_failed;
    task->split = pv_split_find(job->arena, task->scop, pairs, options->max_parts, &is_failed);
    return !is_failed;
}

void pv_split_take_back(struct pv_job *job, struct pv_task *task)
{
    struct pv_region_facts *facts = pv_job_facts(job, task);
    if (facts)
        facts->order.parts.n = 0;
    if (!task->undivided)
        return;
    isl_schedule_free(task->schedule);
    task->schedule = task->undivided;
    task->undivided = NULL;
    task->is_unchecked = false;
}

/* Nothing is lost that the region had. */
bool pv_split_exceeded(struct pv_job *job, struct pv_task *task)
{
    isl_ctx_reset_error(job->ctx);
    pv_split_take_back(job, task);
    if (job->options->verbose)
        pv_note(job->diag, task->region->range.begin, "no loop is divided into parts: the search exceeded the budget");
    return true;
}

bool pv_split_failed(struct pv_job *job, struct pv_task *task)
{
    isl_ctx_reset_error(job->ctx);
    pv_split_take_back(job, task);
    pv_warn(job->diag, task->region->range.begin,
            "no loop is divided into parts: fault in pave: %s; please report this with the input and the command line",
            task->why ? task->why : "parts could not be found");
    task->why = NULL;
    return true;
}

bool pv_split_is_found(const struct pv_job *job, const struct pv_task *task)
{
    (void)job;
    return task->split;
}

/* On a device: has some statement parallel loops that had none before, or more of them where the outermost loop is parallel, and is
 * nothing lost? Beside planes, the mapping divides loops inside sequential ones itself (map/pivot). */
static bool has_merit(struct pv_job *job, const struct pv_task *task, __isl_keep isl_schedule *order)
{
    const struct pv_merit *before = pv_merits_find(job, task->scop, task->schedule);
    const struct pv_merit *after = pv_merits_find(job, task->scop, order);
    bool gains = false, loses = false;
    for (int i = 0; i < task->scop->stmts.n; i++) {
        if (!before[i].is_known || !after[i].is_known)
            continue;
        bool has_more = after[i].n_parallel > before[i].n_parallel;
        bool is_new = !before[i].n_parallel && !task->split->is_beside_planes;
        gains = gains || (has_more && (is_new || !after[i].first));
        loses = loses || after[i].n_parallel < before[i].n_parallel;
    }
    return gains && !loses;
}

/* The order of the parts that the scheduler finds; NULL where it finds none. */
static __isl_give isl_schedule *schedule_parts(struct pv_job *job, const struct pv_task *task)
{
    struct pv_schedule_params params = pv_job_schedule_params(job);
    struct pv_schedule_report report = {0};
    isl_schedule *order = pv_divide_schedule(task->split, task->deps, &params, &report);
    isl_ctx_reset_error(job->ctx);
    return order;
}

/* The better of the orders with parts, for the host; NULL where none is so much better than the one before that it is worth it. */
static __isl_give isl_schedule *choose(struct pv_job *job, struct pv_task *task)
{
    struct pv_map_params params = pv_job_map_params(job);
    double least = pv_alternatives_estimate(job, task, task->schedule, &params, PV_MOVE_BUDGET);
    isl_schedule *best = NULL;
    for (int i = 0; i < 2 && least >= 0 && (!best || task->split->reorders); i++) {
        isl_schedule *order = i ? schedule_parts(job, task) : pv_divide_loops(task->split);
        double cycles = order ? pv_alternatives_estimate(job, task, order, &params, PV_MOVE_BUDGET) : -1;
        bool is_better = cycles >= 0 && cycles < (best ? 1 : worthwhile) * least;
        isl_schedule_free(is_better ? best : order);
        best = is_better ? order : best;
        least = is_better ? cycles : least;
    }
    return best;
}

/* Say where loops are divided. */
static void tell(struct pv_job *job, const struct pv_task *task)
{
    const struct pv_split *split = task->split;
    struct pv_region_facts *facts = pv_job_facts(job, task);
    for (int i = 0; i < split->cuts.n; i++) {
        const struct pv_cut *cut = &split->cuts.v[i];
        const char *parts = pv_printf(job->arena, "%s and %s", pv_cut_text(split, cut, false),
                                      pv_cut_text(split, cut, true));
        if (facts)
            pv_push(job->arena, &facts->order.parts, parts);
        if (job->options->verbose && job->options->command != PV_EXPLAIN)
            pv_note(job->diag, task->region->range.begin, "loops are divided into parts: %s (--max-parts)", parts);
    }
}

bool pv_split_decide(struct pv_job *job, struct pv_task *task)
{
    isl_schedule *order = NULL;
    if (!pv_stage_is_for_device(job)) {
        order = choose(job, task);
    } else if ((order = schedule_parts(job, task)) && !has_merit(job, task, order)) {
        order = isl_schedule_free(order);
    }
    if (order) {
        task->grouped = isl_schedule_free(task->grouped);
        task->undivided = task->schedule;
        task->schedule = order;
        task->is_unchecked = true;
        tell(job, task);
    }
    pv_split_free(task->split);
    task->split = NULL;
    return true;
}
