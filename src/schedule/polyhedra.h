/* isl's sets and relations as cones. */
#ifndef PV_POLYHEDRA_H
#define PV_POLYHEDRA_H

#include "solve/cone.h"

#include <isl/map.h>
#include <isl/set.h>

/* Rows of constraints over the same columns: first equalities, then inequalities >= 0. */
struct pv_constraint_rows {
    int n_col;
    PV_VEC(int64_t *) equalities, inequalities;
    bool is_approximate; /* a constraint was left out: its numbers are too large */
};

typedef PV_VEC(struct pv_constraint_rows) pv_pieces;

/* The convex pieces of "map" over (in, out, parameters, 1), without existentially quantified variables: what is left
 * when they are projected out, rational. False where isl fails. */
bool pv_map_get_pieces(struct pv_arena *arena, __isl_keep isl_map *map, pv_pieces *pieces);
/* The same over (dimensions, parameters, 1). */
bool pv_set_get_pieces(struct pv_arena *arena, __isl_keep isl_set *set, pv_pieces *pieces);

/* The cone of "rows", whose last column is the constant; "*is_approximate" is set where it is larger than it should be. */
struct pv_cone *pv_cone_from_rows(struct pv_arena *arena, const struct pv_constraint_rows *rows, bool *is_approximate);

#endif
