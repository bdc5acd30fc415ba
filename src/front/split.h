/* Regions that were found, not marked, and of which one statement cannot be modelled: the parts
 * before and after it. */
#ifndef PV_SPLIT_H
#define PV_SPLIT_H

#include "ir/tree.h"

/* Split the refused "region" at the statement that was the reason. Store up to two new regions that
 * still hold a loop in "parts" and return how many there are. */
int pv_region_split(struct pv_arena *arena, const struct pv_region *region, struct pv_region *parts[2]);

#endif
