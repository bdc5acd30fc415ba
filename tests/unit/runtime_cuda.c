/* The run-time support for CUDA, on a CUDA of this file's own whose functions can be made to fail. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int cudaError_t;
typedef struct {
    int n_threads;
} cudaFuncAttributes;
enum { cudaSuccess, cudaFailure };
enum { cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost };

/* A call of "failing" fails. */
static const char *failing = "";
static int n_buffers, n_exits;

static cudaError_t status_of(const char *call)
{
    return strcmp(call, failing) ? cudaSuccess : cudaFailure;
}

static const char *cudaGetErrorString(cudaError_t status)
{
    return status == cudaSuccess ? "no error" : "an error";
}

static cudaError_t cudaGetLastError(void)
{
    return status_of(failing);
}

static cudaError_t cudaGetDeviceCount(int *n)
{
    *n = 1;
    return status_of("count");
}

static cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attributes, const void *kernel)
{
    (void)kernel;
    attributes->n_threads = 1;
    return status_of("kernel");
}

static cudaError_t cudaMalloc(void **buffer, size_t size)
{
    if (status_of("memory") != cudaSuccess)
        return cudaFailure;
    *buffer = malloc(size);
    n_buffers++;
    return cudaSuccess;
}

static cudaError_t cudaFree(void *buffer)
{
    n_buffers -= buffer != NULL;
    free(buffer);
    return cudaSuccess;
}

static cudaError_t cudaMemcpy(void *to, const void *from, size_t size, int kind)
{
    (void)kind;
    memcpy(to, from, size);
    return status_of("copy");
}

static cudaError_t cudaDeviceSynchronize(void)
{
    return status_of("run");
}

static void note_exit(int status)
{
    n_exits += status == 1;
}

static const char pave_source[] = "unit.c";

#define exit note_exit
#include "../../runtime/cuda.h"
#undef exit

static int n_failed;

static void expect(int holds, const char *test, const char *what)
{
    if (!holds) {
        n_failed++;
        printf("FAIL %s %s\n", test, what);
    }
}

/* Want of memory is found before the first launch; errors behind it end the program. */
static void test_work(void)
{
    int data[4] = {1, 2, 3, 4}, result[4] = {0};
    failing = "kernel";
    expect(!pave_prepare(&data, "k", 1), "work", "a kernel that the device refuses");
    failing = "memory";
    expect(!pave_allocate(8, "a", 1) && pave_runs_out, "work", "a buffer without memory");
    failing = "";
    expect(!pave_allocate(8, "a", 1), "work", "a buffer behind one without memory");
    expect(pave_start(1, "it runs on the host") && !pave_runs_out, "work", "a further start");
    expect(pave_prepare(&data, "k", 1), "work", "a kernel");
    pave_buffer buffer = pave_allocate(sizeof(data), "a", 1);
    pave_copy_in(buffer, data, sizeof(data), "a", 1);
    pave_finish(1);
    pave_copy_out(result, buffer, sizeof(data), "a", 1);
    expect(!memcmp(data, result, sizeof(data)) && n_exits == 0, "work", "copies differ");
    failing = "run";
    pave_finish(1);
    expect(n_exits == 1, "work", "failed kernels go on");
    pave_release(buffer, "a", 1);
    expect(n_buffers == 0, "work", "a buffer is left");
    expect(pave_count(-3) == 0 && pave_count(3) == 3 && pave_blocks(7, 5) == 5 && pave_blocks(3, 5) == 3, "work",
           "numbers");
    printf("ok work\n");
}

int main(void)
{
    expect(pave_start(1, "it runs on the host"), "start", "no device");
    test_work();
    return n_failed > 0;
}
