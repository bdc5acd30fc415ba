/* Compiles one region: map, check, generate, lower. Each rung of the ladder is less ambitious than the one above. */
#include "driver/ladder.h"

#include "ast/astbuild.h"
#include "check/blockcheck.h"
#include "check/gridcheck.h"
#include "check/kernelcheck.h"
#include "check/schedcheck.h"
#include "driver/alternatives.h"
#include "driver/lowerstage.h"
#include "driver/stages.h"
#include "map/mapping.h"
#include "report/facts.h"
#include "schedule/constraints.h"
#include "schedule/schedule.h"

#include <stdlib.h>
#include <string.h>

enum place { ON_DEVICE, ON_HOST };

/* Operations of isl for rungs with a simpler one below: moved and tiled loops, and their code. */
enum { MOVE_BUDGET = 3000000, MOVED_CODE_BUDGET = 600000 };

/* What is tried with a region, the most ambitious first. A rung is given up where the result fails its check or the work
 * exceeds a budget; below the last rung the region keeps its text. */
static const struct rung {
    const char *name; /* for PAVE_FAIL */
    enum place place;
    bool hexagons, copies, moves, jams;    /* which of the wanted transformations are tried */
    bool keeps_order;                      /* of the program */
    bool has_code_of_above;                /* isl's code is the same as that of the rung above: jamming comes later */
    unsigned long map_budget, code_budget; /* operations of isl; 0: the usual number */
    const char *loss;                      /* what it means for the user to be below this rung */
} rungs[] = {
    {"hexagons", ON_DEVICE, .hexagons = true, .copies = true, .loss = "no hexagonal tiles"},
    {"copies", ON_DEVICE, .copies = true, .loss = "kernels of this region use neither shared memory nor registers"},
    {"kernels", ON_DEVICE, .loss = "the region runs on the host"},
    {"jam", ON_HOST, .moves = true, .jams = true, .map_budget = MOVE_BUDGET, .code_budget = MOVED_CODE_BUDGET,
     .loss = "loops of this region are not unrolled and jammed"},
    {"tiles", ON_HOST, .moves = true, .has_code_of_above = true, .map_budget = MOVE_BUDGET,
     .code_budget = MOVED_CODE_BUDGET, .loss = "loops of this region are not moved or tiled"},
    {"parallel", ON_HOST, .loss = "the region keeps its order"},
    {"original", ON_HOST, .keeps_order = true, .loss = "region left unchanged"},
};
enum { N_RUNGS = sizeof(rungs) / sizeof(*rungs) };

/* One region on its way down. */
struct descent {
    struct pv_job *job;
    struct pv_task *task;
    struct pv_map_params wanted;
    isl_schedule *scheduled;      /* the order that the scheduler found, or the better one that was chosen */
    isl_schedule *original;       /* the order of the program */
    bool is_too_deep;             /* for any mapping */
    const struct rung *chosen_on; /* the rung for which the order was chosen; NULL: none so far */
    struct pv_alternative chosen; /* on that rung */
};

enum outcome { DONE, WRONG, TOO_MUCH_WORK, FAILED, IMPOSSIBLE };

/* What came of one rung. */
struct attempt {
    const struct rung *rung;
    enum outcome outcome;
    const char *step;    /* the one that failed */
    bool was_generating; /* that was the last of them */
    const char *reason;  /* WRONG, IMPOSSIBLE: why */
    struct pv_loc at;    /* where to say so */
    isl_schedule *schedule;
    struct pv_device_plan *plan; /* NULL on the host */
    struct pv_code *code;
    int n_tiled;         /* bands tiled so far, those of earlier regions included */
    struct pv_idle idle; /* on the host */
};

/* The part of the wanted transformations that "rung" tries. */
static struct pv_map_params params_of(const struct descent *descent, const struct rung *rung)
{
    struct pv_map_params params = descent->wanted;
    bool is_mapped = rung->place == ON_DEVICE || !descent->is_too_deep;
    params.hybrid = rung->hexagons ? params.hybrid : PV_HYBRID_NEVER;
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

/* Would "rung" and the one below it do the same? Then the one below has the budget for it. */
static bool is_same_as_next(const struct descent *descent, const struct rung *rung)
{
    const struct rung *next = rung + 1;
    if (next == rungs + N_RUNGS || next->place != rung->place)
        return false;
    struct pv_map_params a = params_of(descent, rung), b = params_of(descent, next);
    if (rung->place == ON_DEVICE)
        return a.hybrid == b.hybrid && a.shared_memory == b.shared_memory && a.private_memory == b.private_memory &&
               a.share_reductions == b.share_reductions && a.isolate_full_tiles == b.isolate_full_tiles;
    bool has_same_order = rung->keeps_order == next->keeps_order ||
                          isl_schedule_plain_is_equal(descent->scheduled, descent->original) == isl_bool_true;
    return a.reorder == b.reorder && a.tiling == b.tiling && a.tile_nests == b.tile_nests && a.jam == b.jam &&
           has_same_order;
}

/* Do kernels of "plan" use copies of parts of arrays, or share reductions? */
static bool has_copies(const struct pv_device_plan *plan)
{
    for (int i = 0; i < plan->kernels.n; i++)
        if (plan->kernels.v[i]->locals.n || plan->kernels.v[i]->n_reducers || plan->kernels.v[i]->full)
            return true;
    return false;
}

/* Would "rung" repeat the failed "attempt", whose mapping had none of what it may have had? Code that took too much work
 * for one rung takes as much for another with the same code. */
static bool repeats(const struct attempt *attempt, const struct rung *rung)
{
    if (attempt->was_generating && rung == attempt->rung + 1 && rung->has_code_of_above)
        return true;
    if (!attempt->plan || !attempt->schedule || rung->place != ON_DEVICE)
        return false;
    bool drops_hexagons = attempt->rung->hexagons && !rung->hexagons && attempt->plan->has_hexagons;
    bool drops_copies = attempt->rung->copies && !rung->copies && has_copies(attempt->plan);
    return !drops_hexagons && !drops_copies;
}

/* The first rung from "rung" on that is worth a try after the failed "attempt" (NULL: the first); NULL where there is
 * none. */
static const struct rung *find_rung(const struct descent *descent, const struct rung *rung,
                                    const struct attempt *attempt)
{
    for (; rung < rungs + N_RUNGS; rung++) {
        bool is_out_of_place = attempt && attempt->outcome == IMPOSSIBLE && rung->place == attempt->rung->place;
        if (!is_out_of_place && !is_same_as_next(descent, rung) && !(attempt && repeats(attempt, rung)))
            return rung;
    }
    return NULL;
}

static void map_to_device(const struct descent *descent, struct attempt *attempt, const struct pv_map_params *params)
{
    struct pv_job *job = descent->job;
    attempt->plan = pv_new(job->arena, struct pv_device_plan);
    attempt->schedule = pv_map_gpu(pv_task_conflicts(job->arena, descent->task), isl_schedule_copy(descent->scheduled),
                                   params, attempt->plan, &attempt->reason, &attempt->at);
    if (attempt->reason)
        attempt->outcome = IMPOSSIBLE;
}

static void map_to_host(const struct descent *descent, struct attempt *attempt, const struct pv_map_params *params)
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

static unsigned long map_budget(const struct rung *rung)
{
    return rung->map_budget ? rung->map_budget : pv_usual_budget;
}

static bool map_region(const struct descent *descent, struct attempt *attempt)
{
    struct pv_map_params params = params_of(descent, attempt->rung);
    params.n_tiled = &attempt->n_tiled;
    params.idle = &attempt->idle;
    if (attempt->rung->place == ON_DEVICE)
        map_to_device(descent, attempt, &params);
    else
        map_to_host(descent, attempt, &params);
    return attempt->schedule;
}

/* For tests of the ladder: is "rung" one of those that PAVE_FAIL in the environment names, with commas between them? */
static bool is_made_to_fail(const struct rung *rung)
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

static unsigned long usual_budget(const struct rung *rung)
{
    (void)rung;
    return pv_usual_budget;
}

static bool check_region(const struct descent *descent, struct attempt *attempt)
{
    const struct pv_scop *scop = descent->task->scop;
    isl_union_set *domain = pv_constraints_get_domain(scop);
    enum pv_legality legality = pv_legality_check(scop, descent->task->deps, attempt->schedule, domain);
    isl_union_set_free(domain);
    if (is_made_to_fail(attempt->rung))
        legality = PV_ILLEGAL_ORDER;
    attempt->reason = pv_legality_describe(legality);
    if (attempt->reason)
        attempt->outcome = WRONG;
    return legality != PV_LEGALITY_UNKNOWN;
}

static unsigned long code_budget(const struct rung *rung)
{
    return rung->code_budget ? rung->code_budget : pv_usual_budget;
}

static bool generate_region(const struct descent *descent, struct attempt *attempt)
{
    attempt->was_generating = true;
    struct pv_generate_params params = descent->job->options->generate;
    params.atomic_upper_bound = true;
    attempt->code = pv_ast_build(descent->task->scop, attempt->schedule, attempt->plan, &params, &attempt->reason);
    if (attempt->reason)
        attempt->outcome = IMPOSSIBLE;
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
static bool lower_region(const struct descent *descent, struct attempt *attempt)
{
    struct pv_code *code = attempt->code;
    if (code->guard && !is_worth_a_test(descent->job, code))
        return true;
    code->prog = pv_lower_region(pv_job_lowering(descent->job), code, &attempt->reason);
    if (attempt->reason)
        attempt->outcome = IMPOSSIBLE;
    return true;
}

/* For tests: PAVE_DROP_BARRIER=N in the environment removes a barrier of blocks, PAVE_DROP_GRID_BARRIER=N one of grids,
 * PAVE_SPLIT_LOOP=N lets blocks share a loop, PAVE_SHARE_INNERMOST=1 lets them share the innermost one of each statement. */
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
}

static bool check_lowered(const struct descent *descent, struct attempt *attempt)
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
    if (attempt->reason)
        attempt->outcome = WRONG;
    return true;
}

/* The steps of a rung. False: there is no result. */
static const struct rung_step {
    const char *name;
    bool (*run)(const struct descent *descent, struct attempt *attempt);
    unsigned long (*budget)(const struct rung *rung);
} steps[] = {
    {"mapping", map_region, map_budget},
    {"checking the result", check_region, usual_budget},
    {"generating its code", generate_region, code_budget},
    {"lowering it", lower_region, usual_budget},
    {"checking the kernels", check_lowered, usual_budget},
};

/* Run "step" within its budget. */
static void run_step(const struct descent *descent, struct attempt *attempt, const struct rung_step *step)
{
    attempt->step = step->name;
    pv_job_open_budget(descent->job, step->budget(attempt->rung));
    bool ok = step->run(descent, attempt);
    if (pv_job_close_budget(descent->job))
        attempt->outcome = TOO_MUCH_WORK;
    else if (!ok && attempt->outcome == DONE)
        attempt->outcome = FAILED;
}

static struct attempt try_rung(const struct descent *descent, const struct rung *rung)
{
    struct attempt attempt = {.rung = rung, .at = descent->task->region->range.begin, .n_tiled = descent->job->n_tiled};
    for (size_t i = 0; i < sizeof(steps) / sizeof(*steps) && attempt.outcome == DONE; i++)
        run_step(descent, &attempt, &steps[i]);
    return attempt;
}

static void free_attempt(struct attempt *attempt)
{
    isl_schedule_free(attempt->schedule);
    pv_device_plan_free(attempt->plan);
    if (attempt->code)
        pv_code_free(attempt->code);
}

/* Why "attempt" failed, as the end of a message. */
static const char *describe_failure(const struct descent *descent, const struct attempt *attempt)
{
    struct pv_job *job = descent->job;
    const char *why = isl_ctx_last_error_msg(job->ctx);
    switch (attempt->outcome) {
    case TOO_MUCH_WORK:
        return pv_printf(job->arena, "%s exceeded the budget", attempt->step);
    case WRONG:
        return pv_printf(job->arena,
                         "fault in pave: the result for this region is wrong: %s; please report this with the input "
                         "and the command line",
                         attempt->reason);
    case FAILED:
        return pv_printf(job->arena,
                         "fault in pave: %s failed: %s; please report this with the input and the command line",
                         attempt->step, why ? why : "no reason given");
    case IMPOSSIBLE:
    case DONE:
        break;
    }
    return attempt->reason;
}

/* Tell the user what stepping down to "next" from the failed "attempt" means. Hexagonal tiles that nobody asked for are
 * given up in silence where no mapping with them was found. */
static void tell_step_down(const struct descent *descent, const struct attempt *attempt, const struct rung *next)
{
    const struct rung *lost = next - 1;
    while (lost > attempt->rung && is_same_as_next(descent, lost))
        lost--;
    struct pv_region_facts *facts = pv_job_facts(descent->job, descent->task);
    if (facts && attempt->rung->place == ON_DEVICE && next->place == ON_HOST)
        facts->why_host = describe_failure(descent, attempt);
    bool is_unasked = lost->hexagons && descent->wanted.hybrid == PV_HYBRID_WHERE_IT_PAYS && !attempt->schedule;
    if (attempt->outcome != TOO_MUCH_WORK || !is_unasked)
        pv_warn(descent->job->diag, attempt->at, "%s: %s", lost->loss, describe_failure(descent, attempt));
}

/* Say what the code of a region tests, or leave it to the report that the code is not worth a test. */
static void tell_guard(struct pv_job *job, const struct pv_code *code)
{
    struct pv_loc at = code->scop->region->range.begin;
    if (code->is_no_better || !job->options->verbose)
        return;
    const struct pv_code_guard *guard = code->guard;
    if (!guard->assumed && !guard->tests.n) /* memory for copies of arrays, which has been told */
        return;
    struct pv_sb names = {0};
    for (int i = 0; i < guard->spans.n; i++)
        if (!pv_code_guard_repeats(guard, i))
            pv_sb_printf(&names, "%s'%s'", i ? ", " : "", guard->spans.v[i].span->var->name);
    pv_note(job->diag, at, "the new code of this region runs where a test passes:%s%s%s%s",
            guard->assumed ? " of the parameters" : "", guard->assumed && guard->tests.n ? ", and" : "",
            guard->tests.n ? " that there is no overlap of " : "", guard->tests.n ? names.text : "");
    pv_sb_free(&names);
}

/* New text without parallel, vector or tiled loops must take at most so much of the time that the original takes; other new
 * text, not more. */
static const double worthwhile = 0.9;

/* Does the user ask for new code whatever it costs? */
static bool is_asked_for(const struct descent *descent)
{
    const struct pv_options *options = descent->job->options;
    return options->output.target != PV_TARGET_OPENMP || options->output.annotate || options->schedule.load ||
           options->schedule.save;
}

/* Does the user ask for parallel loops or tiles whatever they cost? */
static bool are_loops_asked_for(const struct descent *descent)
{
    return descent->wanted.tiling == PV_TILE_ALWAYS || !descent->wanted.parallel_threshold;
}

/* Is the code of "attempt" better than the original text, as far as is known? */
static bool is_better(const struct descent *descent, const struct attempt *attempt)
{
    struct pv_job *job = descent->job;
    bool has_gain = is_worth_a_test(job, attempt->code) || attempt->n_tiled != job->n_tiled;
    if (attempt->plan || is_asked_for(descent) || descent->is_too_deep || (has_gain && are_loops_asked_for(descent)))
        return true;
    pv_job_open_budget(job, MOVE_BUDGET);
    const struct pv_conflicts *conflicts = pv_task_conflicts(job->arena, descent->task);
    double before = pv_map_estimate(conflicts, descent->original, descent->wanted.reassociate).cycles;
    double after = pv_map_estimate(conflicts, attempt->schedule, descent->wanted.reassociate).cycles;
    bool is_known = !pv_job_close_budget(job) && before >= 0 && after >= 0;
    isl_ctx_reset_error(job->ctx);
    return is_known ? after <= (has_gain ? 1 : worthwhile) * before : has_gain;
}

/* Has a statement of "scop" several loops around it? */
static bool has_nested_loops(const struct pv_scop *scop)
{
    for (int i = 0; i < scop->stmts.n; i++)
        if (scop->stmts.v[i]->n_iterators > 1)
            return true;
    return false;
}

/* Say why a region has no tiles though the user asks for them, or gives sizes for them. */
static void tell_tiles(const struct descent *descent, const struct attempt *attempt)
{
    struct pv_job *job = descent->job;
    const struct pv_map_options *options = &job->options->map;
    if (attempt->plan || pv_stage_is_for_device(job) || attempt->n_tiled != job->n_tiled || !attempt->rung->moves ||
        !has_nested_loops(descent->task->scop))
        return;
    if (descent->wanted.tiling == PV_TILE_ALWAYS)
        pv_note(job->diag, attempt->at,
                "no loops of this region are tiled: its dependences let no two nested loops change places");
    else if (descent->wanted.tiling == PV_TILE_WHERE_IT_PAYS && (options->tile_size || options->sizes))
        pv_note(job->diag, attempt->at,
                "the tile sizes are not used in this region: tiles are not expected to pay off; --tile=on makes them");
}

/* Put the successful "attempt" into the job. */
static void take(const struct descent *descent, struct attempt *attempt)
{
    struct pv_job *job = descent->job;
    struct pv_task *task = descent->task;
    if (attempt->plan && attempt->plan->no_hexagons && attempt->rung->hexagons)
        pv_warn(job->diag, attempt->at, "no hexagonal tiles: %s", attempt->plan->no_hexagons);
    if (!attempt->code->is_no_better)
        tell_tiles(descent, attempt);
    isl_schedule_free(task->schedule);
    task->schedule = attempt->schedule;
    task->plan = attempt->plan;
    task->idle = attempt->idle;
    job->n_tiled = attempt->n_tiled;
    if (attempt->code->guard)
        tell_guard(job, attempt->code);
    task->code = attempt->code;
}

/* The rung to try after the failed "attempt", which is freed; the user is told what is lost. NULL where the region is to
 * keep its text, because of "*reason". */
static const struct rung *step_down(const struct descent *descent, struct attempt *attempt, const char **reason)
{
    bool is_impossible_anywhere = attempt->outcome == IMPOSSIBLE && attempt->schedule;
    const struct rung *next = is_impossible_anywhere ? NULL : find_rung(descent, attempt->rung + 1, attempt);
    if (next)
        tell_step_down(descent, attempt, next);
    else
        *reason = describe_failure(descent, attempt);
    isl_ctx_reset_error(descent->job->ctx);
    free_attempt(attempt);
    return next;
}

/* Should the failed "attempt" at the device be followed by attempts at parts of the region? The loops beside a statement that
 * keeps the whole on the host may run on the device without it: its place is noted as that of the culprit. */
static bool is_for_parts(const struct descent *descent, const struct attempt *attempt)
{
    struct pv_job *job = descent->job;
    const struct pv_scop *scop = descent->task->scop;
    struct pv_region *region = scop->region;
    bool is_inside = attempt->at.file == region->range.begin.file && attempt->at.offset > region->range.begin.offset &&
                     attempt->at.offset < region->range.end.offset;
    if (attempt->outcome != IMPOSSIBLE || attempt->rung->place != ON_DEVICE || !is_inside || scop->loops.n < 2 ||
        region->is_marked || !job->goes_by_region)
        return false;
    region->refused = attempt->reason;
    region->refused_at = attempt->at;
    return true;
}

/* Would the failed "attempt" be followed by one in the order of the program, though its nests can be tried one by one? That order
 * has no more parallel loops than each nest has by itself. */
static bool is_for_nests(const struct descent *descent, const struct attempt *attempt)
{
    const struct rung *next = attempt->outcome == TOO_MUCH_WORK ? find_rung(descent, attempt->rung + 1, attempt) : NULL;
    return next && next->keeps_order && pv_job_may_divide(descent->job, descent->task->region);
}

/* Choose between several orders of the region on "rung", the first one of the host, if there is a choice. Where arrays have
 * copies, the order was chosen with them (driver/expandstage): in others one thread may need many copies. */
static void choose_order(struct descent *descent, const struct rung *rung)
{
    struct pv_job *job = descent->job;
    const struct pv_schedule_options *options = &job->options->schedule;
    if (rung->place != ON_HOST || rung->keeps_order || descent->is_too_deep || descent->chosen_on ||
        descent->task->expansion || job->options->output.target != PV_TARGET_OPENMP || !options->reschedule ||
        options->load || options->save)
        return;
    struct pv_map_params params = params_of(descent, rung);
    descent->chosen_on = rung;
    descent->chosen = pv_alternatives_choose(job, descent->task, descent->scheduled, &params, map_budget(rung));
    descent->wanted.tile_nests = descent->chosen.tiles_nests;
    isl_schedule_free(descent->scheduled);
    descent->scheduled = isl_schedule_copy(descent->chosen.order);
}

/* There is no code with copies of arrays, because of "reason": try without them. */
static bool retreat(struct pv_job *job, struct pv_task *task, const char *reason)
{
    pv_warn(job->diag, task->region->range.begin, "no arrays get copies for parallel loops: %s", reason);
    isl_ctx_reset_error(job->ctx);
    pv_expand_take_back(task);
    return pv_ladder_compile(job, task);
}

/* Is there nothing left for the device to try after "attempt", with copies of arrays that are meant for it? */
static bool leaves_device(const struct descent *descent, const struct attempt *attempt)
{
    const struct rung *next = attempt->outcome == DONE ? NULL : find_rung(descent, attempt->rung + 1, attempt);
    return descent->task->expansion && attempt->outcome != DONE && attempt->rung->place == ON_DEVICE &&
           (!next || next->place != ON_DEVICE) && !isl_ctx_aborted(descent->job->ctx);
}

/* Is the successful "attempt", with copies of arrays, to be followed by one with fewer copies or none? Where it gains nothing,
 * moved loops may be the reason. The task has changed then. */
static bool is_reconsidered(const struct descent *descent, const struct attempt *attempt)
{
    struct pv_task *task = descent->task;
    if (pv_expand_reconsider(descent->job, task, attempt->code))
        return true;
    if (!task->expansion || !attempt->code->is_no_better)
        return false;
    if (task->stays_unmoved)
        pv_expand_take_back(task);
    else
        task->stays_unmoved = true;
    return true;
}

/* Take the successful "attempt", or compile the region otherwise where that may be better. */
static bool settle(const struct descent *descent, struct attempt *attempt)
{
    struct pv_code *code = attempt->code;
    code->is_no_better = !is_better(descent, attempt) || (code->guard && !is_worth_a_test(descent->job, code));
    if (is_reconsidered(descent, attempt)) {
        free_attempt(attempt);
        return pv_ladder_compile(descent->job, descent->task);
    }
    take(descent, attempt);
    return true;
}

/* Walk down from "rung" until one succeeds. */
static bool walk_down(struct descent *descent, const struct rung *rung)
{
    struct pv_job *job = descent->job;
    const char *reason = NULL;
    bool was_too_much = false;
    while (rung) {
        choose_order(descent, rung);
        struct attempt attempt = try_rung(descent, rung);
        was_too_much = attempt.outcome == TOO_MUCH_WORK;
        if (leaves_device(descent, &attempt)) {
            reason = describe_failure(descent, &attempt);
            free_attempt(&attempt);
            break;
        }
        if (is_for_parts(descent, &attempt) || is_for_nests(descent, &attempt)) {
            reason = describe_failure(descent, &attempt);
            was_too_much = true;
            free_attempt(&attempt);
            break;
        }
        if (attempt.outcome == DONE)
            return settle(descent, &attempt);
        if (isl_ctx_aborted(job->ctx) || isl_ctx_last_error(job->ctx) == isl_error_alloc) { /* the pipeline tells */
            free_attempt(&attempt);
            return false;
        }
        rung = step_down(descent, &attempt, &reason);
    }
    struct pv_task *task = descent->task;
    if (task->expansion)
        return retreat(job, task, reason);
    task->schedule = isl_schedule_free(task->schedule);
    return was_too_much ? pv_job_too_much(job, task, reason) : pv_job_leave_alone(job, task->region, reason);
}

bool pv_ladder_compile(struct pv_job *job, struct pv_task *task)
{
    struct descent descent = {
        .job = job,
        .task = task,
        .wanted = pv_job_map_params(job),
        .scheduled = isl_schedule_copy(task->schedule),
        .original = pv_schedule_original(task->scop),
        .is_too_deep = pv_map_is_too_deep(task->schedule),
    };
    if (task->stays_unmoved) {
        descent.wanted.reorder = false;
        descent.wanted.tiling = PV_TILE_NEVER;
    }
    if (descent.is_too_deep)
        pv_warn(job->diag, task->region->range.begin, "loops are nested too deeply: none is moved or parallelized");
    const struct rung *first = rungs;
    while ((!pv_stage_is_for_device(job) || descent.is_too_deep) && first->place == ON_DEVICE)
        first++;
    bool ok = walk_down(&descent, find_rung(&descent, first, NULL));
    isl_schedule_free(descent.scheduled);
    isl_schedule_free(descent.original);
    pv_alternative_free(&descent.chosen);
    return ok;
}
