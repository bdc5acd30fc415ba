/* What the device of this machine is like, asked of its driver for --device=native. */
#ifndef PV_NATIVEDEVICE_H
#define PV_NATIVEDEVICE_H

#include "map/devmodel.h"

struct pv_native_device {
    char name[128];
    struct pv_device_model model;
    /* For people; 0 where the driver does not say. */
    int registers;           /* of a block */
    double gigahertz;        /* of the units */
    double gigabytes_second; /* from and to the memory of the device */
};

/* Ask the driver for CUDA, or that for OpenCL, for the device that programs would choose: for OpenCL, a GPU where "wants_gpu",
 * else any other one first. NULL, or why there is no answer, with what would help; the text is constant. */
const char *pv_native_device_ask(bool is_cuda, bool wants_gpu, struct pv_native_device *device);

#endif
