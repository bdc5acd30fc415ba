/* OpenCL 1.2: kernels as text in the host's C, which builds and launches them. */
#ifndef PV_OPENCL_H
#define PV_OPENCL_H

#include "emit/device.h"

extern const struct pv_target pv_opencl;

struct pv_opencl_params {
    const char *compiler_options; /* for the device's compiler, or NULL */
    bool use_gpu;                 /* prefer a GPU; else any other device */
    bool fp_contract;             /* products and sums may be fused */
};

/* Append what stands after the text of the program. False with "*failure" set where something has no text. */
bool pv_opencl_print_end(struct pv_device *device, const struct pv_opencl_params *params, struct pv_sb *out,
                         const char **failure);

#endif
