/* Statements of one iteration that go through the elements of a row in turns, as in a loop unrolled by hand. */
#ifndef PV_NEIGHBOURS_H
#define PV_NEIGHBOURS_H

#include "ir/scop.h"

/* { S[i] -> T[i] } for statements of one loop that access neighbouring elements of one array in the same iteration, while
 * the next iteration goes on behind them: apart, each would be a loop that leaves most of each cache line unused. */
__isl_give isl_union_map *pv_neighbours_find(const struct pv_scop *scop);

#endif
