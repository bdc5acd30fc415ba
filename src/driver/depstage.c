/* The stages that compute dependences and remove dead instances. */
#include "driver/stages.h"

#include "analysis/deadcode.h"
#include "analysis/flow.h"
#include "analysis/liverange.h"
#include "analysis/overlap.h"
#include "analysis/reduction.h"

#include <isl/constraint.h>
#include <isl/map.h>

/* Operations of isl for the dependences of one region. */
static const unsigned long deps_budget = 1500000, deps_budget_per_access = 35000;

/* Is a coefficient of the constraint too long for machine words to last? Products of a few of them need more. */
static isl_stat look_for_long(__isl_take isl_constraint *constraint, void *user)
{
    static const enum isl_dim_type kinds[] = {isl_dim_param, isl_dim_in, isl_dim_out, isl_dim_div};
    static const long longest = 1L << 20;
    bool *is_found = user;
    for (size_t k = 0; k < sizeof(kinds) / sizeof(*kinds) && !*is_found; k++) {
        int n = (int)isl_constraint_dim(constraint, kinds[k]);
        for (int i = 0; i < n && !*is_found; i++) {
            isl_val *value = isl_val_abs(isl_constraint_get_coefficient_val(constraint, kinds[k], i));
            *is_found = value && isl_val_cmp_si(value, longest) > 0;
            isl_val_free(value);
        }
    }
    isl_constraint_free(constraint);
    return isl_stat_ok;
}

static isl_stat look_at_piece(__isl_take isl_basic_map *piece, void *user)
{
    isl_stat status = isl_basic_map_foreach_constraint(piece, look_for_long, user);
    isl_basic_map_free(piece);
    return status;
}

static isl_stat look_at_map(__isl_take isl_map *map, void *user)
{
    isl_stat status = isl_map_foreach_basic_map(map, look_at_piece, user);
    isl_map_free(map);
    return status;
}

static bool has_long_coefficients(const struct pv_scop *scop)
{
    bool is_found = false;
    for (int i = 0; i < scop->stmts.n && !is_found; i++)
        for (int j = 0; j < scop->stmts.v[i]->accesses.n && !is_found; j++) {
            const struct pv_access *access = scop->stmts.v[i]->accesses.v[j];
            isl_union_map_foreach_map(access->may_read, look_at_map, &is_found);
            isl_union_map_foreach_map(access->may_write, look_at_map, &is_found);
        }
    return is_found;
}

/* What the dependences of a region should cost: it grows with its references. The time for an operation grows with the
 * square of the parameters, and with the length of the numbers: there are fewer operations where there are more than a few
 * parameters, or long coefficients. */
static unsigned long budget_for_deps(const struct pv_job *job, const struct pv_scop *scop)
{
    const unsigned long few_params = 16, long_number_cost = 10;
    unsigned long n = 0, n_param = (unsigned long)isl_set_dim(scop->context, isl_dim_param);
    for (int i = 0; i < scop->stmts.n; i++)
        n += (unsigned long)scop->stmts.v[i]->accesses.n;
    unsigned long budget = deps_budget + n * deps_budget_per_access;
    if (n_param > few_params)
        budget = budget * few_params * few_params / (n_param * n_param);
    if (has_long_coefficients(scop))
        budget /= long_number_cost;
    return pv_job_budget(job, budget);
}

/* Is the order of live ranges needed? The scheduler wants to know which it may change. Kernels change it whether or not
 * the scheduler does: threads have variables of their own, and tiles run the iterations that use them in another order. */
static bool needs_live_ranges(const struct pv_job *job)
{
    bool has_kernels = job->options->command == PV_COMPILE && pv_stage_is_for_device(job);
    return has_kernels || job->options->schedule.live_range_reordering;
}

/* Exact dependences within the budget; false where isl gave up or failed. */
static bool compute_exact(struct pv_job *job, const struct pv_scop *scop, struct pv_deps *deps)
{
    pv_job_limit(job, budget_for_deps(job, scop));
    bool ok = pv_flow_compute(scop, deps) && pv_liverange_compute(scop, deps);
    if (ok && needs_live_ranges(job))
        ok = pv_liverange_compute_order(scop, deps);
    ok = ok && pv_reduction_find(scop, deps) && pv_dead_compute(scop, deps);
    pv_job_lift_limit(job);
    return ok && !pv_job_ran_out(job);
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

static bool compute_memory_based(struct pv_job *job, const struct pv_scop *scop, struct pv_deps *deps)
{
    pv_job_limit(job, budget_for_deps(job, scop));
    bool ok = pv_flow_compute_memory_based(scop, deps) && pv_liverange_compute_memory_based(scop, deps) &&
              pv_dead_compute(scop, deps);
    pv_job_lift_limit(job);
    return ok && !pv_job_ran_out(job);
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

static enum analysis analyse_by_memory(struct pv_job *job, const struct pv_scop *scop, struct pv_deps *deps)
{
    if (compute_memory_based(job, scop, deps))
        return ANALYSED;
    return was_too_much(job, deps) ? TOO_MUCH_WORK : FAILED;
}

static enum analysis analyse_region(struct pv_job *job, const struct pv_scop *scop, struct pv_deps *deps)
{
    if (compute_exact(job, scop, deps))
        return ANALYSED;
    if (!was_too_much(job, deps))
        return FAILED;
    if (count_pairs(scop) > most_pairs)
        return TOO_MUCH_WORK;
    pv_warn(job->diag, scop->region->range.begin,
            "exact dependence analysis of this region exceeded the budget; memory-based dependences are used instead");
    return analyse_by_memory(job, scop, deps);
}

/* Make the model of a region right for pointers that may overlap. NULL, or the reason why that cannot be. `pave check`
 * compares two programs under the assumptions that generated code tests. */
static const char *settle_overlaps(struct pv_job *job, struct pv_scop *scop)
{
    bool tests = job->options->eval.run_time_tests;
    if (job->options->analysis.assume_restrict || (job->options->command == PV_CHECK && tests))
        return NULL;
    const struct pv_var *by = NULL, *constant = NULL;
    pv_job_limit_work(job);
    bool ok = pv_overlap_settle(scop, tests ? PV_OVERLAP_TEST : PV_OVERLAP_RESPECT, &by, &constant);
    bool ran_out = pv_job_ran_out(job);
    pv_job_lift_limit(job);
    if (ran_out) {
        isl_ctx_reset_error(job->ctx);
        return "finding out which pointers may overlap took more than the budget";
    }
    return ok ? NULL
              : pv_printf(job->arena, "writing through '%s' may change '%s'; copy '%s' to a local variable before it",
                          by->name, constant->name, constant->name);
}

/* Models to dependences. A region for which even the simplest ones are too much work leaves the job. */
bool pv_stage_analyse(struct pv_job *job)
{
    int n = job->scops.n;
    job->scops.n = 0;
    for (int i = 0; i < n; i++) {
        struct pv_scop *scop = job->scops.v[i];
        struct pv_deps *deps = pv_new(job->arena, struct pv_deps);
        const char *why = settle_overlaps(job, scop);
        enum analysis outcome = why ? TOO_MUCH_WORK : analyse_region(job, scop, deps);
        if (outcome == TOO_MUCH_WORK) {
            const char *reason = why ? why : "finding its dependences exceeded the budget";
            bool may_go_on = why ? pv_job_leave_alone(job, scop->region, reason)
                                 : pv_job_too_much(job, scop->region, reason);
            pv_scop_free(scop);
            if (!may_go_on || job->options->command != PV_COMPILE)
                return false;
            continue;
        }
        pv_push(job->arena, &job->scops, scop);
        pv_push(job->arena, &job->deps, deps);
        if (outcome == FAILED)
            return pv_job_fault(job, scop, "the dependences");
    }
    return true;
}

/* Instances that nothing needs leave the model of region "i". What was known of the order of the others went through
 * them: a value that is written, overwritten and written again has its first and last writes in order only because of
 * the one between. So the dependences are found anew, in the way in which they could be found before. */
static enum analysis remove_dead_from(struct pv_job *job, int i)
{
    bool has_changed;
    if (!pv_dead_remove(job->scops.v[i], job->deps.v[i], &has_changed))
        return FAILED;
    if (!has_changed)
        return ANALYSED;
    bool by_memory = job->deps.v[i]->is_memory_based;
    pv_deps_free(job->deps.v[i]);
    *job->deps.v[i] = (struct pv_deps){0};
    return by_memory ? analyse_by_memory(job, job->scops.v[i], job->deps.v[i])
                     : analyse_region(job, job->scops.v[i], job->deps.v[i]);
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

bool pv_stage_remove_dead(struct pv_job *job)
{
    for (int i = 0; i < job->scops.n;) {
        enum analysis outcome = remove_dead_from(job, i);
        if (outcome == FAILED)
            return pv_job_fault(job, job->scops.v[i], "what is needed");
        if (outcome == ANALYSED) {
            i++;
            continue;
        }
        const struct pv_region *region = job->scops.v[i]->region;
        drop_region(job, i);
        if (!pv_job_too_much(job, region, "finding its dependences exceeded the budget") ||
            job->options->command != PV_COMPILE)
            return false;
    }
    return true;
}
