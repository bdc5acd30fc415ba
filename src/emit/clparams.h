/* The user's choices for OpenCL output. */
#ifndef PV_CLPARAMS_H
#define PV_CLPARAMS_H

#include <stdbool.h>

struct pv_opencl_params {
    const char *compiler_options; /* for the device's compiler, or NULL */
    bool use_gpu;                 /* prefer a GPU; else any other device */
    bool fp_contract;             /* products and sums may be fused */
    int n_includes;               /* files that the kernels include */
    const char *const *includes;
    bool print_types;        /* structures and unions of the program are defined again; else the includes have them */
    const char *kernel_file; /* that the program reads the kernels from; NULL: they are part of its text */
};

#endif
