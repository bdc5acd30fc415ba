/* The steps that compute dependences and remove dead instances. */
#include "driver/stages.h"

#include "analysis/assumed.h"
#include "analysis/deadcode.h"
#include "analysis/flow.h"
#include "analysis/liverange.h"
#include "analysis/overlap.h"
#include "analysis/reduction.h"
#include "base/islx.h"

/* Operations of isl for the dependences of one region. */
static const unsigned long deps_budget = 1500000, deps_budget_per_access = 35000;

/* Is a coefficient of "map" too long for machine words to last? Products of a few of them need more. */
static isl_stat look_for_long(__isl_take isl_map *map, void *user)
{
    static const long longest = 1L << 20;
    bool *is_found = user;
    *is_found = *is_found || pv_map_has_larger(map, PV_COEFFICIENTS, longest);
    isl_map_free(map);
    return isl_stat_ok;
}

static bool has_long_coefficients(const struct pv_scop *scop)
{
    bool is_found = false;
    for (int i = 0; i < scop->stmts.n && !is_found; i++)
        for (int j = 0; j < scop->stmts.v[i]->accesses.n && !is_found; j++) {
            const struct pv_access *access = scop->stmts.v[i]->accesses.v[j];
            isl_union_map_foreach_map(access->may_read, look_for_long, &is_found);
            isl_union_map_foreach_map(access->may_write, look_for_long, &is_found);
        }
    return is_found;
}

/* What the dependences of a region should cost: it grows with its references. The time for an operation grows with the
 * square of the parameters, and with the length of the numbers: there are fewer operations where there are more than a few
 * parameters, or long coefficients. */
unsigned long pv_deps_budget(const struct pv_job *job, const struct pv_task *task)
{
    const struct pv_scop *scop = task->scop;
    const unsigned long few_params = 16, long_number_cost = 10;
    unsigned long n = 0, n_param = (unsigned long)isl_set_dim(scop->context, isl_dim_param);
    for (int i = 0; i < scop->stmts.n; i++)
        n += (unsigned long)scop->stmts.v[i]->accesses.n;
    unsigned long budget = deps_budget + n * deps_budget_per_access;
    if (n_param > few_params)
        budget = budget * few_params * few_params / (n_param * n_param);
    if (has_long_coefficients(scop))
        budget /= long_number_cost;
    (void)job;
    return budget;
}

/* Is the order of live ranges needed? The scheduler wants to know which it may change. Kernels change it whether or not
 * the scheduler does: threads have variables of their own, and tiles run the iterations that use them in another order. */
static bool needs_live_ranges(const struct pv_job *job)
{
    bool has_kernels = pv_command_compiles(job->options->command) && pv_stage_is_for_device(job);
    return has_kernels || job->options->schedule.live_range_reordering;
}

bool pv_deps_are_missing(const struct pv_job *job, const struct pv_task *task)
{
    (void)job;
    return !task->deps;
}

bool pv_deps_must_be_exact(const struct pv_job *job, const struct pv_task *task)
{
    return pv_deps_are_missing(job, task) && !task->by_memory;
}

bool pv_deps_find_exact(struct pv_job *job, struct pv_task *task)
{
    const struct pv_scop *scop = task->scop;
    struct pv_deps *deps = task->deps = pv_new(job->arena, struct pv_deps);
    bool ok = pv_flow_compute(scop, deps) && pv_liverange_compute(scop, deps);
    if (ok && needs_live_ranges(job))
        ok = pv_liverange_compute_order(scop, deps);
    return ok && pv_reduction_find(scop, deps) && pv_dead_compute(scop, deps) && pv_assumed_prune(scop, deps);
}

bool pv_deps_find_by_memory(struct pv_job *job, struct pv_task *task)
{
    const struct pv_scop *scop = task->scop;
    struct pv_deps *deps = task->deps = pv_new(job->arena, struct pv_deps);
    return pv_flow_compute_memory_based(scop, deps) && pv_liverange_compute_memory_based(scop, deps) &&
           pv_dead_compute(scop, deps);
}

/* The pairs of references that dependences by memory would relate: those to one array, of which the first or the second
 * writes. */
static unsigned long count_pairs(const struct pv_scop *scop)
{
    unsigned long n = 0;
    for (int a = 0; a < scop->arrays.n; a++) {
        unsigned long n_access = 0, n_write = 0;
        for (int i = 0; i < scop->stmts.n; i++)
            for (int j = 0; j < scop->stmts.v[i]->accesses.n; j++) {
                const struct pv_access *access = scop->stmts.v[i]->accesses.v[j];
                n_access += access->array == scop->arrays.v[a];
                n_write += access->array == scop->arrays.v[a] && access->is_write;
            }
        n += n_write * n_access;
    }
    return n;
}

/* With more pairs than this, dependences by memory alone take as long as exact ones, and no schedule comes of them. */
static const unsigned long most_pairs = 20000;

/* Forget the dependences of "task". */
static void forget_deps(struct pv_task *task)
{
    pv_deps_free(task->deps);
    task->deps = NULL;
}

/* The region of "task" leaves the job. Return whether the run goes on: only if it may, and if the text of the region, not its
 * dependences, are asked for. */
static bool leave(const struct pv_job *job, struct pv_task *task, bool may_go_on)
{
    task->is_gone = true;
    return may_go_on && pv_command_compiles(job->options->command);
}

bool pv_deps_exceeded(struct pv_job *job, struct pv_task *task)
{
    return leave(job, task, pv_job_too_much(job, task, "finding its dependences exceeded the budget"));
}

bool pv_deps_exact_exceeded(struct pv_job *job, struct pv_task *task)
{
    forget_deps(task);
    if (count_pairs(task->scop) > most_pairs || pv_job_may_divide(job, task->region))
        return pv_deps_exceeded(job, task);
    pv_warn(job->diag, task->region->range.begin,
            "exact dependence analysis of this region exceeded the budget; memory-based dependences are used instead");
    task->by_memory = true;
    return true;
}

bool pv_deps_failed(struct pv_job *job, struct pv_task *task)
{
    forget_deps(task);
    return pv_job_fault(job, task->scop, "the dependences");
}

/* `pave check` compares two programs under the assumptions that generated code tests. */
bool pv_overlap_find(struct pv_job *job, struct pv_task *task)
{
    bool tests = job->options->eval.run_time_tests;
    pv_overlap_note_mixed(task->scop, job->options->analysis.assume_restrict);
    if (job->options->analysis.assume_restrict || (job->options->command == PV_CHECK && tests))
        return true;
    const struct pv_var *by = NULL, *constant = NULL;
    bool ok = pv_overlap_settle(task->scop, tests ? PV_OVERLAP_TEST : PV_OVERLAP_RESPECT, &by, &constant);
    if (!ok)
        task->why = pv_printf(
            job->arena, "writing through '%s' may change '%s'; copy '%s' to a local variable before it",
            pv_var_text(job->arena, by), pv_var_text(job->arena, constant), pv_var_text(job->arena, constant));
    return ok;
}

bool pv_overlap_exceeded(struct pv_job *job, struct pv_task *task)
{
    const char *reason = "finding out which pointers may overlap exceeded the budget";
    return leave(job, task, pv_job_leave_alone(job, task->region, reason));
}

bool pv_overlap_failed(struct pv_job *job, struct pv_task *task)
{
    return leave(job, task, pv_job_too_much(job, task, task->why));
}

/* What was known of the order of the instances that stay went through those that are dropped: a value that is written,
 * overwritten and written again has its first and last writes in order only because of the one between. So the dependences
 * are found anew, in the way in which they could be found before. */
bool pv_dead_drop(struct pv_job *job, struct pv_task *task)
{
    bool has_changed;
    (void)job;
    if (!pv_dead_remove(task->scop, task->deps, &has_changed))
        return false;
    if (has_changed)
        forget_deps(task);
    return true;
}

bool pv_dead_failed(struct pv_job *job, struct pv_task *task)
{
    return pv_job_fault(job, task->scop, "what is needed");
}
