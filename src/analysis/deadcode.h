/* Dead code elimination. */
#ifndef PV_DEADCODE_H
#define PV_DEADCODE_H

#include "ir/deps.h"

/* Set deps->kept to the instances that must run: those whose writes outlive the region, those that call functions with
 * effects, and the instances on which these depend. All others may be removed without an observable change. False where
 * isl failed. */
bool pv_dead_compute(const struct pv_scop *scop, struct pv_deps *deps);

/* Leave all instances that are not kept out of "scop"; "*changed" tells whether there were any. None is left out where
 * those that are kept lie so far apart that looking for them takes longer than running all. False where isl failed. */
bool pv_dead_remove(struct pv_scop *scop, const struct pv_deps *deps, bool *changed);

#endif
