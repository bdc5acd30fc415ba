/* Models of devices, and the kernel sizes that suit them. */
#ifndef PV_DEVMODEL_H
#define PV_DEVMODEL_H

#include "ir/kernel.h"
#include "map/hybrid.h"
#include "map/kernelshape.h"
#include "map/mapparams.h"

struct pv_device_model {
    int n_units;       /* that run blocks side by side */
    int shared_memory; /* bytes of a block, without asking for more */
    int vector;        /* threads that execute in lockstep */
    int most_threads;  /* in a block, on any such device */
    bool is_gpu;       /* certainly; shared memory and barriers gain something there */
};

/* NULL for the device of this machine; its properties come from the driver. */
const struct pv_device_model *pv_device_model_get(enum pv_device_choice device);

/* Choose the size of tiles, the number of threads and the size of stages of "kernel". "counts" are the iterations of
 * its shared members by axis, 0 where they are not known. */
void pv_device_model_choose(const struct pv_device_model *model, enum pv_shape shape, const int64_t *counts,
                            struct pv_kernel *kernel);

/* Choose the threads of kernels of overlapped tiles with "n" dimensions, and the points that each has along each axis, if memory
 * allows; axis 0 first. */
void pv_device_model_choose_windows(int n, int *threads, int *each);

/* Choose the sizes of hexagonal tiles for "hybrid", and the threads of "kernel". */
void pv_device_model_choose_hexagons(const struct pv_hybrid *hybrid, struct pv_hybrid_sizes *sizes,
                                     struct pv_kernel *kernel);

/* Choose the sizes of tiles in wavefronts, made of "n" members of a band, and the threads of "kernel". A tile has one step that is
 * repeated, or several: "has_several". */
void pv_device_model_choose_fronts(int n, bool has_several, int *sizes, struct pv_kernel *kernel);

#endif
