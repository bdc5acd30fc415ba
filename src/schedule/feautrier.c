/* Finds rows that carry as many dependences as possible. */
#include "schedule/feautrier.h"

#include "schedule/coalesce.h"
#include "schedule/farkas.h"
#include "schedule/pluto.h"
#include "schedule/rowproblem.h"
#include "schedule/utvpi.h"

#include <string.h>

/* The head of the variables: objectives, then for each group to carry whether it is carried. */
enum { SUM_UNCARRIED, SUM_PARAM, SUM_COEFFICIENT, FIRST_GROUP };

/* Pairs that are carried together or not at all: one convex piece of an edge. */
struct group {
    struct pv_sched_edge *edge;
    const struct pv_generators *pairs;
};

/* A coefficient that must be zero, lest two loops become one. */
struct zero {
    const struct pv_sched_node *node;
    int at;
};

struct carry_search {
    struct pv_sched_run *run;
    const struct pv_sched_graph *graph;
    PV_VEC(struct group) groups;
    PV_VEC(struct zero) zeros;
    bool self_only; /* only groups within one node count as carried */
};

/*---------------------------------------------------------------------------------------------------------------
 * Groups */

static bool has_group(const struct carry_search *search, const struct pv_sched_edge *edge,
                      const struct pv_generators *pairs)
{
    for (int i = 0; i < search->groups.n; i++)
        if (search->groups.v[i].edge->src == edge->src && search->groups.v[i].edge->dst == edge->dst &&
            pv_generators_are_equal(search->groups.v[i].pairs, pairs))
            return true;
    return false;
}

static void find_groups(struct carry_search *search, unsigned kinds)
{
    const struct pv_sched_graph *graph = search->graph;
    for (int i = 0; i < graph->edges.n; i++) {
        struct pv_sched_edge *edge = graph->edges.v[i];
        if (!(edge->kinds & kinds))
            continue;
        const struct pv_generators *pairs = pv_edge_get_piece_pairs(graph, edge);
        for (int p = 0; p < edge->pieces.n; p++)
            if (!has_group(search, edge, &pairs[p]))
                pv_push(graph->arena, &search->groups, ((struct group){edge, &pairs[p]}));
    }
}

static bool counts(const struct carry_search *search, const struct group *group)
{
    return !search->self_only || group->edge->src == group->edge->dst;
}

static int count_groups(const struct carry_search *search)
{
    int n = 0;
    for (int i = 0; i < search->groups.n; i++)
        n += counts(search, &search->groups.v[i]);
    return n;
}

/*---------------------------------------------------------------------------------------------------------------
 * The system of constraints */

/* f(y) - f(x) >= e on the pairs of "group", e being the variable "carried", or 0 if that is negative. */
static void add_group(struct pv_row_problem *problem, const struct group *group, int carried)
{
    const struct pv_generators *pairs = group->pairs;
    for (int i = 0; i < pairs->lines.n; i++) {
        pv_row_add_difference(problem, group->edge, pairs->lines.v[i], 1);
        pv_row_end(problem, PV_REL_EQ, 0);
    }
    for (int i = 0; i < pairs->rays.n; i++) {
        pv_row_add_difference(problem, group->edge, pairs->rays.v[i], 1);
        if (carried >= 0)
            pv_row_add_term(problem, carried, -pairs->rays.v[i][pairs->width - 1]);
        pv_row_end(problem, PV_REL_GE, 0);
    }
}

static struct pv_row_problem *build_problem(const struct carry_search *search)
{
    int n_group = count_groups(search), at = FIRST_GROUP;
    struct pv_row_problem *problem = pv_row_problem_new(search->graph, FIRST_GROUP + n_group);
    pv_row_add_term(problem, SUM_UNCARRIED, 1);
    for (int i = 0; i < n_group; i++)
        pv_row_add_term(problem, FIRST_GROUP + i, 1);
    pv_row_end_definition(problem, -n_group);
    pv_row_define_param_sum(problem, SUM_PARAM);
    pv_row_define_coefficient_sum(problem, SUM_COEFFICIENT);
    for (int i = 0; i < n_group; i++) {
        pv_row_add_term(problem, FIRST_GROUP + i, -1);
        pv_row_end(problem, PV_REL_GE, 1);
    }
    for (int i = 0; i < search->groups.n; i++)
        add_group(problem, &search->groups.v[i], counts(search, &search->groups.v[i]) ? at++ : -1);
    for (int i = 0; i < search->zeros.n; i++)
        for (int part = 0; part < 2; part++) {
            pv_row_add_term(problem, pv_row_var(problem, search->zeros.v[i].node, search->zeros.v[i].at) + part, 1);
            pv_row_end(problem, PV_REL_EQ, 0);
        }
    return problem;
}

/*---------------------------------------------------------------------------------------------------------------
 * Solutions */

/* The values of all variables over their common denominator. False where they do not fit. */
static bool read_solution(const struct pv_simplex *solver, int n_var, int64_t *value, bool *is_integral)
{
    __int128 scale = 1;
    for (int i = 0; i < n_var; i++) {
        int64_t num, den;
        if (!pv_simplex_value(solver, i, &num, &den))
            return false;
        scale = scale / pv_gcd((int64_t)scale, den) * den;
        if (scale >= PV_CONE_MAX)
            return false;
    }
    for (int i = 0; i < n_var; i++) {
        int64_t num, den;
        pv_simplex_value(solver, i, &num, &den);
        __int128 entry = num * (scale / den);
        if (entry >= PV_CONE_MAX || entry <= -PV_CONE_MAX)
            return false;
        value[i] = (int64_t)entry;
    }
    *is_integral = scale == 1;
    return true;
}

/* Make the coefficients of parameters and the constants of "rows" non-negative, by adding the same to all. */
static void shift_rows(const struct pv_sched_graph *graph, pv_sched_row *rows)
{
    for (int v = 0; v <= graph->n_param; v++) {
        int64_t least = 0;
        for (int i = 0; i < graph->nodes.n; i++)
            least = rows[i][graph->nodes.v[i]->dim + v] < least ? rows[i][graph->nodes.v[i]->dim + v] : least;
        for (int i = 0; i < graph->nodes.n; i++)
            rows[i][graph->nodes.v[i]->dim + v] -= least;
    }
}

/* Row "at" of the original program for each node: the loop at that depth, or nothing where there are fewer. The first of
 * them that differs at both ends of some pair respects all pairs. */
static const pv_sched_row *original_rows(const struct pv_sched_graph *graph, int at)
{
    pv_sched_row *rows = pv_new_array(graph->arena, pv_sched_row, graph->nodes.n + 1);
    for (int i = 0; i < graph->nodes.n; i++) {
        const struct pv_sched_node *node = graph->nodes.v[i];
        int width = node->dim + graph->n_param + 1;
        rows[i] = pv_new_array(graph->arena, int64_t, width);
        if (at < node->original.n)
            memcpy(rows[i], node->original.v[at], sizeof(int64_t) * (size_t)width);
        else if (at < node->dim && node->original.n == 0)
            rows[i][at] = 1;
    }
    shift_rows(graph, rows);
    return rows;
}

/* The place of each node's component in an order that all pairs respect, as rows. */
static const pv_sched_row *component_rows(const struct pv_sched_graph *graph)
{
    pv_sched_row *rows = pv_new_array(graph->arena, pv_sched_row, graph->nodes.n + 1);
    for (int i = 0; i < graph->nodes.n; i++) {
        const struct pv_sched_node *node = graph->nodes.v[i];
        rows[i] = pv_new_array(graph->arena, int64_t, node->dim + graph->n_param + 1);
        rows[i][node->dim + graph->n_param] = node->group;
    }
    return rows;
}

/* Nodes to visit: all; those with groups of their own, from the node to itself; the others. */
enum part { ALL, WITH_OWN_GROUPS, WITHOUT_OWN_GROUPS };

static bool is_in_part(const struct carry_search *search, const struct pv_sched_node *node, enum part part)
{
    bool has_own = false;
    for (int i = 0; i < search->groups.n && !has_own; i++)
        has_own = search->groups.v[i].edge->src == node && search->groups.v[i].edge->dst == node;
    return part == ALL || has_own == (part == WITH_OWN_GROUPS);
}

/* Append the nodes of "part" to "order", in the order of their components: what comes later can be moved to later times,
 * whatever was chosen before. */
static int append_nodes(const struct carry_search *search, int n_component, enum part part, int *order, int n)
{
    const struct pv_sched_graph *graph = search->graph;
    for (int c = 0; c < n_component; c++)
        for (int i = 0; i < graph->nodes.n; i++)
            if (graph->nodes.v[i]->group == c && is_in_part(search, graph->nodes.v[i], part))
                order[n++] = i;
    return n;
}

static int most_loops(const struct pv_sched_graph *graph)
{
    int most = 0;
    for (int i = 0; i < graph->nodes.n; i++) {
        const struct pv_sched_node *node = graph->nodes.v[i];
        most = node->dim > most ? node->dim : most;
        most = node->original.n > most ? node->original.n : most;
    }
    return most;
}

/* A search in approximations, and the row that carries most so far. */
struct carry_best {
    const struct pv_row_problem *problem;
    const int64_t *head;
    int64_t *value, *best;
    int n_best;
};

/* Take the row that was found if it carries more. */
static void take_better(struct carry_best *best, enum pv_utvpi_status status)
{
    int n = 0;
    for (int i = FIRST_GROUP; i < best->problem->n_head; i++)
        n += best->value[i] == 1;
    if (status != PV_UTVPI_FOUND || n <= best->n_best)
        return;
    best->n_best = n;
    memcpy(best->best, best->value, sizeof(int64_t) * (size_t)best->problem->n_var);
}

/* Let the approximation grow around points found on the way, from node to node in several orders. */
static void approximate_by_node(const struct carry_search *search, struct pv_utvpi *approximation, int n_component,
                                struct carry_best *best)
{
    int n_group = count_groups(search);
    int *order = pv_new_array(search->graph->arena, int, search->graph->nodes.n + 1);
    append_nodes(search, n_component, ALL, order, 0);
    take_better(best, pv_utvpi_find(approximation, best->head, order, best->value));
    if (best->n_best == n_group)
        return;
    int n = append_nodes(search, n_component, WITH_OWN_GROUPS, order, 0);
    append_nodes(search, n_component, WITHOUT_OWN_GROUPS, order, n);
    take_better(best, pv_utvpi_find(approximation, best->head, order, best->value));
    if (best->n_best < n_group)
        take_better(best, pv_utvpi_find(approximation, best->head, NULL, best->value));
}

/* Look in approximations for a row that carries groups: in those that grow around points found on the way, and in those
 * around the order of components and the loops of the original program, which are not empty where these respect all
 * pairs. The row that carries most is taken. */
static enum pv_utvpi_status approximate(const struct carry_search *search, const struct pv_row_problem *problem,
                                        int64_t *value)
{
    const struct pv_sched_graph *graph = search->graph;
    int64_t *head = pv_new_array(problem->arena, int64_t, problem->n_head);
    int n_group = count_groups(search), n_loop = most_loops(graph);
    int n_component = pv_sched_graph_strong(graph, PV_EDGE_VALIDITY | PV_EDGE_CONDITIONED | PV_EDGE_COINCIDENCE);
    struct carry_best best = {problem, head, pv_new_array(problem->arena, int64_t, problem->n_var + 1), value, 0};
    struct pv_utvpi_wish wish = {.problem = problem};
    for (int i = FIRST_GROUP; i < problem->n_head; i++)
        head[i] = PV_HEAD_ONE_OR_ZERO;
    struct pv_utvpi *approximation = pv_utvpi_new(search->run, &wish);
    approximate_by_node(search, approximation, n_component, &best);
    if (best.n_best < n_group && n_component > 1)
        take_better(&best, pv_utvpi_find_around(approximation, head, component_rows(graph), best.value));
    for (int i = 0; i < n_loop && best.n_best < n_group; i++)
        take_better(&best, pv_utvpi_find_around(approximation, head, original_rows(graph, i), best.value));
    bool is_hopeless = best.n_best == 0 && pv_utvpi_knows_all_zero(approximation, head);
    pv_utvpi_free(approximation);
    return best.n_best > 0 ? PV_UTVPI_FOUND : is_hopeless ? PV_UTVPI_NONE : PV_UTVPI_EMPTY;
}

/* Solve the present system into "value"; false if no group is carried. */
static bool solve(const struct carry_search *search, const struct pv_row_problem *problem, enum pv_solve_domain domain,
                  int64_t *value, bool *is_integral)
{
    if (problem->overflows)
        return false;
    if (pv_utvpi_is_wanted(search->run, search->graph)) {
        *is_integral = true;
        enum pv_utvpi_status status = approximate(search, problem, value);
        /* Groups within a node come first by preference alone: where nothing is found for them, all groups are next. */
        if (status == PV_UTVPI_FOUND || status == PV_UTVPI_NONE || search->self_only) {
            search->run->n_approximated += status != PV_UTVPI_EMPTY;
            return status == PV_UTVPI_FOUND;
        }
        pv_utvpi_note_exact(search->run, search->graph);
    }
    search->run->n_exact++;
    struct pv_simplex *solver = pv_row_problem_solver(problem, domain);
    enum pv_solve_status status = domain == PV_SOLVE_INTEGER ? pv_ilp_minimize(solver, NULL, &search->run->work)
                                                             : pv_simplex_minimize(solver, NULL, &search->run->work);
    search->run->gave_up |= status == PV_SOLVE_GAVE_UP;
    int64_t num, den;
    bool found = status == PV_SOLVE_OPTIMAL && pv_simplex_value(solver, SUM_UNCARRIED, &num, &den) &&
                 num < (__int128)count_groups(search) * den &&
                 read_solution(solver, problem->n_var, value, is_integral);
    search->run->n_exact_empty += !found;
    pv_simplex_free(solver);
    const struct pv_row_observer *observer = search->run->params->observer;
    if (observer)
        observer->see(problem, NULL, 0, found && *is_integral ? value : NULL, observer->user);
    return found;
}

/* Note a coefficient of the solution "value" that makes one loop of two; false if there is none. */
static bool note_coalesced(struct carry_search *search, const struct pv_row_problem *problem, const int64_t *value)
{
    for (int i = 0; i < search->graph->nodes.n; i++) {
        const struct pv_sched_node *node = search->graph->nodes.v[i];
        int at = pv_row_find_coalesced(node, pv_row_read(problem, node, value));
        if (at < 0)
            continue;
        pv_push(search->graph->arena, &search->zeros, ((struct zero){node, at}));
        return true;
    }
    return false;
}

/* Does the solution "value" have a row that no loop should have? */
static bool has_lopsided(const struct carry_search *search, const struct pv_row_problem *problem, const int64_t *value)
{
    for (int i = 0; i < search->graph->nodes.n; i++) {
        const struct pv_sched_node *node = search->graph->nodes.v[i];
        if (pv_row_is_lopsided(node, pv_row_read(problem, node, value)))
            return true;
    }
    return false;
}

/* A solution that carries as many groups as possible, free of merged loops if that can be had, in integers. */
static const int64_t *find_solution(struct carry_search *search, struct pv_row_problem **problem)
{
    struct pv_row_problem *system = build_problem(search);
    int64_t *best = pv_new_array(search->graph->arena, int64_t, system->n_var + 1);
    bool is_integral;
    if (!solve(search, system, PV_SOLVE_RATIONAL, best, &is_integral))
        return NULL;
    *problem = system;
    while (search->run->params->treat_coalescing && note_coalesced(search, *problem, best)) {
        int64_t *value = pv_new_array(search->graph->arena, int64_t, system->n_var + 1);
        system = build_problem(search);
        bool is_next_integral;
        if (!solve(search, system, PV_SOLVE_RATIONAL, value, &is_next_integral))
            break;
        *problem = system;
        best = value;
        is_integral = is_next_integral;
    }
    int64_t *value = pv_new_array(search->graph->arena, int64_t, (*problem)->n_var + 1);
    bool gave_up = search->run->gave_up;
    if (!is_integral && solve(search, *problem, PV_SOLVE_INTEGER, value, &is_integral))
        best = value;
    search->run->gave_up = gave_up;
    return search->run->params->treat_coalescing && has_lopsided(search, *problem, best) ? NULL : best;
}

/*---------------------------------------------------------------------------------------------------------------
 * Unscaling */

/* The greatest common divisor of all coefficients of row "at", constants left out. */
static int64_t common_factor(const struct pv_sched_graph *graph, int at)
{
    int64_t factor = 0;
    for (int n = 0; n < graph->nodes.n; n++) {
        const struct pv_sched_node *node = graph->nodes.v[n];
        for (int i = 0; i < node->dim + graph->n_param; i++)
            factor = pv_gcd(factor, node->rows.v[at][i]);
    }
    return factor;
}

static int64_t floor_divide(int64_t a, int64_t b)
{
    return a / b - (a % b < 0);
}

/* Divide row "at" by the common factor of its coefficients, constants rounded down: the order of the instances that
 * now share a value is left to what follows. */
static void unscale(const struct pv_sched_graph *graph, int at)
{
    int64_t factor = common_factor(graph, at);
    for (int n = 0; factor > 1 && n < graph->nodes.n; n++) {
        const struct pv_sched_node *node = graph->nodes.v[n];
        for (int i = 0; i <= node->dim + graph->n_param; i++)
            node->rows.v[at][i] = floor_divide(node->rows.v[at][i], factor);
    }
}

bool pv_feautrier_row(struct pv_sched_run *run, const struct pv_sched_graph *graph, bool with_coincidence)
{
    struct carry_search search = {.run = run, .graph = graph, .self_only = run->params->carry_self_first};
    unsigned kinds = PV_EDGE_VALIDITY | PV_EDGE_CONDITIONED | (with_coincidence ? PV_EDGE_COINCIDENCE : 0);
    find_groups(&search, kinds);
    struct pv_row_problem *problem = NULL;
    const int64_t *value = count_groups(&search) > 0 ? find_solution(&search, &problem) : NULL;
    if (!value && search.self_only) {
        search.self_only = false;
        search.zeros.n = 0;
        value = count_groups(&search) > 0 ? find_solution(&search, &problem) : NULL;
    }
    if (!value)
        return false;
    int at = graph->nodes.v[0]->rows.n;
    for (int i = 0; i < graph->nodes.n; i++) {
        struct pv_sched_node *node = graph->nodes.v[i];
        pv_push(graph->arena, &node->rows, pv_row_read(problem, node, value));
    }
    if (run->params->split_scaled)
        unscale(graph, at);
    for (int i = 0; i < graph->nodes.n; i++)
        if (!pv_sched_node_find_rank(graph->arena, graph->nodes.v[i])) {
            pv_graph_drop_rows(graph, at);
            return false;
        }
    return true;
}
