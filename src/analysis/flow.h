/* Dataflow dependences: which instances may read a value that another instance wrote. */
#ifndef PV_FLOW_H
#define PV_FLOW_H

#include "ir/deps.h"

/* The dependences from "source" to "sink" in the original order of "scop" that no access of "cut" interrupts:
 * { source -> [sink -> A[a]] }. "*no_source" gets the part of "sink" before which there is no cut; NULL where it is
 * not wanted. All three relations are taken; their domains are tagged or not as "tagging" says. */
__isl_give isl_union_map *pv_flow_between(const struct pv_scop *scop, enum pv_tagging tagging,
                                          __isl_take isl_union_map *sink, __isl_take isl_union_map *source,
                                          __isl_take isl_union_map *cut, isl_union_map **no_source);

/* { [S[i] -> R[]] -> [T[j] -> Q[]] } to { S[i] -> T[j] }. */
__isl_give isl_union_map *pv_flow_untag(__isl_take isl_union_map *tagged);

/* Set the flow, the false dependences and the live-in reads of "deps". False where isl failed. */
bool pv_flow_compute(const struct pv_scop *scop, struct pv_deps *deps);

/* The same from memory alone: every later read of an element may see every earlier write. Cheaper, and a
 * superset of the exact relations; references are not told apart. */
bool pv_flow_compute_memory_based(const struct pv_scop *scop, struct pv_deps *deps);

#endif
