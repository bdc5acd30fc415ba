/* Regions for a device, and what their kernels share. */
#ifndef PV_DEVICEPROG_H
#define PV_DEVICEPROG_H

#include "lower/version.h"

/* Build "version": the function of the region, with the loops of the host and launches, and its kernels. */
void pv_deviceprog_build(struct pv_version *version);

/* Let the function of "version" leave its work to "narrow" if no parameter is beyond "limit". */
void pv_deviceprog_add_narrow(struct pv_version *version, struct pv_pentry *narrow, int64_t limit);

/* Note in its program the functions and types that the kernels of "version" need. */
void pv_deviceprog_note_needs(const struct pv_version *version);

/* Lower what the kernels of "n" programs call, and the types they name. Return why something has no form in C, or NULL. */
const char *pv_deviceprog_shared(const struct pv_lowering *lowering, int n, struct pv_prog *const *progs,
                                 struct pv_pshared *shared);

#endif
