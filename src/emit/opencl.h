/* OpenCL 1.2: kernels as text in the host's C, which builds and launches them. */
#ifndef PV_OPENCL_H
#define PV_OPENCL_H

#include "emit/clparams.h"
#include "emit/device.h"

extern const struct pv_target pv_opencl;

/* Append what stands after the text of the program to "out". The kernels go to "kernels" where they have a file of their
 * own. */
void pv_opencl_print_end(struct pv_device *device, const struct pv_opencl_params *params, struct pv_sb *out,
                         struct pv_sb *kernels);

#endif
