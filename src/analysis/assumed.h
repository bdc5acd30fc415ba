/* What the context of a region says about its dependences. */
#ifndef PV_ASSUMED_H
#define PV_ASSUMED_H

#include "ir/deps.h"

/* Leave the pieces out of the dependences of "deps" that the context of "scop" excludes. False where isl failed. */
bool pv_assumed_prune(const struct pv_scop *scop, struct pv_deps *deps);

#endif
