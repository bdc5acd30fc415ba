/* Decides which search is applied to which component, from the root of the tree to the leaves. */
#include "schedule/strategy.h"

#include "schedule/cluster.h"
#include "schedule/feautrier.h"

/* Dependences that order components. */
enum { ORDER = PV_EDGE_VALIDITY | PV_EDGE_CONDITIONED };

/* No program has so many loops around each other: a schedule that grows beyond them makes no progress. */
enum { MAX_ROWS = 200 };

static struct pv_sched_tree *schedule_graph(struct pv_sched_run *run, const struct pv_sched_graph *graph);
static struct pv_sched_tree *carry(struct pv_sched_run *run, const struct pv_sched_graph *graph);

/*---------------------------------------------------------------------------------------------------------------
 * Components */

/* Does a condition next to "edge" lead from one group to another? */
static bool condition_is_cut(const struct pv_sched_graph *graph, const struct pv_sched_edge *edge)
{
    for (int i = 0; i < graph->edges.n; i++) {
        const struct pv_sched_edge *condition = graph->edges.v[i];
        if ((condition->kinds & PV_EDGE_CONDITION) && condition->src->group != condition->dst->group &&
            pv_sched_edge_is_adjacent(condition, edge))
            return true;
    }
    return false;
}

/* In "part" of "graph", the conditions that lead out of it are not together: what depends on them holds. */
static void keep_conditioned(const struct pv_sched_graph *graph, struct pv_sched_graph *part)
{
    for (int i = 0; i < part->edges.n; i++) {
        if (!(part->edges.v[i]->kinds & PV_EDGE_CONDITIONED) || !condition_is_cut(graph, part->edges.v[i]))
            continue;
        struct pv_sched_edge *edge = pv_new(part->arena, struct pv_sched_edge);
        *edge = *part->edges.v[i];
        edge->kinds = (edge->kinds & ~(unsigned)PV_EDGE_CONDITIONED) | PV_EDGE_VALIDITY;
        part->edges.v[i] = edge;
    }
}

/* The graphs of the "n" components that the groups of the nodes name. */
static const struct pv_sched_graph **split(struct pv_sched_run *run, const struct pv_sched_graph *graph, int n)
{
    const struct pv_sched_graph **parts = pv_new_array(run->arena, const struct pv_sched_graph *, n);
    for (int i = 0; i < n; i++) {
        struct pv_sched_graph *part = pv_sched_graph_restrict(graph, i);
        keep_conditioned(graph, part);
        parts[i] = part;
    }
    return parts;
}

/* The components, which the groups of the nodes name, one after the other or in any order. */
static struct pv_sched_tree *schedule_components(struct pv_sched_run *run, const struct pv_sched_graph *graph, int n,
                                                 enum pv_sched_tree_kind kind)
{
    struct pv_sched_tree *tree = pv_sched_tree_new(kind, graph);
    const struct pv_sched_graph **parts = split(run, graph, n);
    for (int i = 0; i < n; i++) {
        struct pv_sched_tree *child = schedule_graph(run, parts[i]);
        if (!child)
            return NULL;
        pv_push(run->arena, &tree->children, child);
    }
    return tree;
}

/* Do dependences lead from one statement to another? */
static bool has_order(const struct pv_sched_graph *graph)
{
    for (int i = 0; i < graph->edges.n; i++)
        if ((graph->edges.v[i]->kinds & ORDER) && graph->edges.v[i]->src != graph->edges.v[i]->dst)
            return true;
    return false;
}

/* All loops are there: put statements that share all of them in order. What a statement owes to itself is then between
 * an instance and that same instance: the order inside a chain that became one statement. Where dependences at the same time lead both
 * ways, one more loop must carry them. */
static struct pv_sched_tree *order_statements(struct pv_sched_run *run, const struct pv_sched_graph *graph)
{
    if (!has_order(graph))
        return pv_sched_tree_new(PV_TREE_LEAF, graph);
    int n = pv_sched_graph_strong(graph, ORDER);
    if (n == 1)
        return carry(run, graph);
    struct pv_sched_tree *tree = pv_sched_tree_new(PV_TREE_SEQUENCE, graph);
    const struct pv_sched_graph **parts = split(run, graph, n);
    for (int i = 0; i < n; i++) {
        struct pv_sched_tree *child = order_statements(run, parts[i]);
        if (!child)
            return NULL;
        pv_push(run->arena, &tree->children, child);
    }
    return tree;
}

/*---------------------------------------------------------------------------------------------------------------
 * Bands */

static struct pv_sched_tree *new_band(const struct pv_sched_graph *graph, int first, int n, bool is_permutable,
                                      const bool *coincident)
{
    struct pv_sched_tree *tree = pv_sched_tree_new(PV_TREE_BAND, graph);
    tree->first = first;
    tree->n = n;
    tree->is_permutable = is_permutable;
    tree->coincident = coincident;
    return tree;
}

static bool has_coincident(const struct pv_band *band)
{
    for (int i = 0; i < band->n; i++)
        if (band->coincident[i])
            return true;
    return false;
}

/* Are the ends of "edge", where they are together in the sum of all rows of the band, together in each row? */
static bool is_together_in_wave(const struct pv_sched_graph *graph, const struct pv_sched_edge *edge,
                                const struct pv_band *band)
{
    bool is_forward = true, is_together = true;
    for (int r = band->first; r < band->first + band->n; r++) {
        struct pv_sign_range signs = pv_sched_edge_signs(edge, pv_sched_edge_difference(graph, edge, r));
        is_forward &= signs.min >= 0;
        is_together &= signs.min == 0 && signs.max == 0;
    }
    return is_forward || is_together;
}

/* Are the rows of the band coincident inside the sum of all of them? Where the first end of a dependence is never after
 * the second they are; a live range, which may be turned round as a whole, can stand in the way. */
static bool is_wavefront(const struct pv_sched_graph *graph, const struct pv_band *band)
{
    for (int i = 0; i < graph->edges.n; i++)
        if ((graph->edges.v[i]->kinds & PV_EDGE_COINCIDENCE) && !is_together_in_wave(graph, graph->edges.v[i], band))
            return false;
    return true;
}

/* Put the sum of all rows of the band in the place of its first. */
static void make_wavefront(const struct pv_sched_graph *graph, const struct pv_band *band)
{
    for (int i = 0; i < graph->nodes.n; i++) {
        struct pv_sched_node *node = graph->nodes.v[i];
        int n = node->dim + graph->n_param + 1;
        pv_sched_row sum = pv_new_array(graph->arena, int64_t, n);
        for (int r = 0; r < band->n; r++)
            for (int c = 0; c < n; c++)
                sum[c] += node->rows.v[band->first + r][c];
        node->rows.v[band->first] = sum;
        pv_sched_node_find_rank(graph->arena, node);
    }
}

/* The band as a tree, and in "*last" its innermost node. */
static struct pv_sched_tree *band_to_tree(struct pv_sched_run *run, const struct pv_sched_graph *graph,
                                          const struct pv_band *band, struct pv_sched_tree **last)
{
    const struct pv_schedule_params *params = run->params;
    bool is_single = params->outer_coincidence && params->fallback == PV_FALLBACK_SINGLE && !has_coincident(band);
    if (!params->outer_coincidence || params->fallback != PV_FALLBACK_WAVEFRONT || band->n < 2 ||
        has_coincident(band) || !is_wavefront(graph, band))
        return *last = new_band(graph, band->first, band->n, !is_single, band->coincident);
    make_wavefront(graph, band);
    struct pv_sched_tree *outer = new_band(graph, band->first, 1, false, NULL);
    bool *coincident = pv_new_array(run->arena, bool, band->n);
    for (int i = 0; i < band->n; i++)
        coincident[i] = true;
    *last = new_band(graph, band->first + 1, band->n - 1, true, coincident);
    pv_push(run->arena, &outer->children, *last);
    pv_decide(run, PV_DECISION_CARRIED, "the loops around %s run as a wavefront", graph->nodes.v[0]->name);
    return outer;
}

/*---------------------------------------------------------------------------------------------------------------
 * Where no outer loop can be parallel */

/* Append the next loop of the original program, if it respects all dependences; false if it does not. */
static bool original_row(const struct pv_sched_graph *graph)
{
    int at = graph->nodes.v[0]->rows.n;
    for (int i = 0; i < graph->nodes.n; i++)
        if (graph->nodes.v[i]->original.n <= graph->nodes.v[i]->n_original)
            return false;
    for (int i = 0; i < graph->nodes.n; i++) {
        struct pv_sched_node *node = graph->nodes.v[i];
        pv_push(graph->arena, &node->rows, node->original.v[node->n_original++]);
    }
    bool is_valid = true, carries = false;
    for (int i = 0; i < graph->edges.n && is_valid; i++) {
        const struct pv_sched_edge *edge = graph->edges.v[i];
        struct pv_sign_range signs = pv_sched_edge_signs(edge, pv_sched_edge_difference(graph, edge, at));
        is_valid = !(edge->kinds & ORDER) || signs.min >= 0;
        carries |= (edge->kinds & ORDER) && signs.max > 0;
    }
    for (int i = 0; i < graph->nodes.n; i++)
        is_valid &= pv_sched_node_find_rank(graph->arena, graph->nodes.v[i]);
    if (!is_valid || !carries)
        pv_graph_drop_rows(graph, at);
    return is_valid && carries;
}

/* Append one row that carries dependences. */
static bool carrying_row(struct pv_sched_run *run, const struct pv_sched_graph *graph)
{
    const struct pv_schedule_params *params = run->params;
    if (params->fallback == PV_FALLBACK_ORIGINAL && original_row(graph))
        return true;
    if (params->fallback == PV_FALLBACK_VALIDITY && pv_pluto_band(run, graph, PV_BAND_VALIDITY_ROW).n > 0)
        return true;
    return (params->outer_coincidence && pv_feautrier_row(run, graph, true)) || pv_feautrier_row(run, graph, false);
}

/* Row "first" of "graph" carries dependences: a loop, and the search goes on inside it. */
static struct pv_sched_tree *schedule_inside(struct pv_sched_run *run, const struct pv_sched_graph *graph, int first)
{
    pv_decide(run, PV_DECISION_CARRIED, "a loop around %s was chosen to carry dependences: no outer loop is parallel",
              graph->nodes.v[0]->name);
    struct pv_sched_tree *tree = new_band(graph, first, 1, false, NULL);
    struct pv_sched_tree *child = schedule_graph(run, pv_sched_graph_after_band(graph, first));
    if (!child)
        return NULL;
    pv_push(run->arena, &tree->children, child);
    return tree;
}

/* No band was found: one row carries what it can. */
static struct pv_sched_tree *carry(struct pv_sched_run *run, const struct pv_sched_graph *graph)
{
    int first = graph->nodes.v[0]->rows.n;
    if (first >= MAX_ROWS)
        return NULL;
    if (carrying_row(run, graph))
        return schedule_inside(run, graph, first);
    int n = pv_sched_graph_strong(graph, ORDER);
    return n > 1 ? schedule_components(run, graph, n, PV_TREE_SEQUENCE) : NULL;
}

/* What comes below "band", and the band on top of it. */
static struct pv_sched_tree *finish_band(struct pv_sched_run *run, const struct pv_sched_graph *graph,
                                         const struct pv_band *band)
{
    if (band->n == 0 && band->is_complete)
        return order_statements(run, graph);
    if (band->n == 0) {
        int n = pv_sched_graph_strong(graph, ORDER);
        return n > 1 ? schedule_components(run, graph, n, PV_TREE_SEQUENCE) : carry(run, graph);
    }
    struct pv_sched_tree *last, *tree = band_to_tree(run, graph, band, &last);
    bool is_complete = pv_graph_dims_left(graph) == 0;
    struct pv_sched_graph *after = pv_sched_graph_after_band(graph, band->first);
    struct pv_sched_tree *child = is_complete ? order_statements(run, after) : schedule_graph(run, after);
    if (!child)
        return NULL;
    pv_push(run->arena, &last->children, child);
    return tree;
}

static enum pv_band_style band_style(const struct pv_schedule_params *params)
{
    if (!params->outer_coincidence || params->fallback == PV_FALLBACK_WAVEFRONT)
        return PV_BAND_NORMAL;
    return params->fallback == PV_FALLBACK_SINGLE ? PV_BAND_ONE_ROW : PV_BAND_OUTER_COINCIDENT;
}

/* Do all rows of "band" respect the dependences of "graph"? */
static bool band_is_valid(const struct pv_sched_graph *graph, const struct pv_band *band)
{
    for (int i = 0; i < graph->edges.n; i++)
        for (int r = band->first; (graph->edges.v[i]->kinds & PV_EDGE_VALIDITY) && r < band->first + band->n; r++)
            if (pv_sched_edge_signs(graph->edges.v[i], pv_sched_edge_difference(graph, graph->edges.v[i], r)).min < 0)
                return false;
    return true;
}

/* The clusters of "graph" will run one after the other. Their bands were found as if conditions between them could be
 * together: those that made use of it are found again. */
static void settle_conditions(struct pv_sched_run *run, const struct pv_sched_graph *graph,
                              struct pv_clusters *clusters)
{
    for (int i = 0; i < clusters->n; i++) {
        struct pv_cluster *cluster = &clusters->v[i];
        keep_conditioned(graph, cluster->graph);
        if (band_is_valid(cluster->graph, &cluster->band))
            continue;
        pv_graph_drop_rows(cluster->graph, cluster->band.first);
        cluster->band = pv_pluto_band(run, cluster->graph, band_style(run->params));
    }
}

/* A band for each cluster of strongly connected components. */
static struct pv_sched_tree *schedule_clusters(struct pv_sched_run *run, const struct pv_sched_graph *graph, int n)
{
    struct pv_clusters clusters = pv_clusters_find(run, graph, n, band_style(run->params));
    if (clusters.n == 1)
        return finish_band(run, graph, &clusters.v[0].band);
    settle_conditions(run, graph, &clusters);
    struct pv_sched_tree *tree = pv_sched_tree_new(PV_TREE_SEQUENCE, graph);
    for (int i = 0; i < clusters.n; i++) {
        struct pv_sched_tree *child = finish_band(run, clusters.v[i].graph, &clusters.v[i].band);
        if (!child)
            return NULL;
        pv_push(run->arena, &tree->children, child);
    }
    pv_decide(run, PV_DECISION_SPLIT, "%d groups of statements run one after the other", clusters.n);
    return tree;
}

/* A band for all of "graph" at once; if components alone have deeper ones, those are preferred on request. */
static struct pv_sched_tree *schedule_whole(struct pv_sched_run *run, const struct pv_sched_graph *graph, int n)
{
    struct pv_band band = pv_pluto_band(run, graph, band_style(run->params));
    if (band.n > 0 && !band.is_complete && n > 1 && run->params->maximize_band_depth) {
        pv_graph_drop_rows(graph, band.first);
        pv_sched_graph_strong(graph, ORDER);
        return schedule_components(run, graph, n, PV_TREE_SEQUENCE);
    }
    return finish_band(run, graph, &band);
}

/* One row carries what it can. Where no row carries anything, since all that is left are dependences between statements of
 * the same instance of a chain, the other loops are those of a band. */
static struct pv_sched_tree *carry_first(struct pv_sched_run *run, const struct pv_sched_graph *graph)
{
    int first = graph->nodes.v[0]->rows.n;
    if (first < MAX_ROWS && carrying_row(run, graph))
        return schedule_inside(run, graph, first);
    int n = pv_sched_graph_strong(graph, ORDER);
    return n > 1 ? schedule_components(run, graph, n, PV_TREE_SEQUENCE) : schedule_whole(run, graph, n);
}

static struct pv_sched_tree *schedule_connected(struct pv_sched_run *run, const struct pv_sched_graph *graph)
{
    if (pv_graph_dims_left(graph) == 0)
        return order_statements(run, graph);
    if (run->params->feautrier && graph->edges.n > 0)
        return carry_first(run, graph);
    int n = pv_sched_graph_strong(graph, ORDER);
    return n > 1 && !run->params->whole_component ? schedule_clusters(run, graph, n) : schedule_whole(run, graph, n);
}

static struct pv_sched_tree *schedule_graph(struct pv_sched_run *run, const struct pv_sched_graph *graph)
{
    if (pv_solve_work_spent(&run->work))
        return NULL;
    bool serialize = run->params->serialize_sccs;
    int n = serialize ? pv_sched_graph_strong(graph, ORDER) : pv_sched_graph_weak(graph);
    if (n > 1)
        return schedule_components(run, graph, n, serialize ? PV_TREE_SEQUENCE : PV_TREE_SET);
    return schedule_connected(run, graph);
}

struct pv_sched_tree *pv_strategy_schedule(struct pv_sched_run *run, const struct pv_sched_graph *graph)
{
    return graph->nodes.n > 0 ? schedule_graph(run, graph) : pv_sched_tree_new(PV_TREE_LEAF, graph);
}
