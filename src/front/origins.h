/* Scalars that keep the value of their declaration. */
#ifndef PV_ORIGINS_H
#define PV_ORIGINS_H

#include "front/extract.h"

/* Set "origin" of the variables that the region in work names and that their function declares before it with an integer
 * value made of constants, parameters and other such variables, none of which ever changes: "int n = rows * cols;". */
void pv_origins_find(struct pv_extract *x);

#endif
