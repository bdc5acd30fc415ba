/* Calls of statements, where all members of bands have values. */
#ifndef PV_USERGEN_H
#define PV_USERGEN_H

#include "ast/graft.h"

#include <isl/union_map.h>

/* Append to "list" the code for "executed" { [c] -> S[i] } at "place". Instances of one moment run in any order, with loops whose
 * iterators have depths from "depth" on. */
void pv_user_generate(const struct pv_stock *place, __isl_take isl_union_map *executed, int depth, pv_grafts *list);

#endif
