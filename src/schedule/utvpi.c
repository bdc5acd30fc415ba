#include "schedule/utvpi.h"

#include "solve/sparse.h"
#include "solve/twovar.h"

#include <string.h>

/* Steps of the solver on a system of two nodes, and projections of the whole approximation, before a search ends. */
enum { LOCAL_LIMIT = 20000, MOST_PROJECTIONS = 64, MOST_ATTEMPTS = 4 };

/* With this many dependences or more, approximating a system takes less time than solving it. */
enum { LARGE_GRAPH = 200 };

typedef PV_VEC(int) int_vec;

/* One constraint of the row problem over the free variables: the coefficients of a row, of any sign where the problem
 * has two variables for one. What its terms on the head add up to depends on the values chosen there. */
struct row_linear {
    struct pv_linear linear, negated; /* "negated" for equalities */
    const struct pv_row_constraint *source;
    bool is_equality, is_left_out;
};

/* The constraints between two nodes, or on one. */
struct cluster {
    int a, b; /* places of the nodes, a <= b */
    int_vec constraints;
};

struct pv_utvpi {
    struct pv_sched_run *run;
    struct pv_utvpi_wish wish;
    const struct pv_sched_graph *graph;
    struct pv_arena *arena;
    int n_free;
    int *base;              /* first free variable of each node: its coordinates, the parameters, the constant */
    int *node_of, *free_of; /* of each variable of the row problem beyond the head */
    PV_VEC(struct row_linear) linears;
    PV_VEC(struct cluster) clusters;
    int_vec *adjacent; /* per node: its clusters */
    const struct pv_form_group **region_of;
    /* Of one search: */
    struct pv_arena *scratch;
    struct pv_diffgraph *g;
    int64_t *head;
    int64_t *x; /* the present point */
    bool *is_visited, *is_nontrivial, *is_first;
    int n_projection;
    bool gave_up;
    int failed; /* the cluster that could not be added */
};

static const struct pv_sched_node *node_at(const struct pv_utvpi *s, int at)
{
    return s->graph->nodes.v[at];
}

/* How many free variables the node at "at" has. */
static int width_of(const struct pv_utvpi *s, int at)
{
    return node_at(s, at)->dim + s->graph->n_param + 1;
}

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

/*---------------------------------------------------------------------------------------------------------------
 * Setting up */

static void number_variables(struct pv_utvpi *s)
{
    const struct pv_row_problem *problem = s->wish.problem;
    int n = s->graph->nodes.n;
    s->base = pv_new_array(s->arena, int, n + 1);
    s->node_of = pv_new_array(s->arena, int, problem->n_var + 1);
    s->free_of = pv_new_array(s->arena, int, problem->n_var + 1);
    for (int i = 0; i < n; i++) {
        const struct pv_sched_node *node = node_at(s, i);
        s->base[i] = s->n_free;
        int block = problem->block[i];
        for (int v = block; v < block + 2 * node->dim; v++)
            s->free_of[v] = s->n_free + node->dim - 1 - (v - block) / 2;
        for (int v = 0; v <= s->graph->n_param; v++)
            s->free_of[block + 2 * node->dim + v] = s->n_free + node->dim + v;
        for (int v = block; v < block + 2 * node->dim + s->graph->n_param + 1; v++)
            s->node_of[v] = i;
        s->n_free += width_of(s, i);
    }
}

/* Is "var" c-, the negative part of a coefficient? */
static bool is_negative_part(const struct pv_utvpi *s, int var)
{
    int at = var - s->wish.problem->block[s->node_of[var]];
    return at < 2 * node_at(s, s->node_of[var])->dim && at % 2 == 0;
}

static struct pv_linear make_linear(struct pv_utvpi *s, const struct pv_row_constraint *source, int sign)
{
    struct pv_term *terms = pv_new_array(s->arena, struct pv_term, source->n_term + 1);
    int n = 0;
    for (int i = 0; i < source->n_term; i++) {
        int var = source->terms[i].var;
        if (var < s->wish.problem->n_head)
            continue;
        int64_t coef = is_negative_part(s, var) ? -source->terms[i].coef : source->terms[i].coef;
        /* The two parts of a coefficient stand side by side, with opposite signs. */
        if (n == 0 || terms[n - 1].var != s->free_of[var])
            terms[n++] = (struct pv_term){s->free_of[var], sign * coef};
    }
    return (struct pv_linear){0, terms, n};
}

/* The cluster of the nodes at "a" and "b". */
static struct cluster *get_cluster(struct pv_utvpi *s, int a, int b)
{
    for (int i = 0; i < s->adjacent[b].n; i++) {
        struct cluster *cluster = &s->clusters.v[s->adjacent[b].v[i]];
        if (cluster->a == a && cluster->b == b)
            return cluster;
    }
    pv_push(s->arena, &s->clusters, ((struct cluster){.a = a, .b = b}));
    pv_push(s->arena, &s->adjacent[b], s->clusters.n - 1);
    if (a != b)
        pv_push(s->arena, &s->adjacent[a], s->clusters.n - 1);
    return &s->clusters.v[s->clusters.n - 1];
}

static void add_constraint(struct pv_utvpi *s, const struct pv_row_constraint *source)
{
    int a = s->graph->nodes.n, b = -1;
    for (int i = 0; i < source->n_term; i++) {
        int var = source->terms[i].var;
        if (var < s->wish.problem->n_head)
            continue;
        a = s->node_of[var] < a ? s->node_of[var] : a;
        b = s->node_of[var] > b ? s->node_of[var] : b;
    }
    if (b < 0 || source->is_definition)
        return;
    struct row_linear linear = {.source = source, .is_equality = source->relation == PV_REL_EQ};
    linear.linear = make_linear(s, source, 1);
    if (linear.is_equality)
        linear.negated = make_linear(s, source, -1);
    pv_push(s->arena, &s->linears, linear);
    pv_push(s->arena, &get_cluster(s, a, b)->constraints, s->linears.n - 1);
}

struct pv_utvpi *pv_utvpi_new(struct pv_sched_run *run, const struct pv_utvpi_wish *wish)
{
    struct pv_arena *arena = pv_arena_new();
    struct pv_utvpi *s = pv_new(arena, struct pv_utvpi);
    *s = (struct pv_utvpi){.run = run, .wish = *wish, .graph = wish->problem->graph, .arena = arena};
    s->adjacent = pv_new_array(arena, int_vec, s->graph->nodes.n + 1);
    s->region_of = pv_new_array(arena, const struct pv_form_group *, s->graph->nodes.n + 1);
    number_variables(s);
    for (int i = 0; i < wish->n_region; i++)
        s->region_of[s->node_of[wish->regions[i].first_var]] = &wish->regions[i];
    for (int i = 0; i < wish->problem->constraints.n; i++)
        add_constraint(s, &wish->problem->constraints.v[i]);
    return s;
}

void pv_utvpi_free(struct pv_utvpi *search)
{
    if (search)
        pv_arena_free(search->arena);
}

/*---------------------------------------------------------------------------------------------------------------
 * Constraints under the values chosen for the head */

/* The constant of "linear", or that it is left out, for the present head. */
static void set_constant(const struct pv_utvpi *s, struct row_linear *linear)
{
    const struct pv_row_constraint *source = linear->source;
    int64_t constant = source->constant;
    linear->is_left_out = false;
    for (int i = 0; i < source->n_term && source->terms[i].var < s->wish.problem->n_head; i++) {
        int64_t value = s->head[source->terms[i].var];
        linear->is_left_out |= value == PV_UTVPI_ANY;
        constant += value == PV_UTVPI_ANY ? 0 : source->terms[i].coef * value;
    }
    linear->linear.constant = constant;
    linear->negated.constant = -constant;
}

static void set_constants(struct pv_utvpi *s, const struct cluster *cluster)
{
    for (int i = 0; i < cluster->constraints.n; i++)
        set_constant(s, &s->linears.v[cluster->constraints.v[i]]);
}

static bool holds(const struct row_linear *linear, const int64_t *x)
{
    __int128 value = pv_linear_value(&linear->linear, x);
    return linear->is_left_out || (linear->is_equality ? value == 0 : value >= 0);
}

static bool cluster_holds(const struct pv_utvpi *s, const struct cluster *cluster)
{
    for (int i = 0; i < cluster->constraints.n; i++)
        if (!holds(&s->linears.v[cluster->constraints.v[i]], s->x))
            return false;
    return true;
}

/* "sign" times form "f" of the region of the node at "at". */
static struct pv_linear get_form(struct pv_utvpi *s, int at, int f, int sign)
{
    const struct pv_form_group *region = s->region_of[at];
    int dim = node_at(s, at)->dim, n = 0;
    struct pv_term *terms = pv_new_array(s->scratch, struct pv_term, dim);
    for (int c = 0; c < dim; c++) {
        int64_t coef = region->forms[f * region->n_var + 2 * (dim - 1 - c) + 1];
        if (coef)
            terms[n++] = (struct pv_term){s->base[at] + c, sign * coef};
    }
    return (struct pv_linear){0, terms, n};
}

/* The value of form "f" of the node at "at" in "x". */
static __int128 form_value(const struct pv_utvpi *s, int at, int f, const int64_t *x)
{
    const struct pv_form_group *region = s->region_of[at];
    int dim = node_at(s, at)->dim;
    __int128 value = 0;
    for (int c = 0; c < dim; c++)
        value += (__int128)region->forms[f * region->n_var + 2 * (dim - 1 - c) + 1] * x[s->base[at] + c];
    return value;
}

/* The first form of the node at "at" that is not zero in "x"; -1 if there is none. */
static int find_form(const struct pv_utvpi *s, int at, const int64_t *x)
{
    for (int f = 0; f < s->region_of[at]->n_form; f++)
        if (form_value(s, at, f, x))
            return f;
    return -1;
}

static bool is_nontrivial_here(const struct pv_utvpi *s, int at)
{
    return !s->region_of[at] || find_form(s, at, s->x) >= 0;
}

/*---------------------------------------------------------------------------------------------------------------
 * The approximation */

/* Make the point "x" that of the system: an integer point near the one that the system has. */
static bool settle(struct pv_utvpi *s)
{
    int64_t *x = pv_new_array(s->scratch, int64_t, s->n_free + 1);
    if (pv_diffgraph_round(s->g, x, NULL) != PV_SOLVE_OPTIMAL)
        return false;
    for (int v = 0; v < s->n_free; v++)
        pv_diffgraph_set(s->g, v, x[v]);
    s->x = x;
    return true;
}

/* Add "list" to the system. The present point satisfies it, or is moved, where "may_move". */
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

/* Replace "linear" around "x". */
static bool replace(struct pv_utvpi *s, const struct row_linear *linear, const int64_t *x, pv_two_vec *list)
{
    return linear->is_left_out ||
           (pv_linear_replace(s->scratch, &linear->linear, x, 1, list) &&
            (!linear->is_equality || pv_linear_replace(s->scratch, &linear->negated, x, 1, list)));
}

/* Keep the node at "at" non-trivial, as it is in "x". */
static bool keep_nontrivial(struct pv_utvpi *s, int at, const int64_t *x, pv_two_vec *list)
{
    if (!s->region_of[at] || s->is_nontrivial[at])
        return true;
    int f = find_form(s, at, x);
    if (f < 0)
        return false;
    int sign = form_value(s, at, f, x) < 0 ? -1 : 1;
    struct pv_linear form = get_form(s, at, f, sign);
    form.constant = -1;
    return pv_linear_replace(s->scratch, &form, x, 1, list);
}

/* Add the "n" clusters "list", which have the node at "at", replaced around "x", which satisfies them; it is the present
 * point, or one that differs from it in these nodes. */
static bool add_clusters(struct pv_utvpi *s, int at, const struct cluster *const *list, int n, const int64_t *x)
{
    pv_two_vec replaced = {0};
    if (!keep_nontrivial(s, at, x, &replaced))
        return false;
    for (int i = 0; i < n; i++) {
        for (int c = 0; c < list[i]->constraints.n; c++)
            if (!replace(s, &s->linears.v[list[i]->constraints.v[c]], x, &replaced))
                return false;
        int other = list[i]->a == at ? list[i]->b : list[i]->a;
        if (other != at && !keep_nontrivial(s, other, x, &replaced))
            return false;
    }
    if (!add_all(s, &replaced, x != s->x))
        return false;
    s->is_nontrivial[at] = true;
    for (int i = 0; i < n; i++)
        s->is_nontrivial[list[i]->a] = s->is_nontrivial[list[i]->b] = true;
    return true;
}

/*---------------------------------------------------------------------------------------------------------------
 * Exact systems of one or two nodes */

/* Variables: the sum of the coefficients of parameters, that of coordinates, then the blocks of the nodes as in a row
 * problem. */
enum { LOCAL_PARAMS, LOCAL_COEFFICIENTS, LOCAL_HEAD };

struct local {
    struct pv_utvpi *s;
    int node[2], n_node;
    int block[2];
    int n_var;
    struct pv_simplex *solver;
    PV_VEC(struct pv_term) terms; /* of the constraint at hand */
    int64_t constant;
};

static void begin_local(struct local *local, struct pv_utvpi *s, int a, int b)
{
    *local = (struct local){.s = s, .node = {a, b}, .n_node = a == b ? 1 : 2, .n_var = LOCAL_HEAD};
    for (int i = 0; i < local->n_node; i++) {
        local->block[i] = local->n_var;
        local->n_var += node_at(s, local->node[i])->dim + width_of(s, local->node[i]);
    }
    local->solver = pv_simplex_new(local->n_var, PV_SOLVE_INTEGER);
    for (int sum = LOCAL_PARAMS; sum <= LOCAL_COEFFICIENTS; sum++) {
        struct pv_term *terms = pv_new_array(s->scratch, struct pv_term, local->n_var + 1);
        int n = 0;
        terms[n++] = (struct pv_term){sum, -1};
        for (int i = 0; i < local->n_node; i++) {
            int n_part = 2 * node_at(s, local->node[i])->dim;
            int first = sum == LOCAL_PARAMS ? n_part : 0,
                end = sum == LOCAL_PARAMS ? n_part + s->graph->n_param : n_part;
            for (int v = first; v < end; v++)
                terms[n++] = (struct pv_term){local->block[i] + v, 1};
        }
        pv_simplex_add(local->solver, PV_REL_EQ, 0, terms, n);
    }
}

/* Add "coef" times the free variable "var" to the constraint at hand: a variable of the system, or a number. */
static void add_local_term(struct local *local, int var, int64_t coef)
{
    const struct pv_utvpi *s = local->s;
    for (int i = 0; i < local->n_node; i++) {
        int at = var - s->base[local->node[i]], dim = node_at(s, local->node[i])->dim;
        if (at < 0 || at >= width_of(s, local->node[i]))
            continue;
        int own = local->block[i] + (at < dim ? 2 * (dim - 1 - at) : dim + at);
        if (at < dim)
            pv_push(s->scratch, &local->terms, ((struct pv_term){own, -coef}));
        pv_push(s->scratch, &local->terms, ((struct pv_term){at < dim ? own + 1 : own, coef}));
        return;
    }
    local->constant += coef * s->x[var];
}

static void end_local_constraint(struct local *local, enum pv_linear_relation relation)
{
    pv_simplex_add(local->solver, relation, local->constant, local->terms.v, local->terms.n);
    local->terms.n = 0;
    local->constant = 0;
}

static void add_local_cluster(struct local *local, const struct cluster *cluster)
{
    struct pv_utvpi *s = local->s;
    for (int i = 0; i < cluster->constraints.n; i++) {
        const struct row_linear *linear = &s->linears.v[cluster->constraints.v[i]];
        if (linear->is_left_out)
            continue;
        for (int t = 0; t < linear->linear.n_term; t++)
            add_local_term(local, linear->linear.terms[t].var, linear->linear.terms[t].coef);
        local->constant += linear->linear.constant;
        end_local_constraint(local, linear->is_equality ? PV_REL_EQ : PV_REL_GE);
    }
}

/* Add what the approximation implies about the variables of the nodes. */
static void add_projection(struct local *local, struct pv_diffgraph *g)
{
    struct pv_utvpi *s = local->s;
    int n = 0, most = width_of(s, local->node[0]) + (local->n_node > 1 ? width_of(s, local->node[1]) : 0);
    int *vars = pv_new_array(s->scratch, int, most);
    struct pv_two *list = pv_new_array(s->scratch, struct pv_two, 4 * most * most);
    for (int i = 0; i < local->n_node; i++)
        for (int v = 0; v < width_of(s, local->node[i]); v++)
            vars[n++] = s->base[local->node[i]] + v;
    int n_list = pv_diffgraph_project(g, vars, n, list);
    for (int i = 0; i < n_list; i++) {
        if (list[i].a)
            add_local_term(local, vars[list[i].i], -list[i].a);
        if (list[i].b)
            add_local_term(local, vars[list[i].j], -list[i].b);
        local->constant = list[i].c;
        end_local_constraint(local, PV_REL_GE);
    }
}

/* Solve, free the solver, and put the solution into "x". */
static bool solve_local(struct local *local, int64_t *x)
{
    struct pv_utvpi *s = local->s;
    struct pv_form_group regions[2];
    struct pv_nontrivial wish = {.regions = regions, .n_significant = LOCAL_HEAD, .improvement = PV_IMPROVE_LEX};
    wish.node_limit = LOCAL_LIMIT;
    for (int i = 0; i < local->n_node; i++) {
        if (!s->region_of[local->node[i]])
            continue;
        regions[wish.n_region] = *s->region_of[local->node[i]];
        regions[wish.n_region++].first_var = local->block[i];
    }
    int64_t *value = pv_new_array(s->scratch, int64_t, local->n_var + 1);
    bool found = false;
    enum pv_solve_status status = pv_ilp_nontrivial(local->solver, &wish, &s->run->work, value, &found);
    s->gave_up |= status == PV_SOLVE_GAVE_UP && !found;
    pv_simplex_free(local->solver);
    for (int i = 0; i < local->n_node && found; i++) {
        int base = s->base[local->node[i]], dim = node_at(s, local->node[i])->dim;
        for (int c = 0; c < dim; c++)
            x[base + c] = value[local->block[i] + 2 * (dim - 1 - c) + 1] - value[local->block[i] + 2 * (dim - 1 - c)];
        for (int v = dim; v < width_of(s, local->node[i]); v++)
            x[base + v] = value[local->block[i] + dim + v];
    }
    return found;
}

/* The constraints on the node at "at" alone; NULL if there are none. */
static const struct cluster *own_cluster(const struct pv_utvpi *s, int at)
{
    for (int i = 0; i < s->adjacent[at].n; i++) {
        const struct cluster *cluster = &s->clusters.v[s->adjacent[at].v[i]];
        if (cluster->a == cluster->b)
            return cluster;
    }
    return NULL;
}

/* Find values "x" for the nodes of "cluster" that satisfy it, what each of them owes to itself, and what "g" implies. */
static bool find_local_point(struct pv_utvpi *s, const struct cluster *cluster, struct pv_diffgraph *g, int64_t *x)
{
    struct local local;
    begin_local(&local, s, cluster->a, cluster->b);
    add_local_cluster(&local, cluster);
    for (int i = 0; i < local.n_node; i++) {
        const struct cluster *own = own_cluster(s, local.node[i]);
        if (own && own != cluster)
            add_local_cluster(&local, own);
    }
    add_projection(&local, g);
    return solve_local(&local, x);
}

/*---------------------------------------------------------------------------------------------------------------
 * One node after the other */

/* The clusters between the node at "at" and nodes that were visited, and its own. */
typedef PV_VEC(const struct cluster *) cluster_vec;

static cluster_vec clusters_to_visited(const struct pv_utvpi *s, int at)
{
    cluster_vec list = {0};
    for (int i = 0; i < s->adjacent[at].n; i++) {
        const struct cluster *cluster = &s->clusters.v[s->adjacent[at].v[i]];
        int other = cluster->a == at ? cluster->b : cluster->a;
        if (other == at || s->is_visited[other])
            pv_push(s->scratch, &list, cluster);
    }
    return list;
}

/* Let all variables of the head in "cluster" that may be one or zero be "value"; return whether there are any. */
static bool choose_head(struct pv_utvpi *s, const struct cluster *cluster, const int64_t *wanted, int64_t value)
{
    bool found = false;
    for (int i = 0; i < cluster->constraints.n; i++) {
        const struct pv_row_constraint *source = s->linears.v[cluster->constraints.v[i]].source;
        for (int t = 0; t < source->n_term && source->terms[t].var < s->wish.problem->n_head; t++)
            if (wanted[source->terms[t].var] == PV_UTVPI_ONE_OR_ZERO) {
                s->head[source->terms[t].var] = value;
                found = true;
            }
    }
    set_constants(s, cluster);
    return found;
}

/* The same as the present point allows it: one where all constraints on the variable then hold. */
static void choose_head_at_point(struct pv_utvpi *s, const struct cluster *cluster, const int64_t *wanted)
{
    choose_head(s, cluster, wanted, 1);
    for (int i = 0; i < cluster->constraints.n; i++) {
        const struct row_linear *linear = &s->linears.v[cluster->constraints.v[i]];
        const struct pv_row_constraint *source = linear->source;
        bool is_broken = !holds(linear, s->x);
        for (int t = 0; is_broken && t < source->n_term && source->terms[t].var < s->wish.problem->n_head; t++)
            if (wanted[source->terms[t].var] == PV_UTVPI_ONE_OR_ZERO)
                s->head[source->terms[t].var] = 0;
    }
    set_constants(s, cluster);
}

static int64_t *copy_point(struct pv_utvpi *s)
{
    int64_t *x = pv_new_array(s->scratch, int64_t, s->n_free + 1);
    memcpy(x, s->x, sizeof(int64_t) * (size_t)s->n_free);
    return x;
}

/* Add "cluster" to the system around the present point, or one that all of the system allows. */
static bool extend(struct pv_utvpi *s, const struct cluster *cluster)
{
    if (cluster_holds(s, cluster) && is_nontrivial_here(s, cluster->a) && is_nontrivial_here(s, cluster->b))
        return add_clusters(s, cluster->a, &cluster, 1, s->x);
    int64_t *x = copy_point(s);
    return s->n_projection++ < MOST_PROJECTIONS && find_local_point(s, cluster, s->g, x) &&
           add_clusters(s, cluster->a, &cluster, 1, x);
}

/* Add all of "list", the clusters of the node at "at" with nodes visited before, which stay where they are. Nothing in the
 * system but the signs of its coefficients is about the node at "at". */
static bool place_node(struct pv_utvpi *s, int at, const cluster_vec *list)
{
    bool fits = is_nontrivial_here(s, at);
    for (int i = 0; i < list->n && fits; i++)
        fits = cluster_holds(s, list->v[i]);
    if (!fits) {
        struct local local;
        begin_local(&local, s, at, at);
        for (int i = 0; i < list->n; i++)
            add_local_cluster(&local, list->v[i]);
        if (!solve_local(&local, s->x))
            return false;
    }
    for (int v = s->base[at]; v < s->base[at] + width_of(s, at); v++)
        pv_diffgraph_set(s->g, v, s->x[v]);
    return add_clusters(s, at, list->v, list->n, s->x);
}

/* Add the clusters one by one; where a variable of the head may be one or zero, one is tried first. */
static bool place_by_cluster(struct pv_utvpi *s, const cluster_vec *list, const int64_t *wanted)
{
    for (int i = 0; i < list->n; i++) {
        if (extend(s, list->v[i]))
            continue;
        if (!choose_head(s, list->v[i], wanted, 0) || !extend(s, list->v[i])) {
            s->failed = (int)(list->v[i] - s->clusters.v);
            return false;
        }
    }
    return true;
}

/* Add the node at "at", with what it has to do with nodes visited before. */
static bool visit(struct pv_utvpi *s, int at, const int64_t *wanted)
{
    cluster_vec list = clusters_to_visited(s, at);
    for (int i = 0; i < list.n; i++)
        choose_head(s, list.v[i], wanted, 1);
    s->is_visited[at] = true;
    return place_node(s, at, &list) || (!s->gave_up && place_by_cluster(s, &list, wanted));
}

/* Visit all nodes, those of "first" before all others, each, where possible, after one that it has constraints with. */
static bool visit_all(struct pv_utvpi *s, const int_vec *first, const int64_t *wanted)
{
    int n = s->graph->nodes.n, n_queue = 0, n_done = 0;
    int *queue = pv_new_array(s->scratch, int, n);
    bool *is_queued = pv_new_array(s->scratch, bool, n);
    for (int i = 0; i < first->n + n; i++) {
        int start = i < first->n ? first->v[i] : i - first->n;
        if (!is_queued[start])
            queue[n_queue++] = start;
        is_queued[start] = true;
        if (i + 1 < first->n)
            continue;
        for (; n_done < n_queue; n_done++) {
            int at = queue[n_done];
            if (!visit(s, at, wanted))
                return false;
            for (int c = 0; c < s->adjacent[at].n; c++) {
                const struct cluster *cluster = &s->clusters.v[s->adjacent[at].v[c]];
                int other = cluster->a == at ? cluster->b : cluster->a;
                if (!is_queued[other])
                    queue[n_queue++] = other;
                is_queued[other] = true;
            }
        }
    }
    return true;
}

/*---------------------------------------------------------------------------------------------------------------
 * Results */

/* Coefficients of parameters and constants are not negative. */
static void add_signs(struct pv_utvpi *s, struct pv_diffgraph *g)
{
    for (int i = 0; i < s->graph->nodes.n; i++)
        for (int v = node_at(s, i)->dim; v < width_of(s, i); v++)
            pv_diffgraph_add(g, (struct pv_two){-1, s->base[i] + v, 0, 0, 0});
}

/* Do the equalities of the system alone make some node trivial, or contradict each other? */
static bool equalities_are_empty(struct pv_utvpi *s)
{
    struct pv_sparse *system = pv_sparse_new(s->scratch, s->n_free);
    for (int i = 0; i < s->linears.n; i++)
        if (s->linears.v[i].is_equality && !s->linears.v[i].is_left_out &&
            pv_sparse_add(system, &s->linears.v[i].linear) == PV_SPARSE_CONTRADICTION)
            return true;
    for (int at = 0; at < s->graph->nodes.n; at++) {
        bool is_trivial = s->region_of[at] != NULL;
        for (int f = 0; is_trivial && f < s->region_of[at]->n_form; f++) {
            struct pv_linear form = get_form(s, at, f, 1);
            is_trivial = pv_sparse_implies_zero(system, &form);
        }
        if (is_trivial)
            return true;
    }
    return false;
}

/* Is the cluster that failed without a solution beside all constraints that have the form of two variables already?
 * Then so is the original system. */
static bool is_locally_empty(struct pv_utvpi *s)
{
    struct pv_diffgraph *g = pv_diffgraph_new(s->scratch, s->n_free, PV_SOLVE_INTEGER);
    pv_two_vec list = {0};
    const struct cluster *cluster = &s->clusters.v[s->failed];
    add_signs(s, g);
    for (int i = 0; i < s->linears.n; i++) {
        const struct row_linear *linear = &s->linears.v[i];
        if (!linear->is_left_out && pv_linear_is_utvpi(&linear->linear))
            replace(s, linear, s->x, &list);
    }
    for (int i = 0; i < list.n; i++)
        pv_diffgraph_add(g, list.v[i]);
    s->gave_up = false;
    return pv_diffgraph_solve(g, NULL) != PV_SOLVE_OPTIMAL ||
           (!find_local_point(s, cluster, g, copy_point(s)) && !s->gave_up);
}

/* Make small what may be small: the coefficients of parameters, then those of coordinates, the last first. */
static void minimize(struct pv_utvpi *s)
{
    PV_VEC(int) order = {0};
    for (int i = 0; i < s->graph->nodes.n; i++)
        for (int p = 0; p < s->graph->n_param; p++)
            if (pv_diffgraph_twice(s->g, s->base[i] + node_at(s, i)->dim + p))
                pv_push(s->scratch, &order, s->base[i] + node_at(s, i)->dim + p);
    pv_diffgraph_minimize(s->g, order.v, order.n);
}

/* The integer point of the system as values of the row problem, if it satisfies all that was asked for. */
static bool take_point(struct pv_utvpi *s, const int64_t *wanted, int64_t *value)
{
    const struct pv_row_problem *problem = s->wish.problem;
    minimize(s);
    if (!settle(s))
        return false;
    for (int i = 0; i < s->clusters.n; i++) {
        choose_head_at_point(s, &s->clusters.v[i], wanted);
        if (!cluster_holds(s, &s->clusters.v[i]))
            return false;
    }
    for (int i = 0; i < s->graph->nodes.n; i++)
        if (!is_nontrivial_here(s, i))
            return false;
    for (int v = 0; v < problem->n_head; v++)
        value[v] = s->head[v] == PV_UTVPI_ANY ? 0 : s->head[v];
    for (int v = problem->n_head; v < problem->n_var; v++) {
        int64_t own = s->x[s->free_of[v]];
        value[v] = !is_negative_part(s, v) ? own : own < 0 ? -own : 0;
        bool is_coordinate = v - problem->block[s->node_of[v]] < 2 * node_at(s, s->node_of[v])->dim;
        if (is_coordinate && value[v] < 0)
            value[v] = 0;
    }
    return true;
}

/* Begin with all constraints replaced around "seed". */
static bool plant(struct pv_utvpi *s, const pv_sched_row *seed, const int64_t *wanted)
{
    for (int i = 0; i < s->graph->nodes.n; i++)
        memcpy(s->x + s->base[i], seed[i], sizeof(int64_t) * (size_t)width_of(s, i));
    for (int v = 0; v < s->n_free; v++)
        pv_diffgraph_set(s->g, v, s->x[v]);
    for (int i = 0; i < s->clusters.n; i++) {
        const struct cluster *cluster = &s->clusters.v[i];
        choose_head_at_point(s, cluster, wanted);
        s->failed = i;
        if (!cluster_holds(s, cluster) || !add_clusters(s, cluster->a, &cluster, 1, s->x))
            return false;
    }
    return true;
}

/* Begin a search: a system of signs alone, and nothing visited. */
static void begin(struct pv_utvpi *s, const int64_t *head)
{
    int n = s->graph->nodes.n, n_head = s->wish.problem->n_head;
    s->g = pv_diffgraph_new(s->scratch, s->n_free, PV_SOLVE_INTEGER);
    s->x = pv_new_array(s->scratch, int64_t, s->n_free + 1);
    s->head = pv_new_array(s->scratch, int64_t, n_head + 1);
    s->is_visited = pv_new_array(s->scratch, bool, n + 1);
    s->is_nontrivial = pv_new_array(s->scratch, bool, n + 1);
    s->n_projection = s->failed = 0;
    for (int i = 0; i < n_head; i++)
        s->head[i] = head[i] == PV_UTVPI_ONE_OR_ZERO ? 0 : head[i];
    for (int i = 0; i < s->linears.n; i++)
        set_constant(s, &s->linears.v[i]);
    add_signs(s, s->g);
    pv_diffgraph_solve(s->g, NULL);
}

/* Search from one node to the next. Where that fails, the nodes that did not go with what was chosen before them come first
 * in the next attempt. */
static bool search_nodes(struct pv_utvpi *s, const int64_t *head, int64_t *value)
{
    int_vec first = {0};
    for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
        begin(s, head);
        if (visit_all(s, &first, head))
            return take_point(s, head, value);
        if (s->gave_up)
            return false;
        const struct cluster *cluster = &s->clusters.v[s->failed];
        int last = s->is_first[cluster->b] ? cluster->a : cluster->b;
        if (s->is_first[last])
            return false;
        s->is_first[last] = true;
        pv_push(s->scratch, &first, last);
    }
    return false;
}

enum pv_utvpi_status pv_utvpi_find(struct pv_utvpi *s, const int64_t *head, const pv_sched_row *seed, int64_t *value)
{
    s->scratch = pv_arena_new();
    s->is_first = pv_new_array(s->scratch, bool, s->graph->nodes.n + 1);
    s->gave_up = false;
    begin(s, head);
    bool found = seed ? plant(s, seed, head) && take_point(s, head, value) : search_nodes(s, head, value);
    enum pv_utvpi_status status = found ? PV_UTVPI_FOUND : s->gave_up ? PV_UTVPI_GAVE_UP : PV_UTVPI_EMPTY;
    if (status == PV_UTVPI_EMPTY && !seed && s->clusters.n && (equalities_are_empty(s) || is_locally_empty(s)))
        status = PV_UTVPI_NONE;
    pv_arena_free(s->scratch);
    return status;
}
