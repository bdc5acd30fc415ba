#include "schedule/schedule.h"

#include "schedule/constraints.h"

#include <isl/options.h>

static void set_options(isl_ctx *ctx, const struct pv_schedule_params *params)
{
    isl_options_set_schedule_algorithm(ctx, params->feautrier ? ISL_SCHEDULE_ALGORITHM_FEAUTRIER
                                                              : ISL_SCHEDULE_ALGORITHM_ISL);
    isl_options_set_schedule_outer_coincidence(ctx, params->outer_coincidence);
    isl_options_set_schedule_maximize_band_depth(ctx, params->maximize_band_depth);
    isl_options_set_schedule_maximize_coincidence(ctx, params->maximize_coincidence);
    isl_options_set_schedule_whole_component(ctx, params->whole_component);
    isl_options_set_schedule_serialize_sccs(ctx, params->serialize_sccs);
    isl_options_set_schedule_split_scaled(ctx, params->split_scaled);
    isl_options_set_schedule_treat_coalescing(ctx, params->treat_coalescing);
    isl_options_set_schedule_carry_self_first(ctx, params->carry_self_first);
    isl_options_set_schedule_max_coefficient(ctx, params->max_coefficient);
    isl_options_set_schedule_max_constant_term(ctx, params->max_constant_term);
}

static __isl_give isl_schedule *original_schedule(const struct pv_scop *scop)
{
    return isl_schedule_intersect_domain(isl_schedule_copy(scop->schedule), pv_constraints_get_domain(scop));
}

__isl_give isl_schedule *pv_schedule_from_constraints(__isl_take isl_schedule_constraints *sc,
                                                      const struct pv_schedule_params *params, const char **why_not)
{
    isl_ctx *ctx = isl_schedule_constraints_get_ctx(sc);
    *why_not = NULL;
    set_options(ctx, params);
    isl_ctx_reset_operations(ctx);
    isl_ctx_set_max_operations(ctx, params->budget);
    isl_schedule *schedule = isl_schedule_constraints_compute_schedule(sc);
    isl_ctx_set_max_operations(ctx, 0);
    if (schedule || isl_ctx_last_error(ctx) == isl_error_alloc)
        return schedule;
    *why_not = isl_ctx_last_error(ctx) == isl_error_quota ? "the search for a schedule took more than the budget"
                                                          : "isl's scheduler gave up";
    isl_ctx_reset_error(ctx);
    return NULL;
}

__isl_give isl_schedule *pv_schedule_compute(const struct pv_scop *scop, const struct pv_deps *deps,
                                             const struct pv_schedule_params *params, const char **why_original)
{
    *why_original = NULL;
    if (!params->reschedule)
        return original_schedule(scop);
    isl_schedule_constraints *sc = pv_constraints_from_deps(scop, deps, PV_LIVE_RANGES_KEEP_ORDER);
    isl_schedule *schedule = pv_schedule_from_constraints(sc, params, why_original);
    return *why_original ? original_schedule(scop) : schedule;
}
