/* The steps that give arrays copies where that makes loops parallel, and take them back where it does not. */
#include "driver/stages.h"

#include "analysis/expand.h"
#include "analysis/spread.h"
#include "check/expandcheck.h"
#include "driver/alternatives.h"
#include "driver/flags.h"
#include "driver/merit.h"
#include "driver/rung.h"
#include "lower/hostprog.h"
#include "map/conflict.h"

#include <isl/ilp.h>
#include <isl/schedule_node.h>

/* Operations of isl for finding the loops that copies would make parallel, and for making the copies. */
static const unsigned long expand_budget = 500000;
/* Bytes of a variable of which each thread of the host, or of a device, gets a copy without expansion (map/). */
static const int64_t small_on_host = 1 << 16, small_on_device = 4096;

/* Bytes of a copy of which there may be one for each iteration on the host, not only for each thread. */
static const int tiny = 64;

/* An order with copies of scalars must take at most so much of the time of the one without. */
static const double worthwhile = 0.8;

unsigned long pv_expand_budget(const struct pv_job *job, const struct pv_task *task)
{
    (void)job;
    (void)task;
    return expand_budget;
}

/* The new code allocates memory, and the original runs where there is none. */
bool pv_expand_applies(const struct pv_job *job, const struct pv_task *task)
{
    const struct pv_options *options = job->options;
    return pv_stage_may_rewrite(job, task) && options->schedule.max_expansion > 0 && options->eval.run_time_tests &&
           task->deps->tagged_false && !pv_flags_are_c89(options->input.clang.n, options->input.clang.v) &&
           !pv_hostprog_outliving(task->region);
}

/* Give scalars copies for iterations of a loop that may then be the innermost one. False where isl failed. */
static bool spread_scalars(struct pv_job *job, struct pv_task *task, struct pv_webs *webs)
{
    const struct pv_merit *merits = pv_merits_find(job, task->scop, task->schedule);
    bool *is_shared = pv_new_array(job->arena, bool, task->scop->stmts.n + 1);
    for (int i = 0; i < task->scop->stmts.n; i++)
        is_shared[i] = merits[i].n_parallel > 0;
    webs->is_shared = is_shared;
    if (!pv_spread_find(webs))
        return false;
    task->expansion = pv_expand(webs);
    if (task->expansion)
        task->expansion->is_spread = true;
    return true;
}

bool pv_expand_try(struct pv_job *job, struct pv_task *task)
{
    bool is_for_device = pv_stage_is_for_device(job);
    struct pv_webs webs = {
        .arena = job->arena,
        .scop = task->scop,
        .deps = task->deps,
        .small = is_for_device ? small_on_device : small_on_host,
        .keeps_last = !is_for_device,
        .every_loop = is_for_device,
        .keeps_old = is_for_device,
    };
    if (!pv_webs_find(&webs))
        return false;
    task->expansion = pv_expand(&webs);
    if (!task->expansion && !is_for_device && !spread_scalars(job, task, &webs))
        return false;
    if (!task->expansion)
        return true;
    pv_task_exchange_plain(task);
    return true;
}

void pv_expand_take_back(struct pv_task *task)
{
    pv_expand_undo(task->expansion);
    task->expansion = NULL;
    pv_task_exchange_plain(task);
    pv_task_free_plain(task);
    task->is_unchecked = task->has_original_order = task->stays_unmoved = false;
}

/* Nothing is lost that the region had. */
bool pv_expand_exceeded(struct pv_job *job, struct pv_task *task)
{
    isl_ctx_reset_error(job->ctx);
    if (task->expansion)
        pv_expand_take_back(task);
    if (job->options->verbose)
        pv_note(job->diag, task->region->range.begin,
                "no arrays get copies for parallel loops: the search for such arrays exceeded the budget");
    return true;
}

bool pv_expand_failed(struct pv_job *job, struct pv_task *task)
{
    isl_ctx_reset_error(job->ctx);
    if (task->expansion)
        pv_expand_take_back(task);
    pv_warn(job->diag, task->region->range.begin,
            "no arrays get copies for parallel loops: fault in pave: %s; please report this with the input and the "
            "command line",
            task->why ? task->why : "copies could not be made");
    task->why = NULL;
    return true;
}

bool pv_expand_is_tried(const struct pv_job *job, const struct pv_task *task)
{
    (void)job;
    return task->expansion;
}

bool pv_expand_is_settled(const struct pv_job *job, const struct pv_task *task)
{
    return pv_expand_is_tried(job, task) && !task->expansion->is_spread;
}

bool pv_expand_is_estimated(const struct pv_job *job, const struct pv_task *task)
{
    return pv_expand_is_tried(job, task) && task->expansion->is_spread;
}

bool pv_expand_check(struct pv_job *job, struct pv_task *task)
{
    (void)job;
    isl_bool is_same = pv_expandcheck(task->scop, task->expansion->n_stmts, task->plain.deps, task->deps);
    if (is_same != isl_bool_true)
        task->why = "copies of arrays change the values that are read";
    return is_same == isl_bool_true;
}

/* Is a parallel loop further outside around some statement, or are there more of them on a device, and is nothing lost? */
static bool is_better(struct pv_job *job, struct pv_task *task)
{
    const struct pv_merit *before = pv_merits_find(job, task->scop, task->plain.schedule);
    const struct pv_merit *after = pv_merits_find(job, task->scop, task->schedule);
    bool is_for_device = pv_stage_is_for_device(job), gains = false, loses = false;
    for (int i = 0; i < task->expansion->n_stmts; i++) {
        if (!before[i].is_known || !after[i].is_known)
            continue;
        bool has_more = is_for_device && after[i].n_parallel > before[i].n_parallel;
        gains = gains || after[i].first < before[i].first || has_more;
        loses = loses || after[i].first > before[i].first || (before[i].n_parallel && !after[i].n_parallel);
    }
    return gains && !loses;
}

/* Does an iteration of some loop in the tree at "node" work on one copy of each array, so that there need be no more copies
 * than threads? */
static bool has_loop_for_copies(const struct pv_conflicts *conflicts, __isl_keep isl_schedule_node *node, int n_arrays)
{
    bool is_found = false;
    int n_members = isl_schedule_node_get_type(node) == isl_schedule_node_band
                        ? (int)isl_schedule_node_band_n_member(node)
                        : 0;
    for (int i = 0; i < n_members && !is_found; i++) {
        bool is_permutable = isl_schedule_node_band_get_permutable(node) == isl_bool_true;
        struct pv_loop_place place = pv_loop_place_at(node, i, is_permutable ? 0 : pv_member_bit(i) - 1);
        is_found = true;
        for (int k = n_arrays; k < conflicts->scop->arrays.n && is_found; k++)
            is_found = pv_conflicts_has_one_copy(conflicts, &place, conflicts->scop->arrays.v[k]);
        pv_loop_place_free(&place);
    }
    for (int i = 0; i < (int)isl_schedule_node_n_children(node) && !is_found; i++) {
        isl_schedule_node *child = isl_schedule_node_get_child(node, i);
        is_found = has_loop_for_copies(conflicts, child, n_arrays);
        isl_schedule_node_free(child);
    }
    return is_found;
}

static bool fits_threads(struct pv_job *job, struct pv_task *task, __isl_keep isl_schedule *schedule)
{
    const struct pv_conflicts *conflicts = pv_task_conflicts(job->arena, task);
    isl_schedule_node *root = isl_schedule_get_root(schedule);
    bool fits = conflicts && has_loop_for_copies(conflicts, root, task->expansion->n_arrays);
    isl_schedule_node_free(root);
    return fits;
}

/* Would the original order, with parallel loops because of copies, be better than the schedule without copies? All statements
 * must be in these loops. */
static bool is_original_better(struct pv_job *job, struct pv_task *task)
{
    const struct pv_merit *before = pv_merits_find(job, task->scop, task->plain.schedule);
    bool gains = false;
    for (int i = 0; i < task->expansion->n_stmts; i++) {
        if (before[i].is_known && !task->expansion->is_freed[i])
            return false;
        gains = gains || (before[i].is_known && before[i].first > task->expansion->depth);
    }
    return gains;
}

/* Let the loops of the program stay as they are, with copies, if that is better than the schedule without copies. */
static bool keep_loops(struct pv_job *job, struct pv_task *task)
{
    isl_schedule *original = pv_schedule_original(task->scop);
    if (task->has_original_order || !is_original_better(job, task) || !fits_threads(job, task, original)) {
        isl_schedule_free(original);
        return false;
    }
    isl_schedule_free(task->schedule);
    task->schedule = original;
    task->grouped = isl_schedule_free(task->grouped);
    task->has_original_order = true;
    return true;
}

/* On the host each thread has one copy: more than the caches hold would cost more than they save. The scheduler may have torn
 * apart the statements that work on one copy. */
static bool settle_on_host(struct pv_job *job, struct pv_task *task)
{
    return (is_better(job, task) && fits_threads(job, task, task->schedule)) || keep_loops(job, task);
}

/* Has a copy in "array" no more than a few bytes? Then there may be as many as iterations. */
static bool is_tiny(const struct pv_array *array)
{
    int64_t bytes = array->elem->size;
    for (int i = array->n_copies; i < array->n_dims; i++) {
        isl_val *most = isl_set_dim_max_val(isl_set_copy(array->extent), i);
        bool is_small = isl_val_is_int(most) == isl_bool_true && isl_val_cmp_si(most, tiny) < 0;
        bytes *= is_small ? isl_val_get_num_si(most) + 1 : tiny + 1;
        isl_val_free(most);
        if (bytes > tiny)
            return false;
    }
    return true;
}

bool pv_expand_reconsider(struct pv_job *job, struct pv_task *task, const struct pv_code *code)
{
    bool has_many = false;
    for (int i = 0; i < code->locals.n; i++)
        has_many = has_many || (code->locals.v[i].array->n_copies && !code->locals.v[i].is_per_thread &&
                                !is_tiny(code->locals.v[i].array));
    if (!task->expansion || code->plan || !has_many)
        return false;
    if (!keep_loops(job, task))
        pv_expand_take_back(task);
    return true;
}

/* Change "task" from the model with copies to that without, or back. */
static void swap_models(struct pv_task *task)
{
    pv_expand_swap(task->expansion);
    pv_task_exchange_plain(task);
}

/* Is the order with copies of scalars estimated to be worth it? */
static bool is_faster(struct pv_job *job, struct pv_task *task)
{
    struct pv_map_params params = pv_job_map_params(job);
    swap_models(task);
    double before = pv_alternatives_estimate(job, task, task->schedule, &params, PV_MOVE_BUDGET);
    swap_models(task);
    double after = pv_alternatives_estimate(job, task, task->schedule, &params, PV_MOVE_BUDGET);
    return after >= 0 && before >= 0 && after < worthwhile * before;
}

static bool settles(struct pv_job *job, struct pv_task *task)
{
    if (task->expansion->is_spread)
        return is_faster(job, task);
    return pv_stage_is_for_device(job) ? is_better(job, task) : settle_on_host(job, task);
}

bool pv_expand_decide(struct pv_job *job, struct pv_task *task)
{
    if (!settles(job, task)) {
        pv_expand_take_back(task);
        return true;
    }
    for (int i = task->expansion->n_arrays; i < task->scop->arrays.n && job->options->verbose; i++)
        pv_note(job->diag, task->region->range.begin,
                task->expansion->is_spread ? "copies of '%s' let another loop be the innermost one (--max-expansion)"
                                           : "copies of '%s' make loops parallel (--max-expansion)",
                task->scop->arrays.v[i]->var->name);
    return true;
}
