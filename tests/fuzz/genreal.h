/* Programs in the style of real projects. */
#ifndef PV_GENREAL_H
#define PV_GENREAL_H

#include "genstate.h"

/* Write a program to "out" that has what people write and other random programs have not: rows with a leading dimension in
 * linear memory, pointers in structures, pointers that move or change places, indices in scalars, counters beside a loop,
 * unsigned indices, macros, old-style heads, OpenMP pragmas, calls that nobody can see into, arguments that overlap, a
 * byte-order mark, carriage returns. */
void gen_real_program(struct generator *g, struct pv_sb *out, const char *title);

#endif
