/* Dataflow dependences: which instance may read what which other wrote. */
#ifndef PV_FLOW_H
#define PV_FLOW_H

#include "ir/deps.h"

/* The dependences from "source" to "sink" in the original order of "scop", both tagged accesses, that no
 * access of "cut" interrupts: { [S[i] -> R[]] -> [[T[j] -> Q[]] -> A[a]] }. "*no_source" gets the part of "sink"
 * before which there is no cut; NULL where it is not wanted. All three relations are taken. */
__isl_give isl_union_map *pv_flow_between(const struct pv_scop *scop, __isl_take isl_union_map *sink,
                                          __isl_take isl_union_map *source, __isl_take isl_union_map *cut,
                                          isl_union_map **no_source);

/* Set the flow, the false dependences and the live-in reads of "deps". False where isl failed. */
bool pv_flow_compute(const struct pv_scop *scop, struct pv_deps *deps);

#endif
