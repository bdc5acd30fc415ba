/* Puts statements of a leaf in order, by their dependences in one iteration of the outer loops. */
#include "map/leaforder.h"

#include "map/subtreecheck.h"

#include <isl/map.h>
#include <isl/set.h>
#include <string.h>

struct graph {
    const struct pv_scop *scop;
    int n;          /* statements of the region */
    bool *here;     /* by statement: does the leaf execute it? */
    bool *edge;     /* [from * n + to] */
    bool is_cyclic; /* found out while statements are taken: some depend on each other */
};

/* The place of the statement called "name" in the region, or -1. */
static int place_of(const struct graph *graph, const char *name)
{
    for (int i = 0; name && i < graph->n; i++)
        if (!strcmp(graph->scop->stmts.v[i]->name, name))
            return i;
    return -1;
}

static isl_stat note_statement(__isl_take isl_set *set, void *user)
{
    struct graph *graph = user;
    int at = place_of(graph, isl_set_get_tuple_name(set));
    if (at >= 0)
        graph->here[at] = true;
    isl_set_free(set);
    return isl_stat_ok;
}

static isl_stat note_pairs(__isl_take isl_map *map, void *user)
{
    struct graph *graph = user;
    int from = place_of(graph, isl_map_get_tuple_name(map, isl_dim_in));
    int to = place_of(graph, isl_map_get_tuple_name(map, isl_dim_out));
    isl_bool none = from < 0 || to < 0 ? isl_bool_true : isl_map_is_empty(map);
    if (none == isl_bool_false)
        graph->edge[from * graph->n + to] = true;
    isl_map_free(map);
    return none < 0 ? isl_stat_error : isl_stat_ok;
}

/* Note who depends on whom at "place". False where isl failed. */
static bool find_edges(const struct pv_conflicts *conflicts, const struct pv_loop_place *place, struct graph *graph)
{
    isl_stat stat = isl_stat_ok;
    for (int i = 0; i < conflicts->all.n; i++) {
        isl_union_map *const kinds[] = {conflicts->all.v[i].flow, conflicts->all.v[i].forced,
                                        conflicts->all.v[i].other};
        for (int k = 0; k < 3 && stat >= 0; k++) {
            isl_union_map *pairs = pv_loop_place_local(place, kinds[k]);
            stat = isl_union_map_foreach_map(pairs, note_pairs, graph);
            isl_union_map_free(pairs);
        }
    }
    return stat >= 0;
}

/* The next statement of the leaf in the order of "graph": one that depends on none of those left, or else the first that is left.
 * -1: none is left. */
static int take_next(struct graph *graph)
{
    int first = -1, next = -1;
    for (int i = 0; i < graph->n && next < 0; i++) {
        bool is_free = graph->here[i];
        for (int k = 0; k < graph->n; k++)
            is_free = is_free && (k == i || !graph->here[k] || !graph->edge[k * graph->n + i]);
        first = first < 0 && graph->here[i] ? i : first;
        next = is_free ? i : -1;
    }
    graph->is_cyclic = graph->is_cyclic || (next < 0 && first >= 0);
    next = next < 0 ? first : next;
    if (next >= 0)
        graph->here[next] = false;
    return next;
}

/* The dependences between statements of the band "node" in a run of all members but "pos". False where isl failed. */
static bool find_graph(const struct pv_conflicts *conflicts, __isl_keep isl_schedule_node *node, int pos,
                       struct graph *graph)
{
    int n = conflicts->scop->stmts.n;
    *graph = (struct graph){conflicts->scop, n, pv_new_array(conflicts->arena, bool, n + 1),
                            pv_new_array(conflicts->arena, bool, n *n + 1), false};
    struct pv_loop_place place = pv_loop_place_at(node, pos, ~pv_member_bit(pos));
    isl_union_set *domain = isl_schedule_node_get_domain(node);
    bool ok = isl_union_set_foreach_set(domain, note_statement, graph) >= 0 && find_edges(conflicts, &place, graph);
    isl_union_set_free(domain);
    pv_loop_place_free(&place);
    return ok;
}

/* Put the statements of the leaf below the band "node" in a sequence, in the order of "graph". */
static __isl_give isl_schedule_node *insert_order(struct graph *graph, __isl_take isl_schedule_node *node)
{
    isl_union_set_list *filters = isl_union_set_list_alloc(isl_schedule_node_get_ctx(node), graph->n);
    for (int next = take_next(graph); next >= 0; next = take_next(graph)) {
        isl_space *space = isl_set_get_space(graph->scop->stmts.v[next]->domain);
        filters = isl_union_set_list_add(filters, isl_union_set_from_set(isl_set_universe(space)));
    }
    node = isl_schedule_node_insert_sequence(isl_schedule_node_child(node, 0), filters);
    return isl_schedule_node_parent(node);
}

__isl_give isl_schedule_node *pv_leaf_order(const struct pv_conflicts *conflicts, __isl_take isl_schedule_node *node,
                                            int pos)
{
    struct graph graph;
    bool ok = find_graph(conflicts, node, pos, &graph);
    node = insert_order(&graph, node);
    return ok ? node : isl_schedule_node_free(node);
}

/* Does the sequence below the band "node" have the statements in an order that respects "graph"? */
static bool is_in_order(const struct graph *graph, __isl_keep isl_schedule_node *node)
{
    isl_schedule_node *sequence = isl_schedule_node_get_child(node, 0);
    bool is_ordered = true, *done = pv_new_array(graph->scop->arena, bool, graph->n + 1);
    for (int i = 0; i < (int)isl_schedule_node_n_children(sequence); i++) {
        struct graph child = {.scop = graph->scop, .n = graph->n};
        child.here = pv_new_array(graph->scop->arena, bool, graph->n + 1);
        isl_schedule_node *filter = isl_schedule_node_get_child(sequence, i);
        isl_union_set *domain = isl_schedule_node_filter_get_filter(filter);
        isl_union_set_foreach_set(domain, note_statement, &child);
        isl_union_set_free(domain);
        isl_schedule_node_free(filter);
        for (int k = 0; k < graph->n; k++)
            for (int l = 0; l < graph->n && child.here[k]; l++)
                is_ordered = is_ordered && !(done[l] && graph->edge[k * graph->n + l]);
        for (int k = 0; k < graph->n; k++)
            done[k] = done[k] || child.here[k];
    }
    isl_schedule_node_free(sequence);
    return is_ordered;
}

__isl_give isl_schedule_node *pv_leaf_reorder(const struct pv_conflicts *conflicts, __isl_take isl_schedule_node *node,
                                              int pos)
{
    struct graph graph;
    if (!find_graph(conflicts, node, pos, &graph) || is_in_order(&graph, node))
        return node;
    isl_schedule_node *other = isl_schedule_node_child(isl_schedule_node_copy(node), 0);
    other = insert_order(&graph, isl_schedule_node_parent(isl_schedule_node_cut(other)));
    isl_bool is_legal = graph.is_cyclic ? isl_bool_false : pv_subtree_is_legal(conflicts, other);
    isl_schedule_node_free(is_legal == isl_bool_true ? node : other);
    return is_legal == isl_bool_true ? other : node;
}
