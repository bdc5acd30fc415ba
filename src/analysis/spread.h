/* Scalars that get a copy for each iteration of a loop, so that this loop can be the innermost one. */
#ifndef PV_SPREAD_H
#define PV_SPREAD_H

#include "analysis/webs.h"

/* For each web of "webs" that belongs to a scalar, and whose value a loop accumulates, choose a surrounding loop along
 * which most references of that computation have stride one, if threads may share loops around it. With a copy of the
 * scalar for each iteration of the chosen loop, this loop can become the innermost one:
 * `s = 0; for (k ...) s += B[k][j]; C[i][j] += s;` works on s[j]. False where isl failed. */
bool pv_spread_find(struct pv_webs *webs);

#endif
