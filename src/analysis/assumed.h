/* Removes dependences that the context of a region excludes. */
#ifndef PV_ASSUMED_H
#define PV_ASSUMED_H

#include "ir/deps.h"

/* Remove the pieces of the dependences of "deps" that the context of "scop" excludes. False where isl failed. */
bool pv_assumed_prune(const struct pv_scop *scop, struct pv_deps *deps);

#endif
