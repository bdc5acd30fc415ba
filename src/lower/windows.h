/* Lowers kernels of overlapped tiles: loops over tiles, the points of each thread, and windows. */
#ifndef PV_WINDOWS_H
#define PV_WINDOWS_H

#include "lower/version.h"

/* Name what "device" needs for the tiles of "kernel". */
void pv_windows_name(const struct pv_lowering *lowering, struct pv_cdevice *device, const struct pv_kernel *kernel);

/* Remember at the start of "kernel" how many tiles "launch" has. */
void pv_windows_begin(struct pv_cctx *ctx, struct pv_pkernel *kernel, const struct pv_code_launch *launch);

/* Distribute the tiles of "kernel" over blocks, and the points of each step over threads. */
void pv_windows_distribute(struct pv_cctx *ctx, struct pv_pkernel *kernel);

/* Fill the window of "fill", or store the elements of the tile. */
void pv_windows_fill(struct pv_cctx *ctx, struct pv_pout *out, const struct pv_code_fill *fill);
void pv_windows_store(struct pv_cctx *ctx, struct pv_pout *out, const struct pv_code_fill *fill);

#endif
