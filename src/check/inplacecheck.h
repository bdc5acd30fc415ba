/* Values computed in elements of arrays, against the same in scalars. */
#ifndef PV_INPLACECHECK_H
#define PV_INPLACECHECK_H

#include "ir/deps.h"

/* A statement that only copied a value, and was removed: its instances before, and its references. */
struct pv_removed_copy {
    const struct pv_stmt *stmt;
    isl_set *domain;
    const struct pv_access *from, *to;
};

/* Does each reference of "scop", with the dependences "after", read the value of the same reference as "before", or from before the
 * region, and does the region leave the same values behind? What the "n" removed statements handed on counts as the value that
 * they read. False also where values go through too many of those. */
isl_bool pv_inplacecheck(const struct pv_scop *scop, int n, const struct pv_removed_copy *removed,
                         const struct pv_deps *before, const struct pv_deps *after);

#endif
