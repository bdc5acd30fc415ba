/* Programs in the style of numerical kernels. */
#ifndef PV_GENNUM_H
#define PV_GENNUM_H

#include "genstate.h"

/* Write a program to "out" whose functions have what copies, tiles and kernels with registers are made for: temporaries of all
 * shapes, partly written and read afterwards; loops of time around several stencils and single statements; triangular
 * factorisations; sweeps in place, up and down; products that read rows before they are overwritten; subscripts that a
 * condition chooses; convolutions with a stride; steps that are parameters; reductions. */
void gen_numeric_program(struct generator *g, struct pv_sb *out, const char *title);

#endif
