/* Compiles one region: map, check, generate, lower. Each rung of the ladder is less ambitious than the one above. */
#include "driver/ladder.h"

#include "driver/rung.h"
#include "driver/stages.h"
#include "map/mapping.h"
#include "report/facts.h"
#include "schedule/schedule.h"

/* Operations of isl for the code of moved and tiled loops, which have a simpler rung below. */
enum { MOVED_CODE_BUDGET = 600000 };
/* The same for wavefronts of tiles. */
enum { FRONTS_BUDGET = 2000000 };

/* What is tried with a region, the most ambitious first. A rung is given up where the result fails its check or the work
 * exceeds a budget; below the last rung the region keeps its text. */
static const struct pv_rung rungs[] = {
    {"fronts", PV_ON_DEVICE, .fronts = true, .overlaps = true, .hexagons = true, .copies = true,
     .map_budget = FRONTS_BUDGET, .code_budget = FRONTS_BUDGET, .loss = "no wavefronts of tiles"},
    {"overlap", PV_ON_DEVICE, .overlaps = true, .hexagons = true, .copies = true, .loss = "no overlapped tiles"},
    {"hexagons", PV_ON_DEVICE, .hexagons = true, .copies = true, .loss = "no hexagonal tiles"},
    {"copies", PV_ON_DEVICE, .copies = true, .loss = "kernels of this region use neither shared memory nor registers"},
    {"kernels", PV_ON_DEVICE, .loss = "the region runs on the host"},
    {"jam", PV_ON_HOST, .moves = true, .jams = true, .map_budget = PV_MOVE_BUDGET, .code_budget = MOVED_CODE_BUDGET,
     .loss = "loops of this region are not unrolled and jammed"},
    {"tiles", PV_ON_HOST, .moves = true, .has_code_of_above = true, .map_budget = PV_MOVE_BUDGET,
     .code_budget = MOVED_CODE_BUDGET, .loss = "loops of this region are not moved or tiled"},
    {"parallel", PV_ON_HOST, .loss = "the region keeps its order"},
    {"original", PV_ON_HOST, .keeps_order = true, .loss = "region left unchanged"},
};
enum { N_RUNGS = sizeof(rungs) / sizeof(*rungs) };

/* Would "rung" and the one below it do the same? Then the one below has the budget for it. */
static bool is_same_as_next(const struct pv_descent *descent, const struct pv_rung *rung)
{
    const struct pv_rung *next = rung + 1;
    if (next == rungs + N_RUNGS || next->place != rung->place)
        return false;
    struct pv_map_params a = pv_rung_params(descent, rung), b = pv_rung_params(descent, next);
    if (rung->place == PV_ON_DEVICE)
        return a.overlap == b.overlap && a.hybrid == b.hybrid && (a.wavefronts == b.wavefronts || !a.deep) &&
               a.shared_memory == b.shared_memory && a.private_memory == b.private_memory &&
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
static bool repeats(const struct pv_attempt *attempt, const struct pv_rung *rung)
{
    if (attempt->was_generating && rung == attempt->rung + 1 && rung->has_code_of_above)
        return true;
    if (!attempt->plan || !attempt->schedule || rung->place != PV_ON_DEVICE)
        return false;
    bool drops_hexagons = attempt->rung->hexagons && !rung->hexagons && attempt->plan->has_hexagons;
    bool drops_fronts = attempt->rung->fronts && !rung->fronts && attempt->plan->has_fronts;
    bool drops_copies = attempt->rung->copies && !rung->copies && has_copies(attempt->plan);
    bool drops_overlap = attempt->rung->overlaps && !rung->overlaps && attempt->plan->has_overlap;
    return !drops_fronts && !drops_overlap && !drops_hexagons && !drops_copies;
}

/* The first rung from "rung" on that is worth a try after the failed "attempt" (NULL: the first); NULL where there is
 * none. */
static const struct pv_rung *find_rung(const struct pv_descent *descent, const struct pv_rung *rung,
                                       const struct pv_attempt *attempt)
{
    for (; rung < rungs + N_RUNGS; rung++) {
        bool is_out_of_place = attempt && attempt->outcome == PV_RUNG_IMPOSSIBLE && rung->place == attempt->rung->place;
        if (!is_out_of_place && !is_same_as_next(descent, rung) && !(attempt && repeats(attempt, rung)))
            return rung;
    }
    return NULL;
}

static void free_attempt(struct pv_attempt *attempt)
{
    isl_schedule_free(attempt->schedule);
    pv_device_plan_free(attempt->plan);
    if (attempt->code)
        pv_code_free(attempt->code);
}

/* Why "attempt" failed, as the end of a message. */
static const char *describe_failure(const struct pv_descent *descent, const struct pv_attempt *attempt)
{
    struct pv_job *job = descent->job;
    const char *why = isl_ctx_last_error_msg(job->ctx);
    switch (attempt->outcome) {
    case PV_RUNG_TOO_MUCH_WORK:
        return pv_printf(job->arena, "%s exceeded the budget", attempt->step);
    case PV_RUNG_WRONG:
        return pv_printf(job->arena,
                         "fault in pave: the result for this region is wrong: %s; please report this with the input "
                         "and the command line",
                         attempt->reason);
    case PV_RUNG_FAILED:
        return pv_printf(job->arena,
                         "fault in pave: %s failed: %s; please report this with the input and the command line",
                         attempt->step, why ? why : "no reason given");
    case PV_RUNG_IMPOSSIBLE:
    case PV_RUNG_DONE:
        break;
    }
    return attempt->reason;
}

/* Tell the user what stepping down to "next" from the failed "attempt" means. Hexagonal tiles that nobody asked for are
 * given up in silence where no mapping with them was found, wavefronts where they take too much work. */
static void tell_step_down(const struct pv_descent *descent, const struct pv_attempt *attempt,
                           const struct pv_rung *next)
{
    const struct pv_rung *lost = next - 1;
    while (lost > attempt->rung && is_same_as_next(descent, lost))
        lost--;
    struct pv_region_facts *facts = pv_job_facts(descent->job, descent->task);
    if (facts && attempt->rung->place == PV_ON_DEVICE && next->place == PV_ON_HOST)
        facts->why_host = describe_failure(descent, attempt);
    bool is_unasked = lost->fronts ? descent->wanted.wavefronts == PV_WAVEFRONTS_WHERE_THEY_PAY
                      : lost->overlaps
                          ? descent->wanted.overlap == PV_OVERLAPPING_WHERE_IT_PAYS && !attempt->schedule
                          : lost->hexagons && descent->wanted.hybrid == PV_HYBRID_WHERE_IT_PAYS && !attempt->schedule;
    if (attempt->outcome != PV_RUNG_TOO_MUCH_WORK || !is_unasked)
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

/* Has a statement of "scop" several loops around it? */
static bool has_nested_loops(const struct pv_scop *scop)
{
    for (int i = 0; i < scop->stmts.n; i++)
        if (scop->stmts.v[i]->n_iterators > 1)
            return true;
    return false;
}

/* Say why a region has no tiles though the user asks for them, or gives sizes for them. */
static void tell_tiles(const struct pv_descent *descent, const struct pv_attempt *attempt)
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
static void take(const struct pv_descent *descent, struct pv_attempt *attempt)
{
    struct pv_job *job = descent->job;
    struct pv_task *task = descent->task;
    if (attempt->plan && attempt->plan->no_hexagons && attempt->rung->hexagons)
        pv_warn(job->diag, attempt->at, "no hexagonal tiles: %s", attempt->plan->no_hexagons);
    if (attempt->plan && descent->wanted.wavefronts == PV_WAVEFRONTS_ALWAYS && !attempt->plan->has_fronts &&
        (attempt->rung->fronts || !descent->deep))
        pv_warn(job->diag, attempt->at,
                "no wavefronts of tiles: no sequential loop of this region is in a permutable band");
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
static const struct pv_rung *step_down(const struct pv_descent *descent, struct pv_attempt *attempt,
                                       const char **reason)
{
    bool is_impossible_anywhere = attempt->outcome == PV_RUNG_IMPOSSIBLE && attempt->schedule;
    const struct pv_rung *next = is_impossible_anywhere ? NULL : find_rung(descent, attempt->rung + 1, attempt);
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
static bool is_for_parts(const struct pv_descent *descent, const struct pv_attempt *attempt)
{
    struct pv_job *job = descent->job;
    const struct pv_scop *scop = descent->task->scop;
    struct pv_region *region = scop->region;
    bool is_inside = attempt->at.file == region->range.begin.file && attempt->at.offset > region->range.begin.offset &&
                     attempt->at.offset < region->range.end.offset;
    if (attempt->outcome != PV_RUNG_IMPOSSIBLE || attempt->rung->place != PV_ON_DEVICE || !is_inside ||
        scop->loops.n < 2 || region->is_marked || !job->goes_by_region)
        return false;
    region->refused = attempt->reason;
    region->refused_at = attempt->at;
    return true;
}

/* Would the failed "attempt" be followed by one in the order of the program, though its nests can be tried one by one? That order
 * has no more parallel loops than each nest has by itself. */
static bool is_for_nests(const struct pv_descent *descent, const struct pv_attempt *attempt)
{
    const struct pv_rung *next = attempt->outcome == PV_RUNG_TOO_MUCH_WORK
                                     ? find_rung(descent, attempt->rung + 1, attempt)
                                     : NULL;
    return next && next->keeps_order && pv_job_may_divide(descent->job, descent->task->region);
}

/* Choose between several orders of the region on "rung", the first one of the host, if there is a choice. Where arrays have
 * copies, the order was chosen with them (driver/expandstage): in others one thread may need many copies. */
static void choose_order(struct pv_descent *descent, const struct pv_rung *rung)
{
    struct pv_job *job = descent->job;
    const struct pv_schedule_options *options = &job->options->schedule;
    if (rung->place != PV_ON_HOST || rung->keeps_order || descent->is_too_deep || descent->chosen_on ||
        (descent->task->expansion && !descent->task->expansion->is_spread) ||
        job->options->output.target != PV_TARGET_OPENMP || !options->reschedule || options->load || options->save)
        return;
    struct pv_map_params params = pv_rung_params(descent, rung);
    descent->chosen_on = rung;
    descent->chosen = pv_alternatives_choose(job, descent->task, descent->scheduled, &params, pv_rung_map_budget(rung));
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
static bool leaves_device(const struct pv_descent *descent, const struct pv_attempt *attempt)
{
    const struct pv_rung *next = attempt->outcome == PV_RUNG_DONE ? NULL
                                                                  : find_rung(descent, attempt->rung + 1, attempt);
    return descent->task->expansion && attempt->outcome != PV_RUNG_DONE && attempt->rung->place == PV_ON_DEVICE &&
           (!next || next->place != PV_ON_DEVICE) && !isl_ctx_aborted(descent->job->ctx);
}

/* Is the failed "attempt", with divided loops, to be followed by one without them? */
static bool is_without_parts(const struct pv_descent *descent, const struct pv_attempt *attempt)
{
    const struct pv_rung *next = attempt->outcome == PV_RUNG_DONE ? NULL
                                                                  : find_rung(descent, attempt->rung + 1, attempt);
    return descent->task->undivided && attempt->outcome != PV_RUNG_DONE && !isl_ctx_aborted(descent->job->ctx) &&
           (attempt->rung->place == PV_ON_HOST || !next || next->place != PV_ON_DEVICE);
}

/* Compile the region with its loops undivided after the failed "attempt". */
static bool compile_undivided(const struct pv_descent *descent, struct pv_attempt *attempt)
{
    struct pv_job *job = descent->job;
    const char *reason = describe_failure(descent, attempt);
    if (attempt->outcome == PV_RUNG_WRONG || attempt->outcome == PV_RUNG_FAILED)
        pv_warn(job->diag, attempt->at, "no loop is divided into parts: %s", reason);
    else if (job->options->verbose)
        pv_note(job->diag, attempt->at, "no loop is divided into parts: %s", reason);
    isl_ctx_reset_error(job->ctx);
    free_attempt(attempt);
    pv_split_take_back(job, descent->task);
    return pv_ladder_compile(job, descent->task);
}

/* Is the successful "attempt", with copies of arrays, to be followed by one with fewer copies or none? Where it gains nothing,
 * moved loops may be the reason. The task has changed then. */
static bool is_reconsidered(const struct pv_descent *descent, const struct pv_attempt *attempt)
{
    struct pv_task *task = descent->task;
    if (attempt->is_changed)
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
static bool settle(const struct pv_descent *descent, struct pv_attempt *attempt)
{
    if (is_reconsidered(descent, attempt)) {
        free_attempt(attempt);
        return pv_ladder_compile(descent->job, descent->task);
    }
    take(descent, attempt);
    return true;
}

/* Walk down from "rung" until one succeeds. */
static bool walk_down(struct pv_descent *descent, const struct pv_rung *rung)
{
    struct pv_job *job = descent->job;
    const char *reason = NULL;
    bool was_too_much = false;
    while (rung) {
        choose_order(descent, rung);
        struct pv_attempt attempt = pv_rung_try(descent, rung);
        was_too_much = attempt.outcome == PV_RUNG_TOO_MUCH_WORK;
        if (is_without_parts(descent, &attempt))
            return compile_undivided(descent, &attempt);
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
        if (attempt.outcome == PV_RUNG_DONE)
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
    struct pv_descent descent = {
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
    if (pv_stage_is_for_device(job) && !descent.is_too_deep && descent.wanted.wavefronts != PV_WAVEFRONTS_NEVER)
        descent.deep = pv_alternatives_find_deep(job, task, descent.scheduled);
    const struct pv_rung *first = rungs;
    while ((!pv_stage_is_for_device(job) || descent.is_too_deep) && first->place == PV_ON_DEVICE)
        first++;
    bool ok = walk_down(&descent, find_rung(&descent, first, NULL));
    isl_schedule_free(descent.scheduled);
    isl_schedule_free(descent.original);
    isl_schedule_free(descent.deep);
    pv_alternative_free(&descent.chosen);
    return ok;
}
