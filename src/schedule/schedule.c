/* Entry of the scheduler: pave's or isl's, within the budget. */
#include "schedule/schedule.h"

#include "base/budget.h"
#include "schedule/chain.h"
#include "schedule/constraints.h"
#include "schedule/original.h"
#include "schedule/pluto.h"
#include "schedule/strategy.h"

#include <isl/options.h>
#include <isl/schedule_node.h>

/* The budget counts isl's operations; a step of the solver takes as long as so many of them. */
enum { OPERATIONS_PER_STEP = 100 };

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

__isl_give isl_schedule *pv_schedule_original(const struct pv_scop *scop)
{
    return isl_schedule_intersect_domain(isl_schedule_copy(scop->schedule), pv_constraints_get_domain(scop));
}

/* What is known of the program behind the constraints. */
struct origin {
    isl_schedule *order;      /* NULL: nothing */
    pv_sched_aliases aliases; /* chains that became statements */
};

/* isl's scheduler. */
static __isl_give isl_schedule *ask_isl(__isl_take isl_schedule_constraints *sc,
                                        const struct pv_schedule_params *params)
{
    isl_ctx *ctx = isl_schedule_constraints_get_ctx(sc);
    set_options(ctx, params);
    return isl_schedule_constraints_compute_schedule(sc);
}

/* What isl's scheduler may do where all of a loop's bounds are known, and pave's where it is told not to mind: merge two loops
 * into one that passes millions of values to find few iterations. */

/* A coefficient beyond this is that of such a loop. */
static const long largest_coefficient = 1 << 16;

/* Are the coefficients of the iterators in "aff" all small? */
static bool is_small(__isl_keep isl_aff *aff)
{
    bool small = true;
    for (int i = 0; i < (int)isl_aff_dim(aff, isl_dim_in); i++) {
        isl_val *value = isl_val_abs(isl_aff_get_coefficient_val(aff, isl_dim_in, i));
        small = small && isl_val_cmp_si(value, largest_coefficient) <= 0;
        isl_val_free(value);
    }
    return small;
}

static isl_stat check_piece(__isl_take isl_set *domain, __isl_take isl_aff *aff, void *user)
{
    bool *small = user;
    *small = *small && is_small(aff);
    isl_set_free(domain);
    isl_aff_free(aff);
    return isl_stat_ok;
}

static isl_stat check_statement(__isl_take isl_pw_aff *values, void *user)
{
    isl_pw_aff_foreach_piece(values, check_piece, user);
    isl_pw_aff_free(values);
    return isl_stat_ok;
}

static isl_bool check_band(__isl_keep isl_schedule_node *node, void *user)
{
    if (isl_schedule_node_get_type(node) != isl_schedule_node_band)
        return isl_bool_true;
    isl_multi_union_pw_aff *band = isl_schedule_node_band_get_partial_schedule(node);
    for (int i = 0; i < (int)isl_schedule_node_band_n_member(node); i++) {
        isl_union_pw_aff *member = isl_multi_union_pw_aff_get_union_pw_aff(band, i);
        isl_union_pw_aff_foreach_pw_aff(member, check_statement, user);
        isl_union_pw_aff_free(member);
    }
    isl_multi_union_pw_aff_free(band);
    return isl_bool_true;
}

static bool merges_loops(__isl_keep isl_schedule *schedule)
{
    bool small = true;
    if (schedule)
        isl_schedule_foreach_schedule_node_top_down(schedule, check_band, &small);
    return !small;
}

/* Strategies from the best to the simplest; each may take the budget. */
enum strategy { AS_ASKED, COMPONENTS_APART, CARRY_ONLY, N_STRATEGY };

static const char *const why_simple[N_STRATEGY] = {
    [COMPONENTS_APART] = "no loops were fused: the search for a better schedule exceeded the budget",
    [CARRY_ONLY] = "no loops were made permutable: the search for a better schedule exceeded the budget",
};

static struct pv_schedule_params simplify(const struct pv_schedule_params *asked, enum strategy strategy)
{
    struct pv_schedule_params params = *asked;
    params.serialize_sccs |= strategy != AS_ASKED;
    params.feautrier |= strategy == CARRY_ONLY;
    return params;
}

/* Forget what an attempt left in the graph. */
static void clear_graph(const struct pv_sched_graph *graph)
{
    pv_graph_drop_rows(graph, 0);
    for (int i = 0; i < graph->nodes.n; i++)
        graph->nodes.v[i]->n_original = 0;
    for (int i = 0; i < graph->edges.n; i++)
        graph->edges.v[i]->kinds &= ~(unsigned)PV_EDGE_LOCAL;
}

static void keep_decisions(const struct pv_sched_run *run, struct pv_schedule_report *report)
{
    for (int i = 0; report->arena && i < run->decisions.n; i++) {
        struct pv_decision decision = run->decisions.v[i];
        decision.text = pv_strdup(report->arena, decision.text);
        pv_push(report->arena, &report->decisions, decision);
    }
}

/* The tree of the best strategy that the budget lasts for; NULL if there is none. */
static const struct pv_sched_tree *find_tree(const struct pv_sched_problem *problem,
                                             const struct pv_schedule_params *asked, struct pv_schedule_report *report)
{
    const struct pv_sched_tree *tree = NULL;
    bool is_spent = true;
    for (int i = 0; i < N_STRATEGY && !tree && is_spent; i++) {
        struct pv_schedule_params params = simplify(asked, i);
        struct pv_sched_run run = {.arena = problem->graph->arena, .params = &params};
        run.work.limit = asked->budget ? (long)(asked->budget / OPERATIONS_PER_STEP) : -1;
        clear_graph(problem->graph);
        tree = pv_strategy_schedule(&run, problem->graph);
        is_spent = pv_solve_work_spent(&run.work);
        if (tree) {
            report->why_simple = run.gave_up && !why_simple[i]
                                     ? "some loops keep their form: the search for better ones exceeded the budget"
                                     : why_simple[i];
            keep_decisions(&run, report);
        }
        report->n_approximated = run.n_approximated;
        report->n_exact = run.n_exact;
        report->n_exact_empty = run.n_exact_empty;
    }
    if (!tree)
        report->why_not = is_spent ? "the search for a schedule exceeded the budget"
                                   : "the scheduler found no way to make progress";
    return tree;
}

/* pave's scheduler. */
static __isl_give isl_schedule *ask_pave(__isl_take isl_schedule_constraints *sc,
                                         const struct pv_schedule_params *params, const struct origin *origin,
                                         struct pv_schedule_report *report)
{
    struct pv_arena *arena = pv_arena_new();
    struct pv_sched_problem_params wanted = {
        .find_sizes = params->treat_coalescing, .use_context = params->use_context, .aliases = &origin->aliases};
    struct pv_sched_problem *problem = pv_sched_problem_new(arena, sc, &wanted);
    isl_schedule *schedule = NULL;
    bool use_original = params->fallback == PV_FALLBACK_ORIGINAL || params->solver != PV_SOLVER_EXACT;
    if (problem && origin->order && use_original)
        pv_original_find(problem, origin->order, &origin->aliases);
    if (problem) {
        const struct pv_sched_tree *tree = find_tree(problem, params, report);
        schedule = tree ? pv_sched_tree_to_isl(problem, tree) : NULL;
    }
    pv_sched_problem_free(problem);
    pv_arena_free(arena);
    isl_schedule_constraints_free(sc);
    return schedule;
}

/* A schedule of "sc" within the budget; see pv_schedule_from_constraints(). */
static __isl_give isl_schedule *ask_scheduler(__isl_take isl_schedule_constraints *sc,
                                              const struct pv_schedule_params *params, const struct origin *origin,
                                              struct pv_schedule_report *report)
{
    isl_ctx *ctx = isl_schedule_constraints_get_ctx(sc);
    pv_budget_open(ctx, params->budget);
    isl_schedule *schedule = params->scheduler == PV_SCHEDULER_ISL ? ask_isl(sc, params)
                                                                   : ask_pave(sc, params, origin, report);
    bool is_exceeded = pv_budget_close(ctx);
    if (schedule || report->why_not || isl_ctx_last_error(ctx) == isl_error_alloc)
        return schedule;
    report->why_not = is_exceeded ? "the search for a schedule exceeded the budget" : "isl gave up";
    isl_ctx_reset_error(ctx);
    return NULL;
}

__isl_give isl_schedule *pv_schedule_from_constraints(__isl_take isl_schedule_constraints *sc,
                                                      const struct pv_schedule_params *params,
                                                      struct pv_schedule_report *report)
{
    return ask_scheduler(sc, params, &(struct origin){.order = NULL}, report);
}

/* Schedule "sc" with each chain of statements as one. */
static __isl_give isl_schedule *schedule_chains(const struct pv_chains *chains, __isl_take isl_schedule_constraints *sc,
                                                __isl_keep isl_schedule *original,
                                                const struct pv_schedule_params *params,
                                                struct pv_schedule_report *report, isl_schedule **grouped)
{
    struct origin origin = {original, pv_chains_get_aliases(chains)};
    sc = pv_chains_apply(chains, sc);
    isl_schedule *schedule = sc ? ask_scheduler(sc, params, &origin, report) : NULL;
    if (grouped && schedule)
        *grouped = pv_chains_expand(chains, isl_schedule_copy(schedule), PV_CHAINS_EXPANDED);
    return schedule ? pv_chains_expand(chains, schedule, PV_CHAINS_DISSOLVED) : NULL;
}

__isl_give isl_schedule *pv_schedule_from_order(__isl_take isl_schedule_constraints *sc,
                                                __isl_keep isl_schedule *original,
                                                const struct pv_schedule_params *params,
                                                struct pv_schedule_report *report, isl_schedule **grouped)
{
    struct pv_arena *arena = pv_arena_new();
    struct pv_chains *chains = params->group_chains ? pv_chains_find(arena, original, sc) : NULL;
    isl_schedule *schedule = chains ? schedule_chains(chains, sc, original, params, report, grouped)
                                    : ask_scheduler(sc, params, &(struct origin){.order = original}, report);
    pv_chains_free(chains);
    pv_arena_free(arena);
    if (!report->why_not && merges_loops(schedule)) {
        report->why_not = "the schedule coalesces several loops into one, with millions of values for few iterations";
        schedule = isl_schedule_free(schedule);
        if (grouped)
            *grouped = isl_schedule_free(*grouped);
    }
    return schedule;
}

__isl_give isl_schedule *pv_schedule_compute(const struct pv_scop *scop, const struct pv_deps *deps,
                                             const struct pv_schedule_params *params, struct pv_schedule_report *report,
                                             isl_schedule **grouped)
{
    if (grouped)
        *grouped = NULL;
    if (!params->reschedule)
        return pv_schedule_original(scop);
    isl_schedule_constraints *sc = pv_constraints_from_deps(
        scop, deps, params->move_live_ranges ? PV_LIVE_RANGES_MAY_MOVE : PV_LIVE_RANGES_KEEP_ORDER);
    isl_schedule *schedule = pv_schedule_from_order(sc, scop->schedule, params, report, grouped);
    return report->why_not ? pv_schedule_original(scop) : schedule;
}
