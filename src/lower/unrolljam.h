/* Unroll and jam: the iterations of outer loops, side by side in the innermost loops of their nest. */
#ifndef PV_UNROLLJAM_H
#define PV_UNROLLJAM_H

#include "lower/version.h"

/* Can the nest at "node", a "for", be unrolled and jammed? Not if there is a condition or a step other than 1, or, where the
 * iterations that go side by side depend on each other, more in its loops than one loop. */
bool pv_unrolljam_applies(struct pv_cctx *ctx, const struct pv_an *node);

/* Replace each nest that is to be unrolled and jammed by its loops. They may be run in any order that keeps, for each of them,
 * earlier iterations before later ones where all others are the same, or in any order where they are independent: that is how such
 * loops are chosen. */
void pv_unrolljam(struct pv_version *version);

#endif
