/* Live ranges: which values outlive the region, and which dependences keep live ranges apart when they are
 * reordered. */
#ifndef PV_LIVERANGE_H
#define PV_LIVERANGE_H

#include "ir/deps.h"

/* Set the live-out writes of "deps": those that no later write or kill certainly ends. False where isl failed. */
bool pv_liverange_compute(const struct pv_scop *scop, struct pv_deps *deps);

/* The same without a search: every write of what is not local to the region may be read after it. */
bool pv_liverange_compute_memory_based(const struct pv_scop *scop, struct pv_deps *deps);

/* Set the order and the forced dependences, which take the place of the false ones when live ranges may be
 * reordered, and leave out of them what the user's independences allow. False where isl failed. */
bool pv_liverange_compute_order(const struct pv_scop *scop, struct pv_deps *deps);

#endif
