/* The coordinates of a statement: as many as its instances have dimensions, no matter how many iterators they carry. */
#ifndef PV_COMPRESS_H
#define PV_COMPRESS_H

#include "schedule/depgraph.h"
#include "schedule/polyhedra.h"

struct pv_coordinate_params {
    int n_param;
    bool find_sizes;                          /* false: none is bounded */
    const struct pv_constraint_rows *context; /* of the parameters, over (n, 1); NULL: not known */
};

/* Find dim, compress and size of "node" from the instances "pieces", over (x, n, 1), which live as long as "arena".
 * "equalities" gets the equalities that all instances satisfy. */
void pv_node_find_coordinates(struct pv_arena *arena, struct pv_sched_node *node, const pv_pieces *pieces,
                              const struct pv_coordinate_params *params, struct pv_constraint_rows *equalities);

/* The size in coordinate "at" for the parameters of the context. */
int64_t pv_node_get_size(const struct pv_sched_node *node, int at);

/* The cone "cone" of pairs (x, y, n, 1) of instances in the coordinates of the nodes. */
struct pv_cone *pv_cone_compress(struct pv_arena *arena, const struct pv_cone *cone, int n_param,
                                 const struct pv_sched_node *src, const struct pv_sched_node *dst);

#endif
