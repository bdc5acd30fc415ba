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
static int n_buffers, n_exits, n_allocations;
static int current;                 /* device */
static size_t free_bytes = 1 << 20; /* of the device */

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
    size_t *block = status_of("memory") == cudaSuccess && size <= free_bytes ? malloc(sizeof(*block) + size) : NULL;
    if (!block)
        return cudaFailure;
    *block = size;
    *buffer = block + 1;
    free_bytes -= size;
    n_buffers++;
    n_allocations++;
    return cudaSuccess;
}

static cudaError_t cudaFree(void *buffer)
{
    size_t *block = buffer;
    n_buffers -= buffer != NULL;
    if (buffer) {
        free_bytes += block[-1];
        free(block - 1);
    }
    return cudaSuccess;
}

static cudaError_t cudaGetDevice(int *device)
{
    *device = current;
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
#include "../../runtime/cuda_state.h"

#include "../../runtime/pool.h"

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

/* Give all idle buffers back. */
static void empty_pool(void)
{
    while (pave_drop_oldest())
        ;
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
    expect(n_buffers == 1, "work", "the buffer is not kept");
    empty_pool();
    expect(n_buffers == 0, "work", "a buffer is left");
    expect(pave_count(-3) == 0 && pave_count(3) == 3 && pave_blocks(7, 5) == 5 && pave_blocks(3, 5) == 3, "work",
           "numbers");
    printf("ok work\n");
}

/* Buffers are kept for the next that are as large, as far as the device has memory. */
static void test_pool(void)
{
    pave_buffer first = pave_allocate(1000, "a", 1), second, many[pave_most_known + 2];
    n_allocations = 0;
    pave_release(first, "a", 1);
    expect(pave_allocate(900, "a", 1) == first && n_allocations == 0, "pool",
           "a buffer of nearly this size is not used");
    second = pave_allocate(1000, "b", 1);
    expect(second != first && n_allocations == 1, "pool", "a buffer in use");
    pave_release(first, "a", 1);
    expect(pave_allocate(100, "a", 1) && n_allocations == 2 && n_buffers == 3, "pool",
           "a buffer that is much too large");
    current = 1;
    expect(pave_allocate(1000, "c", 1) && n_allocations == 3, "pool", "a buffer of another device");
    current = 0;
    /* Idle buffers make room. */
    second = pave_allocate(free_bytes, "d", 1);
    expect(second && n_buffers == 5, "pool", "all memory that is left");
    pave_release(second, "d", 1);
    expect(pave_allocate(free_bytes + 300000, "e", 1) && !pave_runs_out && n_buffers == 4, "pool", "no room was made");
    expect(!pave_allocate(1 << 20, "f", 1) && pave_runs_out, "pool", "more than the device has");
    pave_runs_out = 0;
    /* More buffers than are known. */
    for (int i = 0; i < pave_most_known + 2; i++)
        many[i] = pave_allocate(8, "g", 1);
    for (int i = 0; i < pave_most_known + 2; i++)
        pave_release(many[i], "g", 1);
    expect(n_buffers <= pave_most_known, "pool", "unknown buffers are left");
    pave_release(NULL, "h", 1);
    empty_pool();
    expect(n_buffers == 4, "pool", "idle buffers are left at the end");
    expect(n_exits == 1, "pool", "ends the program");
    printf("ok pool\n");
}

int main(void)
{
    expect(pave_start(1, "it runs on the host"), "start", "no device");
    test_work();
    test_pool();
    return n_failed > 0;
}
