// How long the kernels of a CUDA program take, apart from copies and everything else: loaded before the CUDA runtime
// (LD_PRELOAD), this stands between the program and the runtime, and brackets each run of launches with two events. What
// the host needs to start the first ones does not count: the device is kept busy meanwhile, clearing memory, which also
// takes from its caches what copies left there. The sum goes to standard error at the end: "kernel_milliseconds SUM
// launches COUNT", and "device_seconds SUM" for pave tune --time-from.
//   gcc -shared -fPIC -I/usr/local/cuda/include -o kerneltime.so bench/cuda/kerneltime.c -ldl
// The program must use the shared CUDA runtime (nvcc -cudart shared). Programs with the same file KERNELTIME_LOCK in their
// environments run side by side, but their kernels one after the other.
#define _GNU_SOURCE
#include <cuda_runtime_api.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>

static cudaEvent_t begin, end;
static int is_running; // launches have been made since the last call that waits for them
static void *cleared;  // memory that is of no use
static double milliseconds;
static long launches;

static const size_t cleared_size = (size_t)1 << 29;

static void *original(const char *name)
{
    void *function = dlsym(RTLD_NEXT, name);
    if (!function) {
        fprintf(stderr, "kerneltime: the CUDA runtime has no '%s'\n", name);
        exit(3);
    }
    return function;
}

static void print_sum(void)
{
    fprintf(stderr, "kernel_milliseconds %.4f launches %ld\ndevice_seconds %.9f\n", milliseconds, launches,
            milliseconds / 1000);
}

// Wait for other programs, or let them begin.
static void set_lock(int operation)
{
    static int file = -1;
    const char *path = getenv("KERNELTIME_LOCK");
    if (file < 0 && path)
        file = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0666);
    if (file >= 0)
        flock(file, operation);
}

static void note_launch(void)
{
    launches++;
    if (is_running)
        return;
    set_lock(LOCK_EX);
    if (!begin) {
        cudaEventCreate(&begin);
        cudaEventCreate(&end);
        if (cudaMalloc(&cleared, cleared_size) != cudaSuccess)
            cleared = NULL;
        atexit(print_sum);
    }
    is_running = 1;
    if (cleared)
        cudaMemsetAsync(cleared, 0, cleared_size, 0);
    cudaEventRecord(begin, 0);
}

static void note_wait(void)
{
    float time = 0;
    if (!is_running)
        return;
    is_running = 0;
    cudaEventRecord(end, 0);
    cudaEventSynchronize(end);
    if (cudaEventElapsedTime(&time, begin, end) == cudaSuccess)
        milliseconds += time;
    set_lock(LOCK_UN);
}

// Launches: by the name that compilers up to 12 call, and by that of 13.

cudaError_t cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block, void **args, size_t shared, cudaStream_t stream)
{
    static cudaError_t (*launch)(const void *, dim3, dim3, void **, size_t, cudaStream_t);
    if (!launch)
        *(void **)&launch = original("cudaLaunchKernel");
    note_launch();
    return launch(kernel, grid, block, args, shared, stream);
}

cudaError_t __cudaLaunchKernel(void *kernel, dim3 grid, dim3 block, void **args, size_t shared, cudaStream_t stream)
{
    static cudaError_t (*launch)(void *, dim3, dim3, void **, size_t, cudaStream_t);
    if (!launch)
        *(void **)&launch = original("__cudaLaunchKernel");
    note_launch();
    return launch(kernel, grid, block, args, shared, stream);
}

cudaError_t cudaLaunchCooperativeKernel(const void *kernel, dim3 grid, dim3 block, void **args, size_t shared,
                                        cudaStream_t stream)
{
    static cudaError_t (*launch)(const void *, dim3, dim3, void **, size_t, cudaStream_t);
    if (!launch)
        *(void **)&launch = original("cudaLaunchCooperativeKernel");
    note_launch();
    return launch(kernel, grid, block, args, shared, stream);
}

// Calls that wait for what was launched.

cudaError_t cudaMemcpy(void *to, const void *from, size_t size, enum cudaMemcpyKind kind)
{
    static cudaError_t (*copy)(void *, const void *, size_t, enum cudaMemcpyKind);
    if (!copy)
        *(void **)&copy = original("cudaMemcpy");
    note_wait();
    return copy(to, from, size, kind);
}

cudaError_t cudaDeviceSynchronize(void)
{
    static cudaError_t (*synchronize)(void);
    if (!synchronize)
        *(void **)&synchronize = original("cudaDeviceSynchronize");
    note_wait();
    return synchronize();
}

cudaError_t cudaFree(void *memory)
{
    static cudaError_t (*release)(void *);
    if (!release)
        *(void **)&release = original("cudaFree");
    note_wait();
    return release(memory);
}
