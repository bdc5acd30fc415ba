/* The condition under which the new code of a region may run. */
#ifndef PV_GUARDPROG_H
#define PV_GUARDPROG_H

#include "lower/lowering.h"

/* Give "prog" the test that its code asks for, if it does. Return why it has no form in C, or NULL. */
const char *pv_guardprog(const struct pv_lowering *lowering, struct pv_prog *prog);

/* The size of dimension "dim" of "local", an array of copies, as it is declared. */
pv_px *pv_copies_size(struct pv_cctx *ctx, const struct pv_code_local *local, int dim);

#endif
