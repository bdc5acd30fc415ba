/* Merges the bands of components where it costs nothing. */
#include "schedule/cluster.h"

#include "schedule/farkas.h"
#include "solve/matrix.h"

#include <string.h>

/* Pairs at most this far apart count as close. */
enum { CLOSE_DISTANCE = 2 };

/* State while clusters are merged. A cluster keeps the number of its first component; "graph" is NULL for those that
 * became part of another. */
struct merging {
    struct pv_sched_run *run;
    const struct pv_sched_graph *graph;
    enum pv_band_style style;
    int n;
    struct pv_cluster *clusters;
    bool *may_merge;
    /* Dependences from each cluster, and to each: the first, and the next after each; -1: none. */
    int *first_edge[2], *next_edge[2];
    int *queue;       /* of clusters to go on from */
    int *place;       /* in an order in which what is needed by one component alone stands right before it */
    bool allow_fixed; /* a distance may be without bound where one end stands still */
};

/* The cluster that "node" is in, which its group names. */
static struct pv_cluster *cluster_of(const struct merging *merging, const struct pv_sched_node *node)
{
    return &merging->clusters[node->group];
}

/*---------------------------------------------------------------------------------------------------------------
 * Which clusters to merge */

/* Add a * b to "sum"; false where numbers become too large. Generators have entries up to 2^56. */
static bool add_product(int64_t *sum, int64_t a, int64_t b)
{
    int64_t product;
    return !__builtin_mul_overflow(a, b, &product) && !__builtin_add_overflow(*sum, product, sum);
}

/* Set "n" numbers at "to" to the product of the matrix "m", with "dim" columns, and the vector "x"; false where numbers
 * become too large. */
static bool apply_matrix(int64_t *to, const int64_t *m, int n, const int64_t *x, int dim)
{
    bool ok = true;
    for (int i = 0; i < n; i++) {
        to[i] = 0;
        for (int c = 0; c < dim && ok; c++)
            ok = add_product(&to[i], m[i * dim + c], x[c]);
    }
    return ok;
}

/* Matrix of the generators of "edge", each as (R x, S y, n, 1), R and S the directions that the nodes have left. NULL
 * where numbers become too large. */
static int64_t *remaining_directions(const struct pv_sched_graph *graph, const struct pv_sched_edge *edge, int *n_row)
{
    const struct pv_sched_node *src = edge->src, *dst = edge->dst;
    int n_src = src->dim - src->rank, n_dst = dst->dim - dst->rank, n_rest = graph->n_param + 1, n = 0;
    for (int p = 0; p < edge->pieces.n; p++)
        n += edge->pieces.v[p]->lines.n + edge->pieces.v[p]->rays.n;
    int width = n_src + n_dst + n_rest;
    int64_t *m = pv_new_array(graph->arena, int64_t, n * width + 1), *row = m;
    for (int p = 0; p < edge->pieces.n; p++) {
        const struct pv_cone *cone = edge->pieces.v[p];
        for (int g = 0; g < cone->lines.n + cone->rays.n; g++, row += width) {
            const int64_t *v = g < cone->lines.n ? cone->lines.v[g].v : cone->rays.v[g - cone->lines.n].v;
            if (!apply_matrix(row, src->independent, n_src, v, src->dim) ||
                !apply_matrix(row + n_src, dst->independent, n_dst, v + src->dim, dst->dim))
                return NULL;
            memcpy(row + n_src + n_dst, v + src->dim + dst->dim, sizeof(int64_t) * (size_t)n_rest);
        }
    }
    *n_row = n;
    return m;
}

/* How many equalities do all rows of "m" fulfil, looking only at "n_left" columns from "first" on and at the last
 * "n_rest"? */
static int count_equalities(struct pv_arena *arena, const int64_t *m, int n_row, int width, int first, int n_left,
                            int n_rest)
{
    int n_col = n_left + n_rest;
    int64_t *part = pv_new_array(arena, int64_t, n_row * n_col + 1);
    for (int i = 0; i < n_row; i++) {
        for (int c = 0; c < n_left; c++)
            part[i * n_col + c] = m[i * width + first + c];
        for (int c = 0; c < n_rest; c++)
            part[i * n_col + n_left + c] = m[i * width + width - n_rest + c];
    }
    int rank = pv_matrix_rank(part, n_row, n_col);
    return rank < 0 ? 0 : n_col - rank;
}

/* The number of equalities between both ends of "edge", outer loops left out: so many coordinates could be kept
 * together. */
static int find_weight(const struct pv_sched_graph *graph, const struct pv_sched_edge *edge)
{
    int n_src = edge->src->dim - edge->src->rank, n_dst = edge->dst->dim - edge->dst->rank, n_rest = graph->n_param + 1,
        n_row, width = n_src + n_dst + n_rest;
    const int64_t *m = remaining_directions(graph, edge, &n_row);
    if (!m)
        return 0;
    int n_all = count_equalities(graph->arena, m, n_row, width, 0, n_src + n_dst, n_rest);
    int n_first = count_equalities(graph->arena, m, n_row, width, 0, n_src, n_rest);
    int n_second = count_equalities(graph->arena, m, n_row, width, n_src, n_dst, n_rest);
    int n_params = count_equalities(graph->arena, m, n_row, width, 0, 0, n_rest);
    return n_all - n_first - n_second + n_params;
}

/* How far apart clusters stand in the program, or in the order of places, whichever brings them closer. */
static int distance_of(const struct merging *merging, int a, int b)
{
    int apart = a < b ? b - a : a - b, places = merging->place[a] - merging->place[b];
    places = places < 0 ? -places : places;
    return places < apart ? places : apart;
}

/* Close pairs between two clusters that were not tried yet: the heaviest, and of those the ones between clusters near
 * each other. */
static struct pv_sched_edge *pick_edge(const struct merging *merging)
{
    struct pv_sched_edge *best = NULL;
    int best_distance = 0;
    for (int i = 0; i < merging->graph->edges.n; i++) {
        struct pv_sched_edge *edge = merging->graph->edges.v[i];
        int distance = distance_of(merging, edge->src->group, edge->dst->group);
        if (!(edge->kinds & PV_EDGE_PROXIMITY) || edge->no_merge || edge->src->group == edge->dst->group ||
            !merging->may_merge[edge->src->group] || !merging->may_merge[edge->dst->group])
            continue;
        if (!best || edge->weight > best->weight || (edge->weight == best->weight && distance < best_distance)) {
            best = edge;
            best_distance = distance;
        }
    }
    return best;
}

/* Number "c" and all that is reached from it, the last first, from "*next" on down. */
static void number_from(struct merging *merging, int c, bool *is_seen, int *next)
{
    is_seen[c] = true;
    for (int i = 0; i < merging->graph->edges.n; i++) {
        const struct pv_sched_edge *edge = merging->graph->edges.v[i];
        if ((edge->kinds & (PV_EDGE_VALIDITY | PV_EDGE_CONDITIONED)) && edge->src->group == c &&
            !is_seen[edge->dst->group])
            number_from(merging, edge->dst->group, is_seen, next);
    }
    merging->place[c] = --*next;
}

static void find_places(struct merging *merging)
{
    bool *is_seen = pv_new_array(merging->graph->arena, bool, merging->n);
    int next = merging->n;
    for (int c = 0; c < merging->n; c++)
        if (!is_seen[c])
            number_from(merging, c, is_seen, &next);
}

enum direction { FORWARD, BACKWARD };

static int end_of(const struct merging *merging, int edge, enum direction direction)
{
    const struct pv_sched_edge *pairs = merging->graph->edges.v[edge];
    return direction == FORWARD ? pairs->dst->group : pairs->src->group;
}

/* List the dependences of each cluster. */
static void list_edges(struct merging *merging)
{
    for (enum direction d = FORWARD; d <= BACKWARD; d++) {
        memset(merging->first_edge[d], -1, sizeof(int) * (size_t)merging->n);
        for (int i = 0; i < merging->graph->edges.n; i++) {
            int start = end_of(merging, i, d == FORWARD ? BACKWARD : FORWARD);
            if (!(merging->graph->edges.v[i]->kinds & (PV_EDGE_VALIDITY | PV_EDGE_CONDITIONED)))
                continue;
            merging->next_edge[d][i] = merging->first_edge[d][start];
            merging->first_edge[d][start] = i;
        }
    }
}

/* Which clusters a path of dependences leads to from "start", or, backward, from which one leads there. */
static const bool *find_reached(const struct merging *merging, int start, enum direction direction)
{
    bool *is_reached = pv_new_array(merging->graph->arena, bool, merging->n);
    int n = 0;
    merging->queue[n++] = start;
    for (int done = 0; done < n; done++)
        for (int i = merging->first_edge[direction][merging->queue[done]]; i >= 0;
             i = merging->next_edge[direction][i]) {
            int end = end_of(merging, i, direction);
            if (!is_reached[end] && end != start)
                merging->queue[n++] = end;
            is_reached[end] = true;
        }
    return is_reached;
}

/* Set "selected" for clusters "a" and "b" and all on paths between them. False if one of them may not be merged. */
static bool select_clusters(const struct merging *merging, int a, int b, bool *selected)
{
    const bool *after_a = find_reached(merging, a, FORWARD), *before_a = find_reached(merging, a, BACKWARD);
    const bool *after_b = find_reached(merging, b, FORWARD), *before_b = find_reached(merging, b, BACKWARD);
    for (int c = 0; c < merging->n; c++) {
        selected[c] = c == a || c == b || (after_a[c] && before_b[c]) || (after_b[c] && before_a[c]);
        if (selected[c] && !merging->may_merge[c])
            return false;
    }
    for (int i = 0; i < merging->graph->edges.n; i++) {
        const struct pv_sched_edge *edge = merging->graph->edges.v[i];
        if (edge->no_merge && edge->src->group != edge->dst->group && selected[edge->src->group] &&
            selected[edge->dst->group])
            return false;
    }
    return true;
}

/*---------------------------------------------------------------------------------------------------------------
 * The graph of clusters */

/* Set "value" to row "row" of a node applied to the instance "x" with the parameters and the one "rest"; false where
 * numbers become too large. */
static bool apply_row(int64_t *value, const int64_t *row, const int64_t *x, int dim, const int64_t *rest, int n_rest)
{
    bool ok = true;
    *value = 0;
    for (int i = 0; i < dim && ok; i++)
        ok = add_product(value, row[i], x[i]);
    for (int i = 0; i < n_rest && ok; i++)
        ok = add_product(value, row[dim + i], rest[i]);
    return ok;
}

/* The generator "v" of pairs of statements as one of pairs of clusters; without numbers where these become too large. */
static struct pv_generator map_generator(const struct merging *merging, const struct pv_sched_edge *edge,
                                         const int64_t *v, int n_src, int n_dst)
{
    bool ok = true;
    const struct pv_sched_node *src = edge->src, *dst = edge->dst;
    int n_rest = merging->graph->n_param + 1;
    const int64_t *rest = v + src->dim + dst->dim;
    struct pv_generator to = {.v = pv_new_array(merging->graph->arena, int64_t, n_src + n_dst + n_rest)};
    int first_src = cluster_of(merging, src)->band.first, first_dst = cluster_of(merging, dst)->band.first;
    for (int i = 0; i < n_src && ok; i++)
        ok = apply_row(&to.v[i], src->rows.v[first_src + i], v, src->dim, rest, n_rest);
    for (int i = 0; i < n_dst && ok; i++)
        ok = apply_row(&to.v[n_src + i], dst->rows.v[first_dst + i], v + src->dim, dst->dim, rest, n_rest);
    memcpy(to.v + n_src + n_dst, rest, sizeof(int64_t) * (size_t)n_rest);
    return ok ? to : (struct pv_generator){.v = NULL};
}

/* Add the "n" generators "from" of "edge", mapped, to "to"; false where numbers become too large. */
static bool map_generators(const struct merging *merging, const struct pv_sched_edge *edge,
                           const struct pv_generator *from, int n, struct pv_sched_edge *mapped, pv_generators *to)
{
    for (int i = 0; i < n; i++) {
        struct pv_generator generator = map_generator(merging, edge, from[i].v, mapped->src->dim, mapped->dst->dim);
        if (!generator.v)
            return false;
        pv_push(merging->graph->arena, to, generator);
    }
    return true;
}

/* "edge" between the clusters "src" and "dst", whose coordinates are the members of their bands; NULL where numbers
 * become too large. */
static struct pv_sched_edge *map_edge(const struct merging *merging, const struct pv_sched_edge *edge,
                                      struct pv_sched_node *src, struct pv_sched_node *dst)
{
    struct pv_arena *arena = merging->graph->arena;
    struct pv_sched_edge *mapped = pv_new(arena, struct pv_sched_edge);
    *mapped = *edge;
    mapped->src = src;
    mapped->dst = dst;
    mapped->pairs = mapped->exact_pairs = mapped->piece_pairs = mapped->normal_pairs = NULL;
    mapped->pieces.v = NULL;
    mapped->pieces.n = mapped->pieces.cap = 0;
    for (int p = 0; p < edge->pieces.n; p++) {
        const struct pv_cone *from = edge->pieces.v[p];
        struct pv_cone *cone = pv_new(arena, struct pv_cone);
        cone->dim = src->dim + dst->dim + merging->graph->n_param + 1;
        if (!map_generators(merging, edge, from->lines.v, from->lines.n, mapped, &cone->lines) ||
            !map_generators(merging, edge, from->rays.v, from->rays.n, mapped, &cone->rays))
            return NULL;
        pv_push(arena, &mapped->pieces, cone);
    }
    return mapped;
}

/* The coordinate that "row" is, up to its sign and a shift; -1 if it is none. */
static int unit_coordinate(const int64_t *row, int dim)
{
    int found = -1;
    for (int i = 0; i < dim; i++) {
        if (row[i] == 0)
            continue;
        if (found >= 0 || (row[i] != 1 && row[i] != -1))
            return -1;
        found = i;
    }
    return found;
}

/* A member of a band is as short as the shortest loop that it is. */
static int64_t *member_sizes(const struct pv_cluster *cluster)
{
    int64_t *size = pv_new_array(cluster->graph->arena, int64_t, cluster->band.n + 1);
    for (int at = 0; at < cluster->band.n; at++) {
        size[at] = PV_NO_BOUND;
        for (int i = 0; i < cluster->graph->nodes.n; i++) {
            const struct pv_sched_node *node = cluster->graph->nodes.v[i];
            int d = unit_coordinate(node->rows.v[cluster->band.first + at], node->dim);
            if (d >= 0 && node->size[d] < size[at])
                size[at] = node->size[d];
        }
    }
    return size;
}

/* An attempt to merge: the graph of the selected clusters, and the edges it was made from. */
struct attempt {
    struct pv_sched_graph *graph;
    struct pv_sched_node **node_of; /* by cluster; NULL if not selected */
    PV_VEC(struct pv_sched_edge *) sources;
    bool overflows; /* numbers became too large: there is nothing to try */
};

static struct attempt make_attempt(const struct merging *merging, const bool *selected)
{
    struct pv_arena *arena = merging->graph->arena;
    struct attempt attempt = {.node_of = pv_new_array(arena, struct pv_sched_node *, merging->n)};
    attempt.graph = pv_new(arena, struct pv_sched_graph);
    attempt.graph->arena = arena;
    attempt.graph->n_param = merging->graph->n_param;
    for (int c = 0; c < merging->n; c++) {
        if (!selected[c])
            continue;
        struct pv_sched_node *node = pv_new(arena, struct pv_sched_node);
        node->index = node->group = c;
        node->name = merging->clusters[c].graph->nodes.v[0]->name;
        node->dim = node->n_in = merging->clusters[c].band.n;
        node->size = member_sizes(&merging->clusters[c]);
        pv_sched_node_find_rank(arena, node);
        pv_push(arena, &attempt.graph->nodes, node);
        attempt.node_of[c] = node;
    }
    for (int i = 0; i < merging->graph->edges.n; i++) {
        struct pv_sched_edge *edge = merging->graph->edges.v[i];
        if (!selected[edge->src->group] || !selected[edge->dst->group])
            continue;
        struct pv_sched_edge *mapped = map_edge(merging, edge, attempt.node_of[edge->src->group],
                                                attempt.node_of[edge->dst->group]);
        attempt.overflows = attempt.overflows || !mapped;
        if (!mapped)
            continue;
        pv_push(arena, &attempt.sources, edge);
        pv_push(arena, &attempt.graph->edges, mapped);
    }
    return attempt;
}

/*---------------------------------------------------------------------------------------------------------------
 * Which merges to accept */

static int count_coincident(const struct pv_band *band)
{
    int n = 0;
    for (int i = 0; i < band->n; i++)
        n += band->coincident[i];
    return n;
}

/* Is the distance of the pairs of "edge" in row "at" at most CLOSE_DISTANCE? */
static bool is_close(const struct pv_sched_graph *graph, const struct pv_sched_edge *edge, int at)
{
    int64_t *form = pv_sched_edge_difference(graph, edge, at);
    int last = edge->src->dim + edge->dst->dim + graph->n_param;
    for (int sign = -1; sign <= 1; sign += 2) {
        int64_t *slack = pv_new_array(graph->arena, int64_t, last + 1);
        for (int i = 0; i <= last; i++)
            slack[i] = sign * form[i] + (i == last ? CLOSE_DISTANCE : 0);
        if (pv_sched_edge_signs(edge, slack).min < 0)
            return false;
    }
    return true;
}

/* Does row "at" have one value, for given parameters, at one end of all pairs of "edge"? */
static bool stands_still(const struct pv_sched_graph *graph, const struct pv_sched_edge *edge, int at, bool at_source)
{
    const struct pv_sched_node *node = at_source ? edge->src : edge->dst;
    int n_rest = graph->n_param + 1, width = n_rest + 1, n_row = 0;
    for (int p = 0; p < edge->pieces.n; p++)
        n_row += edge->pieces.v[p]->lines.n + edge->pieces.v[p]->rays.n;
    int64_t *m = pv_new_array(graph->arena, int64_t, n_row * width + 1), *row = m;
    for (int p = 0; p < edge->pieces.n; p++) {
        const struct pv_cone *cone = edge->pieces.v[p];
        for (int g = 0; g < cone->lines.n + cone->rays.n; g++, row += width) {
            const int64_t *v = g < cone->lines.n ? cone->lines.v[g].v : cone->rays.v[g - cone->lines.n].v;
            const int64_t *rest = v + edge->src->dim + edge->dst->dim;
            if (!apply_row(row, node->rows.v[at], at_source ? v : v + edge->src->dim, node->dim, rest, n_rest))
                return false;
            memcpy(row + 1, rest, sizeof(int64_t) * (size_t)n_rest);
        }
    }
    int with = pv_matrix_rank(m, n_row, width);
    int without = n_rest - count_equalities(graph->arena, m, n_row, width, 0, 0, n_rest);
    return with >= 0 && with == without;
}

/* Are the pairs of "edge" close in all rows of "band"? A statement whose values serve many instances of another cannot
 * be close to all of them: as many rows as "edge" has no equalities for may be excused if one end stands still. */
static bool is_optimized(const struct merging *merging, const struct attempt *attempt, const struct pv_sched_edge *edge,
                         const struct pv_band *band)
{
    int n_excused = merging->allow_fixed ? band->n - edge->weight : 0;
    for (int at = 0; at < band->n; at++) {
        if (is_close(attempt->graph, edge, at))
            continue;
        if (n_excused-- <= 0 ||
            (!stands_still(attempt->graph, edge, at, true) && !stands_still(attempt->graph, edge, at, false)))
            return false;
    }
    return true;
}

/* Why the band of "attempt" is not good enough; NULL if it is. */
static const char *find_fault(const struct merging *merging, const struct attempt *attempt, const struct pv_band *band)
{
    const struct pv_schedule_params *params = merging->run->params;
    int deepest = 0, most = 0;
    for (int c = 0; c < merging->n; c++) {
        if (!attempt->node_of[c])
            continue;
        const struct pv_band *own = &merging->clusters[c].band;
        deepest = own->n > deepest ? own->n : deepest;
        most = count_coincident(own) > most ? count_coincident(own) : most;
    }
    if (band->n == 0)
        return "no common loop";
    if (params->maximize_band_depth && band->n < deepest)
        return "the common band would have fewer loops";
    if (params->maximize_coincidence && count_coincident(band) < most)
        return "fewer loops would be parallel";
    for (int i = 0; i < attempt->graph->edges.n; i++) {
        const struct pv_sched_edge *edge = attempt->graph->edges.v[i];
        if (edge->src != edge->dst && (edge->kinds & PV_EDGE_PROXIMITY) && is_optimized(merging, attempt, edge, band))
            return NULL;
    }
    return "no value would be used closer to where it is computed";
}

/*---------------------------------------------------------------------------------------------------------------
 * Merging */

/* Row "at" of the cluster "node" in terms of the statement "statement", the rows of its cluster's band starting at
 * "first". NULL where numbers become too large. */
static pv_sched_row compose_row(const struct pv_sched_graph *graph, const struct pv_sched_node *statement, int first,
                                const struct pv_sched_node *node, int at)
{
    int n = statement->dim + graph->n_param + 1;
    pv_sched_row row = pv_new_array(graph->arena, int64_t, n);
    bool ok = true;
    for (int k = 0; k < node->dim; k++)
        for (int i = 0; i < n && ok; i++)
            ok = add_product(&row[i], node->rows.v[at][k], statement->rows.v[first + k][i]);
    for (int i = 0; i <= graph->n_param && ok; i++)
        ok = add_product(&row[statement->dim + i], node->rows.v[at][node->dim + i], 1);
    return ok ? row : NULL;
}

/* Do all statements of "attempt" have rows of moderate numbers in "band"? */
static bool can_compose(const struct merging *merging, const struct attempt *attempt, const struct pv_band *band)
{
    for (int c = 0; c < merging->n; c++) {
        const struct pv_cluster *cluster = &merging->clusters[c];
        for (int i = 0; attempt->node_of[c] && i < cluster->graph->nodes.n; i++)
            for (int at = 0; at < band->n; at++)
                if (!compose_row(merging->graph, cluster->graph->nodes.v[i], cluster->band.first, attempt->node_of[c],
                                 at))
                    return false;
    }
    return true;
}

/* Give the statements of cluster "c" the rows that its node in "attempt" got. */
static void apply_band(const struct merging *merging, int c, const struct attempt *attempt, const struct pv_band *band)
{
    const struct pv_cluster *cluster = &merging->clusters[c];
    struct pv_arena *arena = merging->graph->arena;
    for (int i = 0; i < cluster->graph->nodes.n; i++) {
        struct pv_sched_node *statement = cluster->graph->nodes.v[i];
        pv_sched_row *rows = pv_new_array(arena, pv_sched_row, band->n + 1);
        for (int at = 0; at < band->n; at++)
            rows[at] = compose_row(merging->graph, statement, cluster->band.first, attempt->node_of[c], at);
        statement->rows.n = cluster->band.first;
        for (int at = 0; at < band->n; at++)
            pv_push(arena, &statement->rows, rows[at]);
        pv_sched_node_find_rank(arena, statement);
    }
}

/* Make one cluster of all in "attempt": the first of them. */
static void accept(struct merging *merging, const struct attempt *attempt, const struct pv_band *band)
{
    int target = 0;
    while (!attempt->node_of[target])
        target++;
    for (int c = target; c < merging->n; c++)
        if (attempt->node_of[c])
            apply_band(merging, c, attempt, band);
    for (int i = 0; i < attempt->sources.n; i++)
        attempt->sources.v[i]->kinds |= attempt->graph->edges.v[i]->kinds & PV_EDGE_LOCAL;
    for (int i = 0; i < merging->graph->nodes.n; i++)
        if (attempt->node_of[merging->graph->nodes.v[i]->group])
            merging->graph->nodes.v[i]->group = target;
    for (int c = target + 1; c < merging->n; c++)
        if (attempt->node_of[c])
            merging->clusters[c].graph = NULL;
    merging->clusters[target].graph = pv_sched_graph_restrict(merging->graph, target);
    int first = merging->clusters[target].band.first;
    merging->clusters[target].band = *band;
    merging->clusters[target].band.first = first;
    merging->clusters[target].band.is_complete = pv_graph_dims_left(merging->clusters[target].graph) == 0;
    list_edges(merging);
}

/* Try to merge the clusters that "edge" connects, with all between them. */
static void try_merge(struct merging *merging, struct pv_sched_edge *edge)
{
    bool *selected = pv_new_array(merging->graph->arena, bool, merging->n);
    const char *fault = "clusters between them stay apart";
    if (select_clusters(merging, edge->src->group, edge->dst->group, selected)) {
        struct attempt attempt = make_attempt(merging, selected);
        struct pv_band band = {0};
        if (!attempt.overflows)
            band = pv_pluto_band(merging->run, attempt.graph, merging->style);
        fault = attempt.overflows ? "coefficients become too large" : find_fault(merging, &attempt, &band);
        if (!fault && !can_compose(merging, &attempt, &band))
            fault = "coefficients become too large";
        if (!fault)
            accept(merging, &attempt, &band);
    }
    edge->no_merge = fault != NULL;
    if (!fault)
        pv_decide(merging->run, PV_DECISION_MERGED, "%s and %s share loops", edge->src->name, edge->dst->name);
    else if (merging->allow_fixed)
        pv_decide(merging->run, PV_DECISION_NOT_MERGED, "%s and %s stay apart: %s", edge->src->name, edge->dst->name,
                  fault);
}

static void merge_clusters(struct merging *merging)
{
    struct pv_sched_edge *edge;
    for (int i = 0; i < merging->graph->edges.n; i++)
        merging->graph->edges.v[i]->no_merge = false;
    while ((edge = pick_edge(merging)) && !pv_solve_work_spent(&merging->run->work))
        try_merge(merging, edge);
}

/* The clusters that are left, each after all that it depends on. */
static struct pv_clusters sort_clusters(const struct merging *merging)
{
    struct pv_arena *arena = merging->graph->arena;
    struct pv_sched_graph *order = pv_new(arena, struct pv_sched_graph);
    struct pv_sched_node **node_of = pv_new_array(arena, struct pv_sched_node *, merging->n);
    order->arena = arena;
    for (int c = 0; c < merging->n; c++) {
        if (!merging->clusters[c].graph)
            continue;
        node_of[c] = pv_new(arena, struct pv_sched_node);
        node_of[c]->index = merging->clusters[c].graph->nodes.v[0]->index;
        pv_push(arena, &order->nodes, node_of[c]);
    }
    for (int i = 0; i < merging->graph->edges.n; i++) {
        struct pv_sched_edge *edge = pv_new(arena, struct pv_sched_edge);
        edge->kinds = merging->graph->edges.v[i]->kinds;
        edge->src = node_of[merging->graph->edges.v[i]->src->group];
        edge->dst = node_of[merging->graph->edges.v[i]->dst->group];
        pv_push(arena, &order->edges, edge);
    }
    struct pv_clusters result = {.n = pv_sched_graph_strong(order, PV_EDGE_VALIDITY | PV_EDGE_CONDITIONED)};
    result.v = pv_new_array(arena, struct pv_cluster, merging->n);
    for (int c = 0; c < merging->n; c++)
        if (node_of[c])
            result.v[node_of[c]->group] = merging->clusters[c];
    return result;
}

struct pv_clusters pv_clusters_find(struct pv_sched_run *run, const struct pv_sched_graph *graph, int n,
                                    enum pv_band_style style)
{
    struct merging merging = {.run = run, .graph = graph, .style = style, .n = n};
    merging.clusters = pv_new_array(graph->arena, struct pv_cluster, n);
    merging.may_merge = pv_new_array(graph->arena, bool, n);
    for (enum direction d = FORWARD; d <= BACKWARD; d++) {
        merging.first_edge[d] = pv_new_array(graph->arena, int, n);
        merging.next_edge[d] = pv_new_array(graph->arena, int, graph->edges.n + 1);
    }
    merging.queue = pv_new_array(graph->arena, int, n + 1);
    for (int i = 0; i < graph->edges.n; i++)
        if (graph->edges.v[i]->kinds & PV_EDGE_PROXIMITY)
            graph->edges.v[i]->weight = find_weight(graph, graph->edges.v[i]);
    for (int c = 0; c < n; c++)
        merging.clusters[c].graph = pv_sched_graph_restrict(graph, c);
    for (int c = 0; c < n; c++) {
        struct pv_cluster *cluster = &merging.clusters[c];
        cluster->band = pv_pluto_band(run, cluster->graph, style);
        bool is_lone_row = style == PV_BAND_ONE_ROW && cluster->band.n == 1 && !cluster->band.coincident[0];
        merging.may_merge[c] = (cluster->band.n > 0 || cluster->band.is_complete) && !is_lone_row;
    }
    merging.place = pv_new_array(graph->arena, int, n);
    find_places(&merging);
    list_edges(&merging);
    merge_clusters(&merging);
    merging.allow_fixed = true;
    merge_clusters(&merging);
    return sort_clusters(&merging);
}
