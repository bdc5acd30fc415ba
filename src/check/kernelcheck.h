/* Lowered kernels: barriers where threads of a block need each other's results, and reached by all of them. */
#ifndef PV_KERNELCHECK_H
#define PV_KERNELCHECK_H

#include "ir/prog.h"

/* What is wrong with the kernels of "entry", as the end of a sentence about "the program"; NULL where nothing is. Checked are
 * memory that the threads of a block share and, in kernels with steps and without copies, arrays that they write: a barrier must stand between
 * a write and a read that may be of another thread's element, in either order. In other kernels an array's element belongs
 * to one thread. No barrier may depend on a thread's coordinates, or on data. No loop but those that the mapping gave to blocks
 * may depend on a block's coordinates. */
const char *pv_kernelcheck(const struct pv_pentry *entry);

/* For tests: let blocks share loop number "n", from 0, of those in the kernels of "entry" that each thread runs as a whole. */
void pv_kernelcheck_split_loop(struct pv_arena *arena, struct pv_pentry *entry, int n);

/* For tests: remove barrier number "n", from 0, of the kernels of "entry". */
void pv_kernelcheck_drop_barrier(struct pv_pentry *entry, int n);

#endif
