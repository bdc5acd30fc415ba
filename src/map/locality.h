/* The order of loops: short strides innermost, so that vectors and cache lines are used. */
#ifndef PV_LOCALITY_H
#define PV_LOCALITY_H

#include "map/conflict.h"
#include "map/reuse.h"

/* Move loops of the tree at "node" to where its statements run fastest, as far as the dependences let them: inwards
 * past others, and apart from statements that they have been fused with. "node" must be the root. Loops with less work
 * than "threshold", in cycles, are not kept outside for threads to share. With "keeps_nests", nests (pv_node_is_nest) stay as they
 * are, with all that is below them. */
__isl_give isl_schedule_node *pv_locality_improve(const struct pv_conflicts *conflicts,
                                                  __isl_take isl_schedule_node *node, double threshold,
                                                  bool keeps_nests);

/* The same for the tree at "node", a band that will run inside of tiles: none of its loops is for threads. */
__isl_give isl_schedule_node *pv_locality_improve_tile(const struct pv_conflicts *conflicts,
                                                       __isl_take isl_schedule_node *node);

/* Cycles of one instance of each statement right below "node", with its loops in the order of the tree; the dimensions in
 * "jammed", a set of bits, are unrolled into the innermost loop. "node" is a leaf, or a band right above a leaf or a sequence of
 * leaves. The statements are appended to "stmts". NULL where isl failed. */
double *pv_locality_cycles(const struct pv_conflicts *conflicts, __isl_keep isl_schedule_node *node, uint64_t jammed,
                           pv_reuse_stmts *stmts);

/* Do all statements "stmts" in the body of the band "node", which has more than one of them in a row, run in vectors if its
 * last member is the innermost loop? */
bool pv_locality_vectorises_fused(const struct pv_conflicts *conflicts, __isl_keep isl_schedule_node *node,
                                  const pv_reuse_stmts *stmts);

/* The member of "node", a band right above a leaf, that should be the innermost: the one with the least cost. "*allows"
 * is set to whether its iterations may run together. -1 where isl failed. */
int pv_locality_choose_innermost(const struct pv_conflicts *conflicts, __isl_keep isl_schedule_node *node,
                                 bool *allows);

/* Is the band "node" right above leaves? */
bool pv_node_is_leaf_band(__isl_keep isl_schedule_node *node);

/* Is "node" a permutable band of several members with more than a leaf below it? Tiles of it have all of that inside. */
bool pv_node_is_nest(__isl_keep isl_schedule_node *node);

/* Is it right above a sequence of leaves? */
bool pv_node_is_fused_band(__isl_keep isl_schedule_node *node);

#endif
