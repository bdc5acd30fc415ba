/* Each variable x has two nodes: one stands for x, the other for -x. A constraint on two variables is
 * the difference of two nodes, in two ways that mirror each other, and an edge for each. Node u minus
 * node v at most w is an edge from v to u of length w: distances from anywhere satisfy it. If all
 * constraints are differences of variables, the nodes of the negated variables are left out. */
#include "solve/diffgraph.h"

#include "base/vec.h"

#include <assert.h>
#include <string.h>

typedef __int128 wide;

struct constraint {
    int a, i, b, j;
    int64_t c;
};

struct edge {
    int from, to;
    wide length;
    int constraint;
};

struct pv_diffgraph {
    struct pv_arena *arena;
    int n_var;
    bool differences_only;
    PV_VEC(struct constraint) constraints;
};

/* The state of one call of pv_diffgraph_solve(). Node 2 i stands for x_i and node 2 i + 1 for -x_i;
 * with differences only, node i stands for x_i. */
struct solver {
    struct pv_diffgraph *g;
    enum pv_solve_domain domain;
    struct pv_diffgraph_result *result;
    int n_node;
    PV_VEC(struct edge) edges;
    wide *distance;  /* per node */
    int *reached_by; /* per node: the edge by which a search reached it, -1 if none did */
};

struct pv_diffgraph *pv_diffgraph_new(struct pv_arena *arena, int n_var)
{
    struct pv_diffgraph *g = pv_new(arena, struct pv_diffgraph);
    g->arena = arena;
    g->n_var = n_var;
    g->differences_only = true;
    return g;
}

int pv_diffgraph_add(struct pv_diffgraph *g, int a, int i, int b, int j, int64_t c)
{
    pv_push(g->arena, &g->constraints, ((struct constraint){a, i, b, j, c}));
    g->differences_only &= a * b == -1 || (a == 0 && b == 0);
    return g->constraints.n - 1;
}

/* The node that stands for "sign" * x_var. */
static int node_of(const struct solver *solver, int sign, int var)
{
    return solver->g->differences_only ? var : 2 * var + (sign < 0);
}

static void add_edge(struct solver *solver, int to, int from, wide length, int constraint)
{
    pv_push(solver->g->arena, &solver->edges, ((struct edge){from, to, length, constraint}));
}

/* Add an edge for 2 * sign * x_var <= twice, which is rounded down to even for integers. */
static void add_bound(struct solver *solver, int sign, int var, wide twice, int constraint)
{
    if (solver->domain == PV_SOLVE_INTEGER && twice % 2 != 0)
        twice -= 1;
    add_edge(solver, node_of(solver, sign, var), node_of(solver, -sign, var), twice, constraint);
}

static void add_constraint_edges(struct solver *solver, int number)
{
    struct constraint k = solver->g->constraints.v[number];
    bool same = k.a != 0 && k.b != 0 && k.i == k.j;
    if ((same && k.a == -k.b) || (k.a == 0 && k.b == 0)) {
        add_edge(solver, 0, 0, k.c, number);
    } else if (same) {
        add_bound(solver, k.a, k.i, k.c, number);
    } else if (k.b == 0) {
        add_bound(solver, k.a, k.i, (wide)2 * k.c, number);
    } else if (k.a == 0) {
        add_bound(solver, k.b, k.j, (wide)2 * k.c, number);
    } else if (solver->g->differences_only) {
        add_edge(solver, k.a > 0 ? k.i : k.j, k.a > 0 ? k.j : k.i, k.c, number);
    } else {
        add_edge(solver, node_of(solver, k.a, k.i), node_of(solver, -k.b, k.j), k.c, number);
        add_edge(solver, node_of(solver, k.b, k.j), node_of(solver, -k.a, k.i), k.c, number);
    }
}

static void build(struct solver *solver)
{
    struct pv_arena *arena = solver->g->arena;
    int n = solver->g->differences_only ? solver->g->n_var : 2 * solver->g->n_var;
    solver->n_node = n > 0 ? n : 1;
    for (int i = 0; i < solver->g->constraints.n; ++i)
        add_constraint_edges(solver, i);
    solver->distance = pv_new_array(arena, wide, solver->n_node);
    solver->reached_by = pv_new_array(arena, int, solver->n_node);
    memset(solver->reached_by, -1, sizeof(int) * (size_t)solver->n_node);
}

/* Let each edge shorten the distance of its end. Return whether one did. */
static bool relax(struct solver *solver)
{
    bool changed = false;
    for (int i = 0; i < solver->edges.n; ++i) {
        const struct edge *edge = &solver->edges.v[i];
        wide length = solver->distance[edge->from] + edge->length;
        if (length < solver->distance[edge->to]) {
            solver->distance[edge->to] = length;
            solver->reached_by[edge->to] = i;
            changed = true;
        }
    }
    return changed;
}

static int node_before(const struct solver *solver, int node)
{
    int edge = solver->reached_by[node];
    return edge < 0 ? -1 : solver->edges.v[edge].from;
}

/* Return a node on a cycle of edges by which nodes were reached, -1 if there is no cycle. "seen" has
 * room for a number per node. */
static int find_cycle(const struct solver *solver, int *seen)
{
    memset(seen, -1, sizeof(int) * (size_t)solver->n_node);
    for (int start = 0; start < solver->n_node; ++start) {
        int node = start;
        while (node >= 0 && seen[node] < 0) {
            seen[node] = start;
            node = node_before(solver, node);
        }
        if (node >= 0 && seen[node] == start)
            return node;
    }
    return -1;
}

/* Add the constraints of the edges that lead to "to" to the conflict, going back until "from". */
static void add_path_to_conflict(struct solver *solver, int from, int to)
{
    struct pv_diffgraph_result *result = solver->result;
    int node = to;
    do {
        const struct edge *edge = &solver->edges.v[solver->reached_by[node]];
        result->conflict[result->n_conflict++] = edge->constraint;
        node = edge->from;
    } while (node != from);
}

/* Compute distances with Bellman's and Ford's method, from a source in front of all nodes. Return
 * false, with the conflict stored, if there is a cycle of negative length. */
static bool find_distances(struct solver *solver)
{
    int *seen = pv_new_array(solver->g->arena, int, solver->n_node);
    while (relax(solver)) {
        int node = find_cycle(solver, seen);
        if (node >= 0) {
            solver->result->kind = PV_CONFLICT_NEGATIVE;
            add_path_to_conflict(solver, node, node);
            return false;
        }
    }
    return true;
}

/* Twice the value of the quantity "node" stands for; the mean of what the node and its mirror say. */
static wide twice_of(const struct solver *solver, int node)
{
    if (solver->g->differences_only)
        return 2 * solver->distance[node];
    return solver->distance[node] - solver->distance[node ^ 1];
}

/* Rounding to integers. Halves occur only with both kinds of nodes. Rounding "up" node u decides
 * about its mirror as well, which goes down. A constraint that ties two halves and holds with
 * equality does not let u go up unless v goes up too, v the start of the edge to u. All other
 * constraints leave enough room. */
struct rounding {
    struct solver *solver;
    int *first_in; /* per node: the first of the edges that end there, -1 if none */
    int *next_in;  /* per edge: the next that ends at the same node */
    bool *up;      /* per node: decided to go up */
    int *queue;
};

static void list_edges_by_end(struct rounding *r)
{
    struct solver *solver = r->solver;
    memset(r->first_in, -1, sizeof(int) * (size_t)solver->n_node);
    for (int i = 0; i < solver->edges.n; ++i) {
        int to = solver->edges.v[i].to;
        r->next_in[i] = r->first_in[to];
        r->first_in[to] = i;
    }
}

static bool is_tight(const struct solver *solver, const struct edge *edge)
{
    return 2 * edge->length == twice_of(solver, edge->to) - twice_of(solver, edge->from);
}

/* List in r->queue all nodes that have to go up if "start" does, and return their number. Let
 * "reached_by" of each but the first tell the edge that forces it. */
static int force_up(struct rounding *r, int start)
{
    struct solver *solver = r->solver;
    memset(solver->reached_by, -1, sizeof(int) * (size_t)solver->n_node);
    int n = 0;
    r->queue[n++] = start;
    for (int done = 0; done < n; ++done)
        for (int i = r->first_in[r->queue[done]]; i >= 0; i = r->next_in[i]) {
            assert(i < solver->edges.n);
            int from = solver->edges.v[i].from;
            bool known = from == start || solver->reached_by[from] >= 0;
            if (known || !is_tight(solver, &solver->edges.v[i]))
                continue;
            solver->reached_by[from] = i;
            r->queue[n++] = from;
        }
    return n;
}

/* Add the edges by which force_up("start") came to "end" to the conflict. */
static void add_force_to_conflict(struct rounding *r, int start, int end)
{
    struct pv_diffgraph_result *result = r->solver->result;
    for (int node = end; node != start;) {
        int by = r->solver->reached_by[node];
        assert(by >= 0 && by < r->solver->edges.n);
        const struct edge *edge = &r->solver->edges.v[by];
        result->conflict[result->n_conflict++] = edge->constraint;
        node = edge->to;
    }
}

/* Decide about the half-integer "node": down if possible, else up. Return false, with the conflict
 * stored, if each direction forces the other. */
static bool round_node(struct rounding *r, int node)
{
    for (int attempt = 0; attempt < 2; ++attempt) {
        int start = node ^ (attempt == 0), n = force_up(r, start);
        if (r->solver->reached_by[start ^ 1] < 0) {
            for (int i = 0; i < n; ++i)
                r->up[r->queue[i]] = true;
            return true;
        }
        add_force_to_conflict(r, start, start ^ 1);
    }
    r->solver->result->kind = PV_CONFLICT_PARITY;
    return false;
}

/* Move the halves among the distances to integers. */
static bool round_halves(struct solver *solver)
{
    struct pv_arena *arena = solver->g->arena;
    struct rounding r = {.solver = solver};
    r.first_in = pv_new_array(arena, int, solver->n_node);
    r.next_in = pv_new_array(arena, int, solver->edges.n + 1);
    r.up = pv_new_array(arena, bool, solver->n_node);
    r.queue = pv_new_array(arena, int, solver->n_node);
    list_edges_by_end(&r);
    for (int node = 0; node < solver->n_node; node += 2) {
        solver->result->n_conflict = 0;
        bool half = twice_of(solver, node) % 2 != 0;
        if (half && !r.up[node] && !r.up[node + 1] && !round_node(&r, node))
            return false;
    }
    for (int node = 0; node < solver->n_node; ++node)
        solver->distance[node] += r.up[node];
    return true;
}

/* Store the values of the variables. Return false if one does not fit. */
static bool store_values(struct solver *solver)
{
    int n_var = solver->g->n_var;
    solver->result->twice = pv_new_array(solver->g->arena, int64_t, n_var + 1);
    for (int i = 0; i < n_var; ++i) {
        wide twice = twice_of(solver, node_of(solver, 1, i));
        if (twice < INT64_MIN || twice > INT64_MAX)
            return false;
        solver->result->twice[i] = (int64_t)twice;
    }
    return true;
}

enum pv_solve_status pv_diffgraph_solve(struct pv_diffgraph *g, enum pv_solve_domain domain,
                                        struct pv_diffgraph_result *result)
{
    struct solver solver = {.g = g, .domain = domain, .result = result};
    memset(result, 0, sizeof(*result));
    build(&solver);
    result->conflict = pv_new_array(g->arena, int, 2 * solver.n_node + 1);
    if (!find_distances(&solver))
        return PV_SOLVE_INFEASIBLE;
    bool may_have_halves = domain == PV_SOLVE_INTEGER && !g->differences_only;
    if (may_have_halves && !round_halves(&solver))
        return PV_SOLVE_INFEASIBLE;
    return store_values(&solver) ? PV_SOLVE_OPTIMAL : PV_SOLVE_GAVE_UP;
}
