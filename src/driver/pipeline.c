/* The table of contents of pave: data flows down this list, one stage after the other. */
#include "driver/pipeline.h"

#include "analysis/alias.h"
#include "analysis/deadcode.h"
#include "analysis/flow.h"
#include "analysis/liverange.h"
#include "analysis/reduction.h"
#include "ast/astbuild.h"
#include "ast/generate.h"
#include "base/file.h"
#include "check/equiv.h"
#include "check/legality.h"
#include "driver/given.h"
#include "driver/scfile.h"
#include "emit/cplain.h"
#include "emit/splice.h"
#include "front/regions.h"
#include "front/split.h"
#include "front/tree2scop.h"
#include "ir/dump.h"
#include "map/devmodel.h"
#include "map/mapping.h"
#include "map/sizes.h"
#include "schedule/constraints.h"
#include "schedule/schedule.h"

#include <isl/options.h>
#include <string.h>

static bool parse(struct pv_job *job);
static bool extract(struct pv_job *job);
static bool analyse(struct pv_job *job);
static bool remove_dead(struct pv_job *job);
static bool schedule(struct pv_job *job);
static bool map(struct pv_job *job);
static bool check(struct pv_job *job);
static bool build(struct pv_job *job);
static bool emit(struct pv_job *job);

static bool read_schedule(struct pv_job *job);
static bool generate(struct pv_job *job);
static bool print_plain(struct pv_job *job);

static bool model_both(struct pv_job *job);
static bool compare(struct pv_job *job);

/* Each stage reports its own errors; false ends the run. */
struct stage {
    const char *name;
    bool (*run)(struct pv_job *job);
};

/* From C. */
static const struct stage stages[] = {
    {"parse", parse}, {"scop", extract}, {"deps", analyse}, {"dead", remove_dead}, {"schedule", schedule},
    {"map", map},     {"check", check},  {"ast", build},    {"emit", emit},        {NULL, NULL},
};

/* From a schedule in isl's notation. */
static const struct stage codegen_stages[] = {
    {"read", read_schedule},
    {"generate", generate},
    {"print", print_plain},
    {NULL, NULL},
};

/* From two programs, each through the stages up to "deps". */
static const struct stage check_stages[] = {
    {"models", model_both},
    {"compare", compare},
    {NULL, NULL},
};

/* What each command runs up to, and how it prints the result. */
static void print_scops(struct pv_job *job, struct pv_sb *out);
static void print_deps(struct pv_job *job, struct pv_sb *out);
static void print_schedules(struct pv_job *job, struct pv_sb *out);
static void print_program(struct pv_job *job, struct pv_sb *out);

static const struct command {
    enum pv_command command;
    const struct stage *stages;
    const char *last;
    void (*print)(struct pv_job *job, struct pv_sb *out);
} commands[] = {
    {PV_COMPILE, stages, "emit", print_program},
    {PV_SCOP, stages, "scop", print_scops},
    {PV_DEPS, stages, "deps", print_deps},
    {PV_SCHEDULE, stages, "schedule", print_schedules},
    {PV_CODEGEN, codegen_stages, "print", print_program},
    {PV_CHECK, check_stages, "compare", print_program},
};

static const struct pv_loc nowhere;

/* Operations of isl that a stage may take for one region unless the user says otherwise: minutes would be needed
 * for more. */
static const unsigned long deps_budget = 3000000, deps_budget_per_access = 40000, schedule_budget = 5000000;
/* The limits for what there is a simpler way for: moved and tiled loops, and their code. */
static const unsigned long move_budget = 3000000, moved_code_budget = 600000;
/* A model should cost what its text is long. */
static const unsigned long scop_budget = 4000000, scop_budget_per_line = 10000;

static unsigned long budget(const struct pv_job *job, unsigned long otherwise)
{
    return job->options->budget ? (unsigned long)job->options->budget : otherwise;
}

/* Begin a piece of work of at most so many operations. */
static void limit_to(struct pv_job *job, unsigned long most)
{
    if (isl_ctx_last_error(job->ctx) == isl_error_alloc)
        pv_out_of_memory();
    isl_ctx_reset_error(job->ctx);
    isl_ctx_reset_operations(job->ctx);
    isl_ctx_set_max_operations(job->ctx, budget(job, most));
}

static void limit_work(struct pv_job *job)
{
    limit_to(job, schedule_budget);
}

/* Did the work come to an end because of its limit? Then no result of it counts, whether or not it looks like one: what
 * could not be found out may have been taken for a no. */
static bool ran_out(const struct pv_job *job)
{
    return isl_ctx_last_error(job->ctx) == isl_error_quota;
}

static struct pv_job *new_job(struct pv_arena *arena, struct pv_diag *diag, const struct pv_options *options,
                              isl_ctx *ctx, const char *input)
{
    struct pv_job *job = pv_new(arena, struct pv_job);
    job->arena = arena;
    job->diag = diag;
    job->options = options;
    job->input = input;
    job->ctx = ctx;
    return job;
}

struct pv_job *pv_job_new(struct pv_arena *arena, struct pv_diag *diag, const struct pv_options *options)
{
    isl_ctx *ctx = isl_ctx_alloc();
    if (!ctx)
        pv_out_of_memory();
    isl_options_set_on_error(ctx, ISL_ON_ERROR_CONTINUE);
    return new_job(arena, diag, options, ctx, options->input.files.n ? options->input.files.v[0] : "-");
}

/* Free all but the context. */
static void clear_job(struct pv_job *job)
{
    if (job->other)
        clear_job(job->other);
    for (int i = 0; i < job->codes.n; i++)
        pv_code_free(job->codes.v[i]);
    for (int i = 0; i < job->plans.n; i++)
        pv_device_plan_free(job->plans.v[i]);
    for (int i = 0; i < job->schedules.n; i++)
        isl_schedule_free(job->schedules.v[i]);
    for (int i = 0; i < job->unmapped.n; i++)
        isl_schedule_free(job->unmapped.v[i]);
    isl_union_map_free(job->sizes);
    for (int i = 0; i < job->grouped.n; i++)
        isl_schedule_free(job->grouped.v[i]);
    for (int i = 0; i < job->deps.n; i++)
        pv_deps_free(job->deps.v[i]);
    for (int i = 0; i < job->scops.n; i++)
        pv_scop_free(job->scops.v[i]);
    pv_sb_free(&job->program);
    pv_sb_free(&job->kernels);
    pv_sb_free(&job->header);
    isl_ast_node_free(job->tree);
    pv_schedfile_free(&job->schedule);
    if (job->unit)
        pv_front_free(job->unit);
}

void pv_job_free(struct pv_job *job)
{
    clear_job(job);
    isl_ctx_free(job->ctx);
}

/* C to trees. */
static bool parse(struct pv_job *job)
{
    const struct pv_input_options *input = &job->options->input;
    struct pv_front_params params = {
        .text = job->text,
        .size = job->size,
        .autodetect_auto = input->autodetect == PV_DETECT_AUTO,
        .autodetect = input->autodetect == PV_DETECT_ON,
        .pencil = true,
        .generated = job->options->command == PV_CHECK,
        .n_clang_args = input->clang.n,
        .clang_args = input->clang.v,
    };
    job->unit = pv_front_parse(job->arena, job->diag, job->input, &params);
    return job->unit != NULL;
}

/* The user's --ctx must be a set of parameters. */
static bool check_context(struct pv_job *job)
{
    const char *text = job->options->eval.ctx;
    if (!text)
        return true;
    isl_set *set = isl_set_read_from_str(job->ctx, text);
    bool ok = set && isl_set_is_params(set) == isl_bool_true;
    isl_set_free(set);
    if (!ok)
        pv_error(job->diag, nowhere, "'%s' is no set of parameters for --ctx; write it like '[n] -> { : n > 3 }'",
                 text);
    return ok;
}

/* Say that "region" has no model. Return whether the run may go on: not where the user marked the region and
 * asked to see its model, or wants to be strict. */
static bool report_refusal(struct pv_job *job, const struct pv_region *region)
{
    bool may_stay = job->options->command == PV_COMPILE || job->options->command == PV_CHECK;
    bool is_error = !may_stay || job->options->output.strict;
    if (!region->is_marked)
        pv_note(job->diag, region->refused_at, "loops around here are left alone: %s", region->refused);
    else if (is_error)
        pv_error(job->diag, region->refused_at, "no model of this region: %s", region->refused);
    else
        pv_warn(job->diag, region->refused_at, "region left unchanged: %s", region->refused);
    if (region->remedy && region->is_marked)
        pv_note(job->diag, region->refused_at, "%s", region->remedy);
    return !is_error || !region->is_marked;
}

/* One region to a model. One that was found, not marked, gives way around what cannot be modelled. */
static bool extract_region(struct pv_job *job, struct pv_region *region)
{
    struct pv_scop *scop = NULL;
    if (!region->refused) {
        unsigned long lines = region->range.end.line - region->range.begin.line + 1;
        limit_to(job, scop_budget + lines * scop_budget_per_line);
        scop = pv_tree2scop(job->ctx, job->arena, job->diag, job->unit, region, &job->options->eval);
        isl_ctx_set_max_operations(job->ctx, 0);
    }
    bool is_complete = scop && pv_scop_is_complete(scop) && !ran_out(job);
    if (!is_complete && ran_out(job)) {
        isl_ctx_reset_error(job->ctx);
        pv_scop_free(scop);
        scop = NULL;
        region->refused = "its model takes more work than the budget";
        region->remedy = "give it more with --budget, or mark smaller regions";
        region->refused_at = region->range.begin;
    }
    if (is_complete) {
        if (isl_set_is_empty(scop->context) == isl_bool_true)
            pv_warn(job->diag, region->range.begin,
                    "no values of the parameters give this region a defined meaning: something in it overflows, runs "
                    "for ever, or contradicts an assumption");
        pv_push(job->arena, &job->scops, scop);
        return true;
    }
    if (isl_ctx_aborted(job->ctx)) {
        pv_scop_free(scop);
        return false;
    }
    if (scop || !region->refused) {
        pv_scop_free(scop);
        const char *why = isl_ctx_last_error_msg(job->ctx);
        pv_fault(job->diag, region->range.begin, "the model of this region could not be computed: %s",
                 why ? why : "no reason given");
        return false;
    }
    bool ok = report_refusal(job, region);
    struct pv_region *parts[2];
    int n = region->is_marked || !region->body ? 0 : pv_region_split(job->arena, region, parts);
    for (int i = 0; i < n; i++)
        ok = extract_region(job, parts[i]) && ok;
    return ok;
}

/* Trees to models. */
static bool extract(struct pv_job *job)
{
    if (!check_context(job))
        return false;
    bool ok = true;
    for (int i = 0; i < job->unit->regions.n; i++)
        ok = extract_region(job, job->unit->regions.v[i]) && ok;
    if (ok && !job->unit->regions.n)
        pv_warn(job->diag, nowhere, "%s: no region found; mark one with '#pragma scop' and '#pragma endscop'",
                job->unit->file_name);
    return ok;
}

/* A stage that isl let down. Where the time is up, pv_job_run() says so. */
static bool report_fault(struct pv_job *job, const struct pv_scop *scop, const char *what)
{
    if (isl_ctx_aborted(job->ctx))
        return false;
    const char *why = isl_ctx_last_error_msg(job->ctx);
    pv_fault(job->diag, scop->region->range.begin, "%s of this region could not be computed: %s", what,
             why ? why : "no reason given");
    return false;
}

/* A region that keeps its text. Return whether the run may go on. */
static bool leave_alone(struct pv_job *job, const struct pv_region *region, const char *reason)
{
    const struct pv_tree *body = region->body;
    struct pv_loc loc = body && body->children.n ? body->children.v[0]->range.begin : region->range.begin;
    if (job->options->command == PV_CHECK)
        pv_error(job->diag, loc, "cannot compare: %s", reason);
    else if (job->options->command != PV_COMPILE)
        pv_error(job->diag, loc, "%s", reason);
    else if (job->options->output.strict)
        pv_error(job->diag, loc, "region left unchanged: %s", reason);
    else
        pv_warn(job->diag, loc, "region left unchanged: %s", reason);
    return !job->options->output.strict;
}

/* What the dependences of a region should cost: it grows with its references. */
static unsigned long budget_for_deps(const struct pv_job *job, const struct pv_scop *scop)
{
    unsigned long n = 0;
    for (int i = 0; i < scop->stmts.n; i++)
        n += (unsigned long)scop->stmts.v[i]->accesses.n;
    return budget(job, deps_budget + n * deps_budget_per_access);
}

/* Exact dependences within the budget; false where isl gave up or failed. */
static bool compute_exact(struct pv_job *job, const struct pv_scop *scop, struct pv_deps *deps)
{
    limit_to(job, budget_for_deps(job, scop));
    bool ok = pv_flow_compute(scop, deps) && pv_liverange_compute(scop, deps);
    if (ok && job->options->schedule.live_range_reordering)
        ok = pv_liverange_compute_order(scop, deps);
    ok = ok && pv_reduction_find(scop, deps) && pv_dead_compute(scop, deps);
    isl_ctx_set_max_operations(job->ctx, 0);
    return ok && !ran_out(job);
}

static bool compute_memory_based(struct pv_job *job, const struct pv_scop *scop, struct pv_deps *deps)
{
    limit_to(job, budget_for_deps(job, scop));
    bool ok = pv_flow_compute_memory_based(scop, deps) && pv_liverange_compute_memory_based(scop, deps) &&
              pv_dead_compute(scop, deps);
    isl_ctx_set_max_operations(job->ctx, 0);
    return ok && !ran_out(job);
}

/* Did the last computation end because its work was limited? Then forget about it. */
static bool was_too_much(struct pv_job *job, struct pv_deps *deps)
{
    pv_deps_free(deps);
    *deps = (struct pv_deps){0};
    if (isl_ctx_last_error(job->ctx) != isl_error_quota)
        return false;
    isl_ctx_reset_error(job->ctx);
    return true;
}

enum analysis { ANALYSED, TOO_MUCH_WORK, FAILED };

static enum analysis analyse_region(struct pv_job *job, const struct pv_scop *scop, struct pv_deps *deps)
{
    if (compute_exact(job, scop, deps))
        return ANALYSED;
    if (!was_too_much(job, deps))
        return FAILED;
    pv_warn(job->diag, scop->region->range.begin,
            "the dependences of this region go by memory alone: finding them exactly took more than the budget");
    if (compute_memory_based(job, scop, deps))
        return ANALYSED;
    return was_too_much(job, deps) ? TOO_MUCH_WORK : FAILED;
}

/* Models to dependences. A region for which even the simplest ones are too much work leaves the job. */
static bool analyse(struct pv_job *job)
{
    int n = job->scops.n;
    job->scops.n = 0;
    for (int i = 0; i < n; i++) {
        struct pv_scop *scop = job->scops.v[i];
        struct pv_deps *deps = pv_new(job->arena, struct pv_deps);
        if (job->options->analysis.assume_restrict)
            pv_alias_report(scop, job->diag);
        else
            pv_alias_respect(scop);
        enum analysis outcome = analyse_region(job, scop, deps);
        if (outcome == TOO_MUCH_WORK) {
            bool may_go_on = leave_alone(job, scop->region, "finding its dependences took more than the budget");
            pv_scop_free(scop);
            if (!may_go_on || job->options->command != PV_COMPILE)
                return false;
            continue;
        }
        pv_push(job->arena, &job->scops, scop);
        pv_push(job->arena, &job->deps, deps);
        if (outcome == FAILED)
            return report_fault(job, scop, "the dependences");
    }
    return true;
}

/* Instances that nothing needs leave the model of region "i". What was known of the order of the others went through
 * them: a value that is written, overwritten and written again has its first and last writes in order only because of
 * the one between. So the dependences are found anew. */
static enum analysis remove_dead_from(struct pv_job *job, int i)
{
    bool has_changed;
    if (!pv_dead_remove(job->scops.v[i], job->deps.v[i], &has_changed))
        return FAILED;
    if (!has_changed)
        return ANALYSED;
    pv_deps_free(job->deps.v[i]);
    *job->deps.v[i] = (struct pv_deps){0};
    return analyse_region(job, job->scops.v[i], job->deps.v[i]);
}

/* Region "i" leaves the job. */
static void drop_region(struct pv_job *job, int i)
{
    pv_scop_free(job->scops.v[i]);
    pv_deps_free(job->deps.v[i]);
    for (int k = i; k + 1 < job->scops.n; k++) {
        job->scops.v[k] = job->scops.v[k + 1];
        job->deps.v[k] = job->deps.v[k + 1];
    }
    job->scops.n--;
    job->deps.n--;
}

static bool remove_dead(struct pv_job *job)
{
    for (int i = 0; i < job->scops.n;) {
        enum analysis outcome = remove_dead_from(job, i);
        if (outcome == FAILED)
            return report_fault(job, job->scops.v[i], "what is needed");
        if (outcome == ANALYSED) {
            i++;
            continue;
        }
        const struct pv_region *region = job->scops.v[i]->region;
        drop_region(job, i);
        if (!leave_alone(job, region, "finding its dependences took more than the budget") ||
            job->options->command != PV_COMPILE)
            return false;
    }
    return true;
}

struct pv_schedule_params pv_job_schedule_params(const struct pv_job *job)
{
    const struct pv_schedule_options *options = &job->options->schedule;
    return (struct pv_schedule_params){
        .scheduler = options->scheduler,
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
        .budget = budget(job, schedule_budget),
    };
}

/* Check what the scheduler made of "sc". PV_LEGALITY_UNKNOWN where that takes more than the budget; anything else but
 * PV_LEGAL is reported as a fault. */
static enum pv_legality check_schedule(struct pv_job *job, struct pv_loc loc, __isl_take isl_schedule_constraints *sc,
                                       __isl_keep isl_schedule *order)
{
    limit_work(job);
    enum pv_legality legality = pv_legality_check_tree(sc, order);
    if (ran_out(job))
        legality = PV_LEGALITY_UNKNOWN;
    isl_ctx_set_max_operations(job->ctx, 0);
    isl_schedule_constraints_free(sc);
    const char *what = pv_legality_describe(legality);
    if (what)
        pv_fault(job->diag, loc, "the schedule is wrong: %s", what);
    if (legality == PV_LEGALITY_UNKNOWN && isl_ctx_last_error(job->ctx) != isl_error_quota &&
        !isl_ctx_aborted(job->ctx))
        pv_fault(job->diag, loc, "the schedule could not be checked: %s", isl_ctx_last_error_msg(job->ctx));
    return legality;
}

/* Replace the schedule of region "i" by its original order, if it could not be checked. Return false after a fault. */
static bool check_or_keep_order(struct pv_job *job, int i)
{
    const struct pv_scop *scop = job->scops.v[i];
    struct pv_loc loc = scop->region->range.begin;
    bool may_move = pv_job_schedule_params(job).move_live_ranges;
    isl_schedule_constraints *sc = pv_constraints_from_deps(
        scop, job->deps.v[i], may_move ? PV_LIVE_RANGES_MAY_MOVE : PV_LIVE_RANGES_KEEP_ORDER);
    int n_faults = pv_diag_count(job->diag, PV_FAULT);
    if (check_schedule(job, loc, sc, job->schedules.v[i]) == PV_LEGAL)
        return true;
    if (pv_diag_count(job->diag, PV_FAULT) > n_faults)
        return false;
    isl_ctx_reset_error(job->ctx);
    pv_warn(job->diag, loc, "the region keeps its order: checking the new one took more than the budget");
    struct pv_schedule_params params = {.reschedule = false};
    struct pv_schedule_report report = {0};
    isl_schedule_free(job->schedules.v[i]);
    job->schedules.v[i] = pv_schedule_compute(scop, job->deps.v[i], &params, &report, NULL);
    return job->schedules.v[i] || report_fault(job, scop, "the original order");
}

/* Warn of a schedule that could be better; with -v, say why it is what it is. */
static void tell_report(struct pv_job *job, struct pv_loc loc, const struct pv_schedule_report *report)
{
    if (report->why_simple)
        pv_warn(job->diag, loc, "%s", report->why_simple);
    for (int i = 0; i < report->decisions.n; i++)
        pv_note(job->diag, loc, "%s", report->decisions.v[i].text);
}

/* isl's YAML, one document for each region; "with_groups": those of statements in a row stay together. */
static void add_schedules(struct pv_job *job, bool with_groups, struct pv_sb *out)
{
    for (int i = 0; i < job->schedules.n; i++) {
        if (i)
            pv_sb_add(out, "---\n");
        bool has_groups = with_groups && i < job->grouped.n && job->grouped.v[i];
        pv_dump_schedule(out, has_groups ? job->grouped.v[i] : job->schedules.v[i], 0);
    }
}

static void print_schedules(struct pv_job *job, struct pv_sb *out)
{
    add_schedules(job, true, out);
}

/* Print the schedules as they are now. */
static bool dump_schedules(struct pv_job *job, bool with_groups)
{
    struct pv_sb text = {0};
    add_schedules(job, with_groups, &text);
    bool ok = pv_file_write(job->diag, "-", text.n ? text.text : "", text.n);
    pv_sb_free(&text);
    return ok;
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
        limit_work(job);
        isl_schedule *order = pv_given_take(job->diag, &files.v[i], job->scops.v[i], job->deps.v[i]);
        isl_ctx_set_max_operations(job->ctx, 0);
        isl_ctx_reset_error(job->ctx);
        pv_push(job->arena, &job->schedules, order);
        ok = order;
    }
    for (int i = 0; i < files.n; i++)
        pv_schedfile_free(&files.v[i]);
    return ok;
}

static bool save_schedules(struct pv_job *job)
{
    struct pv_sb text = {0};
    add_schedules(job, false, &text);
    bool ok = pv_file_write(job->diag, job->options->schedule.save, text.n ? text.text : "", text.n);
    pv_sb_free(&text);
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
            return report_fault(job, job->scops.v[i], "a schedule");
        tell_report(job, loc, &report);
        if (report.why_not)
            pv_warn(job->diag, loc, "the region keeps its order: %s", report.why_not);
        else if (params.reschedule && !check_or_keep_order(job, i))
            return false;
    }
    return true;
}

/* An order for each region: computed, or given. */
static bool schedule(struct pv_job *job)
{
    const struct pv_schedule_options *options = &job->options->schedule;
    bool ok = options->load ? load_schedules(job) : find_schedules(job);
    ok = ok && (!options->save || save_schedules(job));
    return ok && (!options->dump_schedule || dump_schedules(job, true));
}

/* After a stage failed on region "i": where it took too much work, drop the region and leave its text alone; anything
 * else is a fault, in computing "what". Return whether the run may go on. */
static bool give_up(struct pv_job *job, int i, const char *what)
{
    isl_ctx_set_max_operations(job->ctx, 0);
    if (isl_ctx_last_error(job->ctx) != isl_error_quota)
        return report_fault(job, job->scops.v[i], what);
    isl_ctx_reset_error(job->ctx);
    isl_schedule_free(job->schedules.v[i]);
    job->schedules.v[i] = NULL;
    return leave_alone(job, job->scops.v[i]->region,
                       pv_printf(job->arena, "finding %s took more than the budget", what));
}

/* The sizes of --sizes; NULL where there are none. */
static bool read_sizes(struct pv_job *job, isl_union_map **sizes)
{
    const char *text = job->options->map.sizes;
    *sizes = text ? pv_sizes_read(job->ctx, text) : NULL;
    if (text && !*sizes) {
        isl_ctx_reset_error(job->ctx);
        pv_error(job->diag, nowhere, "'%s' gives no sizes; write them like '{ kernel[0] -> tile[32, 8] }'", text);
    }
    return !text || *sizes;
}

static bool is_for_device(const struct pv_job *job)
{
    return job->options->output.target == PV_TARGET_CUDA || job->options->output.target == PV_TARGET_OPENCL;
}

/* What the options say about mapping; "n_tiled" counts the tiled bands. */
static struct pv_map_params map_params(const struct pv_job *job, int *n_tiled)
{
    const struct pv_map_options *options = &job->options->map;
    const struct pv_device_model *model = pv_device_model_get(options->device);
    bool is_openmp = job->options->output.target == PV_TARGET_OPENMP;
    /* What OpenCL finds may be a processor, where copies and barriers cost and gain nothing. */
    bool is_unknown = job->options->output.target == PV_TARGET_OPENCL &&
                      (options->device == PV_DEVICE_GENERIC || options->device == PV_DEVICE_OPENCL_CPU);
    return (struct pv_map_params){
        .parallel = is_openmp,
        .reorder = is_openmp && job->options->schedule.reschedule,
        .reassociate = job->options->schedule.reassociate,
        .tiling = options->tile == PV_TILE_ON                  ? PV_TILE_ALWAYS
                  : options->tile == PV_TILE_AUTO && is_openmp ? PV_TILE_WHERE_IT_PAYS
                                                               : PV_TILE_NEVER,
        .tile_size = options->tile_size,
        .scale_tile_loops = options->scale_tile_loops,
        .jam = is_openmp && options->jam,
        .isolate_full_tiles = options->isolate_full_tiles,
        .sizes = job->sizes,
        .n_tiled = n_tiled,
        .shared_memory = is_unknown && options->shared_memory == PV_MEMORY_WHERE_IT_PAYS ? PV_MEMORY_NEVER
                                                                                         : options->shared_memory,
        .share_reductions = !is_unknown || options->shared_memory == PV_MEMORY_ALWAYS,
        .private_memory = options->private_memory,
        .max_shared_memory = options->max_shared_memory ? options->max_shared_memory : model->shared_memory,
        .model = model,
    };
}

/* Is there a new schedule of region "i"? One that took too much work is dropped. */
static bool is_mapped(struct pv_job *job, int i)
{
    if (ran_out(job))
        job->schedules.v[i] = isl_schedule_free(job->schedules.v[i]);
    return job->schedules.v[i];
}

/* After a stage ran out of work on region "i", whose loops had been moved, tiled or jammed: go on with less of that,
 * first without the last, then with loops where they were. False where there is no such way out. */
static bool retreat(struct pv_job *job, int i, const char *what)
{
    isl_ctx_set_max_operations(job->ctx, 0);
    if (!job->unmapped.v[i] || isl_ctx_last_error(job->ctx) != isl_error_quota)
        return false;
    isl_ctx_reset_error(job->ctx);
    bool was_for_device = i < job->plans.n && job->plans.v[i];
    int n_tiled = job->tiled_before.v[i];
    struct pv_map_params params = map_params(job, &n_tiled);
    bool was_jammed = params.jam && !was_for_device && !job->unjammed.v[i];
    pv_warn(job->diag, job->scops.v[i]->region->range.begin, "%s: %s took more than the budget",
            was_for_device ? "the region runs on the host"
            : was_jammed   ? "loops of this region are not unrolled into one another"
                           : "loops of this region are not moved or tiled",
            what);
    if (was_for_device) {
        pv_device_plan_free(job->plans.v[i]);
        job->plans.v[i] = NULL;
    }
    params.jam = false;
    params.reorder = params.reorder && was_jammed;
    params.tiling = was_jammed ? params.tiling : PV_TILE_NEVER;
    job->unjammed.v[i] = true;
    isl_schedule_free(job->schedules.v[i]);
    limit_to(job, was_jammed ? move_budget : schedule_budget);
    isl_schedule *order = was_jammed ? isl_schedule_copy(job->unmapped.v[i]) : job->unmapped.v[i];
    if (!was_jammed)
        job->unmapped.v[i] = NULL;
    job->schedules.v[i] = pv_map_cpu(job->arena, job->scops.v[i], job->deps.v[i], order, &params);
    return is_mapped(job, i) || retreat(job, i, what);
}

/* Map region "i" to the host's processors. What takes too much work is tried again with less ambition. */
static bool map_to_host(struct pv_job *job, int i, struct pv_map_params params)
{
    bool is_ambitious = params.reorder || params.jam || params.tiling != PV_TILE_NEVER;
    pv_push(job->arena, &job->unmapped, is_ambitious ? isl_schedule_copy(job->schedules.v[i]) : NULL);
    pv_push(job->arena, &job->unjammed, false);
    limit_to(job, is_ambitious ? move_budget : schedule_budget);
    job->schedules.v[i] = pv_map_cpu(job->arena, job->scops.v[i], job->deps.v[i], job->schedules.v[i], &params);
    return is_mapped(job, i) || retreat(job, i, "finding their place") || give_up(job, i, "its parallel loops");
}

/* Map region "i" to the device. Where that is not possible it gets code for the host, and the user is told. */
static bool map_to_device(struct pv_job *job, int i, struct pv_map_params params)
{
    struct pv_device_plan *plan = pv_new(job->arena, struct pv_device_plan);
    const char *obstacle = NULL;
    struct pv_loc at = job->scops.v[i]->region->range.begin;
    limit_work(job);
    isl_schedule *order = pv_map_gpu(job->arena, job->scops.v[i], job->deps.v[i],
                                     isl_schedule_copy(job->schedules.v[i]), &params, plan, &obstacle, &at);
    isl_ctx_set_max_operations(job->ctx, 0);
    if (ran_out(job))
        order = isl_schedule_free(order);
    pv_push(job->arena, &job->plans, order ? plan : NULL);
    if (order) {
        pv_push(job->arena, &job->unmapped, job->schedules.v[i]);
        pv_push(job->arena, &job->unjammed, false);
        job->schedules.v[i] = order;
        return true;
    }
    pv_device_plan_free(plan);
    if (!obstacle && isl_ctx_last_error(job->ctx) != isl_error_quota)
        return report_fault(job, job->scops.v[i], "kernels");
    isl_ctx_reset_error(job->ctx);
    pv_warn(job->diag, at, "the region runs on the host: %s",
            obstacle ? obstacle : "finding its kernels took more than the budget");
    return map_to_host(job, i, params);
}

/* Print the sizes of all kernels, a line for each region. */
static bool dump_sizes(struct pv_job *job)
{
    struct pv_sb text = {0};
    for (int i = 0; i < job->plans.n; i++)
        if (job->plans.v[i])
            pv_device_plan_dump_sizes(job->plans.v[i], &text);
    bool ok = pv_file_write(job->diag, "-", text.n ? text.text : "", text.n);
    pv_sb_free(&text);
    return ok;
}

/* The order of loops, tiles, and which loops run in parallel. */
static bool map(struct pv_job *job)
{
    int n_tiled = 0;
    bool ok = read_sizes(job, &job->sizes);
    struct pv_map_params params = map_params(job, &n_tiled);
    for (int i = 0; i < job->scops.n && ok; i++) {
        pv_push(job->arena, &job->tiled_before, n_tiled);
        ok = is_for_device(job) ? map_to_device(job, i, params) : map_to_host(job, i, params);
    }
    isl_ctx_set_max_operations(job->ctx, 0);
    return ok && (!job->options->map.dump_sizes || dump_sizes(job)) &&
           (!job->options->schedule.dump_final || dump_schedules(job, false));
}

static enum pv_legality check_order(struct pv_job *job, int i)
{
    isl_union_set *domain = pv_constraints_get_domain(job->scops.v[i]);
    enum pv_legality legality = pv_legality_check(job->scops.v[i], job->deps.v[i], job->schedules.v[i], domain);
    isl_union_set_free(domain);
    return ran_out(job) ? PV_LEGALITY_UNKNOWN : legality;
}

/* Nothing is generated from an order that breaks a dependence. */
static bool check_region(struct pv_job *job, int i)
{
    limit_work(job);
    enum pv_legality legality = check_order(job, i);
    if (legality == PV_LEGALITY_UNKNOWN && retreat(job, i, "whether the result is legal"))
        legality = check_order(job, i);
    if (legality == PV_LEGALITY_UNKNOWN)
        return give_up(job, i, "whether its schedule is legal");
    if (legality != PV_ILLEGAL_ORDER && legality != PV_ILLEGAL_DOMAIN)
        return true;
    pv_fault(job->diag, job->scops.v[i]->region->range.begin, "the schedule of this region is wrong: %s",
             pv_legality_describe(legality));
    return false;
}

static bool check(struct pv_job *job)
{
    bool ok = true;
    for (int i = 0; i < job->scops.n; i++)
        if (job->schedules.v[i])
            ok = check_region(job, i) && ok;
    isl_ctx_set_max_operations(job->ctx, 0);
    return ok;
}

/* The code of region "i". */
static bool build_region(struct pv_job *job, int i)
{
    const char *obstacle;
    const struct pv_device_plan *plan = i < job->plans.n ? job->plans.v[i] : NULL;
    limit_to(job, job->unmapped.v[i] && !plan ? moved_code_budget : schedule_budget);
    struct pv_code *code = pv_ast_build(job->scops.v[i], job->schedules.v[i], plan, &obstacle);
    if (code && ran_out(job)) {
        pv_code_free(code);
        code = NULL;
    }
    if (!code && !obstacle && retreat(job, i, "its code")) {
        if (!check_region(job, i))
            return false;
        return !job->schedules.v[i] || build_region(job, i);
    }
    if (code)
        pv_push(job->arena, &job->codes, code);
    else
        return obstacle ? leave_alone(job, job->scops.v[i]->region, obstacle) : give_up(job, i, "its code");
    return true;
}

/* What the options say about code. isl loses statements where conditions are split at each "or". */
static struct pv_generate_params generate_params(struct pv_job *job)
{
    struct pv_generate_params params = job->options->generate;
    if (!params.allow_or)
        pv_warn(job->diag, nowhere, "--no-ast-build-allow-or has no effect: isl's code is not always right with it");
    params.allow_or = true;
    return params;
}

/* Schedules to syntax trees. */
static bool build(struct pv_job *job)
{
    struct pv_generate_params params = generate_params(job);
    params.atomic_upper_bound = true; /* OpenMP needs it */
    pv_generate_set_options(job->ctx, &params);
    bool ok = true;
    for (int i = 0; i < job->scops.n; i++)
        if (job->schedules.v[i])
            ok = build_region(job, i) && ok;
    isl_ctx_set_max_operations(job->ctx, 0);
    return ok;
}

/* Syntax trees to the text of the program. */
static bool emit(struct pv_job *job)
{
    const struct pv_output_options *output = &job->options->output;
    struct pv_splice_params params = {
        .openmp = output->target == PV_TARGET_OPENMP,
        .device = output->target == PV_TARGET_CUDA     ? PV_DEVICE_CUDA
                  : output->target == PV_TARGET_OPENCL ? PV_DEVICE_OPENCL
                                                       : PV_DEVICE_NONE,
        .base = pv_splice_device_base(job->arena, job->input, output->path),
        .fp_contract = output->fp_contract,
        .opencl_use_gpu = job->options->opencl.use_gpu,
        .opencl_options = job->options->opencl.compiler_options,
        .unroll_copies = job->options->map.unroll_copy_shared,
        .unroll_points = job->options->map.unroll_gpu_tile,
        .annotate = job->options->output.annotate,
        .command_line = job->options->command_line,
        .version = PAVE_VERSION,
    };
    pv_splice_refusals refusals = {0};
    struct pv_splice_output out = {{0}, {0}, {0}};
    pv_splice(job->arena, job->unit, job->codes.n, job->codes.v, &params, &out, &refusals);
    job->program = out.program;
    job->kernels = out.kernels;
    job->header = out.header;
    bool ok = true;
    for (int i = 0; i < refusals.n; i++)
        ok = leave_alone(job, refusals.v[i].region, refusals.v[i].reason) && ok;
    return ok;
}

/* A file to a schedule. */
static bool read_schedule(struct pv_job *job)
{
    isl_ctx_reset_error(job->ctx);
    return pv_schedfile_read(job->ctx, job->arena, job->diag, job->input, &job->schedule);
}

/* A schedule to a syntax tree. */
static bool generate(struct pv_job *job)
{
    struct pv_generate_params params = generate_params(job);
    pv_generate_set_options(job->ctx, &params);
    limit_work(job);
    job->tree = pv_generate(job->ctx, job->arena, &job->schedule);
    isl_ctx_set_max_operations(job->ctx, 0);
    if (job->tree)
        return true;
    const char *why = isl_ctx_last_error_msg(job->ctx);
    if (isl_ctx_last_error(job->ctx) == isl_error_quota)
        pv_error(job->diag, job->schedule.at, "finding the code of this schedule took more than the budget");
    else
        pv_error(job->diag, job->schedule.at, "no code for this schedule: %s", why ? why : "no reason given");
    return false;
}

/* A syntax tree to text. */
static bool print_plain(struct pv_job *job)
{
    const char *failure;
    if (!pv_cplain_print(job->arena, job->tree, &job->program, &failure))
        pv_error(job->diag, job->schedule.at, "no C code for this schedule: %s", failure);
    return !failure;
}

/* Two programs to models and dependences. */
static bool model_both(struct pv_job *job)
{
    job->other = new_job(job->arena, job->diag, job->options, job->ctx, job->options->input.files.v[1]);
    return pv_job_run_until(job, "deps") && pv_job_run_until(job->other, "deps");
}

/* The region of the other program that stands for that of "scop": the one made from its lines, else the one at the same
 * place among those of a function of its name. -1 where there is none. */
static int find_counterpart(const struct pv_job *job, int which)
{
    const struct pv_region *region = job->scops.v[which]->region;
    const struct pv_job *other = job->other;
    int place = 0;
    for (int i = 0; i < other->scops.n; i++)
        if (other->scops.v[i]->region->original_line == region->range.begin.line)
            return i;
    for (int i = 0; i < which; i++)
        place += !strcmp(job->scops.v[i]->region->function->name, region->function->name);
    for (int i = 0; i < other->scops.n; i++) {
        const struct pv_region *candidate = other->scops.v[i]->region;
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

/* A region of the first program against what stands for it in the second. */
static bool compare_region(struct pv_job *job, int i)
{
    const struct pv_scop *scop = job->scops.v[i];
    int counterpart = find_counterpart(job, i);
    if (counterpart < 0) {
        if (has_same_text(job, scop->region))
            return true;
        pv_error(job->diag, scop->region->range.begin,
                 "cannot compare: '%s' has no model of a region that stands for this one", job->other->unit->file_name);
        return false;
    }
    struct pv_side a = {job->unit, scop, job->deps.v[i]};
    struct pv_side b = {job->other->unit, job->other->scops.v[counterpart], job->other->deps.v[counterpart]};
    int n_errors = pv_diag_count(job->diag, PV_ERROR);
    limit_work(job);
    bool ok = pv_equiv_check(job->arena, job->diag, &a, &b) && !ran_out(job);
    isl_ctx_set_max_operations(job->ctx, 0);
    if (ok || pv_diag_count(job->diag, PV_ERROR) > n_errors)
        return ok;
    if (isl_ctx_last_error(job->ctx) != isl_error_quota)
        return report_fault(job, scop, "whether another program does the same as that");
    isl_ctx_reset_error(job->ctx);
    pv_error(job->diag, scop->region->range.begin, "cannot compare: finding out took more than the budget");
    return false;
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
static bool compare(struct pv_job *job)
{
    bool ok = true;
    for (int i = 0; i < job->scops.n; i++)
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

/* Dead code is out of what the scheduler is given. */
static void print_constraints(struct pv_job *job, struct pv_sb *out)
{
    enum pv_live_ranges live_ranges = job->options->schedule.live_range_reordering ? PV_LIVE_RANGES_MAY_MOVE
                                                                                   : PV_LIVE_RANGES_KEEP_ORDER;
    remove_dead(job);
    for (int i = 0; i < job->scops.n; i++) {
        isl_schedule_constraints *sc = pv_constraints_from_deps(job->scops.v[i], job->deps.v[i], live_ranges);
        pv_sb_add(out, i ? "---\n" : "");
        pv_constraints_dump(out, sc);
        isl_schedule_constraints_free(sc);
    }
}

static void print_deps(struct pv_job *job, struct pv_sb *out)
{
    if (job->options->schedule.dump_constraints) {
        print_constraints(job, out);
        return;
    }
    if (!job->scops.n)
        pv_sb_add(out, "[]\n");
    for (int i = 0; i < job->scops.n; i++)
        pv_deps_dump(out, job->scops.v[i], job->deps.v[i], job->unit->file_name);
}

static void print_program(struct pv_job *job, struct pv_sb *out)
{
    pv_sb_addn(out, job->program.text, job->program.n);
}

static void print_scops(struct pv_job *job, struct pv_sb *out)
{
    if (!job->scops.n)
        pv_sb_add(out, "[]\n");
    for (int i = 0; i < job->scops.n; i++)
        pv_dump_scop(out, job->scops.v[i], job->unit->file_name);
}

/* Run "list" up to the stage called "last"; false after an error. */
static bool run_stages(struct pv_job *job, const struct stage *list, const char *last)
{
    for (; list->name; list++) {
        bool ok = list->run(job);
        if (isl_ctx_last_error(job->ctx) == isl_error_alloc) /* whatever a stage made of it */
            pv_out_of_memory();
        if (!ok)
            return false;
        if (!strcmp(list->name, last))
            break;
    }
    return true;
}

/* Does the input hold schedule constraints, not a program? Standard input has no name that tells: it is read here. */
static bool has_constraints(struct pv_job *job)
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
    enum pv_legality legality = check_schedule(job, loc, sc, order);
    if (legality == PV_LEGALITY_UNKNOWN && !pv_diag_count(job->diag, PV_FAULT)) {
        isl_ctx_reset_error(job->ctx);
        pv_warn(job->diag, loc, "the schedule is not checked: that takes more than the budget");
        return true;
    }
    return legality == PV_LEGAL;
}

/* Schedule constraints to schedules, without any program. */
static bool schedule_constraints(struct pv_job *job)
{
    if (!job->text)
        return false;
    const char *name = strcmp(job->input, "-") ? job->input : "<stdin>";
    struct pv_scfile file = pv_scfile_open(job->arena, job->diag, name, job->text, job->size);
    do {
        limit_work(job);
        isl_schedule_constraints *sc = pv_scfile_read(job->ctx, &file);
        isl_ctx_set_max_operations(job->ctx, 0);
        if (!sc || !schedule_one(job, file.loc, sc))
            return false;
    } while (pv_scfile_has_more(&file));
    return true;
}

bool pv_job_run_until(struct pv_job *job, const char *last)
{
    return run_stages(job, stages, last);
}

static int exit_status(const struct pv_job *job)
{
    return pv_diag_count(job->diag, PV_FAULT) ? 2 : 1;
}

/* Write files, of which none may be the input. */
static bool write_files(struct pv_job *job, int n, const struct pv_file *files)
{
    for (int i = 0; i < n; i++) {
        const char *path = files[i].path;
        if (path && strcmp(path, "-") && strcmp(job->input, "-") && pv_splice_is_same_file(path, job->input)) {
            pv_error(job->diag, nowhere, "'%s' is the input; choose another file for the output with -o", path);
            return false;
        }
    }
    return pv_files_write(job->diag, n, files);
}

static struct pv_file make_file(const char *path, const struct pv_sb *text)
{
    return (struct pv_file){path, text->n ? text->text : "", text->n};
}

static bool write_output(struct pv_job *job, enum pv_command command, const struct pv_sb *text)
{
    const char *path = job->options->output.path;
    if (command == PV_COMPILE)
        path = pv_splice_output_path(job->arena, job->input, path);
    struct pv_file file = make_file(path, text);
    return write_files(job, 1, &file);
}

/* X_host.c and, for CUDA, X_kernel.cu and X_kernel.h. To standard output they go one after the other. */
static bool write_for_device(struct pv_job *job, const struct pv_sb *text)
{
    const char *given = job->options->output.path;
    bool to_stdout = given ? !strcmp(given, "-") : !strcmp(job->input, "-");
    const char *const suffixes[] = {"_host.c", "_kernel.cu", "_kernel.h"};
    const struct pv_sb *const texts[] = {text, &job->kernels, &job->header};
    struct pv_file files[3];
    int n = job->options->output.target == PV_TARGET_CUDA ? 3 : 1;
    for (int i = 0; i < n; i++) {
        const char *path = to_stdout ? "-" : pv_splice_device_path(job->arena, job->input, given, suffixes[i]);
        files[i] = make_file(path, texts[i]);
    }
    return write_files(job, n, files);
}

void pv_job_stop(struct pv_job *job)
{
    isl_ctx_abort(job->ctx);
}

/* After the time was up, whatever the stages made of it: nothing is transformed. Return whether there is a program to be
 * written. */
static bool keep_program(struct pv_job *job)
{
    int seconds = job->options->time_limit;
    bool is_error = job->options->command != PV_COMPILE || job->options->output.strict || !job->unit;
    isl_ctx_resume(job->ctx);
    isl_ctx_reset_error(job->ctx);
    if (is_error) {
        pv_error(job->diag, nowhere,
                 "this takes more than %d s; allow more with --time-limit, or less work with --budget", seconds);
        return false;
    }
    pv_warn(job->diag, nowhere, "all regions left unchanged: they take more than %d s; allow more with --time-limit",
            seconds);
    for (int i = 0; i < job->codes.n; i++)
        pv_code_free(job->codes.v[i]);
    job->codes.n = 0;
    pv_sb_free(&job->program);
    pv_sb_free(&job->kernels);
    pv_sb_free(&job->header);
    return emit(job);
}

int pv_job_run(struct pv_job *job)
{
    const struct command *command = NULL;
    for (size_t i = 0; i < sizeof(commands) / sizeof(*commands); i++)
        if (commands[i].command == job->options->command)
            command = &commands[i];
    if (!command)
        return exit_status(job);
    bool is_done = has_constraints(job) ? schedule_constraints(job) : run_stages(job, command->stages, command->last);
    if (isl_ctx_aborted(job->ctx))
        is_done = keep_program(job);
    if (!is_done)
        return exit_status(job);
    struct pv_sb out = {0};
    command->print(job, &out);
    bool ok = command->command == PV_COMPILE && is_for_device(job) ? write_for_device(job, &out)
                                                                   : write_output(job, command->command, &out);
    pv_sb_free(&out);
    return ok ? 0 : 1;
}
