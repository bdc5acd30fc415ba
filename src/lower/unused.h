/* Variables and functions that only the original text of a region used, about which compilers would warn. */
#ifndef PV_UNUSED_H
#define PV_UNUSED_H

#include "lower/lowering.h"

typedef PV_VEC(struct pv_range) pv_ranges;

/* Note in "prog" what nothing uses any more when its text, and that of other regions, is in the place of "replaced". */
void pv_unused_find(const struct pv_lowering *lowering, struct pv_prog *prog, const pv_ranges *replaced);

#endif
