/* Regions that run on the host, and what the host runs of others. */
#ifndef PV_HOSTPROG_H
#define PV_HOSTPROG_H

#include "lower/version.h"

/* Build "version": declarations, and the loops and statements of the region. */
void pv_hostprog_build(struct pv_version *version);

/* Declare the values of code->named that the program, or the value of another one, needs; around the call of a device's
 * function also the variables that outlive the region, and the pointers that it moves. Note the use of OpenMP. */
void pv_hostprog_name(struct pv_version *version);

/* Name the variables that "code" declares apart from all others. */
void pv_hostprog_name_locals(const struct pv_lowering *lowering, struct pv_cctx *ctx, const struct pv_code *code);

/* A variable that the region declares and the text after it names; NULL where there is none. */
const struct pv_var *pv_hostprog_outliving(const struct pv_region *region);

#endif
