/* The coordinates of a statement: as many as its instances have dimensions, no matter how many iterators they carry. */
#ifndef PV_COMPRESS_H
#define PV_COMPRESS_H

#include "schedule/depgraph.h"
#include "schedule/polyhedra.h"

/* Find dim, compress and size of "node" from the instances "pieces", over (x, n, 1). "equalities" gets what all
 * instances fulfil. Sizes are left open unless "find_sizes". */
void pv_node_find_coordinates(struct pv_arena *arena, struct pv_sched_node *node, int n_param, const pv_pieces *pieces,
                              bool find_sizes, struct pv_constraint_rows *equalities);

/* The cone "cone" of pairs (x, y, n, 1) of instances in the coordinates of the nodes. */
struct pv_cone *pv_cone_compress(struct pv_arena *arena, const struct pv_cone *cone, int n_param,
                                 const struct pv_sched_node *src, const struct pv_sched_node *dst);

#endif
