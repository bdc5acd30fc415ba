/* Bounds of innermost loops, computed before the loops. */
#ifndef PV_HOIST_H
#define PV_HOIST_H

#include "lower/version.h"

/* Let a constant in front of an innermost loop of the host hold the last value of its iterator, if that is a minimum, a maximum
 * or a quotient, one thread executes the loop, and an iteration reads elements that lie in the row of an element that it writes.
 * gcc rotates a loop only if its condition is short; and only in rotated loops it keeps an element in a register until the next
 * iteration reads it, which makes an in-place stencil twice as fast. */
void pv_hoist(struct pv_version *version);

#endif
