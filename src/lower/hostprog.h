/* Regions that run on the host. */
#ifndef PV_HOSTPROG_H
#define PV_HOSTPROG_H

#include "lower/lowering.h"

/* Lower "prog->code": loops, declarations, names. Return why it has no form in C, or NULL. */
const char *pv_hostprog(const struct pv_lowering *lowering, struct pv_prog *prog);

/* Declare what the text after the region still names. */
void pv_hostprog_declare_outliving(struct pv_cctx *ctx, struct pv_prog *prog);
/* A variable that the region declares and the text after it names; NULL where there is none. */
const struct pv_var *pv_hostprog_outliving(const struct pv_region *region);
/* Add to the body of "prog" what sets the pointers that the region moves and the program needs after it. */
void pv_hostprog_move_pointers(struct pv_cctx *ctx, struct pv_prog *prog);
/* Set the values of code->named that the rest of "prog", or the value of another one, needs. */
void pv_hostprog_declare_named(struct pv_cctx *ctx, struct pv_prog *prog);

#endif
