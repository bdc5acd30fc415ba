/* Finds the live ranges that a reordered pair belongs to. */
#include "schedule/adjacent.h"

#include <string.h>

enum end { AT_SOURCE, AT_TARGET };

typedef PV_VEC(struct pv_generators) instances;

/* The instances at one end of the pairs of "cone", over (x, n, 1). */
static struct pv_generators project(struct pv_arena *arena, const struct pv_sched_graph *graph,
                                    const struct pv_sched_edge *edge, const struct pv_cone *cone, enum end end)
{
    int dim = end == AT_SOURCE ? edge->src->dim : edge->dst->dim, n_rest = graph->n_param + 1;
    struct pv_generators result = {.width = dim + n_rest};
    int64_t *v = pv_new_array(arena, int64_t, result.width);
    for (int i = 0; i < cone->lines.n + cone->rays.n; i++) {
        bool is_line = i < cone->lines.n;
        const int64_t *pair = is_line ? cone->lines.v[i].v : cone->rays.v[i - cone->lines.n].v;
        memcpy(v, end == AT_SOURCE ? pair : pair + edge->src->dim, sizeof(int64_t) * (size_t)dim);
        memcpy(v + dim, pair + edge->src->dim + edge->dst->dim, sizeof(int64_t) * (size_t)n_rest);
        pv_generators_add(arena, &result, v, is_line);
    }
    return result;
}

/* Append one end of the pairs of "edge" for which row "at" makes sign * (f(y) - f(x)) at least 1. */
static void add_apart(struct pv_arena *arena, const struct pv_sched_graph *graph, const struct pv_sched_edge *edge,
                      int at, int sign, enum end end, instances *found)
{
    int width = edge->src->dim + edge->dst->dim + graph->n_param + 1;
    int64_t *form = pv_sched_edge_difference(graph, edge, at);
    for (int i = 0; i < width; i++)
        form[i] = sign * form[i] - (i == width - 1);
    for (int p = 0; p < edge->pieces.n; p++) {
        struct pv_cone *cone = pv_new(arena, struct pv_cone);
        *cone = *edge->pieces.v[p];
        if (cone->n_inequality > 0) /* pairs of clusters are images of cones, and known by their generators alone */
            pv_cone_add(arena, cone, form, PV_CONE_GE);
        if (pv_cone_has_point(cone)) {
            struct pv_generators part = project(arena, graph, edge, cone, end);
            pv_push(arena, found, part);
        }
    }
}

static void add_facets(struct pv_arena *arena, struct pv_cone *cone, const struct pv_cone *facets)
{
    for (int i = 0; i < facets->lines.n; i++)
        pv_cone_add(arena, cone, facets->lines.v[i].v, PV_CONE_EQ);
    for (int i = 0; i < facets->rays.n; i++)
        pv_cone_add(arena, cone, facets->rays.v[i].v, PV_CONE_GE);
}

/* Do the polyhedra have a common point? Where numbers become too large, they may. */
static bool intersect(struct pv_arena *arena, const struct pv_generators *a, const struct pv_generators *b)
{
    const struct pv_cone *left = pv_generators_find_facets(arena, a), *right = pv_generators_find_facets(arena, b);
    if (!left || !right)
        return true;
    struct pv_cone *both = pv_cone_new(arena, a->width);
    int64_t *homogeneous = pv_new_array(arena, int64_t, a->width);
    homogeneous[a->width - 1] = 1;
    pv_cone_add(arena, both, homogeneous, PV_CONE_GE);
    add_facets(arena, both, left);
    add_facets(arena, both, right);
    return pv_cone_has_point(both);
}

/* Do pairs meet with "condition" at its end "end" and "conditioned" at the other one? */
static bool meet_at(struct pv_arena *arena, const struct pv_sched_graph *graph, const struct pv_sched_edge *condition,
                    const struct pv_sched_edge *conditioned, int first, enum end end)
{
    instances apart = {0}, violated = {0};
    for (int at = first; at < condition->src->rows.n; at++) {
        add_apart(arena, graph, condition, at, 1, end, &apart);
        add_apart(arena, graph, condition, at, -1, end, &apart);
        add_apart(arena, graph, conditioned, at, -1, end == AT_TARGET ? AT_SOURCE : AT_TARGET, &violated);
    }
    for (int i = 0; i < apart.n; i++)
        for (int j = 0; j < violated.n; j++)
            if (intersect(arena, &apart.v[i], &violated.v[j]))
                return true;
    return false;
}

bool pv_edges_meet(const struct pv_sched_graph *graph, const struct pv_sched_edge *condition,
                   const struct pv_sched_edge *conditioned, int first)
{
    struct pv_arena *scratch = pv_arena_new();
    bool meet = (condition->dst == conditioned->src && condition->dst_tag == conditioned->src_tag &&
                 meet_at(scratch, graph, condition, conditioned, first, AT_TARGET)) ||
                (condition->src == conditioned->dst && condition->src_tag == conditioned->dst_tag &&
                 meet_at(scratch, graph, condition, conditioned, first, AT_SOURCE));
    pv_arena_free(scratch);
    return meet;
}
