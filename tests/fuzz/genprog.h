/* Whole programs. */
#ifndef PV_GENPROG_H
#define PV_GENPROG_H

#include "genstate.h"

/* Write the program of "g", whose random numbers and features are set, to "out". */
void gen_program(struct generator *g, struct pv_sb *out, const char *title);

#endif
