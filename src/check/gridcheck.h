/* Checks persistent kernels: a grid barrier stands between any two steps. */
#ifndef PV_GRIDCHECK_H
#define PV_GRIDCHECK_H

#include "ir/prog.h"

/* What is wrong with the persistent kernels of "entry", as the end of a sentence about "the program"; NULL where nothing is.
 * A step may depend on any block of the step before, so that all blocks must wait in between, unless one and the same thread
 * executes both. A grid barrier stands outside of steps, where all threads have the same values, and all of them reach it. */
const char *pv_gridcheck(const struct pv_pentry *entry);

/* For tests: remove grid barrier number "n", from 0, of the kernels of "entry". */
void pv_gridcheck_drop_barrier(struct pv_pentry *entry, int n);

#endif
