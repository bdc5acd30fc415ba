/* The driver's answers about the device of this machine. Drivers are opened when they are asked, so that pave is built and
 * runs without them. They stay open: few of them can be closed and opened again. */
#include "driver/nativedevice.h"

#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* A function of a library, in the place for it. False where the library has none of this name. */
static bool find_function(void *library, const char *name, void *place)
{
    void *function = dlsym(library, name);
    memcpy(place, &function, sizeof(function));
    return function != NULL;
}

static int at_most(int64_t value, int most)
{
    return value < most ? (int)value : most;
}

/* CUDA: the functions and numbers of its driver, as its reference has them. */

enum {
    CU_MOST_THREADS = 1,
    CU_SHARED_MEMORY = 8,
    CU_WARP = 10,
    CU_REGISTERS = 12,
    CU_CLOCK = 13, /* kHz */
    CU_UNITS = 16,
    CU_MEMORY_CLOCK = 36, /* kHz */
    CU_BUS_WIDTH = 37,    /* bits */
};

struct cuda_driver {
    int (*init)(unsigned);
    int (*get_count)(int *);
    int (*get)(int *, int);
    int (*get_name)(char *, int, int);
    int (*get_attribute)(int *, int, int);
};

/* The attribute of the first device; 0 where there is no answer. */
static int ask_cuda_for(const struct cuda_driver *driver, int attribute, int device)
{
    int value = 0;
    return driver->get_attribute(&value, attribute, device) ? 0 : value;
}

static const char *ask_cuda(struct pv_native_device *found)
{
    struct cuda_driver driver;
    int n = 0, device = 0;
    void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return "there is no CUDA driver, libcuda.so.1, here; name the device that the program is for, as --device=h200 "
               "does, or compile where it is";
    if (!find_function(library, "cuInit", &driver.init) ||
        !find_function(library, "cuDeviceGetCount", &driver.get_count) ||
        !find_function(library, "cuDeviceGet", &driver.get) ||
        !find_function(library, "cuDeviceGetName", &driver.get_name) ||
        !find_function(library, "cuDeviceGetAttribute", &driver.get_attribute))
        return "the CUDA driver, libcuda.so.1, lacks functions; install that of NVIDIA, or name a device";
    if (driver.init(0) || driver.get_count(&n) || n < 1 || driver.get(&device, 0) ||
        driver.get_name(found->name, sizeof(found->name), device))
        return "the CUDA driver finds no device; see whether nvidia-smi lists one, and CUDA_VISIBLE_DEVICES, or name a "
               "device";
    found->model = (struct pv_device_model){
        .n_units = ask_cuda_for(&driver, CU_UNITS, device),
        .shared_memory = ask_cuda_for(&driver, CU_SHARED_MEMORY, device),
        .vector = ask_cuda_for(&driver, CU_WARP, device),
        .most_threads = at_most(ask_cuda_for(&driver, CU_MOST_THREADS, device), 1024),
        .is_gpu = true,
    };
    found->registers = ask_cuda_for(&driver, CU_REGISTERS, device);
    found->gigahertz = 1e-6 * ask_cuda_for(&driver, CU_CLOCK, device);
    /* Two transfers in each cycle of the memory. */
    found->gigabytes_second = 2e-6 * ask_cuda_for(&driver, CU_MEMORY_CLOCK, device) *
                              ask_cuda_for(&driver, CU_BUS_WIDTH, device) / 8;
    return NULL;
}

/* OpenCL: the functions and numbers of its loader. */

enum {
    CL_TYPE_CPU = 2,
    CL_TYPE_GPU = 4,
    CL_UNITS = 0x1002,
    CL_MOST_THREADS = 0x1004,
    CL_CLOCK = 0x100c, /* MHz */
    CL_SHARED_MEMORY = 0x1023,
    CL_NAME = 0x102b,
    CL_VECTOR = 0x103a, /* floats in a vector register */
    CL_NVIDIA_REGISTERS = 0x4002,
    CL_NVIDIA_WARP = 0x4003,
    CL_AMD_WAVEFRONT = 0x4043,
    CL_TYPE = 0x1000,
    MOST_PLATFORMS = 16,
};

static const uint64_t any_type = 0xffffffff;

struct opencl_loader {
    int32_t (*get_platforms)(uint32_t, void **, uint32_t *);
    int32_t (*get_devices)(void *, uint64_t, uint32_t, void **, uint32_t *);
    int32_t (*get_info)(void *, uint32_t, size_t, void *, size_t *);
};

/* A number of 4 or 8 bytes; 0 where there is no answer. */
static int64_t ask_opencl_for(const struct opencl_loader *loader, uint32_t what, void *device)
{
    uint64_t wide = 0;
    uint32_t narrow = 0;
    size_t size = 0;
    if (loader->get_info(device, what, sizeof(wide), &wide, &size))
        return 0;
    memcpy(&narrow, &wide, sizeof(narrow));
    uint64_t value = size == sizeof(narrow) ? narrow : size == sizeof(wide) ? wide : 0;
    return value > INT32_MAX ? INT32_MAX : (int64_t)value;
}

/* The first device of "type", or NULL, as the run-time support finds it. */
static void *find_opencl_device(const struct opencl_loader *loader, uint64_t type)
{
    void *platforms[MOST_PLATFORMS], *device = NULL;
    uint32_t n = 0;
    if (loader->get_platforms(MOST_PLATFORMS, platforms, &n))
        return NULL;
    for (uint32_t i = 0; i < n && i < MOST_PLATFORMS && !device; i++)
        if (loader->get_devices(platforms[i], type, 1, &device, NULL))
            device = NULL;
    return device;
}

/* Threads that go in step: only extensions tell it of GPUs. */
static int find_vector(const struct opencl_loader *loader, void *device, bool is_gpu)
{
    const uint32_t asked[] = {is_gpu ? CL_NVIDIA_WARP : CL_VECTOR, CL_AMD_WAVEFRONT};
    int64_t vector = ask_opencl_for(loader, asked[0], device);
    if (!vector && is_gpu)
        vector = ask_opencl_for(loader, asked[1], device);
    return vector ? at_most(vector, 64) : is_gpu ? 32 : 8;
}

static const char *ask_opencl(bool wants_gpu, struct pv_native_device *found)
{
    /* On a processor, shared memory is in its caches, and threads of a block are iterations of a loop. */
    const int cached_bytes = 32 << 10, cpu_threads = 256;
    struct opencl_loader loader;
    void *library = dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return "there is no OpenCL loader, libOpenCL.so.1, here; install one (ocl-icd-libopencl1), or name the device "
               "that the "
               "program is for, as --device=h200 does";
    if (!find_function(library, "clGetPlatformIDs", &loader.get_platforms) ||
        !find_function(library, "clGetDeviceIDs", &loader.get_devices) ||
        !find_function(library, "clGetDeviceInfo", &loader.get_info))
        return "the OpenCL loader, libOpenCL.so.1, lacks functions; install another one, or name a device";
    void *device = find_opencl_device(&loader, wants_gpu ? CL_TYPE_GPU : CL_TYPE_CPU);
    if (!device)
        device = find_opencl_device(&loader, any_type);
    if (!device)
        return "no OpenCL device is found; install its driver, such as PoCL (pocl-opencl-icd) for processors, or name "
               "a device";
    if (loader.get_info(device, CL_NAME, sizeof(found->name) - 1, found->name, NULL))
        snprintf(found->name, sizeof(found->name), "a device without a name");
    bool is_gpu = ask_opencl_for(&loader, CL_TYPE, device) & CL_TYPE_GPU;
    int most_threads = at_most(ask_opencl_for(&loader, CL_MOST_THREADS, device), is_gpu ? 1024 : cpu_threads);
    int shared_memory = at_most(ask_opencl_for(&loader, CL_SHARED_MEMORY, device), is_gpu ? INT32_MAX : cached_bytes);
    found->model = (struct pv_device_model){
        .n_units = at_most(ask_opencl_for(&loader, CL_UNITS, device), INT32_MAX),
        .shared_memory = shared_memory,
        .vector = find_vector(&loader, device, is_gpu),
        .most_threads = most_threads,
        .is_gpu = is_gpu,
    };
    found->registers = (int)ask_opencl_for(&loader, CL_NVIDIA_REGISTERS, device);
    found->gigahertz = 1e-3 * (double)ask_opencl_for(&loader, CL_CLOCK, device);
    return NULL;
}

const char *pv_native_device_ask(bool is_cuda, bool wants_gpu, struct pv_native_device *device)
{
    *device = (struct pv_native_device){.name = ""};
    const char *reason = is_cuda ? ask_cuda(device) : ask_opencl(wants_gpu, device);
    const struct pv_device_model *model = &device->model;
    if (!reason && (model->n_units < 1 || model->shared_memory < 1 || model->vector < 1 || model->most_threads < 1))
        return "the driver does not say what its device is like; name a device, as --device=h200 does";
    return reason;
}
