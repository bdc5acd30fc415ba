/* Scalars that get a copy for each iteration of a loop, so that this loop can be the innermost one. */
#ifndef PV_SPREAD_H
#define PV_SPREAD_H

#include "analysis/webs.h"

/* Give each web of "webs" that belongs to a scalar, whose value a loop accumulates, the loop around it along which most references of
 * that computation go through memory element by element, if threads may share loops around it: with a copy of the scalar for each of its iterations, this loop can move
 * inside of the other. `s = 0; for (k ...) s += B[k][j]; C[i][j] += s;` works on s[j]. False where isl failed. */
bool pv_spread_find(struct pv_webs *webs);

#endif
