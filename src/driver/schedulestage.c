/* The steps that find a schedule for each region, computed or loaded. */
#include "driver/stages.h"

#include "check/schedcheck.h"
#include "driver/loadschedule.h"
#include "ir/dump.h"
#include "report/facts.h"
#include "schedule/constraints.h"

static const struct pv_loc nowhere;

struct pv_schedule_params pv_job_schedule_params(const struct pv_job *job)
{
    const struct pv_schedule_options *options = &job->options->schedule;
    return (struct pv_schedule_params){
        .scheduler = options->scheduler,
        .solver = options->solver,
        .approximation = options->approximation,
        .fallback = options->fallback,
        .use_context = options->use_context,
        .group_chains = options->group_chains,
        .move_live_ranges = options->live_range_reordering,
        .reschedule = options->reschedule,
        .feautrier = options->algorithm == PV_ALGORITHM_FEAUTRIER,
        .outer_coincidence = options->outer_coincidence,
        .maximize_band_depth = options->maximize_band_depth,
        .maximize_coincidence = options->maximize_coincidence,
        .whole_component = options->whole_component,
        .serialize_sccs = options->serialize_sccs,
        .split_scaled = options->split_scaled,
        .treat_coalescing = options->treat_coalescing,
        .carry_self_first = options->carry_self_first,
        .max_coefficient = options->max_coefficient,
        .max_constant_term = options->max_constant_term,
        .budget = pv_job_budget(job, pv_usual_budget),
    };
}

const char *pv_order_find_fault(struct pv_job *job, __isl_take isl_schedule_constraints *sc,
                                __isl_keep isl_schedule *order)
{
    enum pv_legality legality = pv_legality_check_tree(sc, order);
    const char *why = isl_ctx_last_error_msg(job->ctx);
    isl_schedule_constraints_free(sc);
    if (legality == PV_LEGAL)
        return NULL;
    return legality == PV_LEGALITY_UNKNOWN
               ? pv_printf(job->arena, "the schedule could not be checked: %s", why ? why : "no reason given")
               : pv_printf(job->arena, "the schedule is wrong: %s", pv_legality_describe(legality));
}

bool pv_order_is_unchecked(const struct pv_job *job, const struct pv_task *task)
{
    (void)job;
    return task->is_unchecked;
}

bool pv_order_check(struct pv_job *job, struct pv_task *task)
{
    bool may_move = pv_job_schedule_params(job).move_live_ranges;
    isl_schedule_constraints *sc = pv_constraints_from_deps(
        task->scop, task->deps, may_move ? PV_LIVE_RANGES_MAY_MOVE : PV_LIVE_RANGES_KEEP_ORDER);
    task->why = pv_order_find_fault(job, sc, task->schedule);
    task->is_unchecked = false;
    return !task->why;
}

static bool keep_order(struct pv_job *job, struct pv_task *task)
{
    isl_ctx_reset_error(job->ctx);
    isl_schedule_free(task->schedule);
    task->schedule = pv_schedule_original(task->scop);
    return task->schedule || pv_job_fault(job, task->scop, "the original order");
}

bool pv_order_check_exceeded(struct pv_job *job, struct pv_task *task)
{
    pv_warn(job->diag, task->region->range.begin,
            "the region keeps its order: checking the new one exceeded the budget");
    return keep_order(job, task);
}

/* A wrong schedule is an error where it is the result that was asked for. */
bool pv_order_check_failed(struct pv_job *job, struct pv_task *task)
{
    struct pv_loc loc = task->region->range.begin;
    if (!pv_command_compiles(job->options->command)) {
        pv_fault(job->diag, loc, "%s", task->why);
        return false;
    }
    pv_warn(job->diag, loc,
            "the region keeps its order: fault in pave: %s; please report this with the input and the command line",
            task->why);
    return keep_order(job, task);
}

void pv_order_tell(struct pv_job *job, struct pv_loc loc, const struct pv_schedule_report *report)
{
    if (report->why_simple)
        pv_warn(job->diag, loc, "%s", report->why_simple);
    for (int i = 0; i < report->decisions.n; i++)
        pv_note(job->diag, loc, "%s", report->decisions.v[i].text);
    if (job->options->verbose && report->n_approximated > 0)
        pv_note(job->diag, loc,
                "schedule rows: %d systems were approximated by constraints of two variables, %d were solved exactly "
                "(--schedule-solver)",
                report->n_approximated, report->n_exact);
}

/* isl's YAML, one document for each region; "with_groups": those of statements in a row stay together. */
static void add_schedules(struct pv_job *job, bool with_groups, struct pv_sb *out)
{
    for (int i = 0; i < job->tasks.n; i++) {
        const struct pv_task *task = job->tasks.v[i];
        if (i)
            pv_sb_add(out, "---\n");
        if (task->schedule)
            pv_dump_schedule(out, with_groups && task->grouped ? task->grouped : task->schedule, 0);
    }
}

void pv_stage_print_schedules(struct pv_job *job, struct pv_sb *out)
{
    add_schedules(job, true, out);
}

/* Print the schedules as they are now. */
void pv_stage_dump_schedules(struct pv_job *job, bool with_groups)
{
    add_schedules(job, with_groups, &job->printed);
}

/* Read the schedules of --load-schedule. */
bool pv_order_begin(struct pv_job *job)
{
    const char *path = job->options->schedule.load;
    if (!path)
        return true;
    if (!pv_schedfile_read_trees(job->ctx, job->arena, job->diag, path, &job->loaded))
        return false;
    if (job->loaded.n == job->tasks.n)
        return true;
    pv_error(job->diag, nowhere, "'%s' holds %d schedules, but %d regions of '%s' need one", path, job->loaded.n,
             job->tasks.n, job->input);
    return false;
}

bool pv_order_is_loaded(const struct pv_job *job, const struct pv_task *task)
{
    (void)task;
    return job->options->schedule.load;
}

/* The schedules are in the order of the tasks. */
bool pv_order_load(struct pv_job *job, struct pv_task *task)
{
    int i = 0;
    while (job->tasks.v[i] != task)
        i++;
    struct pv_region_facts *facts = pv_job_facts(job, task);
    if (facts)
        facts->order.why_original = pv_printf(job->arena, "loaded from '%s'", job->options->schedule.load);
    task->schedule = pv_loadschedule_take(job->diag, &job->loaded.v[i], task->scop, task->deps);
    return task->schedule;
}

/* pv_order_load() reports schedules that it cannot check; of others it may not know whether their bands are as they say. */
bool pv_order_load_exceeded(struct pv_job *job, struct pv_task *task)
{
    (void)job;
    return task->schedule;
}

bool pv_order_is_computed(const struct pv_job *job, const struct pv_task *task)
{
    return !pv_order_is_loaded(job, task);
}

/* Note for a report how the schedule was found. */
static void note_order(struct pv_job *job, struct pv_region_facts *facts, const struct pv_schedule_params *params,
                       const struct pv_schedule_report *report)
{
    static const char *const solvers[] = {
        [PV_SOLVER_EXACT] = "exact", [PV_SOLVER_UTVPI] = "utvpi", [PV_SOLVER_AUTO] = "auto"};
    struct pv_order_facts *order = &facts->order;
    *order = (struct pv_order_facts){.scheduler = params->scheduler == PV_SCHEDULER_ISL ? "isl" : "pave",
                                     .solver = solvers[params->solver],
                                     .is_computed = params->reschedule && !report->why_not,
                                     .n_exact = report->n_exact,
                                     .n_approximated = report->n_approximated};
    if (report->why_not)
        order->why_original = pv_printf(job->arena, "order of the program: %s", report->why_not);
    else if (!params->reschedule)
        order->why_original = "order of the program (--no-reschedule)";
    for (int i = 0; i < report->decisions.n; i++)
        pv_push(job->arena, &order->decisions, report->decisions.v[i].text);
}

/* The scheduler has a budget of its own: it falls back to the original order, and says why. */
bool pv_order_find(struct pv_job *job, struct pv_task *task)
{
    struct pv_schedule_params params = pv_job_schedule_params(job);
    struct pv_loc loc = task->region->range.begin;
    struct pv_region_facts *facts = pv_job_facts(job, task);
    struct pv_schedule_report report = {.arena = job->options->verbose || facts ? job->arena : NULL};
    task->schedule = pv_schedule_compute(task->scop, task->deps, &params, &report, &task->grouped);
    if (!task->schedule)
        return pv_job_fault(job, task->scop, "a schedule");
    if (facts)
        note_order(job, facts, &params, &report);
    if (!job->options->verbose || job->options->command == PV_EXPLAIN)
        report.decisions.n = 0;
    pv_order_tell(job, loc, &report);
    if (report.why_not)
        pv_warn(job->diag, loc, "the region keeps its order: %s", report.why_not);
    task->is_unchecked = params.reschedule && !report.why_not;
    return true;
}

bool pv_order_finish(struct pv_job *job)
{
    const struct pv_schedule_options *options = &job->options->schedule;
    if (options->save)
        add_schedules(job, false, &job->saved);
    if (options->dump_schedule)
        pv_stage_dump_schedules(job, true);
    return true;
}
