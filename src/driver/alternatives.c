/* Finds several orders of a region, maps each, and keeps the one that is estimated to be the fastest. */
#include "driver/alternatives.h"

#include "driver/stages.h"
#include "schedule/schedule.h"

/* Another order must take at most so much of the time of the first one to be taken. */
static const double worthwhile = 0.8;

/* What is tried. The first row is what the options ask for. */
static const struct kind {
    const char *name;
    enum { AS_ASKED, DEPTH_FIRST, AS_WRITTEN } order;
    bool tiles_nests; /* also bands with several statements or further loops below them */
} kinds[] = {
    {"the new schedule", AS_ASKED, false},
    {"the new schedule, tiled above sequences", AS_ASKED, true},
    {"deep bands first (--no-schedule-outer-coincidence), tiled above sequences", DEPTH_FIRST, true},
    {"the order of the program", AS_WRITTEN, false},
};
enum { N_KINDS = sizeof(kinds) / sizeof(*kinds) };

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
    alternative->cost = (struct pv_cost){.cycles = -1};
    params.n_tiled = &alternative->n_tiled;
    params.idle = &alternative->idle;
    params.tile_nests = alternative->tiles_nests;
    pv_job_open_budget(job, budget);
    const struct pv_conflicts *conflicts = pv_task_conflicts(job->arena, task);
    alternative->mapped = pv_map_cpu(conflicts, isl_schedule_copy(alternative->order), &params);
    if (alternative->mapped)
        alternative->cost = pv_map_estimate(conflicts, alternative->mapped, params.reassociate);
    if (pv_job_close_budget(job))
        alternative->mapped = isl_schedule_free(alternative->mapped);
    isl_ctx_reset_error(job->ctx);
}

double pv_alternatives_estimate(struct pv_job *job, struct pv_task *task, __isl_keep isl_schedule *order,
                                const struct pv_map_params *params, unsigned long budget)
{
    struct pv_alternative alternative = {.order = isl_schedule_copy(order)};
    map(job, task, params, budget, &alternative);
    pv_alternative_free(&alternative);
    return alternative.cost.cycles;
}

/* Is "order" one of "known", mapped with the same tiles? */
static bool is_known(__isl_keep isl_schedule *order, bool tiles_nests, const struct pv_alternative *known, int n)
{
    for (int i = 0; i < n; i++)
        if (known[i].tiles_nests == tiles_nests && isl_schedule_plain_is_equal(order, known[i].order) == isl_bool_true)
            return true;
    return false;
}

__isl_give isl_schedule *pv_alternatives_find_deep(struct pv_job *job, const struct pv_task *task,
                                                   __isl_keep isl_schedule *scheduled)
{
    struct pv_schedule_params params = pv_job_schedule_params(job);
    struct pv_schedule_report report = {0};
    if (params.feautrier || params.scheduler != PV_SCHEDULER_PAVE || !params.outer_coincidence ||
        params.whole_component || params.serialize_sccs || pv_map_is_one_band(scheduled))
        return NULL;
    params.outer_coincidence = false;
    isl_schedule *order = pv_schedule_compute(task->scop, task->deps, &params, &report, NULL);
    return report.why_not ? isl_schedule_free(order) : order;
}

/* The order of "kind"; NULL where there is none. */
static __isl_give isl_schedule *find_order(struct pv_job *job, const struct pv_task *task,
                                           __isl_keep isl_schedule *scheduled, const struct kind *kind)
{
    isl_schedule *order = kind->order == AS_ASKED      ? isl_schedule_copy(scheduled)
                          : kind->order == DEPTH_FIRST ? pv_alternatives_find_deep(job, task, scheduled)
                                                       : pv_schedule_original(task->scop);
    bool has_tiles = !kind->tiles_nests || (order && pv_map_has_nests(order)) ||
                     (kind->order == DEPTH_FIRST && order && pv_map_is_one_band(order));
    return has_tiles ? order : isl_schedule_free(order);
}

static void tell(const struct pv_job *job, const struct pv_task *task, const struct pv_alternative *all, int n,
                 int best)
{
    struct pv_sb text = {0};
    for (int i = 0; i < n; i++)
        pv_sb_printf(&text, "%s%s %.3g", i ? ", " : "", all[i].name, all[i].cost.cycles);
    if (job->options->verbose)
        pv_note(job->diag, task->region->range.begin, "order: %s; estimated cycles: %s", all[best].name, text.text);
    pv_sb_free(&text);
}

/* Is "other" better than "best", and so much better than "first" that it is worth it? Where tiles are "forced", it is if it has
 * more statements in tiles. */
static bool is_better(const struct pv_alternative *other, const struct pv_alternative *best,
                      const struct pv_alternative *first, bool is_forced)
{
    if (!other->mapped || other->cost.cycles < 0)
        return false;
    if (is_forced && other->cost.n_tiled != best->cost.n_tiled)
        return other->cost.n_tiled > best->cost.n_tiled;
    return other->cost.cycles < worthwhile * first->cost.cycles && other->cost.cycles < best->cost.cycles;
}

/* May tiles be so much better than "first" that they are worth it? They save traffic and joins, and let threads share what they do
 * not share there. Where it has tiles right above the statements that do most of the work, the traffic has been saved. */
static bool may_gain(const struct pv_alternative *first)
{
    return first->mapped && first->cost.cycles >= 0 && first->cost.work < worthwhile * first->cost.cycles &&
           first->cost.untiled > 1 - worthwhile;
}

/* Is alternative "i" left out, with "first" the order that the options ask for? */
static bool is_left_out(int i, const struct pv_map_params *params, const struct pv_alternative *first)
{
    bool is_forced = params->tiling == PV_TILE_ALWAYS;
    if (!kinds[i].tiles_nests)
        return is_forced && i > 0;
    return params->tiling == PV_TILE_NEVER || (!is_forced && !may_gain(first));
}

struct pv_alternative pv_alternatives_choose(struct pv_job *job, struct pv_task *task,
                                             __isl_keep isl_schedule *scheduled, const struct pv_map_params *params,
                                             unsigned long budget)
{
    struct pv_alternative all[N_KINDS] = {{0}};
    int n = 0, best = 0;
    for (int i = 0; i < N_KINDS; i++) {
        isl_schedule *order = is_left_out(i, params, &all[0]) ? NULL : find_order(job, task, scheduled, &kinds[i]);
        if (!order || is_known(order, kinds[i].tiles_nests, all, n)) {
            isl_schedule_free(order);
            continue;
        }
        all[n] = (struct pv_alternative){.name = kinds[i].name, .order = order, .tiles_nests = kinds[i].tiles_nests};
        map(job, task, params, budget, &all[n]);
        best = is_better(&all[n], &all[best], &all[0], params->tiling == PV_TILE_ALWAYS) ? n : best;
        n++;
    }
    if (n > 1)
        tell(job, task, all, n, best);
    for (int i = 0; i < n; i++)
        if (i != best)
            pv_alternative_free(&all[i]);
    return all[best];
}
