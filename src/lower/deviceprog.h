/* Regions that run on a device: kernels, and a function for each region that moves the data and launches them. */
#ifndef PV_DEVICEPROG_H
#define PV_DEVICEPROG_H

#include "lower/lowering.h"

/* Lower "prog->code". Return why it has no form in C, or NULL. */
const char *pv_deviceprog(const struct pv_lowering *lowering, struct pv_prog *prog);

/* What the kernels of "progs" share: types, and the functions that they call. Return why something has no form in C, or
 * NULL. */
const char *pv_deviceprog_shared(const struct pv_lowering *lowering, int n, struct pv_prog *const *progs,
                                 struct pv_pshared *shared);

#endif
