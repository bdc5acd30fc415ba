/* What outlives the region. */
#ifndef PV_LIVERANGE_H
#define PV_LIVERANGE_H

#include "ir/deps.h"

/* Set the live-out writes of "deps": those that no later write or kill certainly ends. False where isl failed. */
bool pv_liverange_compute(const struct pv_scop *scop, struct pv_deps *deps);

#endif
