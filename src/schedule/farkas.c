/* Turns pairs of instances into constraints on schedule coefficients, one per generator. */
#include "schedule/farkas.h"

#include "schedule/coalesce.h"
#include "solve/matrix.h"

#include <string.h>

/* The generator "v" of (x, y, n, 1) as one of (y - x, n, 1). */
static int64_t *difference_of(const struct pv_sched_graph *graph, int dim, const int64_t *v)
{
    int n_rest = graph->n_param + 1;
    int64_t *difference = pv_new_array(graph->arena, int64_t, dim + n_rest);
    for (int i = 0; i < dim; i++)
        difference[i] = v[dim + i] - v[i];
    memcpy(difference + dim, v + 2 * (ptrdiff_t)dim, sizeof(int64_t) * (size_t)n_rest);
    return difference;
}

static int pair_width(const struct pv_sched_graph *graph, const struct pv_sched_edge *edge)
{
    int n_coordinate = edge->src == edge->dst ? edge->src->dim : edge->src->dim + edge->dst->dim;
    return n_coordinate + graph->n_param + 1;
}

static struct pv_generators pairs_of_piece(const struct pv_sched_graph *graph, const struct pv_sched_edge *edge,
                                           const struct pv_cone *cone)
{
    struct pv_generators pairs = {.width = pair_width(graph, edge)};
    bool is_difference = edge->src == edge->dst;
    for (int i = 0; i < cone->lines.n; i++)
        pv_generators_add(graph->arena, &pairs,
                          is_difference ? difference_of(graph, edge->src->dim, cone->lines.v[i].v) : cone->lines.v[i].v,
                          true);
    for (int i = 0; i < cone->rays.n; i++)
        pv_generators_add(graph->arena, &pairs,
                          is_difference ? difference_of(graph, edge->src->dim, cone->rays.v[i].v) : cone->rays.v[i].v,
                          false);
    return pairs;
}

/* Is there a bound on the size of the one node of "edge" that its differences should not know? */
static bool has_size_bounds(const struct pv_sched_graph *graph, const struct pv_sched_edge *edge)
{
    bool found = false;
    for (int i = 0; edge->src == edge->dst && graph->drop_size_bounds && edge->src->size && i < edge->src->dim; i++)
        found |= edge->src->size[i] != PV_NO_BOUND;
    return found;
}

static const struct pv_generators *get_raw_pairs(const struct pv_sched_graph *graph, struct pv_sched_edge *edge)
{
    if (!edge->piece_pairs) {
        edge->piece_pairs = pv_new_array(graph->arena, struct pv_generators, edge->pieces.n + 1);
        for (int p = 0; p < edge->pieces.n; p++) {
            edge->piece_pairs[p] = pairs_of_piece(graph, edge, edge->pieces.v[p]);
            if (has_size_bounds(graph, edge))
                edge->piece_pairs[p] = pv_drop_size_bounds(graph->arena, edge->src, graph->n_param,
                                                           &edge->piece_pairs[p]);
        }
    }
    return edge->piece_pairs;
}

/* A basis of "lines" in reduced form; -1 where numbers become too large. */
static int line_basis(struct pv_arena *arena, int64_t *const *lines, int n, int width, int64_t **basis)
{
    *basis = pv_new_array(arena, int64_t, n * width + 1);
    for (int i = 0; i < n; i++)
        memcpy(*basis + (ptrdiff_t)i * width, lines[i], sizeof(int64_t) * (size_t)width);
    return pv_matrix_reduce(*basis, n, width);
}

/* "ray" moved along the lines of "basis" to where their leading columns are zero. */
static bool reduce_by_lines(int64_t *ray, const int64_t *basis, int n_line, int width)
{
    for (int l = 0; l < n_line; l++) {
        const int64_t *line = basis + (ptrdiff_t)l * width;
        int lead = 0;
        while (line[lead] == 0)
            lead++;
        int64_t size = line[lead] < 0 ? -line[lead] : line[lead];
        if (ray[lead] && !pv_vector_combine(ray, size, ray, line[lead] < 0 ? ray[lead] : -ray[lead], line, width))
            return false;
    }
    return true;
}

static int compare_vectors(const int64_t *a, const int64_t *b, int n)
{
    for (int i = 0; i < n; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

static void sort_vectors(int64_t **v, int n, int width)
{
    for (int i = 1; i < n; i++) {
        int64_t *vector = v[i];
        int j = i;
        for (; j > 0 && compare_vectors(v[j - 1], vector, width) > 0; j--)
            v[j] = v[j - 1];
        v[j] = vector;
    }
}

/* The cone of "set" and "lines", rays reduced by the lines, without those that are there twice, and sorted. */
static struct pv_generators normal_form(struct pv_arena *arena, const struct pv_generators *set, int64_t *const *lines,
                                        int n_line)
{
    int64_t *basis;
    int n = line_basis(arena, lines, n_line, set->width, &basis);
    if (n < 0)
        return *set;
    struct pv_generators result = {.width = set->width};
    for (int i = 0; i < n; i++)
        pv_generators_add(arena, &result, basis + (ptrdiff_t)i * set->width, true);
    for (int i = 0; i < set->rays.n; i++) {
        int64_t *ray = pv_new_array(arena, int64_t, set->width);
        memcpy(ray, set->rays.v[i], sizeof(int64_t) * (size_t)set->width);
        if (!reduce_by_lines(ray, basis, n, set->width))
            return *set;
        pv_generators_add(arena, &result, ray, false);
    }
    sort_vectors(result.rays.v, result.rays.n, set->width);
    return result;
}

static void add_all(struct pv_arena *arena, struct pv_generators *all, const struct pv_generators *part)
{
    for (int i = 0; i < part->lines.n; i++)
        pv_generators_add(arena, all, part->lines.v[i], true);
    for (int i = 0; i < part->rays.n; i++)
        pv_generators_add(arena, all, part->rays.v[i], false);
}

static struct pv_generators *close_set(struct pv_arena *arena, const struct pv_generators *all)
{
    struct pv_generators *result = pv_new(arena, struct pv_generators);
    *result = normal_form(arena, all, all->lines.v, all->lines.n);
    return result;
}

const struct pv_generators *pv_edge_get_pairs(const struct pv_sched_graph *graph, struct pv_sched_edge *edge)
{
    if (edge->pairs)
        return edge->pairs;
    const struct pv_generators *pieces = get_raw_pairs(graph, edge);
    struct pv_generators all = {.width = pair_width(graph, edge)};
    for (int p = 0; p < edge->pieces.n; p++)
        add_all(graph->arena, &all, &pieces[p]);
    return edge->pairs = close_set(graph->arena, &all);
}

const struct pv_generators *pv_edge_get_exact_pairs(const struct pv_sched_graph *graph, struct pv_sched_edge *edge)
{
    if (!has_size_bounds(graph, edge))
        return pv_edge_get_pairs(graph, edge);
    if (edge->exact_pairs)
        return edge->exact_pairs;
    struct pv_generators all = {.width = pair_width(graph, edge)};
    for (int p = 0; p < edge->pieces.n; p++) {
        struct pv_generators part = pairs_of_piece(graph, edge, edge->pieces.v[p]);
        add_all(graph->arena, &all, &part);
    }
    return edge->exact_pairs = close_set(graph->arena, &all);
}

const struct pv_generators *pv_edge_get_piece_pairs(const struct pv_sched_graph *graph, struct pv_sched_edge *edge)
{
    if (edge->normal_pairs)
        return edge->normal_pairs;
    const struct pv_generators *pieces = get_raw_pairs(graph, edge);
    PV_VEC(int64_t *) lines = {0};
    for (int p = 0; p < edge->pieces.n && edge->src == edge->dst; p++)
        for (int i = 0; i < pieces[p].lines.n; i++)
            pv_push(graph->arena, &lines, pieces[p].lines.v[i]);
    edge->normal_pairs = pv_new_array(graph->arena, struct pv_generators, edge->pieces.n + 1);
    for (int p = 0; p < edge->pieces.n; p++)
        edge->normal_pairs[p] = edge->src == edge->dst
                                    ? normal_form(graph->arena, &pieces[p], lines.v, lines.n)
                                    : normal_form(graph->arena, &pieces[p], pieces[p].lines.v, pieces[p].lines.n);
    return edge->normal_pairs;
}

static bool are_equal(int64_t *const *a, int64_t *const *b, int n, int width)
{
    for (int i = 0; i < n; i++)
        if (memcmp(a[i], b[i], sizeof(int64_t) * (size_t)width) != 0)
            return false;
    return true;
}

bool pv_generators_are_equal(const struct pv_generators *a, const struct pv_generators *b)
{
    return a->width == b->width && a->lines.n == b->lines.n && a->rays.n == b->rays.n &&
           are_equal(a->lines.v, b->lines.v, a->lines.n, a->width) &&
           are_equal(a->rays.v, b->rays.v, a->rays.n, a->width);
}
