/* The constant that elements hold before a reduction. */
#ifndef PV_STARTVALUE_H
#define PV_STARTVALUE_H

#include "map/conflict.h"

/* The constant, an integer or floating one as written in the program, that every element holds before the first of those
 * updates of "reduction" by "stmt" that "points" { S[i] -> [p] } sends to the same p; NULL where there is none or it is
 * not known. */
const struct pv_expr *pv_start_value_find(const struct pv_conflicts *conflicts, const struct pv_reduction *reduction,
                                          const struct pv_stmt *stmt, __isl_keep isl_union_map *points);

#endif
