/* What a kernel is given, and what it has for itself. */
#ifndef PV_KERNELARGS_H
#define PV_KERNELARGS_H

#include "lower/version.h"

/* Note the coordinates that each kernel names, and declare its variables and its copies of parts of arrays. */
void pv_kernelargs_declare(struct pv_version *version);

/* Find the arguments of each kernel, and add to each launch what it needs of them: the numbers of tiles and of blocks. */
void pv_kernelargs_find(struct pv_version *version);

/* The name of the memory for "array" on the device. */
const char *pv_kernelargs_buffer(const struct pv_lowering *lowering, const struct pv_array *array);
/* The same for the other copy of an array of which launches read one and write another. */
const char *pv_kernelargs_next_buffer(const struct pv_lowering *lowering, const struct pv_array *array);

#endif
