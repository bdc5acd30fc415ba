/* The stage that finds a schedule for each region: computed, loaded, or from constraints in a file. */
#include "driver/stages.h"

#include "base/file.h"
#include "check/schedcheck.h"
#include "driver/loadschedule.h"
#include "driver/scfile.h"
#include "ir/dump.h"
#include "schedule/constraints.h"

#include <string.h>

static const struct pv_loc nowhere;

struct pv_schedule_params pv_job_schedule_params(const struct pv_job *job)
{
    const struct pv_schedule_options *options = &job->options->schedule;
    return (struct pv_schedule_params){
        .scheduler = options->scheduler,
        .solver = options->solver,
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

/* Check what the scheduler made of "sc", which is taken. Return NULL where it is right. Else what is wrong; this is a
 * fault of pave unless "*is_unknown": then the check took more than the budget, or the time is up. */
static const char *find_fault(struct pv_job *job, __isl_take isl_schedule_constraints *sc,
                              __isl_keep isl_schedule *order, bool *is_unknown)
{
    pv_job_limit_work(job);
    enum pv_legality legality = pv_legality_check_tree(sc, order);
    if (pv_job_ran_out(job))
        legality = PV_LEGALITY_UNKNOWN;
    pv_job_lift_limit(job);
    isl_schedule_constraints_free(sc);
    *is_unknown = legality == PV_LEGALITY_UNKNOWN && (pv_job_ran_out(job) || isl_ctx_aborted(job->ctx));
    if (*is_unknown)
        return "checking the new one took more than the budget";
    const char *why = legality == PV_LEGALITY_UNKNOWN ? isl_ctx_last_error_msg(job->ctx) : NULL;
    return legality == PV_LEGAL ? NULL
           : legality == PV_LEGALITY_UNKNOWN
               ? pv_printf(job->arena, "the schedule could not be checked: %s", why)
               : pv_printf(job->arena, "the schedule is wrong: %s", pv_legality_describe(legality));
}

/* Replace the schedule of region "i" by its original order, if it is not proven right. Return whether the run may go on:
 * a wrong schedule is an error where it is the result that was asked for. */
static bool check_or_keep_order(struct pv_job *job, int i)
{
    const struct pv_scop *scop = job->scops.v[i];
    struct pv_loc loc = scop->region->range.begin;
    bool may_move = pv_job_schedule_params(job).move_live_ranges, is_unknown;
    isl_schedule_constraints *sc = pv_constraints_from_deps(
        scop, job->deps.v[i], may_move ? PV_LIVE_RANGES_MAY_MOVE : PV_LIVE_RANGES_KEEP_ORDER);
    const char *fault = find_fault(job, sc, job->schedules.v[i], &is_unknown);
    if (!fault)
        return true;
    if (is_unknown) {
        pv_warn(job->diag, loc, "the region keeps its order: %s", fault);
    } else if (job->options->command == PV_COMPILE) {
        pv_warn(job->diag, loc,
                "the region keeps its order: fault in pave: %s; please report this with the input and the command line",
                fault);
    } else {
        pv_fault(job->diag, loc, "%s", fault);
        return false;
    }
    isl_ctx_reset_error(job->ctx);
    isl_schedule_free(job->schedules.v[i]);
    job->schedules.v[i] = pv_schedule_original(scop);
    return job->schedules.v[i] || pv_job_fault(job, scop, "the original order");
}

/* Warn of a schedule that could be better; with -v, say why it is what it is. */
static void tell_report(struct pv_job *job, struct pv_loc loc, const struct pv_schedule_report *report)
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
    for (int i = 0; i < job->schedules.n; i++) {
        if (i)
            pv_sb_add(out, "---\n");
        if (!job->schedules.v[i])
            continue;
        bool has_groups = with_groups && i < job->grouped.n && job->grouped.v[i];
        pv_dump_schedule(out, has_groups ? job->grouped.v[i] : job->schedules.v[i], 0);
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

/* The schedules of --load-schedule in place of computed ones. */
static bool load_schedules(struct pv_job *job)
{
    const char *path = job->options->schedule.load;
    pv_schedfiles files = {0};
    bool ok = pv_schedfile_read_trees(job->ctx, job->arena, job->diag, path, &files);
    if (ok && files.n != job->scops.n) {
        pv_error(job->diag, nowhere, "'%s' holds %d schedules, but %d regions of '%s' need one", path, files.n,
                 job->scops.n, job->input);
        ok = false;
    }
    for (int i = 0; i < files.n && ok; i++) {
        pv_job_limit_work(job);
        isl_schedule *order = pv_loadschedule_take(job->diag, &files.v[i], job->scops.v[i], job->deps.v[i]);
        pv_job_lift_limit(job);
        isl_ctx_reset_error(job->ctx);
        pv_push(job->arena, &job->schedules, order);
        ok = order;
    }
    for (int i = 0; i < files.n; i++)
        pv_schedfile_free(&files.v[i]);
    return ok;
}

/* Dependences to a new order. */
static bool find_schedules(struct pv_job *job)
{
    struct pv_schedule_params params = pv_job_schedule_params(job);
    for (int i = 0; i < job->scops.n; i++) {
        struct pv_loc loc = job->scops.v[i]->region->range.begin;
        struct pv_schedule_report report = {.arena = job->options->verbose ? job->arena : NULL};
        isl_schedule *grouped = NULL,
                     *order = pv_schedule_compute(job->scops.v[i], job->deps.v[i], &params, &report, &grouped);
        pv_push(job->arena, &job->schedules, order);
        pv_push(job->arena, &job->grouped, grouped);
        if (!order)
            return pv_job_fault(job, job->scops.v[i], "a schedule");
        tell_report(job, loc, &report);
        if (report.why_not)
            pv_warn(job->diag, loc, "the region keeps its order: %s", report.why_not);
        else if (params.reschedule && !check_or_keep_order(job, i))
            return false;
    }
    return true;
}

/* An order for each region: computed, or given. */
bool pv_stage_schedule(struct pv_job *job)
{
    const struct pv_schedule_options *options = &job->options->schedule;
    bool ok = options->load ? load_schedules(job) : find_schedules(job);
    if (ok && options->save)
        add_schedules(job, false, &job->saved);
    if (ok && options->dump_schedule)
        pv_stage_dump_schedules(job, true);
    return ok;
}

/* Does the input hold schedule constraints, not a program? Standard input has no name that tells: it is read here. */
bool pv_stage_has_constraints(struct pv_job *job)
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

/* Schedule one set of constraints, which stand at "loc". */
static bool schedule_one(struct pv_job *job, struct pv_loc loc, __isl_take isl_schedule_constraints *sc)
{
    struct pv_schedule_params params = pv_job_schedule_params(job);
    struct pv_schedule_report report = {.arena = job->options->verbose ? job->arena : NULL};
    isl_schedule *order = pv_schedule_from_constraints(isl_schedule_constraints_copy(sc), &params, &report);
    tell_report(job, loc, &report);
    pv_push(job->arena, &job->schedules, order);
    if (!order) {
        isl_schedule_constraints_free(sc);
        if (report.why_not)
            pv_error(job->diag, loc, "no schedule: %s", report.why_not);
        else
            pv_fault(job->diag, loc, "a schedule could not be computed");
        return false;
    }
    bool is_unknown;
    const char *fault = find_fault(job, sc, order, &is_unknown);
    if (fault && !is_unknown)
        pv_fault(job->diag, loc, "%s", fault);
    if (!is_unknown)
        return !fault;
    isl_ctx_reset_error(job->ctx);
    pv_warn(job->diag, loc, "the schedule is not checked: the check exceeded the budget");
    return true;
}

/* Schedule constraints to schedules, without any program. */
bool pv_stage_schedule_constraints(struct pv_job *job)
{
    if (!job->text)
        return false;
    const char *name = strcmp(job->input, "-") ? job->input : "<stdin>";
    struct pv_scfile file = pv_scfile_open(job->arena, job->diag, name, job->text, job->size);
    do {
        pv_job_limit_work(job);
        isl_schedule_constraints *sc = pv_scfile_read(job->ctx, &file);
        pv_job_lift_limit(job);
        if (!sc || !schedule_one(job, file.loc, sc))
            return false;
    } while (pv_scfile_has_more(&file));
    return true;
}
