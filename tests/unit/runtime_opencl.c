/* The run-time support for OpenCL, on an OpenCL of this file's own whose functions can be made to fail. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int cl_int;
typedef unsigned cl_uint;
typedef unsigned long cl_device_type, cl_device_fp_config;
typedef void *cl_mem, *cl_device_id, *cl_context, *cl_command_queue, *cl_program, *cl_kernel, *cl_platform_id;
enum { CL_SUCCESS, CL_FAILURE = -5 };
enum { CL_TRUE = 1, CL_MEM_READ_WRITE, CL_DEVICE_TYPE_GPU, CL_DEVICE_TYPE_ALL, CL_DEVICE_DOUBLE_FP_CONFIG };
enum { CL_PROGRAM_BUILD_LOG = 7 };

/* What the fake knows and does; a call of "failing" fails. */
static const char *failing = "";
static char loaded[200]; /* the text of the last program */
static int n_buffers, n_launches, n_exits, object;

static cl_int status_of(const char *call)
{
    return strcmp(call, failing) ? CL_SUCCESS : CL_FAILURE;
}

static cl_int clGetPlatformIDs(cl_uint n, cl_platform_id *ids, cl_uint *n_found)
{
    *n_found = n ? 1 : 0;
    ids[0] = &object;
    return CL_SUCCESS;
}

static cl_int clGetDeviceIDs(cl_platform_id platform, cl_device_type type, cl_uint n, cl_device_id *id, cl_uint *found)
{
    (void)platform, (void)n, (void)found;
    *id = &object;
    return type == CL_DEVICE_TYPE_ALL ? status_of("device") : CL_FAILURE;
}

static cl_int clGetDeviceInfo(cl_device_id device, cl_uint what, size_t size, void *value, size_t *n)
{
    (void)device, (void)what, (void)n;
    memset(value, status_of("double") == CL_SUCCESS, size);
    return CL_SUCCESS;
}

static cl_context clCreateContext(void *a, cl_uint n, cl_device_id *device, void *b, void *c, cl_int *status)
{
    (void)a, (void)n, (void)device, (void)b, (void)c;
    *status = status_of("context");
    return &object;
}

static cl_command_queue clCreateCommandQueue(cl_context context, cl_device_id device, int flags, cl_int *status)
{
    (void)context, (void)device, (void)flags;
    *status = status_of("queue");
    return &object;
}

static cl_program clCreateProgramWithSource(cl_context context, cl_uint n, const char **lines, const size_t *sizes,
                                            cl_int *status)
{
    (void)context;
    int at = 0;
    for (cl_uint i = 0; i < n; i++)
        at += snprintf(loaded + at, sizeof(loaded) - (size_t)at, "%.*s", sizes ? (int)sizes[i] : 100, lines[i]);
    *status = status_of("program");
    return &object;
}

static cl_int clBuildProgram(cl_program program, cl_uint n, cl_device_id *device, const char *options, void *a, void *b)
{
    (void)program, (void)n, (void)device, (void)options, (void)a, (void)b;
    return status_of("build");
}

static cl_int clGetProgramBuildInfo(cl_program program, cl_device_id device, int what, size_t size, char *log,
                                    size_t *n)
{
    (void)program, (void)device, (void)what;
    if (n)
        *n = 4;
    if (log)
        memcpy(log, "log", size);
    return CL_SUCCESS;
}

static cl_kernel clCreateKernel(cl_program program, const char *name, cl_int *status)
{
    (void)program, (void)name;
    *status = status_of("kernel");
    return *status == CL_SUCCESS ? &object : NULL;
}

static cl_mem clCreateBuffer(cl_context context, int flags, size_t size, void *from, cl_int *status)
{
    (void)context, (void)flags, (void)from;
    *status = status_of("buffer");
    n_buffers += *status == CL_SUCCESS;
    return *status == CL_SUCCESS ? malloc(size) : NULL;
}

static cl_int clReleaseMemObject(cl_mem buffer)
{
    n_buffers--;
    free(buffer);
    return CL_SUCCESS;
}

static cl_int clEnqueueWriteBuffer(cl_command_queue queue, cl_mem to, int wait, size_t at, size_t size,
                                   const void *from, cl_uint n, void *a, void *b)
{
    (void)queue, (void)wait, (void)at, (void)n, (void)a, (void)b;
    memcpy(to, from, size);
    return status_of("write");
}

static cl_int clEnqueueReadBuffer(cl_command_queue queue, cl_mem from, int wait, size_t at, size_t size, void *to,
                                  cl_uint n, void *a, void *b)
{
    (void)queue, (void)wait, (void)at, (void)n, (void)a, (void)b;
    memcpy(to, from, size);
    return status_of("read");
}

static cl_int clSetKernelArg(cl_kernel kernel, cl_uint n, size_t size, const void *value)
{
    (void)kernel, (void)n, (void)size, (void)value;
    return status_of("argument");
}

static cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint n, void *offset,
                                     const size_t *global, const size_t *local, cl_uint n_wait, void *a, void *b)
{
    (void)queue, (void)kernel, (void)n, (void)offset, (void)global, (void)local, (void)n_wait, (void)a, (void)b;
    n_launches++;
    return status_of("launch");
}

static cl_int clFinish(cl_command_queue queue)
{
    (void)queue;
    return status_of("finish");
}

static void note_exit(int status)
{
    n_exits += status == 1;
}

/* What a program says before the support: kernels of two regions, each one line, behind a common one. */
static const char pave_source[] = "unit.c", pave_options[] = "";
static const cl_device_type pave_first_choice = CL_DEVICE_TYPE_GPU;
static const int pave_uses_double = 1;
enum { pave_regions = 2 };
static const cl_uint pave_lines[] = {1, 2, 3};
static const char *const pave_kernels[] = {"common\n", "first\n", "second\n"};
static char kernel_file[] = "/tmp/pave-kernels-XXXXXX";

#define exit note_exit
#include "../../runtime/opencl_state.h"

#include "../../runtime/opencl_load_text.h"
#define pave_load load_from_file
#define pave_kernels kernel_file
#include "../../runtime/opencl_load_file.h"
#undef pave_kernels
#undef pave_load
#include "../../runtime/pool.h"

#include "../../runtime/opencl.h"
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

/* The text of a region's kernels is the same from the program and from a file. */
static void test_load(void)
{
    cl_int status = CL_SUCCESS;
    int fd = mkstemp(kernel_file);
    FILE *file = fd >= 0 ? fdopen(fd, "w") : NULL;
    if (file) {
        (void)fputs("common\nfirst\nsecond\n", file);
        (void)fclose(file);
    }
    expect(pave_load(0, 1, &status) && !strcmp(loaded, "common\nfirst\n"), "load", "the first region from text");
    expect(pave_load(1, 1, &status) && !strcmp(loaded, "common\nsecond\n"), "load", "the second region from text");
    expect(load_from_file(0, 1, &status) && !strcmp(loaded, "common\nfirst\n"), "load", "the first from a file");
    expect(load_from_file(1, 1, &status) && !strcmp(loaded, "common\nsecond\n"), "load", "the second from a file");
    (void)remove(kernel_file);
    expect(!load_from_file(1, 1, &status), "load", "a file that is not there");
    printf("ok load\n");
}

/* A region that cannot start says so and leaves the others alone. */
static void test_start(void)
{
    cl_kernel kernel = NULL;
    failing = "build";
    expect(!pave_start(0, 1, "it runs on the host"), "start", "without a program");
    failing = "";
    expect(!pave_start(0, 1, "it runs on the host"), "start", "a region that has failed before");
    expect(pave_start(1, 1, "it runs on the host"), "start", "another region");
    failing = "kernel";
    expect(!pave_prepare(&kernel, 1, "k", 1), "start", "a kernel that is not there");
    failing = "";
    expect(pave_prepare(&kernel, 1, "k", 1) && kernel, "start", "a kernel");
    expect(n_exits == 0, "start", "ends the program");
    printf("ok start\n");
}

/* Want of memory is found before the first launch; errors behind it end the program. */
static void test_work(void)
{
    int data[4] = {1, 2, 3, 4}, result[4] = {0};
    size_t one = 1;
    failing = "buffer";
    expect(!pave_allocate(8, "a", 1) && pave_runs_out, "work", "a buffer without memory");
    failing = "";
    expect(!pave_allocate(8, "a", 1), "work", "a buffer behind one without memory");
    expect(pave_start(1, 1, "it runs on the host") && !pave_runs_out, "work", "a further start");
    pave_buffer buffer = pave_allocate(sizeof(data), "a", 1);
    pave_copy_in(buffer, data, sizeof(data), "a", 1);
    pave_argument(&object, 0, sizeof(one), &one, "k", 1);
    pave_launch(&object, 1, &one, &one, "k", 1);
    pave_finish(1);
    pave_copy_out(result, buffer, sizeof(data), "a", 1);
    expect(!memcmp(data, result, sizeof(data)) && n_launches == 1 && n_exits == 0, "work", "copies differ");
    failing = "read";
    pave_copy_out(result, buffer, sizeof(data), "a", 1);
    expect(n_exits == 1, "work", "a failed copy goes on");
    pave_release(buffer, "a", 1);
    /* Memory that a driver takes only when it is written: the idle buffer makes room, which is not enough here. */
    buffer = pave_allocate(1000, "b", 1);
    failing = "write";
    pave_copy_in(buffer, data, sizeof(data), "b", 1);
    expect(pave_runs_out && n_buffers == 1, "work", "a write without memory");
    failing = "";
    pave_release(buffer, "b", 1);
    empty_pool();
    expect(n_buffers == 0, "work", "a buffer is left");
    expect(pave_count(-3) == 0 && pave_count(3) == 3 && pave_blocks(7, 5) == 5 && pave_blocks(3, 5) == 3, "work",
           "numbers");
    printf("ok work\n");
}

int main(void)
{
    expect(pave_open(1), "open", "no device");
    test_load();
    test_start();
    test_work();
    return n_failed > 0;
}
