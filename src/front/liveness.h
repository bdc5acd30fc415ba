/* Decides whether the value that a region leaves in a variable may be read after it: a backward walk over the
 * statements that can run after the region, including those that an enclosing loop repeats. */
#ifndef PV_LIVENESS_H
#define PV_LIVENESS_H

#include "front/scopes.h"

/* May something that runs after "region", a run of statements in the function of "scopes", read the value that the
 * region leaves in "symbol"? True where that is not known: a variable whose address is taken outside the region, one
 * that outlives the function, a function with "goto". */
bool pv_live_after(struct pv_clang *clang, const struct pv_scopes *scopes, const struct pv_symbol *symbol,
                   struct pv_range region);

#endif
