/* CUDA: kernels, copies and launches behind functions with the linkage of C. */
#ifndef PV_CUDA_H
#define PV_CUDA_H

#include "emit/device.h"

extern const struct pv_target pv_cuda;

/* Append the kernel file; "header" is the name of the bridge. */
void pv_cuda_print_kernels(struct pv_device *device, const char *header, struct pv_sb *out);

/* Append the bridge between the host's C and the kernel file. */
void pv_cuda_print_header(const struct pv_device *device, struct pv_sb *out);

#endif
