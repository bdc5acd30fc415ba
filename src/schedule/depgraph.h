/* What is to be scheduled: nodes, and edges that hold pairs of instances as generators of cones.
 *
 * Every dependence is taken out of isl once. A relation { S[x] -> T[y] : ... } over parameters n becomes, for each of
 * its convex pieces, the cone of all (x, y, n, 1), given by its generators. All that scheduling asks of a dependence
 * is easy to ask of generators:
 *   - "f(y) - f(x) >= 0 for all pairs" is one inequality on the coefficients of f per generator (Farkas' lemma with
 *     its multipliers gone);
 *   - pairs that a schedule row leaves at the same time are the generators on a face;
 *   - a change of coordinates, as in domain compression, difference sets and clusters, is a matrix applied to them. */
#ifndef PV_DEPGRAPH_H
#define PV_DEPGRAPH_H

#include "solve/cone.h"

#include <isl/id.h>
#include <isl/map.h>

/* The kind of an edge: the order that a schedule must give its pairs. */
enum pv_edge_kind {
    PV_EDGE_VALIDITY = 1,     /* the first not after the second */
    PV_EDGE_COINCIDENCE = 2,  /* together, if the loop is to be parallel */
    PV_EDGE_PROXIMITY = 4,    /* close to each other */
    PV_EDGE_CONDITION = 8,    /* if not together, adjacent conditioned edges hold */
    PV_EDGE_CONDITIONED = 16, /* valid if an adjacent condition is not together */
    PV_EDGE_LOCAL = 32,       /* a condition that must be together in this band */
};

/* One row of a schedule: f(x) = row[0..dim) . x + row[dim..dim + n_param) . n + row[dim + n_param]. */
typedef int64_t *pv_sched_row;

/* No bound. */
#define PV_NO_BOUND INT64_MAX

/* A node: a statement in compressed coordinates, or a cluster, whose coordinates are the members of its band. */
struct pv_sched_node {
    int index;         /* in the order of the program; names the node in the tree */
    const char *name;  /* for people */
    int dim;           /* coordinates */
    int n_in;          /* dimensions of the statement's instances */
    int64_t *compress; /* dim x n_in: coordinates = compress * instance; NULL for the identity */
    int64_t *size;     /* per coordinate, the largest distance of two instances that differ in it alone; PV_NO_BOUND */
    struct pv_node_shape *shape; /* the same for the parameters of the context, found when asked for; see compress.h */
    PV_VEC(pv_sched_row) rows;   /* of all bands from the root on */
    PV_VEC(pv_sched_row) original; /* rows of the original schedule, where known and affine */
    int n_original;                /* how many of them were taken */
    int rank;                      /* of the coefficients of the rows */
    int64_t *independent; /* (dim - rank) x dim: forms that are zero on all combinations of the rows' coefficients */
    int group;            /* number of its component, while components are looked for */
    int at;               /* place in the graph that is being looked at */
};

/* Generators without order, "width" entries each. */
struct pv_generators {
    int width;
    PV_VEC(int64_t *) lines, rays;
};

/* Pairs from node "src" to node "dst". */
struct pv_sched_edge {
    struct pv_sched_node *src, *dst;
    unsigned kinds;
    PV_VEC(struct pv_cone *) pieces; /* cones of (x, y, n, 1) */
    isl_map *map; /* { S[x] -> T[y] } as it came; of conditions and conditioned edges with the tags at their ends */
    isl_id *src_tag, *dst_tag; /* NULL: none */
    /* Where "map" has integer divisions, the pairs { S[x] -> T[y] } of each piece: cones know no divisions. Else empty. */
    PV_VEC(isl_map *) piece_maps;
    /* What the schedulers make of the pieces, once they have: see farkas.h. */
    struct pv_generators *pairs, *exact_pairs, *piece_pairs, *normal_pairs;
    /* State of a condition or conditioned edge with respect to the band that is being built. */
    bool is_apart, is_violated;
    bool no_merge; /* already tried as a reason to merge two clusters */
    int weight;    /* how many coordinates it could keep together */
};

struct pv_sched_graph {
    struct pv_arena *arena;
    int n_param;
    bool drop_size_bounds; /* differences know no bounds that come from the size of a statement */
    PV_VEC(struct pv_sched_node *) nodes;
    PV_VEC(struct pv_sched_edge *) edges;
};

/* Add "v", reduced, to the rays of "set", or its lines, unless it is there or zero. */
void pv_generators_add(struct pv_arena *arena, struct pv_generators *set, const int64_t *v, bool is_line);

/* The equalities (lines) and inequalities (rays) that describe the cone of "set": the generators of its dual. NULL where
 * numbers become too large. */
struct pv_cone *pv_generators_find_facets(struct pv_arena *arena, const struct pv_generators *set);

/* f(y) - f(x) as a row on (x, y, n, 1), f being row "at" of the nodes of "edge". */
int64_t *pv_sched_edge_difference(const struct pv_sched_graph *graph, const struct pv_sched_edge *edge, int at);

/* The least and the greatest sign of "form" on the generators of the pieces: -1, 0, 1. */
struct pv_sign_range {
    int min, max;
};
struct pv_sign_range pv_sched_edge_signs(const struct pv_sched_edge *edge, const int64_t *form);

/* Can the ends of the conditioned edge "conditioned" belong to the live range of "condition": do they meet in a node
 * with the same tag? */
bool pv_sched_edge_is_adjacent(const struct pv_sched_edge *condition, const struct pv_sched_edge *conditioned);

/* Work out "rank" and "independent" of "node" from its rows. False where numbers become too large. */
bool pv_sched_node_find_rank(struct pv_arena *arena, struct pv_sched_node *node);

/* The nodes of "graph" whose "group" is "group", and the edges between them. */
struct pv_sched_graph *pv_sched_graph_restrict(const struct pv_sched_graph *graph, int group);

/* The graph after the rows from "first" on became a band: pairs that they keep together. Conditioned edges whose
 * conditions they did not keep together become valid without condition. */
struct pv_sched_graph *pv_sched_graph_after_band(const struct pv_sched_graph *graph, int first);

/* Give each node its component in "group", numbered in an order that respects the edges of "kinds" and else the order
 * of the nodes. Return their number. */
int pv_sched_graph_strong(const struct pv_sched_graph *graph, unsigned kinds);
int pv_sched_graph_weak(const struct pv_sched_graph *graph);

#endif
