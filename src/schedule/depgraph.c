/* The dependence graph: nodes, edges, components, and what a band leaves to do. */
#include "schedule/depgraph.h"

#include "solve/matrix.h"

#include <isl/constraint.h>
#include <isl/local_space.h>
#include <isl/space.h>
#include <isl/val.h>
#include <string.h>

static bool has_vector(int64_t *const *v, int n, const int64_t *vector, int width)
{
    for (int i = 0; i < n; i++)
        if (memcmp(v[i], vector, sizeof(int64_t) * (size_t)width) == 0)
            return true;
    return false;
}

void pv_generators_add(struct pv_arena *arena, struct pv_generators *set, const int64_t *v, bool is_line)
{
    int64_t *copy = pv_new_array(arena, int64_t, set->width + 1);
    memcpy(copy, v, sizeof(int64_t) * (size_t)set->width);
    if (pv_vector_reduce(copy, set->width) == 0)
        return;
    if (is_line && !has_vector(set->lines.v, set->lines.n, copy, set->width))
        pv_push(arena, &set->lines, copy);
    if (!is_line && !has_vector(set->rays.v, set->rays.n, copy, set->width))
        pv_push(arena, &set->rays, copy);
}

struct pv_cone *pv_generators_find_facets(struct pv_arena *arena, const struct pv_generators *set)
{
    struct pv_cone *dual = pv_cone_new(arena, set->width);
    bool fits = true;
    for (int i = 0; i < set->lines.n; i++)
        fits &= pv_cone_add(arena, dual, set->lines.v[i], PV_CONE_EQ);
    for (int i = 0; i < set->rays.n; i++)
        fits &= pv_cone_add(arena, dual, set->rays.v[i], PV_CONE_GE);
    return fits ? dual : NULL;
}

int64_t *pv_sched_edge_difference(const struct pv_sched_graph *graph, const struct pv_sched_edge *edge, int at)
{
    int n_src = edge->src->dim, n_dst = edge->dst->dim, n_rest = graph->n_param + 1;
    const int64_t *first = edge->src->rows.v[at], *second = edge->dst->rows.v[at];
    int64_t *form = pv_new_array(graph->arena, int64_t, n_src + n_dst + n_rest);
    for (int i = 0; i < n_src; i++)
        form[i] = -first[i];
    for (int i = 0; i < n_dst; i++)
        form[n_src + i] = second[i];
    for (int i = 0; i < n_rest; i++)
        form[n_src + n_dst + i] = second[n_dst + i] - first[n_src + i];
    return form;
}

static void widen(struct pv_sign_range *range, int sign)
{
    range->min = sign < range->min ? sign : range->min;
    range->max = sign > range->max ? sign : range->max;
}

static struct pv_sign_range cone_signs(const struct pv_cone *cone, const int64_t *form)
{
    struct pv_sign_range range = {0, 0};
    for (int i = 0; i < cone->rays.n; i++)
        widen(&range, pv_cone_sign(form, cone->rays.v[i].v, cone->dim));
    for (int i = 0; i < cone->lines.n; i++)
        if (pv_cone_sign(form, cone->lines.v[i].v, cone->dim))
            return (struct pv_sign_range){-1, 1};
    return range;
}

struct pv_sign_range pv_sched_edge_signs(const struct pv_sched_edge *edge, const int64_t *form)
{
    struct pv_sign_range range = {0, 0};
    for (int p = 0; p < edge->pieces.n; p++) {
        struct pv_sign_range signs = cone_signs(edge->pieces.v[p], form);
        widen(&range, signs.min);
        widen(&range, signs.max);
    }
    return range;
}

bool pv_sched_edge_is_adjacent(const struct pv_sched_edge *condition, const struct pv_sched_edge *conditioned)
{
    return (condition->dst == conditioned->src && condition->dst_tag == conditioned->src_tag) ||
           (condition->src == conditioned->dst && condition->src_tag == conditioned->dst_tag);
}

bool pv_sched_node_find_rank(struct pv_arena *arena, struct pv_sched_node *node)
{
    int64_t *m = pv_new_array(arena, int64_t, node->rows.n * node->dim + 1);
    for (int i = 0; i < node->rows.n && node->dim > 0; i++)
        memcpy(m + (ptrdiff_t)i * node->dim, node->rows.v[i], sizeof(int64_t) * (size_t)node->dim);
    int n = pv_matrix_kernel(arena, m, node->rows.n, node->dim, &node->independent);
    node->rank = node->dim - n;
    return n >= 0;
}

struct pv_sched_graph *pv_sched_graph_restrict(const struct pv_sched_graph *graph, int group)
{
    struct pv_sched_graph *part = pv_new(graph->arena, struct pv_sched_graph);
    part->arena = graph->arena;
    part->n_param = graph->n_param;
    part->drop_size_bounds = graph->drop_size_bounds;
    for (int i = 0; i < graph->nodes.n; i++)
        if (graph->nodes.v[i]->group == group)
            pv_push(part->arena, &part->nodes, graph->nodes.v[i]);
    for (int i = 0; i < graph->edges.n; i++)
        if (graph->edges.v[i]->src->group == group && graph->edges.v[i]->dst->group == group)
            pv_push(part->arena, &part->edges, graph->edges.v[i]);
    return part;
}

/*---------------------------------------------------------------------------------------------------------------
 * After a band */

/* The pairs of "cone" that "form" keeps together. Where they cannot be told apart, all of them: more pairs than there
 * are only make a schedule more careful. */
static struct pv_cone *keep_together(struct pv_arena *arena, const struct pv_cone *cone, const int64_t *form)
{
    struct pv_sign_range signs = cone_signs(cone, form);
    struct pv_cone *kept = pv_new(arena, struct pv_cone);
    *kept = *cone;
    if (signs.min < 0 && signs.max > 0)
        pv_cone_add(arena, kept, form, PV_CONE_EQ);
    else if (signs.min < 0 || signs.max > 0)
        pv_cone_keep_face(arena, kept, form);
    return kept;
}

/* Do the rows from "first" on keep all pairs of "edge" together? */
static bool keep_all_together(const struct pv_sched_graph *graph, const struct pv_sched_edge *edge, int first)
{
    for (int at = first; at < edge->src->rows.n; at++) {
        struct pv_sign_range signs = pv_sched_edge_signs(edge, pv_sched_edge_difference(graph, edge, at));
        if (signs.min || signs.max)
            return false;
    }
    return true;
}

/* The coefficient of dimension "at" of an instance of "node" in "row", which is one of its coordinates. */
static int64_t coefficient_of(const struct pv_sched_node *node, const int64_t *row, int at)
{
    int64_t sum = node->compress ? 0 : row[at];
    for (int d = 0; node->compress && d < node->dim; d++)
        sum += row[d] * node->compress[d * node->n_in + at];
    return sum;
}

/* { S[x] -> T[y] : f(x) = f(y) } in "space", that of the pairs of "edge", f being row "at". */
static __isl_give isl_constraint *equal_row(const struct pv_sched_graph *graph, const struct pv_sched_edge *edge,
                                            __isl_take isl_space *space, int at)
{
    const struct pv_sched_node *src = edge->src, *dst = edge->dst;
    isl_ctx *ctx = isl_space_get_ctx(space);
    isl_constraint *equal = isl_constraint_alloc_equality(isl_local_space_from_space(space));
    const int64_t *first = src->rows.v[at], *second = dst->rows.v[at];
    for (int i = 0; i < src->n_in; i++)
        equal = isl_constraint_set_coefficient_val(equal, isl_dim_in, i,
                                                   isl_val_int_from_si(ctx, -coefficient_of(src, first, i)));
    for (int i = 0; i < dst->n_in; i++)
        equal = isl_constraint_set_coefficient_val(equal, isl_dim_out, i,
                                                   isl_val_int_from_si(ctx, coefficient_of(dst, second, i)));
    for (int i = 0; i < graph->n_param; i++)
        equal = isl_constraint_set_coefficient_val(
            equal, isl_dim_param, i, isl_val_int_from_si(ctx, second[dst->dim + i] - first[src->dim + i]));
    int64_t constant = second[dst->dim + graph->n_param] - first[src->dim + graph->n_param];
    return isl_constraint_set_constant_val(equal, isl_val_int_from_si(ctx, constant));
}

/* Is there a pair in piece "p" of "edge" that all rows keep together? Its cone has forgotten integer divisions, and may
 * hold points where there is no pair. */
static bool has_integer_pairs(const struct pv_sched_graph *graph, const struct pv_sched_edge *edge, int p)
{
    if (p >= edge->piece_maps.n)
        return true;
    isl_map *pairs = isl_map_copy(edge->piece_maps.v[p]);
    for (int at = 0; at < edge->src->rows.n; at++) {
        isl_space *space = isl_map_get_space(pairs);
        pairs = isl_map_add_constraint(pairs, equal_row(graph, edge, space, at));
    }
    isl_bool is_empty = isl_map_is_empty(pairs);
    isl_map_free(pairs);
    return is_empty != isl_bool_true;
}

/* The pairs of "edge" that the rows from "first" on keep together; NULL if there are none. */
static struct pv_sched_edge *shrink_edge(const struct pv_sched_graph *graph, const struct pv_sched_edge *edge,
                                         int first)
{
    struct pv_sched_edge *rest = pv_new(graph->arena, struct pv_sched_edge);
    *rest = *edge;
    rest->kinds &= ~(unsigned)PV_EDGE_LOCAL;
    rest->no_merge = false;
    rest->pieces.v = NULL;
    rest->pieces.n = rest->pieces.cap = 0;
    rest->piece_maps.v = NULL;
    rest->piece_maps.n = rest->piece_maps.cap = 0;
    bool has_changed = false;
    for (int p = 0; p < edge->pieces.n; p++) {
        struct pv_cone *cone = edge->pieces.v[p];
        for (int at = first; at < edge->src->rows.n && pv_cone_has_point(cone); at++)
            cone = keep_together(graph->arena, cone, pv_sched_edge_difference(graph, edge, at));
        has_changed |= cone->rays.n != edge->pieces.v[p]->rays.n || cone->lines.n != edge->pieces.v[p]->lines.n;
        if (!pv_cone_has_point(cone) || !has_integer_pairs(graph, edge, p))
            continue;
        pv_push(graph->arena, &rest->pieces, cone);
        if (p < edge->piece_maps.n)
            pv_push(graph->arena, &rest->piece_maps, edge->piece_maps.v[p]);
    }
    if (rest->pieces.n == 0)
        return NULL;
    if (has_changed || rest->pieces.n != edge->pieces.n)
        rest->pairs = rest->exact_pairs = rest->piece_pairs = rest->normal_pairs = NULL;
    return rest;
}

/* Is a condition next to "edge" not kept together by the rows from "first" on? Then "edge" holds without condition. */
static bool condition_is_broken(const struct pv_sched_graph *graph, const struct pv_sched_edge *edge, int first)
{
    for (int i = 0; i < graph->edges.n; i++) {
        const struct pv_sched_edge *condition = graph->edges.v[i];
        if ((condition->kinds & PV_EDGE_CONDITION) && pv_sched_edge_is_adjacent(condition, edge) &&
            !keep_all_together(graph, condition, first))
            return true;
    }
    return false;
}

struct pv_sched_graph *pv_sched_graph_after_band(const struct pv_sched_graph *graph, int first)
{
    struct pv_sched_graph *after = pv_new(graph->arena, struct pv_sched_graph);
    *after = *graph;
    after->edges.v = NULL;
    after->edges.n = after->edges.cap = 0;
    for (int i = 0; i < graph->edges.n; i++) {
        struct pv_sched_edge *rest = shrink_edge(graph, graph->edges.v[i], first);
        if (!rest)
            continue;
        if ((rest->kinds & PV_EDGE_CONDITIONED) && condition_is_broken(graph, graph->edges.v[i], first))
            rest->kinds = (rest->kinds & ~(unsigned)PV_EDGE_CONDITIONED) | PV_EDGE_VALIDITY;
        pv_push(after->arena, &after->edges, rest);
    }
    return after;
}

/*---------------------------------------------------------------------------------------------------------------
 * Components */

/* Tarjan's search for strongly connected components. */
struct strong_search {
    const struct pv_sched_graph *graph;
    unsigned kinds;
    int *first_out, *next_out; /* edges leaving each node, as lists */
    int *order, *low, *stack;
    bool *on_stack;
    int n_seen, n_stack, n_group;
};

static int edge_target(const struct strong_search *search, int edge)
{
    return search->graph->edges.v[edge]->dst->at;
}

/* A component is complete when its first node is left: all that is above it on the stack. */
static void close_component(struct strong_search *search, int root)
{
    int member;
    do {
        member = search->stack[--search->n_stack];
        search->on_stack[member] = false;
        search->graph->nodes.v[member]->group = search->n_group;
    } while (member != root);
    search->n_group++;
}

static void visit(struct strong_search *search, int node)
{
    search->order[node] = search->low[node] = ++search->n_seen;
    search->stack[search->n_stack++] = node;
    search->on_stack[node] = true;
    for (int e = search->first_out[node]; e >= 0; e = search->next_out[e]) {
        int next = edge_target(search, e);
        if (!search->order[next])
            visit(search, next);
        if (search->on_stack[next] && search->low[next] < search->low[node])
            search->low[node] = search->low[next];
    }
    if (search->low[node] == search->order[node])
        close_component(search, node);
}

static void number_nodes(const struct pv_sched_graph *graph)
{
    for (int i = 0; i < graph->nodes.n; i++)
        graph->nodes.v[i]->at = i;
}

static void list_edges(struct strong_search *search)
{
    const struct pv_sched_graph *graph = search->graph;
    number_nodes(graph);
    for (int i = 0; i < graph->nodes.n; i++)
        search->first_out[i] = -1;
    for (int i = 0; i < graph->edges.n; i++) {
        const struct pv_sched_edge *edge = graph->edges.v[i];
        if (!(edge->kinds & search->kinds) || edge->src == edge->dst)
            continue;
        search->next_out[i] = search->first_out[edge->src->at];
        search->first_out[edge->src->at] = i;
    }
}

/* Number the components anew: each after all that lead to it, and of those possible the one with the first node of the
 * program next. */
static void sort_components(struct strong_search *search, struct pv_arena *scratch)
{
    const struct pv_sched_graph *graph = search->graph;
    int n = search->n_group;
    int *n_before = pv_new_array(scratch, int, n + 1), *first = pv_new_array(scratch, int, n + 1),
        *place = pv_new_array(scratch, int, n + 1);
    for (int i = 0; i < n; i++) {
        first[i] = INT32_MAX;
        place[i] = -1;
    }
    for (int i = 0; i < graph->nodes.n; i++)
        if (graph->nodes.v[i]->index < first[graph->nodes.v[i]->group])
            first[graph->nodes.v[i]->group] = graph->nodes.v[i]->index;
    for (int i = 0; i < graph->edges.n; i++) {
        const struct pv_sched_edge *edge = graph->edges.v[i];
        if ((edge->kinds & search->kinds) && edge->src->group != edge->dst->group)
            n_before[edge->dst->group]++;
    }
    for (int done = 0; done < n; done++) {
        int best = -1;
        for (int g = 0; g < n; g++)
            if (place[g] < 0 && n_before[g] == 0 && (best < 0 || first[g] < first[best]))
                best = g;
        place[best] = done;
        for (int i = 0; i < graph->nodes.n; i++)
            for (int e = graph->nodes.v[i]->group == best ? search->first_out[i] : -1; e >= 0; e = search->next_out[e])
                n_before[graph->edges.v[e]->dst->group] -= graph->edges.v[e]->dst->group != best;
    }
    for (int i = 0; i < graph->nodes.n; i++)
        graph->nodes.v[i]->group = place[graph->nodes.v[i]->group];
}

int pv_sched_graph_strong(const struct pv_sched_graph *graph, unsigned kinds)
{
    struct pv_arena *scratch = pv_arena_new();
    struct strong_search search = {.graph = graph, .kinds = kinds};
    search.first_out = pv_new_array(scratch, int, graph->nodes.n + 1);
    search.next_out = pv_new_array(scratch, int, graph->edges.n + 1);
    search.order = pv_new_array(scratch, int, graph->nodes.n + 1);
    search.low = pv_new_array(scratch, int, graph->nodes.n + 1);
    search.stack = pv_new_array(scratch, int, graph->nodes.n + 1);
    search.on_stack = pv_new_array(scratch, bool, graph->nodes.n + 1);
    list_edges(&search);
    for (int i = 0; i < graph->nodes.n; i++)
        if (!search.order[i])
            visit(&search, i);
    sort_components(&search, scratch);
    pv_arena_free(scratch);
    return search.n_group;
}

static struct pv_sched_node *find_root(const struct pv_sched_graph *graph, struct pv_sched_node *node)
{
    while (node->group != node->at)
        node = graph->nodes.v[node->group];
    return node;
}

/* Join trees, the smaller place on top; then number the roots in order. */
int pv_sched_graph_weak(const struct pv_sched_graph *graph)
{
    number_nodes(graph);
    for (int i = 0; i < graph->nodes.n; i++)
        graph->nodes.v[i]->group = i;
    for (int i = 0; i < graph->edges.n; i++) {
        struct pv_sched_node *a = find_root(graph, graph->edges.v[i]->src),
                             *b = find_root(graph, graph->edges.v[i]->dst);
        if (a->at < b->at)
            b->group = a->at;
        else
            a->group = b->at;
    }
    for (int i = 0; i < graph->nodes.n; i++)
        graph->nodes.v[i]->group = find_root(graph, graph->nodes.v[i])->at;
    int n = 0;
    for (int i = 0; i < graph->nodes.n; i++) {
        struct pv_sched_node *node = graph->nodes.v[i];
        node->group = node->group == i ? n++ : graph->nodes.v[node->group]->group;
    }
    return n;
}
