/* Finds a row in an under-approximation of its system by constraints of two variables. */
#include "schedule/utvpi.h"

#include "schedule/nodepoint.h"
#include "solve/approximate.h"
#include "solve/sparse.h"

#include <string.h>

/* Projections of the whole approximation in one attempt, and attempts, before a search ends. */
enum { MOST_PROJECTIONS = 64, MOST_ATTEMPTS = 4 };

/* With this many edges or more, approximating a system takes less time than solving it exactly. Measured by bench/schedule
 * on the unrolled seidel: about the same time with 96 edges (seidel-x32), less than half of it with 192 (seidel-x64). */
enum { LARGE_GRAPH = 100 };

typedef PV_VEC(int) int_vec;

struct pv_utvpi {
    struct pv_sched_run *run;
    struct pv_arena *arena;
    struct pv_row_system *system;
    /* Of one search: */
    struct pv_arena *scratch;
    const int *order;       /* of visits; NULL: neighbours one after the other */
    struct pv_diffgraph *g; /* the approximation */
    int64_t *x;             /* the present point; it satisfies "g" */
    bool *is_visited, *is_first;
    bool *is_nontrivial; /* per node: "g" implies that its row is not trivial */
    int n_projection;
    bool gave_up;
    int failed; /* place of the bundle that could not be added */
};

bool pv_utvpi_is_wanted(const struct pv_sched_run *run, const struct pv_sched_graph *graph)
{
    enum pv_row_solver solver = run->params->solver;
    return solver == PV_SOLVER_UTVPI || (solver == PV_SOLVER_AUTO && graph->edges.n >= LARGE_GRAPH);
}

void pv_utvpi_note_exact(struct pv_sched_run *run, const struct pv_sched_graph *graph)
{
    pv_decide(run, PV_DECISION_EXACT,
              "a row for %s and %d more statements is found exactly: its approximation by constraints of two variables "
              "is empty",
              graph->nodes.v[0]->name, graph->nodes.n - 1);
}

struct pv_utvpi *pv_utvpi_new(struct pv_sched_run *run, const struct pv_utvpi_wish *wish)
{
    struct pv_arena *arena = pv_arena_new();
    struct pv_utvpi *s = pv_new(arena, struct pv_utvpi);
    *s = (struct pv_utvpi){.run = run, .arena = arena};
    s->system = pv_row_system_new(arena, wish->problem, wish->regions, wish->n_region);
    return s;
}

void pv_utvpi_free(struct pv_utvpi *search)
{
    if (search)
        pv_arena_free(search->arena);
}

static int n_node(const struct pv_utvpi *s)
{
    return s->system->graph->nodes.n;
}

static int64_t *copy_point(struct pv_utvpi *s)
{
    int64_t *x = pv_new_array(s->scratch, int64_t, s->system->n_free + 1);
    memcpy(x, s->x, sizeof(int64_t) * (size_t)s->system->n_free);
    return x;
}

/*---------------------------------------------------------------------------------------------------------------
 * The approximation */

/* Coefficients of parameters and constants are not negative. */
static void add_signs(const struct pv_utvpi *s, struct pv_diffgraph *g)
{
    const struct pv_row_system *system = s->system;
    for (int i = 0; i < n_node(s); i++)
        for (int v = pv_row_system_node(system, i)->dim; v < pv_row_system_width(system, i); v++)
            pv_diffgraph_add(g, (struct pv_two){-1, system->base[i] + v, 0, 0, 0});
}

/* Make the present point one of integers, near the one that the approximation has. */
static bool settle(struct pv_utvpi *s)
{
    int64_t *x = pv_new_array(s->scratch, int64_t, s->system->n_free + 1);
    if (pv_diffgraph_round(s->g, x, NULL) != PV_SOLVE_OPTIMAL)
        return false;
    for (int v = 0; v < s->system->n_free; v++)
        pv_diffgraph_set(s->g, v, x[v]);
    s->x = x;
    return true;
}

/* Add "list" to the approximation. The present point satisfies it, or is moved, where "may_move". */
static bool add_all(struct pv_utvpi *s, const pv_two_vec *list, bool may_move)
{
    struct pv_diffgraph_mark mark = pv_diffgraph_get_mark(s->g);
    for (int i = 0; i < list->n; i++)
        pv_diffgraph_add(s->g, list->v[i]);
    if (pv_diffgraph_solve(s->g, NULL) == PV_SOLVE_OPTIMAL && (!may_move || settle(s)))
        return true;
    pv_diffgraph_return_to(s->g, mark);
    return false;
}

/* Append to "list" what replaces "linear" around "x". */
static bool replace(struct pv_utvpi *s, const struct pv_row_linear *linear, const int64_t *x, pv_two_vec *list)
{
    return linear->is_left_out ||
           (pv_linear_replace(s->scratch, &linear->linear, x, 1, list) &&
            (!linear->is_equality || pv_linear_replace(s->scratch, &linear->negated, x, 1, list)));
}

/* Append to "list" what keeps the row of the node at "at" non-trivial, as it is in "x". */
static bool keep_nontrivial(struct pv_utvpi *s, int at, const int64_t *x, pv_two_vec *list)
{
    if (!s->system->region_of[at] || s->is_nontrivial[at])
        return true;
    int sign, f = pv_row_system_find_form(s->system, at, x, &sign);
    if (f < 0)
        return false;
    struct pv_linear form = pv_row_system_form(s->system, s->scratch, at, f, sign);
    form.constant = -1;
    return pv_linear_replace(s->scratch, &form, x, 1, list);
}

/* Add the "n" bundles "list", all of the node at "at", replaced around "x", which satisfies them. "x" is the present
 * point, or differs from it in the nodes of the bundles. */
static bool add_bundles(struct pv_utvpi *s, int at, const struct pv_bundle *const *list, int n, const int64_t *x)
{
    pv_two_vec replaced = {0};
    if (!keep_nontrivial(s, at, x, &replaced))
        return false;
    for (int i = 0; i < n; i++) {
        for (int c = 0; c < list[i]->constraints.n; c++)
            if (!replace(s, &s->system->linears.v[list[i]->constraints.v[c]], x, &replaced))
                return false;
        int other = pv_bundle_other(list[i], at);
        if (other != at && !keep_nontrivial(s, other, x, &replaced))
            return false;
    }
    if (!add_all(s, &replaced, x != s->x))
        return false;
    s->is_nontrivial[at] = true;
    for (int i = 0; i < n; i++)
        s->is_nontrivial[pv_bundle_other(list[i], at)] = true;
    return true;
}

/*---------------------------------------------------------------------------------------------------------------
 * One node after the other */

/* Solve "wish" into "x". */
static enum pv_nodepoint_status find_point(struct pv_utvpi *s, const struct pv_nodepoint_wish *wish, int64_t *x)
{
    enum pv_nodepoint_status status = pv_nodepoint_find(s->system, s->scratch, &s->run->work, wish, x);
    s->gave_up |= status == PV_NODEPOINT_GAVE_UP;
    return status;
}

static bool is_found(enum pv_nodepoint_status status)
{
    return status == PV_NODEPOINT_FOUND || status == PV_NODEPOINT_NOT_BEST;
}

/* Find values "x" for the nodes of "bundle" that satisfy it, what each of them owes to itself, and what "g" implies. */
static enum pv_nodepoint_status find_point_of_bundle(struct pv_utvpi *s, const struct pv_bundle *bundle,
                                                     struct pv_diffgraph *g, int64_t *x)
{
    const struct pv_bundle *bundles[3] = {bundle};
    struct pv_nodepoint_wish wish = {bundle->a, bundle->b, bundles, 1, g};
    for (int i = 0; i < 2 && bundle->a != bundle->b; i++) {
        const struct pv_bundle *own = pv_row_system_own_bundle(s->system, i == 0 ? bundle->a : bundle->b);
        if (own)
            bundles[wish.n_bundle++] = own;
    }
    return find_point(s, &wish, x);
}

/* The bundles between the node at "at" and nodes that were visited, and its own. */
static pv_bundle_vec bundles_to_visited(const struct pv_utvpi *s, int at)
{
    const struct pv_row_system *system = s->system;
    pv_bundle_vec list = {0};
    for (int i = 0; i < system->bundles_of[at].n; i++) {
        const struct pv_bundle *bundle = &system->bundles.v[system->bundles_of[at].v[i]];
        int other = pv_bundle_other(bundle, at);
        if (other == at || s->is_visited[other])
            pv_push(s->scratch, &list, bundle);
    }
    return list;
}

/* Add all of "list", the bundles of the node at "at" with nodes visited before, which stay where they are. The
 * approximation says nothing yet about the node at "at" but the signs of its coefficients. */
static bool place_node(struct pv_utvpi *s, int at, const pv_bundle_vec *list)
{
    bool fits = pv_row_system_is_nontrivial(s->system, at, s->x);
    for (int i = 0; i < list->n; i++) {
        pv_bundle_choose(s->system, list->v[i], 1);
        fits = fits && pv_bundle_holds(s->system, list->v[i], s->x);
    }
    if (!fits && !is_found(find_point(s, &(struct pv_nodepoint_wish){at, at, list->v, list->n, NULL}, s->x)))
        return false;
    for (int v = s->system->base[at]; v < s->system->base[at] + pv_row_system_width(s->system, at); v++)
        pv_diffgraph_set(s->g, v, s->x[v]);
    return add_bundles(s, at, list->v, list->n, s->x);
}

/* Add "bundle" around the present point, or around one that the approximation allows for its two nodes. */
static bool extend(struct pv_utvpi *s, const struct pv_bundle *bundle)
{
    pv_bundle_choose(s->system, bundle, 1);
    if (pv_bundle_holds(s->system, bundle, s->x) && pv_row_system_is_nontrivial(s->system, bundle->a, s->x) &&
        pv_row_system_is_nontrivial(s->system, bundle->b, s->x))
        return add_bundles(s, bundle->a, &bundle, 1, s->x);
    int64_t *x = copy_point(s);
    return s->n_projection++ < MOST_PROJECTIONS && is_found(find_point_of_bundle(s, bundle, s->g, x)) &&
           add_bundles(s, bundle->a, &bundle, 1, x);
}

/* Add the node at "at", with what it has to do with nodes visited before: all at once, or bundle by bundle. */
static bool visit(struct pv_utvpi *s, int at)
{
    pv_bundle_vec list = bundles_to_visited(s, at);
    s->is_visited[at] = true;
    if (place_node(s, at, &list))
        return true;
    for (int i = 0; i < list.n && !s->gave_up; i++)
        if (!extend(s, list.v[i])) {
            s->failed = (int)(list.v[i] - s->system->bundles.v);
            return false;
        }
    return !s->gave_up;
}

/* A list of nodes that each is put on once. */
struct node_queue {
    int *node, n;
    bool *is_on;
};

static void enqueue(struct node_queue *queue, int at)
{
    if (!queue->is_on[at])
        queue->node[queue->n++] = at;
    queue->is_on[at] = true;
}

/* Visit all nodes, those of "first" before all others. These come in the order that the caller wants, or each, where
 * possible, after one that it has constraints with. */
static bool visit_all(struct pv_utvpi *s, const int_vec *first)
{
    const struct pv_row_system *system = s->system;
    struct node_queue queue = {.node = pv_new_array(s->scratch, int, n_node(s))};
    queue.is_on = pv_new_array(s->scratch, bool, n_node(s));
    int n_done = 0;
    for (int i = 0; i < first->n; i++)
        enqueue(&queue, first->v[i]);
    for (int i = 0; i <= n_node(s); i++) {
        for (; n_done < queue.n; n_done++) {
            int at = queue.node[n_done];
            if (!visit(s, at))
                return false;
            for (int b = 0; b < system->bundles_of[at].n && !s->order; b++)
                enqueue(&queue, pv_bundle_other(&system->bundles.v[system->bundles_of[at].v[b]], at));
        }
        if (i < n_node(s))
            enqueue(&queue, s->order ? s->order[i] : i);
    }
    return true;
}

/*---------------------------------------------------------------------------------------------------------------
 * Systems without a solution */

/* Do the equalities of the system alone make some node trivial, or contradict each other? */
static bool equalities_are_empty(struct pv_utvpi *s)
{
    const struct pv_row_system *system = s->system;
    struct pv_sparse *equalities = pv_sparse_new(s->scratch, system->n_free);
    for (int i = 0; i < system->linears.n; i++)
        if (system->linears.v[i].is_equality && !system->linears.v[i].is_left_out &&
            pv_sparse_add(equalities, &system->linears.v[i].linear) == PV_SPARSE_CONTRADICTION)
            return true;
    for (int at = 0; at < n_node(s); at++) {
        bool is_trivial = system->region_of[at] != NULL;
        for (int f = 0; is_trivial && f < system->region_of[at]->n_form; f++) {
            struct pv_linear form = pv_row_system_form(system, s->scratch, at, f, 1);
            is_trivial = pv_sparse_implies_zero(equalities, &form);
        }
        if (is_trivial)
            return true;
    }
    return false;
}

/* The constraints that have the form of two variables already; NULL if they have no solution. */
static struct pv_diffgraph *exact_part(struct pv_utvpi *s)
{
    struct pv_diffgraph *g = pv_diffgraph_new(s->scratch, s->system->n_free, PV_SOLVE_INTEGER);
    pv_two_vec list = {0};
    add_signs(s, g);
    for (int i = 0; i < s->system->linears.n; i++) {
        const struct pv_row_linear *linear = &s->system->linears.v[i];
        if (!linear->is_left_out && pv_linear_is_utvpi(&linear->linear))
            replace(s, linear, s->x, &list);
    }
    for (int i = 0; i < list.n; i++)
        pv_diffgraph_add(g, list.v[i]);
    return pv_diffgraph_solve(g, NULL) == PV_SOLVE_OPTIMAL ? g : NULL;
}

/* Is the original system known to have no solution, by its equalities, or by the bundle that failed beside all constraints
 * that have the form of two variables already? */
static bool is_known_empty(struct pv_utvpi *s)
{
    if (s->system->bundles.n == 0)
        return false;
    if (equalities_are_empty(s))
        return true;
    for (int i = 0; i < s->system->bundles.n; i++)
        pv_bundle_choose(s->system, &s->system->bundles.v[i], 0);
    struct pv_diffgraph *g = exact_part(s);
    return !g || find_point_of_bundle(s, &s->system->bundles.v[s->failed], g, copy_point(s)) == PV_NODEPOINT_NONE;
}

/*---------------------------------------------------------------------------------------------------------------
 * Results */

/* Make the coefficients of parameters small. */
static void minimize(struct pv_utvpi *s)
{
    const struct pv_row_system *system = s->system;
    int_vec order = {0};
    for (int i = 0; i < n_node(s); i++)
        for (int p = 0; p < system->graph->n_param; p++) {
            int var = system->base[i] + pv_row_system_node(system, i)->dim + p;
            if (pv_diffgraph_twice(s->g, var))
                pv_push(s->scratch, &order, var);
        }
    pv_diffgraph_minimize(s->g, order.v, order.n);
}

/* Store the integer point of the approximation as values of the row problem, if it satisfies all that was asked for. */
static bool take_point(struct pv_utvpi *s, int64_t *value)
{
    minimize(s);
    if (!settle(s))
        return false;
    for (int i = 0; i < s->system->bundles.n; i++) {
        const struct pv_bundle *bundle = &s->system->bundles.v[i];
        pv_bundle_choose_at(s->system, bundle, s->x);
        if (!pv_bundle_holds(s->system, bundle, s->x))
            return false;
    }
    for (int i = 0; i < n_node(s); i++)
        if (!pv_row_system_is_nontrivial(s->system, i, s->x))
            return false;
    pv_row_system_write(s->system, s->x, value);
    return true;
}

/* Begin a search: signs alone, and nothing visited. */
static void begin(struct pv_utvpi *s, const int64_t *head)
{
    s->g = pv_diffgraph_new(s->scratch, s->system->n_free, PV_SOLVE_INTEGER);
    s->x = pv_new_array(s->scratch, int64_t, s->system->n_free + 1);
    s->is_visited = pv_new_array(s->scratch, bool, n_node(s) + 1);
    s->is_nontrivial = pv_new_array(s->scratch, bool, n_node(s) + 1);
    s->n_projection = s->failed = 0;
    pv_row_system_set_head(s->system, head);
    add_signs(s, s->g);
    pv_diffgraph_solve(s->g, NULL);
}

/* Replace all constraints around "seed". */
static bool plant(struct pv_utvpi *s, const pv_sched_row *seed)
{
    for (int i = 0; i < n_node(s); i++)
        memcpy(s->x + s->system->base[i], seed[i], sizeof(int64_t) * (size_t)pv_row_system_width(s->system, i));
    for (int v = 0; v < s->system->n_free; v++)
        pv_diffgraph_set(s->g, v, s->x[v]);
    for (int i = 0; i < s->system->bundles.n; i++) {
        const struct pv_bundle *bundle = &s->system->bundles.v[i];
        pv_bundle_choose_at(s->system, bundle, s->x);
        if (!pv_bundle_holds(s->system, bundle, s->x) || !add_bundles(s, bundle->a, &bundle, 1, s->x))
            return false;
    }
    return true;
}

/* After a search that failed: the node that did not agree with those visited before comes first in the next one; false
 * if there is nothing to change. */
static bool change_order(struct pv_utvpi *s, int_vec *first)
{
    const struct pv_bundle *bundle = &s->system->bundles.v[s->failed];
    int last = s->is_first[bundle->b] ? bundle->a : bundle->b;
    if (s->is_first[last])
        return false;
    s->is_first[last] = true;
    pv_push(s->scratch, first, last);
    return true;
}

/* Search from one node to the next, in several orders. */
static enum pv_utvpi_status search_nodes(struct pv_utvpi *s, const int64_t *head, int64_t *value)
{
    int_vec first = {0};
    s->is_first = pv_new_array(s->scratch, bool, n_node(s) + 1);
    for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
        begin(s, head);
        if (visit_all(s, &first))
            return take_point(s, value) ? PV_UTVPI_FOUND : PV_UTVPI_EMPTY;
        if (s->gave_up)
            return PV_UTVPI_GAVE_UP;
        if (attempt == 0 && is_known_empty(s))
            return PV_UTVPI_NONE;
        if (s->gave_up || !change_order(s, &first))
            break;
    }
    return is_known_empty(s) ? PV_UTVPI_NONE : PV_UTVPI_EMPTY;
}

/*---------------------------------------------------------------------------------------------------------------
 * The methods of document 003 */

static void add_row(struct pv_approx_system *rows, int cluster, int node, const struct pv_linear *linear)
{
    pv_push(rows->arena, &rows->rows, ((struct pv_approx_row){*linear, cluster, node}));
}

/* The system with a cluster for each bundle. The first form of each node that must not be trivial is positive. */
static struct pv_approx_system list_rows(struct pv_utvpi *s)
{
    const struct pv_row_system *system = s->system;
    bool *is_free = pv_new_array(s->scratch, bool, system->n_free + 1);
    struct pv_approx_system rows = {.arena = s->scratch, .n_var = system->n_free, .is_free = is_free};
    pv_push(s->scratch, &rows.clusters, ((struct pv_two){.i = -1, .j = -1}));
    for (int at = 0; at < n_node(s); at++) {
        for (int v = 0; v < pv_row_system_node(system, at)->dim; v++)
            is_free[system->base[at] + v] = true;
        if (!system->region_of[at])
            continue;
        struct pv_linear form = pv_row_system_form(system, s->scratch, at, 0, 1);
        form.constant = -1;
        add_row(&rows, 0, at, &form);
    }
    for (int b = 0; b < system->bundles.n; b++) {
        const struct pv_bundle *bundle = &system->bundles.v[b];
        pv_push(s->scratch, &rows.clusters, ((struct pv_two){.i = bundle->a, .j = bundle->b}));
        for (int c = 0; c < bundle->constraints.n; c++) {
            const struct pv_row_linear *linear = &system->linears.v[bundle->constraints.v[c]];
            if (!linear->is_left_out)
                add_row(&rows, b + 1, -1, &linear->linear);
            if (!linear->is_left_out && linear->is_equality)
                add_row(&rows, b + 1, -1, &linear->negated);
        }
    }
    return rows;
}

/* a / b, rounded down; b > 0 */
static int64_t floor_divide(int64_t a, int64_t b)
{
    return a / b - (a % b < 0);
}

/* Search in the approximation of the whole system by "method". Its integer points satisfy the constraints that are left after
 * the constants have been rounded down to multiples of the scale. */
static enum pv_utvpi_status search_by_method(struct pv_utvpi *s, const int64_t *head, enum pv_approx_method method,
                                             int64_t *value)
{
    pv_two_vec list = {0};
    begin(s, head);
    for (int b = 0; b < s->system->bundles.n; b++)
        pv_bundle_choose(s->system, &s->system->bundles.v[b], 1);
    struct pv_approx_system rows = list_rows(s);
    if (!pv_approximate(&rows, method, &s->run->work, &list))
        return pv_solve_work_spent(&s->run->work) ? PV_UTVPI_GAVE_UP : PV_UTVPI_EMPTY;
    for (int i = 0; i < rows.rows.n; i++)
        if (!pv_approx_is_part(method, &rows.rows.v[i]))
            pv_linear_replace(s->scratch, &rows.rows.v[i].linear, NULL, pv_approx_scale, &list);
    for (int i = 0; i < list.n; i++)
        list.v[i].c = floor_divide(list.v[i].c, pv_approx_scale);
    return add_all(s, &list, true) && take_point(s, value) ? PV_UTVPI_FOUND : PV_UTVPI_EMPTY;
}

enum pv_utvpi_status pv_utvpi_find(struct pv_utvpi *s, const int64_t *head, const int *order, int64_t *value)
{
    s->scratch = pv_arena_new();
    s->gave_up = false;
    s->order = order;
    enum pv_approximation approximation = s->run->params->approximation;
    enum pv_utvpi_status status =
        approximation == PV_APPROXIMATION_SEARCH
            ? search_nodes(s, head, value)
            : search_by_method(s, head, (enum pv_approx_method)(approximation - PV_APPROXIMATION_FIRST_METHOD), value);
    pv_arena_free(s->scratch);
    return status;
}

enum pv_utvpi_status pv_utvpi_find_around(struct pv_utvpi *s, const int64_t *head, const pv_sched_row *seed,
                                          int64_t *value)
{
    s->scratch = pv_arena_new();
    s->gave_up = false;
    begin(s, head);
    enum pv_utvpi_status status = plant(s, seed) && take_point(s, value) ? PV_UTVPI_FOUND : PV_UTVPI_EMPTY;
    pv_arena_free(s->scratch);
    return status;
}

/* Every row of the system is one of two nodes beside their own constraints, so what is impossible there is impossible. */
bool pv_utvpi_knows_all_zero(struct pv_utvpi *s, const int64_t *head)
{
    bool is_known = true;
    s->scratch = pv_arena_new();
    s->gave_up = false;
    begin(s, head);
    struct pv_diffgraph *g = exact_part(s);
    for (int i = 0; g && is_known && i < s->system->bundles.n; i++) {
        const struct pv_bundle *bundle = &s->system->bundles.v[i];
        if (!pv_bundle_choose(s->system, bundle, 0))
            continue;
        enum pv_nodepoint_status status = find_point_of_bundle(s, bundle, g, copy_point(s));
        is_known = status == PV_NODEPOINT_NONE ||
                   (status == PV_NODEPOINT_FOUND && !pv_bundle_has_one(s->system, bundle));
    }
    pv_arena_free(s->scratch);
    return is_known;
}
