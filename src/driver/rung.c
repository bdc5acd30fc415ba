/* Takes a region through the steps of one rung. */
#include "driver/rung.h"

#include "analysis/alias.h"
#include "ast/astbuild.h"
#include "check/blockcheck.h"
#include "check/gridcheck.h"
#include "check/kernelcheck.h"
#include "check/overlapcheck.h"
#include "check/schedcheck.h"
#include "driver/lowerstage.h"
#include "driver/stages.h"
#include "map/mapping.h"
#include "schedule/constraints.h"

#include <stdlib.h>
#include <string.h>

struct pv_map_params pv_rung_params(const struct pv_descent *descent, const struct pv_rung *rung)
{
    struct pv_map_params params = descent->wanted;
    bool is_mapped = rung->place == PV_ON_DEVICE || !descent->is_too_deep;
    params.overlap = rung->overlaps ? params.overlap : PV_OVERLAPPING_NEVER;
    params.hybrid = rung->hexagons ? params.hybrid : PV_HYBRID_NEVER;
    params.wavefronts = rung->fronts ? params.wavefronts : PV_WAVEFRONTS_NEVER;
    params.deep = descent->deep;
    params.shared_memory = rung->copies ? params.shared_memory : PV_MEMORY_NEVER;
    params.private_memory = params.private_memory && rung->copies;
    params.share_reductions = params.share_reductions && rung->copies;
    params.isolate_full_tiles = params.isolate_full_tiles && (rung->copies || rung->moves);
    params.reorder = params.reorder && rung->moves && is_mapped;
    params.tiling = rung->moves && is_mapped ? params.tiling : PV_TILE_NEVER;
    params.tile_nests = params.tile_nests && params.tiling != PV_TILE_NEVER;
    params.jam = params.jam && rung->jams && is_mapped;
    return params;
}

static void map_to_device(const struct pv_descent *descent, struct pv_attempt *attempt,
                          const struct pv_map_params *params)
{
    struct pv_job *job = descent->job;
    attempt->plan = pv_new(job->arena, struct pv_device_plan);
    attempt->schedule = pv_map_gpu(pv_task_conflicts(job->arena, descent->task), isl_schedule_copy(descent->scheduled),
                                   params, attempt->plan, &attempt->reason, &attempt->at);
    if (attempt->reason)
        attempt->outcome = PV_RUNG_IMPOSSIBLE;
}

static void map_to_host(const struct pv_descent *descent, struct pv_attempt *attempt,
                        const struct pv_map_params *params)
{
    struct pv_job *job = descent->job;
    if (attempt->rung == descent->chosen_on && descent->chosen.mapped) {
        attempt->schedule = isl_schedule_copy(descent->chosen.mapped);
        attempt->n_tiled = descent->chosen.n_tiled;
        attempt->idle = descent->chosen.idle;
        return;
    }
    isl_schedule *order = isl_schedule_copy(attempt->rung->keeps_order ? descent->original : descent->scheduled);
    if (!descent->is_too_deep)
        order = pv_map_cpu(pv_task_conflicts(job->arena, descent->task), order, params);
    attempt->schedule = order;
}

unsigned long pv_rung_map_budget(const struct pv_rung *rung)
{
    return rung->map_budget ? rung->map_budget : pv_usual_budget;
}

static bool map_region(const struct pv_descent *descent, struct pv_attempt *attempt)
{
    struct pv_map_params params = pv_rung_params(descent, attempt->rung);
    params.n_tiled = &attempt->n_tiled;
    params.idle = &attempt->idle;
    if (attempt->rung->place == PV_ON_DEVICE)
        map_to_device(descent, attempt, &params);
    else
        map_to_host(descent, attempt, &params);
    return attempt->schedule;
}

/* For tests of the ladder: is "rung" one of those that PAVE_FAIL in the environment names, with commas between them? */
static bool is_made_to_fail(const struct pv_rung *rung)
{
    const char *names = getenv("PAVE_FAIL");
    size_t n = strlen(rung->name);
    for (; names && *names; names += strspn(names, ",")) {
        size_t length = strcspn(names, ",");
        if (length == n && !strncmp(names, rung->name, n))
            return true;
        names += length;
    }
    return false;
}

static unsigned long map_budget(const struct pv_descent *descent, const struct pv_rung *rung)
{
    (void)descent;
    return pv_rung_map_budget(rung);
}

static unsigned long usual_budget(const struct pv_descent *descent, const struct pv_rung *rung)
{
    (void)descent;
    (void)rung;
    return pv_usual_budget;
}

static bool check_region(const struct pv_descent *descent, struct pv_attempt *attempt)
{
    const struct pv_scop *scop = descent->task->scop;
    isl_union_set *domain = pv_constraints_get_domain(scop);
    enum pv_legality legality = pv_legality_check(scop, descent->task->deps, attempt->schedule, domain);
    isl_union_set_free(domain);
    if (is_made_to_fail(attempt->rung))
        legality = PV_ILLEGAL_ORDER;
    attempt->reason = pv_legality_describe(legality);
    if (attempt->reason)
        attempt->outcome = PV_RUNG_WRONG;
    return legality != PV_LEGALITY_UNKNOWN;
}

/* The budget of a rung is meant for a region of so many references. It grows with the references, since code costs more then, up to
 * the second number. */
enum { usual_references = 24, most_references = 96 };

static unsigned long code_budget(const struct pv_descent *descent, const struct pv_rung *rung)
{
    const struct pv_scop *scop = descent->task->scop;
    unsigned long budget = rung->code_budget ? rung->code_budget : pv_usual_budget;
    int n = 0;
    for (int i = 0; i < scop->stmts.n && n < most_references; i++)
        n += scop->stmts.v[i]->accesses.n;
    if (n <= usual_references)
        return budget;
    return budget / usual_references * (unsigned long)(n < most_references ? n : most_references);
}

static bool generate_region(const struct pv_descent *descent, struct pv_attempt *attempt)
{
    attempt->was_generating = true;
    struct pv_generate_params params = pv_stage_generate_params(descent->job);
    params.atomic_upper_bound = true;
    attempt->code = pv_ast_build(descent->task->scop, attempt->schedule, attempt->plan, &params, &attempt->reason);
    if (attempt->reason)
        attempt->outcome = PV_RUNG_IMPOSSIBLE;
    return attempt->code;
}

/* Does neither "node" run in parallel nor its iterations side by side? */
static bool is_plain(struct pv_an *node, void *user)
{
    (void)user;
    return !node->loop || (!node->loop->mark && node->loop->factor <= 1);
}

/* Is "code" worth a test, or does it do in the same way what the original does? */
static bool is_worth_a_test(const struct pv_job *job, const struct pv_code *code)
{
    return job->options->output.target == PV_TARGET_C || code->plan || !pv_an_visit(&code->nodes, is_plain, NULL);
}

/* Code that is to be dropped stays a tree. */
static bool lower_region(const struct pv_descent *descent, struct pv_attempt *attempt)
{
    struct pv_code *code = attempt->code;
    if (code->guard && !is_worth_a_test(descent->job, code))
        return true;
    code->prog = pv_lower_region(pv_job_lowering(descent->job), code, &attempt->reason);
    if (attempt->reason)
        attempt->outcome = PV_RUNG_IMPOSSIBLE;
    return true;
}

/* For tests: PAVE_DROP_BARRIER=N in the environment removes a barrier of blocks, PAVE_DROP_GRID_BARRIER=N one of grids,
 * PAVE_SPLIT_LOOP=N lets blocks share a loop, PAVE_SHARE_INNERMOST=1 lets them share the innermost one of each statement, and
 * PAVE_SHRINK_TILES=1 takes points from overlapped tiles. */
static void break_lowered(struct pv_arena *arena, struct pv_pentry *entry, struct pv_device_plan *plan)
{
    const char *dropped = getenv("PAVE_DROP_BARRIER"), *shared = getenv("PAVE_SPLIT_LOOP");
    const char *of_grid = getenv("PAVE_DROP_GRID_BARRIER");
    if (of_grid)
        pv_gridcheck_drop_barrier(entry, (int)strtol(of_grid, NULL, 10));
    if (dropped)
        pv_kernelcheck_drop_barrier(entry, (int)strtol(dropped, NULL, 10));
    if (shared)
        pv_kernelcheck_split_loop(arena, entry, (int)strtol(shared, NULL, 10));
    if (getenv("PAVE_SHARE_INNERMOST"))
        pv_blockcheck_share_innermost(plan);
    if (getenv("PAVE_SHRINK_TILES"))
        pv_overlapcheck_shrink(plan);
}

static bool check_lowered(const struct pv_descent *descent, struct pv_attempt *attempt)
{
    struct pv_pentry *entry = attempt->code->prog ? attempt->code->prog->entry : NULL;
    if (!entry)
        return true;
    break_lowered(descent->job->arena, entry, attempt->plan);
    attempt->reason = pv_kernelcheck(entry);
    if (!attempt->reason)
        attempt->reason = pv_gridcheck(entry);
    if (!attempt->reason)
        attempt->reason = pv_blockcheck(descent->task->scop, descent->task->deps, attempt->plan);
    if (!attempt->reason)
        attempt->reason = pv_overlapcheck(descent->task->scop, descent->task->deps, attempt->plan);
    if (attempt->reason)
        attempt->outcome = PV_RUNG_WRONG;
    return true;
}

/* New text without parallel, vector or tiled loops must take at most so much of the time that the original takes; other new
 * text, not more. Where accesses keep their order for want of a test, new text must gain as much in any case: parts of the
 * region, which may have tests of their own, are tried instead. */
static const double worthwhile = 0.9;

/* Does the user ask for new code whatever it costs? */
static bool is_asked_for(const struct pv_descent *descent)
{
    const struct pv_options *options = descent->job->options;
    return options->output.target != PV_TARGET_OPENMP || options->output.annotate || options->schedule.load ||
           options->schedule.save;
}

/* Does the user ask for parallel loops or tiles whatever they cost? */
static bool are_loops_asked_for(const struct pv_descent *descent)
{
    return descent->wanted.tiling == PV_TILE_ALWAYS || !descent->wanted.parallel_threshold;
}

/* Does "attempt" have parallel, vector or tiled loops? */
static bool has_gain(const struct pv_descent *descent, const struct pv_attempt *attempt)
{
    return is_worth_a_test(descent->job, attempt->code) || attempt->n_tiled != descent->job->n_tiled;
}

/* Estimate the times of the original and of the new code, and note where the new one is no better. */
static bool weigh(const struct pv_descent *descent, struct pv_attempt *attempt)
{
    struct pv_job *job = descent->job;
    struct pv_code *code = attempt->code;
    bool gains = has_gain(descent, attempt), keeps_order = pv_alias_keeps_order(descent->task->scop);
    code->is_no_better = code->guard && !is_worth_a_test(job, code);
    if (code->is_no_better || attempt->plan || is_asked_for(descent) || descent->is_too_deep ||
        (gains && !keeps_order && are_loops_asked_for(descent)))
        return true;
    const struct pv_conflicts *conflicts = pv_task_conflicts(job->arena, descent->task);
    double before = pv_map_estimate(conflicts, descent->original, descent->wanted.reassociate).cycles;
    double after = pv_map_estimate(conflicts, attempt->schedule, descent->wanted.reassociate).cycles;
    bool is_known = before >= 0 && after >= 0;
    code->is_no_better = is_known ? after > (gains && !keeps_order ? 1 : worthwhile) * before : !gains;
    isl_ctx_reset_error(job->ctx);
    return true;
}

static unsigned long weigh_budget(const struct pv_descent *descent, const struct pv_rung *rung)
{
    (void)descent;
    (void)rung;
    return PV_MOVE_BUDGET;
}

/* Nothing is known of the times. */
static void weigh_exceeded(const struct pv_descent *descent, struct pv_attempt *attempt)
{
    attempt->code->is_no_better = !has_gain(descent, attempt);
    isl_ctx_reset_error(descent->job->ctx);
}

/* Look at the copies of arrays that the code has. */
static bool reconsider(const struct pv_descent *descent, struct pv_attempt *attempt)
{
    attempt->is_changed = pv_expand_reconsider(descent->job, descent->task, attempt->code);
    return true;
}

static void reconsider_exceeded(const struct pv_descent *descent, struct pv_attempt *attempt)
{
    attempt->is_changed = descent->task->expansion;
    if (attempt->is_changed)
        pv_expand_take_back(descent->task);
    isl_ctx_reset_error(descent->job->ctx);
}

/* The steps of a rung. */
static const struct step {
    const char *name;
    bool (*run)(const struct pv_descent *descent, struct pv_attempt *attempt); /* false: there is no result */
    unsigned long (*budget)(const struct pv_descent *descent, const struct pv_rung *rung);
    /* What happens where it takes more; NULL: the rung is given up. */
    void (*exceeded)(const struct pv_descent *descent, struct pv_attempt *attempt);
} steps[] = {
    {"mapping", map_region, map_budget, NULL},
    {"checking the result", check_region, usual_budget, NULL},
    {"generating its code", generate_region, code_budget, NULL},
    {"lowering it", lower_region, usual_budget, NULL},
    {"checking the kernels", check_lowered, usual_budget, NULL},
    {"estimating its time", weigh, weigh_budget, weigh_exceeded},
    {"counting its copies", reconsider, usual_budget, reconsider_exceeded},
};

/* Run "step" within its budget. */
static void run_step(const struct pv_descent *descent, struct pv_attempt *attempt, const struct step *step)
{
    attempt->step = step->name;
    pv_job_open_budget(descent->job, step->budget(descent, attempt->rung));
    bool ok = step->run(descent, attempt);
    bool is_exceeded = pv_job_close_budget(descent->job);
    if (is_exceeded && step->exceeded)
        step->exceeded(descent, attempt);
    else if (is_exceeded)
        attempt->outcome = PV_RUNG_TOO_MUCH_WORK;
    else if (!ok && attempt->outcome == PV_RUNG_DONE)
        attempt->outcome = PV_RUNG_FAILED;
}

struct pv_attempt pv_rung_try(const struct pv_descent *descent, const struct pv_rung *rung)
{
    struct pv_attempt attempt = {
        .rung = rung, .at = descent->task->region->range.begin, .n_tiled = descent->job->n_tiled};
    for (size_t i = 0; i < sizeof(steps) / sizeof(*steps) && attempt.outcome == PV_RUNG_DONE; i++)
        run_step(descent, &attempt, &steps[i]);
    return attempt;
}
