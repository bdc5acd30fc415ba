/* The condition under which the new code of a region may run. */
#ifndef PV_GUARDPROG_H
#define PV_GUARDPROG_H

#include "lower/lowering.h"

/* Give "prog" the test that its code asks for, if it does. Return why it has no form in C, or NULL. */
const char *pv_guardprog(const struct pv_lowering *lowering, struct pv_prog *prog);

#endif
