/* Finds several orders of a region, maps each, and keeps the one that is estimated to be the fastest. */
#include "driver/alternatives.h"

#include "driver/stages.h"
#include "schedule/schedule.h"

/* Another order must take at most so much of the time of the first one to be taken. */
static const double worthwhile = 0.8;

/* Orders beside the one that the options ask for. */
enum kind { AS_ASKED, AS_WRITTEN, N_KINDS };
static const char *const names[] = {
    [AS_ASKED] = "the schedule that was asked for",
    [AS_WRITTEN] = "the order of the program",
};

void pv_alternative_free(struct pv_alternative *alternative)
{
    isl_schedule_free(alternative->order);
    isl_schedule_free(alternative->mapped);
}

/* Map "alternative" and estimate it, within "budget". */
static void map(struct pv_job *job, struct pv_task *task, const struct pv_map_params *wanted, unsigned long budget,
                struct pv_alternative *alternative)
{
    struct pv_map_params params = *wanted;
    alternative->n_tiled = job->n_tiled;
    alternative->cycles = -1;
    params.n_tiled = &alternative->n_tiled;
    pv_job_open_budget(job, budget);
    const struct pv_conflicts *conflicts = pv_task_conflicts(job->arena, task);
    alternative->mapped = pv_map_cpu(conflicts, isl_schedule_copy(alternative->order), &params);
    if (alternative->mapped)
        alternative->cycles = pv_map_estimate(conflicts, alternative->mapped, params.reassociate);
    if (pv_job_close_budget(job))
        alternative->mapped = isl_schedule_free(alternative->mapped);
    isl_ctx_reset_error(job->ctx);
}

/* Is "order" one of "known"? */
static bool is_known(__isl_keep isl_schedule *order, const struct pv_alternative *known, int n)
{
    for (int i = 0; i < n; i++)
        if (isl_schedule_plain_is_equal(order, known[i].order) == isl_bool_true)
            return true;
    return false;
}

/* The order of "kind"; NULL where there is none. */
static __isl_give isl_schedule *find_order(const struct pv_task *task, __isl_keep isl_schedule *scheduled,
                                           enum kind kind)
{
    if (kind == AS_ASKED)
        return isl_schedule_copy(scheduled);
    return pv_schedule_original(task->scop);
}

static void tell(const struct pv_job *job, const struct pv_task *task, const struct pv_alternative *all, int n,
                 int best)
{
    struct pv_sb text = {0};
    for (int i = 0; i < n; i++)
        pv_sb_printf(&text, "%s%s %.3g", i ? ", " : "", all[i].name, all[i].cycles);
    if (job->options->verbose)
        pv_note(job->diag, task->region->range.begin, "order: %s; estimated cycles: %s", all[best].name, text.text);
    pv_sb_free(&text);
}

struct pv_alternative pv_alternatives_choose(struct pv_job *job, struct pv_task *task,
                                             __isl_keep isl_schedule *scheduled, const struct pv_map_params *params,
                                             unsigned long budget)
{
    struct pv_alternative all[N_KINDS];
    int n = 0, best = 0;
    for (int kind = 0; kind < N_KINDS; kind++) {
        isl_schedule *order = find_order(task, scheduled, kind);
        if (!order || is_known(order, all, n)) {
            isl_schedule_free(order);
            continue;
        }
        all[n] = (struct pv_alternative){.name = names[kind], .order = order};
        map(job, task, params, budget, &all[n]);
        bool is_better = all[n].mapped && all[n].cycles >= 0 && all[best].cycles >= 0 &&
                         all[n].cycles < worthwhile * all[best].cycles;
        best = is_better ? n : best;
        n++;
    }
    if (n > 1)
        tell(job, task, all, n, best);
    for (int i = 0; i < n; i++)
        if (i != best)
            pv_alternative_free(&all[i]);
    return all[best];
}
