/* Blocks of one launch of a kernel, which run in no order: no dependence may join two of them. */
#ifndef PV_BLOCKCHECK_H
#define PV_BLOCKCHECK_H

#include "ir/deps.h"
#include "ir/kernel.h"

/* What is wrong with the kernels of "plan", as the end of a sentence about "the program"; NULL where nothing is, or isl failed.
 * An instance belongs to the block that its values of the members of level PV_LEVEL_BLOCK say; two instances of one launch
 * that depend on each other must have the same values. Variables that each thread has for itself do not count. */
const char *pv_blockcheck(const struct pv_scop *scop, const struct pv_deps *deps, const struct pv_device_plan *plan);

/* For tests: let the blocks of each kernel share the innermost loop of each statement instead of the first member. */
void pv_blockcheck_share_innermost(struct pv_device_plan *plan);

#endif
