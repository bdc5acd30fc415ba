/* Overlapped tiles: each block computes what it needs, and all tiles of a launch together leave what the original order leaves. */
#ifndef PV_OVERLAPCHECK_H
#define PV_OVERLAPCHECK_H

#include "ir/deps.h"
#include "ir/kernel.h"

/* What is wrong with the overlapped tiles of "plan", as the end of a sentence about "the program"; NULL where nothing is, or isl
 * failed. A tile executes its instances in the original order, on copies of the elements of its window. Proved are:
 * - what writes a value that an instance of a tile reads belongs to the same tile, or to an earlier launch: the values are those
 *   of the original order;
 * - all that an instance of a tile accesses is in the window;
 * - all instances of the launch that write an element belong to the tile that owns it, and stores it;
 * - tiles own all elements of the arrays;
 * - no dependence connects two points of one step, which have no barrier between them;
 * - an array of which there is one copy has no elements that one tile reads from memory and another one stores: it is read only
 *   where the same launch has written before, or where no launch writes, and the last launch stores all that any has written. */
const char *pv_overlapcheck(const struct pv_scop *scop, const struct pv_deps *deps, const struct pv_device_plan *plan);

/* For tests: let the points that each tile executes begin one later. */
void pv_overlapcheck_shrink(struct pv_device_plan *plan);

#endif
