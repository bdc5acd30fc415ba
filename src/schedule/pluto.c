/* Finds permutable bands, with coincident rows first. */
#include "schedule/pluto.h"

#include "schedule/adjacent.h"
#include "schedule/coalesce.h"
#include "schedule/farkas.h"
#include "schedule/rowproblem.h"
#include "schedule/utvpi.h"

#include <string.h>

/* The head of the variables: objectives first, then the bound m . n + m0 on the distance of close pairs. */
enum { SUM_BOUND, BOUND_CONSTANT, SUM_PARAM, SUM_COEFFICIENT, FIRST_BOUND };

/* More steps on one case of the search than this, and the case is left out. */
enum { CASE_LIMIT = 20000 };

int pv_graph_dims_left(const struct pv_sched_graph *graph)
{
    int most = 0;
    for (int i = 0; i < graph->nodes.n; i++) {
        int left = graph->nodes.v[i]->dim - graph->nodes.v[i]->rank;
        most = left > most ? left : most;
    }
    return most;
}

void pv_graph_drop_rows(const struct pv_sched_graph *graph, int first)
{
    for (int i = 0; i < graph->nodes.n; i++) {
        struct pv_sched_node *node = graph->nodes.v[i];
        if (node->rows.n <= first)
            continue;
        node->rows.n = first;
        pv_sched_node_find_rank(graph->arena, node);
    }
}

/*---------------------------------------------------------------------------------------------------------------
 * The system of constraints */

/* m . n + m0, for the parameters "rest" = (n, 1) of a pair. */
static void add_bound(struct pv_row_problem *problem, const int64_t *rest)
{
    int n_param = problem->graph->n_param;
    for (int i = 0; i < n_param; i++) {
        pv_row_add_term(problem, FIRST_BOUND + 2 * i, -rest[i]);
        pv_row_add_term(problem, FIRST_BOUND + 2 * i + 1, rest[i]);
    }
    pv_row_add_term(problem, BOUND_CONSTANT, rest[n_param]);
}

/* f(y) - f(x) >= 0 on all pairs. */
static void add_validity(struct pv_row_problem *problem, struct pv_sched_edge *edge)
{
    const struct pv_generators *pairs = pv_edge_get_pairs(problem->graph, edge);
    for (int i = 0; i < pairs->lines.n; i++) {
        pv_row_add_difference(problem, edge, pairs->lines.v[i], 1);
        pv_row_end(problem, PV_REL_EQ, 0);
    }
    for (int i = 0; i < pairs->rays.n; i++) {
        pv_row_add_difference(problem, edge, pairs->rays.v[i], 1);
        pv_row_end(problem, PV_REL_GE, 0);
    }
}

/* factor * (f(y) - f(x)) is at most the bound; with factor 0, the bound is not negative. */
static void add_proximity(struct pv_row_problem *problem, struct pv_sched_edge *edge, int factor)
{
    const struct pv_generators *pairs = pv_edge_get_exact_pairs(problem->graph, edge);
    int n_coordinate = pairs->width - problem->graph->n_param - 1;
    for (int i = 0; i < pairs->lines.n; i++) {
        add_bound(problem, pairs->lines.v[i] + n_coordinate);
        pv_row_add_difference(problem, edge, pairs->lines.v[i], -factor);
        pv_row_end(problem, PV_REL_EQ, 0);
    }
    for (int i = 0; i < pairs->rays.n; i++) {
        add_bound(problem, pairs->rays.v[i] + n_coordinate);
        pv_row_add_difference(problem, edge, pairs->rays.v[i], -factor);
        pv_row_end(problem, PV_REL_GE, 0);
    }
}

static void add_edge(struct pv_row_problem *problem, struct pv_sched_edge *edge, bool use_coincidence,
                     bool validity_only)
{
    bool is_valid = edge->kinds & PV_EDGE_VALIDITY;
    bool is_together = (edge->kinds & PV_EDGE_LOCAL) || (use_coincidence && (edge->kinds & PV_EDGE_COINCIDENCE));
    if (is_together)
        pv_row_keep_together(problem, edge);
    else if (is_valid)
        add_validity(problem, edge);
    if (!(edge->kinds & PV_EDGE_PROXIMITY) || validity_only)
        return;
    add_proximity(problem, edge, is_together ? 0 : 1);
    if (!is_valid && !is_together)
        add_proximity(problem, edge, -1);
}

static void add_upper_bound(struct pv_row_problem *problem, int var, int64_t bound)
{
    pv_row_add_term(problem, var, -1);
    pv_row_end(problem, PV_REL_GE, bound);
}

/* Coefficients are small enough not to merge loops, and as small as the user wants them. */
static void add_coefficient_bounds(struct pv_row_problem *problem, const struct pv_schedule_params *params,
                                   bool use_context)
{
    for (int n = 0; n < problem->graph->nodes.n; n++) {
        const struct pv_sched_node *node = problem->graph->nodes.v[n];
        for (int i = 0; i < node->dim; i++) {
            int64_t bound = params->treat_coalescing ? pv_coefficient_bound(node, i, use_context) : PV_NO_BOUND;
            if (params->max_coefficient >= 0 && params->max_coefficient < bound)
                bound = params->max_coefficient;
            for (int part = 0; bound != PV_NO_BOUND && part < 2; part++)
                add_upper_bound(problem, pv_row_var(problem, node, i) + part, bound);
        }
        if (params->max_constant_term >= 0)
            add_upper_bound(problem, pv_row_constant_var(problem, node), params->max_constant_term);
    }
}

/* Which constraints a row is to respect. */
struct row_wish {
    bool use_coincidence; /* keep coincidence pairs together */
    bool validity_only;   /* have no regard to close pairs */
    bool bound_all;       /* bound coefficients even by sizes that only the context bounds */
};

static struct pv_row_problem *build_problem(const struct pv_sched_run *run, const struct pv_sched_graph *graph,
                                            struct row_wish wish)
{
    struct pv_row_problem *problem = pv_row_problem_new(graph, FIRST_BOUND + 2 * graph->n_param);
    pv_row_add_term(problem, SUM_BOUND, -1);
    for (int i = 0; i < 2 * graph->n_param; i++)
        pv_row_add_term(problem, FIRST_BOUND + i, 1);
    pv_row_end_definition(problem, 0);
    pv_row_define_param_sum(problem, SUM_PARAM);
    pv_row_define_coefficient_sum(problem, SUM_COEFFICIENT);
    for (int i = 0; i < graph->edges.n; i++)
        add_edge(problem, graph->edges.v[i], wish.use_coincidence, wish.validity_only);
    add_coefficient_bounds(problem, run->params, wish.bound_all);
    return problem;
}

/*---------------------------------------------------------------------------------------------------------------
 * One row */

/* The forms of which one must not be zero, for each node that has most dimensions left. */
static int find_regions(const struct pv_row_problem *problem, struct pv_form_group *regions)
{
    const struct pv_sched_graph *graph = problem->graph;
    int most = pv_graph_dims_left(graph), n = 0;
    for (int i = 0; i < graph->nodes.n; i++) {
        const struct pv_sched_node *node = graph->nodes.v[i];
        if (node->dim - node->rank < most)
            continue;
        int64_t *forms = pv_new_array(problem->arena, int64_t, most * 2 * node->dim);
        for (int f = 0; f < most; f++)
            for (int c = 0; c < node->dim; c++) {
                int64_t *form = forms + 2 * ((ptrdiff_t)f * node->dim + node->dim - 1 - c);
                form[0] = -node->independent[f * node->dim + c];
                form[1] = node->independent[f * node->dim + c];
            }
        regions[n++] = (struct pv_form_group){problem->block[i], 2 * node->dim, most, forms};
    }
    return n;
}

static bool append_rows(const struct pv_row_problem *problem, const int64_t *value)
{
    const struct pv_sched_graph *graph = problem->graph;
    for (int i = 0; i < graph->nodes.n; i++) {
        struct pv_sched_node *node = graph->nodes.v[i];
        pv_push(graph->arena, &node->rows, pv_row_read(problem, node, value));
        if (!pv_sched_node_find_rank(graph->arena, node))
            return false;
    }
    return true;
}

/* A problem with the solver that holds its constraints: both serve until the constraints change. */
struct row_search {
    struct pv_row_problem *problem;
    struct pv_simplex *solver;
};

static void close_search(struct row_search *search)
{
    pv_simplex_free(search->solver);
    *search = (struct row_search){NULL, NULL};
}

/* Does the solution make one loop of two, for the parameters of the context? */
static bool has_coalesced(const struct pv_row_problem *problem, const int64_t *value)
{
    for (int i = 0; i < problem->graph->nodes.n; i++) {
        const struct pv_sched_node *node = problem->graph->nodes.v[i];
        if (pv_row_find_coalesced(node, pv_row_read(problem, node, value)) >= 0)
            return true;
    }
    return false;
}

/* Solve the present system for a row that is not trivial. */
static bool solve_nontrivial(struct pv_sched_run *run, const struct row_search *search, int64_t *value)
{
    const struct pv_sched_graph *graph = search->problem->graph;
    struct pv_nontrivial nontrivial = {.n_significant = 2, .improvement = PV_IMPROVE_TO_ZERO, .node_limit = CASE_LIMIT};
    struct pv_form_group *regions = pv_new_array(graph->arena, struct pv_form_group, graph->nodes.n + 1);
    nontrivial.n_region = find_regions(search->problem, regions);
    nontrivial.regions = regions;
    bool found = false;
    enum pv_solve_status status = pv_ilp_nontrivial(search->solver, &nontrivial, &run->work, value, &found);
    run->gave_up |= status == PV_SOLVE_GAVE_UP && !found;
    if (run->params->observer)
        run->params->observer->see(search->problem, regions, nontrivial.n_region, found ? value : NULL,
                                   run->params->observer->user);
    return found;
}

/* The search takes the first row with the best bound on distances, whose coefficients need not be the smallest: look for
 * one as good with smaller ones. Coefficients of parameters are the sign of that, as when a loop runs backwards that
 * could run forwards. */
static void look_for_smaller(struct pv_sched_run *run, const struct row_search *search, int64_t *value)
{
    bool gave_up = run->gave_up;
    int64_t *other = pv_new_array(run->arena, int64_t, search->problem->n_var + 1);
    bool found = value[SUM_PARAM] > 0;
    while (found) {
        struct pv_term bound[] = {{SUM_BOUND, -1}, {BOUND_CONSTANT, -1}, {SUM_PARAM, -1}, {SUM_COEFFICIENT, -1}};
        pv_simplex_push(search->solver);
        pv_simplex_add(search->solver, PV_REL_GE, value[SUM_BOUND], &bound[0], 1);
        pv_simplex_add(search->solver, PV_REL_GE, value[BOUND_CONSTANT], &bound[1], 1);
        pv_simplex_add(search->solver, PV_REL_GE, value[SUM_PARAM] + value[SUM_COEFFICIENT] - 1, &bound[2], 2);
        found = solve_nontrivial(run, search, other);
        pv_simplex_pop(search->solver);
        if (found)
            memcpy(value, other, sizeof(int64_t) * (size_t)search->problem->n_var);
    }
    run->gave_up = gave_up;
}

/* Find the values of the best row. */
static bool solve_row(struct pv_sched_run *run, const struct row_search *search, int64_t *value)
{
    if (!solve_nontrivial(run, search, value))
        return false;
    look_for_smaller(run, search, value);
    return true;
}

/* Bounds on distances to try in an approximation, from the best on: so many of each parameter, and a constant. */
struct bound_choice {
    int64_t param, constant;
};
static const struct bound_choice bound_choices[] = {{0, 0}, {0, 1}, {0, 2}, {0, 3}, {0, 4}, {0, 8}, {0, 16}, {1, 0}};

/* The head of the variables with the bound "choice"; NULL: without a bound. */
static int64_t *choose_bound(const struct pv_row_problem *problem, const struct bound_choice *choice)
{
    int64_t *head = pv_new_array(problem->arena, int64_t, problem->n_head);
    head[BOUND_CONSTANT] = choice ? choice->constant : PV_HEAD_ANY;
    for (int i = 0; i < problem->graph->n_param; i++) {
        head[FIRST_BOUND + 2 * i] = choice ? 0 : PV_HEAD_ANY;
        head[FIRST_BOUND + 2 * i + 1] = choice ? choice->param : PV_HEAD_ANY;
    }
    return head;
}

/* Look for a row in an approximation: first whether there is one at all, then with distances as short as possible. */
static enum pv_utvpi_status approximate_row(struct pv_sched_run *run, const struct pv_row_problem *problem,
                                            int64_t *value)
{
    struct pv_form_group *regions = pv_new_array(problem->arena, struct pv_form_group, problem->graph->nodes.n + 1);
    struct pv_utvpi_wish wish = {.problem = problem, .regions = regions};
    wish.n_region = find_regions(problem, regions);
    struct pv_utvpi *search = pv_utvpi_new(run, &wish);
    enum pv_utvpi_status status = pv_utvpi_find(search, choose_bound(problem, NULL), NULL, value);
    bool is_bounded = false;
    for (size_t i = 0; status == PV_UTVPI_FOUND && !is_bounded && i < sizeof(bound_choices) / sizeof(*bound_choices);
         i++)
        is_bounded = pv_utvpi_find(search, choose_bound(problem, &bound_choices[i]), NULL, value) == PV_UTVPI_FOUND;
    pv_utvpi_free(search);
    return status;
}

/* Find the values of a row, in an approximation or exactly, as the run wants it. */
static bool find_values(struct pv_sched_run *run, struct row_search *search, int64_t *value)
{
    const struct pv_sched_graph *graph = search->problem->graph;
    if (search->problem->overflows)
        return false;
    if (pv_utvpi_is_wanted(run, graph)) {
        enum pv_utvpi_status status = approximate_row(run, search->problem, value);
        if (status == PV_UTVPI_FOUND || status == PV_UTVPI_NONE) {
            run->n_approximated++;
            return status == PV_UTVPI_FOUND;
        }
        pv_utvpi_note_exact(run, graph);
    }
    run->n_exact++;
    if (!search->solver)
        search->solver = pv_row_problem_solver(search->problem, PV_SOLVE_INTEGER);
    bool found = solve_row(run, search, value);
    run->n_exact_empty += !found;
    return found;
}

/* Append the best row to all nodes of "graph"; false if there is none. Most coefficients are small: sizes that only the
 * context bounds are looked at where one is not. */
static bool find_row(struct pv_sched_run *run, const struct pv_sched_graph *graph, struct row_search *search,
                     struct row_wish wish)
{
    if (!search->problem)
        search->problem = build_problem(run, graph, wish);
    int64_t *value = pv_new_array(graph->arena, int64_t, search->problem->n_var + 1);
    if (!find_values(run, search, value))
        return false;
    if (run->params->treat_coalescing && !wish.bound_all && has_coalesced(search->problem, value)) {
        close_search(search);
        wish.bound_all = true;
        return find_row(run, graph, search, wish);
    }
    return append_rows(search->problem, value);
}

/*---------------------------------------------------------------------------------------------------------------
 * Conditional validity (002, 3) */

/* Note what the newest row does to conditions and conditioned edges; all rows of the band count. */
static void note_conditions(const struct pv_sched_graph *graph, int at)
{
    for (int i = 0; i < graph->edges.n; i++) {
        struct pv_sched_edge *edge = graph->edges.v[i];
        if (!(edge->kinds & (PV_EDGE_CONDITION | PV_EDGE_CONDITIONED)))
            continue;
        struct pv_sign_range signs = pv_sched_edge_signs(edge, pv_sched_edge_difference(graph, edge, at));
        edge->is_apart |= signs.min || signs.max;
        edge->is_violated |= signs.min < 0;
    }
}

/* Mark local every condition that is not kept together although a violated conditioned edge is next to it. Return
 * whether there was one: the band must then be found anew. */
static bool mark_local_conditions(const struct pv_sched_graph *graph, int first)
{
    bool found = false;
    for (int i = 0; i < graph->edges.n; i++) {
        const struct pv_sched_edge *conditioned = graph->edges.v[i];
        if (!(conditioned->kinds & PV_EDGE_CONDITIONED) || !conditioned->is_violated)
            continue;
        for (int j = 0; j < graph->edges.n; j++) {
            struct pv_sched_edge *condition = graph->edges.v[j];
            if (!(condition->kinds & PV_EDGE_CONDITION) || !condition->is_apart || (condition->kinds & PV_EDGE_LOCAL) ||
                !pv_edges_meet(graph, condition, conditioned, first))
                continue;
            condition->kinds |= PV_EDGE_LOCAL;
            found = true;
        }
    }
    return found;
}

static void forget_conditions(const struct pv_sched_graph *graph)
{
    for (int i = 0; i < graph->edges.n; i++)
        graph->edges.v[i]->is_apart = graph->edges.v[i]->is_violated = false;
}

/*---------------------------------------------------------------------------------------------------------------
 * Bands */

static bool has_edges_of(const struct pv_sched_graph *graph, unsigned kinds)
{
    for (int i = 0; i < graph->edges.n; i++)
        if (graph->edges.v[i]->kinds & kinds)
            return true;
    return false;
}

/* Say which pairs keep the newest row from being coincident. */
static void explain_row(struct pv_sched_run *run, const struct pv_sched_graph *graph, int at, int member)
{
    for (int i = 0; i < graph->edges.n; i++) {
        const struct pv_sched_edge *edge = graph->edges.v[i];
        if (!(edge->kinds & PV_EDGE_COINCIDENCE))
            continue;
        struct pv_sign_range signs = pv_sched_edge_signs(edge, pv_sched_edge_difference(graph, edge, at));
        if (!signs.min && !signs.max)
            continue;
        pv_decide(run, PV_DECISION_NOT_COINCIDENT, "loop %d of the band around %s is not parallel: %s -> %s crosses it",
                  member, graph->nodes.v[0]->name, edge->src->name, edge->dst->name);
        return;
    }
}

/* Where a band stands while it is built. */
struct band_state {
    struct pv_band band;
    struct row_search search;
    bool has_coincidence, use_coincidence;
};

static void restart_band(const struct pv_sched_graph *graph, struct band_state *state)
{
    pv_graph_drop_rows(graph, state->band.first);
    forget_conditions(graph);
    close_search(&state->search);
    state->band.n = 0;
    state->use_coincidence = state->has_coincidence;
}

/* No row was found: may the search go on without coincidence? */
static bool give_up_coincidence(struct band_state *state, enum pv_band_style style)
{
    if (!state->use_coincidence || (style == PV_BAND_OUTER_COINCIDENT && state->band.n == 0))
        return false;
    state->use_coincidence = false;
    close_search(&state->search);
    return true;
}

/* Is a band of this style over with its present members? */
static bool is_over(const struct band_state *state, enum pv_band_style style)
{
    const struct pv_band *band = &state->band;
    return style == PV_BAND_VALIDITY_ROW ||
           (style == PV_BAND_ONE_ROW && state->has_coincidence && band->n == 1 && !band->coincident[0]);
}

struct pv_band pv_pluto_band(struct pv_sched_run *run, const struct pv_sched_graph *graph, enum pv_band_style style)
{
    struct band_state state = {.band = {.first = graph->nodes.v[0]->rows.n}};
    int n_most = pv_graph_dims_left(graph);
    bool validity_only = style == PV_BAND_VALIDITY_ROW, has_conditioned = has_edges_of(graph, PV_EDGE_CONDITIONED);
    for (int i = 0; i < graph->nodes.n; i++)
        n_most += graph->nodes.v[i]->dim;
    state.band.coincident = pv_new_array(graph->arena, bool, n_most + 1);
    state.has_coincidence = !validity_only && has_edges_of(graph, PV_EDGE_COINCIDENCE);
    restart_band(graph, &state);
    while (pv_graph_dims_left(graph) > 0) {
        struct row_wish wish = {.use_coincidence = state.use_coincidence, .validity_only = validity_only};
        if (!find_row(run, graph, &state.search, wish)) {
            if (give_up_coincidence(&state, style))
                continue;
            break;
        }
        int at = state.band.first + state.band.n;
        state.band.coincident[state.band.n++] = !validity_only && (!state.has_coincidence || state.use_coincidence);
        if (state.has_coincidence && !state.use_coincidence)
            explain_row(run, graph, at, state.band.n);
        if (has_conditioned) {
            note_conditions(graph, at);
            if (mark_local_conditions(graph, state.band.first)) {
                restart_band(graph, &state);
                continue;
            }
        }
        if (is_over(&state, style))
            break;
    }
    close_search(&state.search);
    state.band.is_complete = pv_graph_dims_left(graph) == 0;
    return state.band;
}
