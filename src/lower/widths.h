/* Pass: the widths of integers. */
#ifndef PV_WIDTHS_H
#define PV_WIDTHS_H

#include "lower/version.h"

/* Give the iterators of "version" the type int or, where a number that is computed from them needs it, 64 bits. All its numbers
 * are known by now, with their ranges: those that later passes add convert what they need. */
void pv_widths(struct pv_version *version);

#endif
