/* Solves systems of constraints of two variables with unit coefficients, by shortest paths.
 *
 * Each variable x has two nodes: one stands for x, the other for -x. A constraint on two variables is the difference of
 * two nodes, in two ways that mirror each other, and an edge for each. Node u minus node v at most w is an edge from v to
 * u of length w: distances from anywhere satisfy it. Distances are kept while edges are added: only what a new edge
 * shortens is looked at again (Bellman's and Ford's method with a worklist). */
#include "solve/diffgraph.h"

#include "base/vec.h"

#include <assert.h>
#include <string.h>

typedef __int128 wide;

struct edge {
    int from, to;
    wide length;
    int constraint;
    int next_out; /* the next edge from the same node, -1 if none */
};

struct change {
    int node;
    wide distance; /* before */
};

/* Node 2 i stands for x_i and node 2 i + 1 for -x_i. */
struct pv_diffgraph {
    struct pv_arena *arena;
    enum pv_solve_domain domain;
    int n_var, n_node;
    int n_constraint;
    PV_VEC(struct edge) edges;
    int *first_out; /* per node: the newest edge from it, -1 if none */
    int n_settled;  /* so many edges are satisfied by the distances */
    wide *distance; /* per node */
    /* Of one search: */
    int *reached_by; /* per node: the edge by which the search reached it, -1 if it did not */
    bool *is_queued; /* per node */
    int *queue;      /* a ring of n_node + 1 places */
    int head, tail;
    PV_VEC(struct change) changes;
    int n_relaxed;
};

struct pv_diffgraph *pv_diffgraph_new(struct pv_arena *arena, int n_var, enum pv_solve_domain domain)
{
    struct pv_diffgraph *g = pv_new(arena, struct pv_diffgraph);
    g->arena = arena;
    g->domain = domain;
    g->n_var = n_var;
    g->n_node = n_var > 0 ? 2 * n_var : 1;
    g->first_out = pv_new_array(arena, int, g->n_node);
    g->distance = pv_new_array(arena, wide, g->n_node);
    g->reached_by = pv_new_array(arena, int, g->n_node);
    g->is_queued = pv_new_array(arena, bool, g->n_node);
    g->queue = pv_new_array(arena, int, g->n_node + 1);
    memset(g->first_out, -1, sizeof(int) * (size_t)g->n_node);
    memset(g->reached_by, -1, sizeof(int) * (size_t)g->n_node);
    return g;
}

/*---------------------------------------------------------------------------------------------------------------
 * Constraints */

/* The node that stands for "sign" * x_var. */
static int node_of(int sign, int var)
{
    return 2 * var + (sign < 0);
}

static void add_edge(struct pv_diffgraph *g, int to, int from, wide length)
{
    pv_push(g->arena, &g->edges, ((struct edge){from, to, length, g->n_constraint, g->first_out[from]}));
    g->first_out[from] = g->edges.n - 1;
}

/* Add an edge for 2 * sign * x_var <= twice, which is rounded down to even for integers. */
static void add_bound(struct pv_diffgraph *g, int sign, int var, wide twice)
{
    if (g->domain == PV_SOLVE_INTEGER && twice % 2 != 0)
        twice -= 1;
    add_edge(g, node_of(sign, var), node_of(-sign, var), twice);
}

int pv_diffgraph_add(struct pv_diffgraph *g, struct pv_two k)
{
    bool same = k.a != 0 && k.b != 0 && k.i == k.j;
    if ((same && k.a == -k.b) || (k.a == 0 && k.b == 0)) {
        add_edge(g, 0, 0, k.c);
    } else if (same) {
        add_bound(g, k.a, k.i, k.c);
    } else if (k.b == 0) {
        add_bound(g, k.a, k.i, (wide)2 * k.c);
    } else if (k.a == 0) {
        add_bound(g, k.b, k.j, (wide)2 * k.c);
    } else {
        add_edge(g, node_of(k.a, k.i), node_of(-k.b, k.j), k.c);
        add_edge(g, node_of(k.b, k.j), node_of(-k.a, k.i), k.c);
    }
    return g->n_constraint++;
}

struct pv_diffgraph_mark pv_diffgraph_get_mark(const struct pv_diffgraph *g)
{
    return (struct pv_diffgraph_mark){g->n_constraint, g->edges.n};
}

void pv_diffgraph_return_to(struct pv_diffgraph *g, struct pv_diffgraph_mark mark)
{
    for (int i = g->edges.n - 1; i >= mark.n_edge; --i)
        g->first_out[g->edges.v[i].from] = g->edges.v[i].next_out;
    g->edges.n = mark.n_edge;
    g->n_constraint = mark.n_constraint;
    if (g->n_settled > g->edges.n)
        g->n_settled = g->edges.n;
}

/*---------------------------------------------------------------------------------------------------------------
 * Distances */

static void enqueue(struct pv_diffgraph *g, int node)
{
    if (g->is_queued[node])
        return;
    g->is_queued[node] = true;
    g->queue[g->tail] = node;
    g->tail = g->tail == g->n_node ? 0 : g->tail + 1;
}

static int dequeue(struct pv_diffgraph *g)
{
    int node = g->queue[g->head];
    g->head = g->head == g->n_node ? 0 : g->head + 1;
    g->is_queued[node] = false;
    return node;
}

/* Let edge "i" shorten the distance of its end. */
static void relax(struct pv_diffgraph *g, int i)
{
    const struct edge *edge = &g->edges.v[i];
    wide length = g->distance[edge->from] + edge->length;
    if (length >= g->distance[edge->to])
        return;
    if (g->reached_by[edge->to] < 0)
        pv_push(g->arena, &g->changes, ((struct change){edge->to, g->distance[edge->to]}));
    g->distance[edge->to] = length;
    g->reached_by[edge->to] = i;
    g->n_relaxed++;
    enqueue(g, edge->to);
}

static int node_before(const struct pv_diffgraph *g, int node)
{
    int edge = g->reached_by[node];
    return edge < 0 ? -1 : g->edges.v[edge].from;
}

/* Return a node on a cycle of edges by which nodes were reached, -1 if there is no cycle. */
static int find_cycle(const struct pv_diffgraph *g, int *seen)
{
    for (int i = 0; i < g->changes.n; ++i)
        seen[g->changes.v[i].node] = -1;
    for (int i = 0; i < g->changes.n; ++i) {
        int node = g->changes.v[i].node;
        while (node >= 0 && g->reached_by[node] >= 0 && seen[node] < 0) {
            seen[node] = i;
            node = node_before(g, node);
        }
        if (node >= 0 && g->reached_by[node] >= 0 && seen[node] == i)
            return node;
    }
    return -1;
}

/* Store the constraints on the cycle through "node" as the conflict. */
static void store_cycle(struct pv_diffgraph *g, int node, struct pv_diffgraph_proof *proof)
{
    if (!proof)
        return;
    proof->kind = PV_CONFLICT_NEGATIVE;
    proof->conflict = pv_new_array(g->arena, int, g->n_node + 1);
    proof->n_conflict = 0;
    int at = node;
    do {
        const struct edge *edge = &g->edges.v[g->reached_by[at]];
        proof->conflict[proof->n_conflict++] = edge->constraint;
        at = edge->from;
    } while (at != node);
}

/* Forget the search; with "undo", also what it changed. */
static void end_search(struct pv_diffgraph *g, bool undo)
{
    while (g->head != g->tail)
        dequeue(g);
    for (int i = 0; i < g->changes.n; ++i) {
        g->reached_by[g->changes.v[i].node] = -1;
        if (undo)
            g->distance[g->changes.v[i].node] = g->changes.v[i].distance;
    }
    g->changes.n = 0;
}

/* A cycle is looked for whenever as many distances became shorter as nodes were reached: it costs no more than they did. */
enum pv_solve_status pv_diffgraph_solve(struct pv_diffgraph *g, struct pv_diffgraph_proof *proof)
{
    int *seen = NULL, next_look = 16;
    g->n_relaxed = 0;
    for (int i = g->n_settled; i < g->edges.n; ++i)
        relax(g, i);
    while (g->head != g->tail) {
        int node = dequeue(g);
        for (int i = g->first_out[node]; i >= 0; i = g->edges.v[i].next_out)
            relax(g, i);
        if (g->n_relaxed < next_look)
            continue;
        seen = seen ? seen : pv_new_array(g->arena, int, g->n_node);
        int on_cycle = find_cycle(g, seen);
        if (on_cycle >= 0) {
            store_cycle(g, on_cycle, proof);
            end_search(g, true);
            return PV_SOLVE_INFEASIBLE;
        }
        next_look = g->n_relaxed + g->changes.n + 16;
    }
    end_search(g, false);
    g->n_settled = g->edges.n;
    return PV_SOLVE_OPTIMAL;
}

/* Twice the value of the quantity "node" stands for; the mean of what the node and its mirror say. */
static wide twice_of(const struct pv_diffgraph *g, int node)
{
    return g->distance[node] - g->distance[node ^ 1];
}

wide pv_diffgraph_twice(const struct pv_diffgraph *g, int var)
{
    return twice_of(g, node_of(1, var));
}

void pv_diffgraph_set(struct pv_diffgraph *g, int var, int64_t value)
{
    g->distance[node_of(1, var)] = value;
    g->distance[node_of(-1, var)] = -value;
}

/*---------------------------------------------------------------------------------------------------------------
 * Rounding to integers. Rounding "up" node u decides about its mirror as well, which goes down. A constraint that ties
 * two halves and holds with equality does not let u go up unless v goes up too, v the start of the edge to u. All other
 * constraints leave enough room. */
struct rounding {
    struct pv_diffgraph *g;
    struct pv_diffgraph_proof *proof;
    int *first_in; /* per node: the first of the edges that end there, -1 if none */
    int *next_in;  /* per edge: the next that ends at the same node */
    int *by;       /* per node: the edge that forces it, -1 if none does */
    bool *up;      /* per node: decided to go up */
    int *queue;
};

static void list_edges_by_end(struct rounding *r)
{
    struct pv_diffgraph *g = r->g;
    memset(r->first_in, -1, sizeof(int) * (size_t)g->n_node);
    for (int i = 0; i < g->edges.n; ++i) {
        int to = g->edges.v[i].to;
        r->next_in[i] = r->first_in[to];
        r->first_in[to] = i;
    }
}

static bool is_tight(const struct pv_diffgraph *g, const struct edge *edge)
{
    return 2 * edge->length == twice_of(g, edge->to) - twice_of(g, edge->from);
}

/* List in r->queue all nodes that have to go up if "start" does, and return their number. */
static int force_up(struct rounding *r, int start)
{
    struct pv_diffgraph *g = r->g;
    memset(r->by, -1, sizeof(int) * (size_t)g->n_node);
    int n = 0;
    r->queue[n++] = start;
    for (int done = 0; done < n; ++done)
        for (int i = r->first_in[r->queue[done]]; i >= 0; i = r->next_in[i]) {
            assert(i < g->edges.n);
            int from = g->edges.v[i].from;
            bool known = from == start || r->by[from] >= 0;
            if (known || !is_tight(g, &g->edges.v[i]))
                continue;
            r->by[from] = i;
            r->queue[n++] = from;
        }
    return n;
}

/* Add the edges by which force_up("start") came to "end" to the conflict. */
static void add_force_to_conflict(struct rounding *r, int start, int end)
{
    for (int node = end; r->proof && node != start;) {
        int by = r->by[node];
        assert(by >= 0 && by < r->g->edges.n);
        const struct edge *edge = &r->g->edges.v[by];
        r->proof->conflict[r->proof->n_conflict++] = edge->constraint;
        node = edge->to;
    }
}

/* Decide about the half-integer "node": down if possible, else up. Return false, with the conflict
 * stored, if each direction forces the other. */
static bool round_node(struct rounding *r, int node)
{
    for (int attempt = 0; attempt < 2; ++attempt) {
        int start = node ^ (attempt == 0), n = force_up(r, start);
        if (r->by[start ^ 1] < 0) {
            for (int i = 0; i < n; ++i)
                r->up[r->queue[i]] = true;
            return true;
        }
        add_force_to_conflict(r, start, start ^ 1);
    }
    return false;
}

/* Decide about all halves. */
static bool round_halves(struct rounding *r)
{
    for (int node = 0; node < 2 * r->g->n_var; node += 2) {
        if (r->proof)
            r->proof->n_conflict = 0;
        bool half = twice_of(r->g, node) % 2 != 0;
        if (half && !r->up[node] && !r->up[node + 1] && !round_node(r, node))
            return false;
    }
    return true;
}

enum pv_solve_status pv_diffgraph_round(struct pv_diffgraph *g, int64_t *value, struct pv_diffgraph_proof *proof)
{
    struct pv_arena *arena = pv_arena_new();
    struct rounding r = {.g = g, .proof = proof};
    r.first_in = pv_new_array(arena, int, g->n_node);
    r.next_in = pv_new_array(arena, int, g->edges.n + 1);
    r.by = pv_new_array(arena, int, g->n_node);
    r.up = pv_new_array(arena, bool, g->n_node);
    r.queue = pv_new_array(arena, int, g->n_node);
    list_edges_by_end(&r);
    if (proof) {
        proof->kind = PV_CONFLICT_PARITY;
        proof->conflict = pv_new_array(g->arena, int, 2 * g->n_node + 1);
    }
    enum pv_solve_status status = round_halves(&r) ? PV_SOLVE_OPTIMAL : PV_SOLVE_INFEASIBLE;
    for (int i = 0; i < g->n_var && status == PV_SOLVE_OPTIMAL; ++i) {
        int node = node_of(1, i);
        wide twice = twice_of(g, node) + r.up[node] - r.up[node ^ 1];
        if (twice / 2 < INT64_MIN || twice / 2 > INT64_MAX)
            status = PV_SOLVE_GAVE_UP;
        else
            value[i] = (int64_t)(twice / 2);
    }
    pv_arena_free(arena);
    return status;
}

/*---------------------------------------------------------------------------------------------------------------
 * Shortest paths */

/* Paths from one node: lengths less the difference of the distances at both ends, which makes every edge non-negative.
 * The lengths of nodes that were not reached are negative. */
struct paths {
    struct pv_diffgraph *g;
    struct pv_arena *arena;
    wide *length;              /* per node */
    PV_VEC(int) seen;          /* nodes that were reached */
    int *heap, *place, n_heap; /* nodes to go on from, the nearest first; "place" -1: not there */
};

static struct paths new_paths(struct pv_diffgraph *g)
{
    struct paths paths = {.g = g, .arena = pv_arena_new()};
    paths.length = pv_new_array(paths.arena, wide, g->n_node);
    paths.heap = pv_new_array(paths.arena, int, g->n_node);
    paths.place = pv_new_array(paths.arena, int, g->n_node);
    for (int i = 0; i < g->n_node; ++i)
        paths.length[i] = paths.place[i] = -1;
    return paths;
}

static void put(struct paths *p, int at, int node)
{
    p->heap[at] = node;
    p->place[node] = at;
}

/* Move "node", at place "at" of the heap, to where it belongs. */
static void sift(struct paths *p, int at, int node)
{
    while (at > 0 && p->length[p->heap[(at - 1) / 2]] > p->length[node]) {
        put(p, at, p->heap[(at - 1) / 2]);
        at = (at - 1) / 2;
    }
    for (int child; (child = 2 * at + 1) < p->n_heap; at = child) {
        if (child + 1 < p->n_heap && p->length[p->heap[child + 1]] < p->length[p->heap[child]])
            child++;
        if (p->length[p->heap[child]] >= p->length[node])
            break;
        put(p, at, p->heap[child]);
    }
    put(p, at, node);
}

/* Reach "node" by a path of length "length". */
static void reach(struct paths *p, int node, wide length)
{
    if (p->length[node] >= 0 && p->length[node] <= length)
        return;
    if (p->length[node] < 0)
        pv_push(p->arena, &p->seen, node);
    p->length[node] = length;
    if (p->place[node] < 0)
        sift(p, p->n_heap++, node);
    else
        sift(p, p->place[node], node);
}

/* Find the paths from "start" to all nodes (Dijkstra's method). */
static void find_paths(struct paths *p, int start)
{
    struct pv_diffgraph *g = p->g;
    for (int i = 0; i < p->seen.n; ++i)
        p->length[p->seen.v[i]] = -1;
    p->seen.n = 0;
    reach(p, start, 0);
    while (p->n_heap > 0) {
        int node = p->heap[0];
        p->place[node] = -1;
        if (--p->n_heap > 0)
            sift(p, 0, p->heap[p->n_heap]);
        for (int i = g->first_out[node]; i >= 0; i = g->edges.v[i].next_out) {
            const struct edge *edge = &g->edges.v[i];
            if (edge->to != edge->from)
                reach(p, edge->to, p->length[node] + edge->length + g->distance[edge->from] - g->distance[edge->to]);
        }
    }
}

/* Is there a path to "node"? "*length" is then its length. */
static bool get_length(const struct paths *p, int start, int node, wide *length)
{
    *length = p->length[node] - p->g->distance[start] + p->g->distance[node];
    return p->length[node] >= 0;
}

int pv_diffgraph_project(struct pv_diffgraph *g, const int *vars, int n, struct pv_two *out)
{
    struct paths paths = new_paths(g);
    int n_out = 0;
    for (int s = 0; s < 2 * n; ++s) {
        int start = 2 * vars[s / 2] + s % 2;
        find_paths(&paths, start);
        for (int t = 0; t < 2 * n; ++t) {
            wide length;
            /* Mirrored paths say the same. */
            if (t == s || (t ^ 1) > s || !get_length(&paths, start, 2 * vars[t / 2] + t % 2, &length))
                continue;
            bool is_bound = t / 2 == s / 2;
            if (is_bound)
                length = length >= 0 ? length / 2 : -((1 - length) / 2);
            if (length > INT64_MAX / 4 || length < INT64_MIN / 4)
                continue;
            int to = t % 2 ? -1 : 1, from = s % 2 ? 1 : -1;
            out[n_out++] = (struct pv_two){to, t / 2, is_bound ? 0 : from, s / 2, (int64_t)length};
        }
    }
    pv_arena_free(paths.arena);
    return n_out;
}

/* The value nearest to zero that the system allows for "var". */
static int64_t nearest_to_zero(struct pv_diffgraph *g, struct paths *paths, int var)
{
    wide twice = pv_diffgraph_twice(g, var), length;
    if (twice == 0)
        return 0;
    int sign = twice > 0 ? 1 : -1, start = node_of(sign, var);
    find_paths(paths, start);
    /* -sign x - sign x <= length */
    if (!get_length(paths, start, start ^ 1, &length) || length >= 0)
        return 0;
    return sign * (int64_t)((1 - length) / 2);
}

void pv_diffgraph_minimize(struct pv_diffgraph *g, const int *vars, int n)
{
    struct paths paths = new_paths(g);
    for (int i = 0; i < n; ++i) {
        int64_t value = nearest_to_zero(g, &paths, vars[i]);
        struct pv_diffgraph_mark mark = pv_diffgraph_get_mark(g);
        pv_diffgraph_add(g, (struct pv_two){1, vars[i], 0, 0, value});
        pv_diffgraph_add(g, (struct pv_two){-1, vars[i], 0, 0, -value});
        if (pv_diffgraph_solve(g, NULL) != PV_SOLVE_OPTIMAL)
            pv_diffgraph_return_to(g, mark);
    }
    pv_arena_free(paths.arena);
}
