/* The functions of OpenCL that programs made by pave call, with the names of parameters that its header has; and buffers. */
#define _GNU_SOURCE
#define CL_TARGET_OPENCL_VERSION 120
#include "cldevice.h"

#include <CL/cl.h>
#include <pthread.h>
#include <sched.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

void cldevice_fail(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fflush(stdout);
    fputs("cldevice: error: ", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
    exit(1);
}

void *cldevice_allocate(size_t size)
{
    void *block = malloc(size);
    if (!block)
        cldevice_fail("no memory");
    return block;
}

/* Put "value" where a function of OpenCL wants its status, or whatever a number is wanted for. */
#define SET(place, value)       \
    do {                        \
        if (place)              \
            *(place) = (value); \
    } while (0)

/* There is one of each of these, which nobody looks into. */
static char the_platform, the_device, the_context, the_queue;

#define THE(type, thing) ((type)(void *)&the_##thing)

/* Buffers. */

/* Bytes that end where those begin that cannot be accessed. There are others like that before them, and "slack" bytes with
 * a known value between. */
struct buffer {
    struct buffer *next;
    char *map, *data;
    size_t map_size, size, slack;
};

enum { PAGE = 4096, GUARD = 16 * PAGE, KNOWN = 0xc3 };

static struct buffer *buffers;
static pthread_mutex_t buffers_lock =
    PTHREAD_MUTEX_INITIALIZER; /* threads of the program call OpenCL at the same time */

static struct buffer *find_buffer(cl_mem memory)
{
    pthread_mutex_lock(&buffers_lock);
    struct buffer *buffer = buffers;
    while (buffer && (void *)buffer != (void *)memory)
        buffer = buffer->next;
    pthread_mutex_unlock(&buffers_lock);
    return buffer;
}

/* Has nobody written before "buffer"? */
static void check_buffer(const struct buffer *buffer, const char *when)
{
    const char *begin = buffer->data - buffer->slack;
    for (size_t i = 0; i < buffer->slack; i++)
        if ((unsigned char)begin[i] != KNOWN)
            cldevice_fail("%s: a write before the begin of a buffer of %zu bytes", when, buffer->size);
}

static void check_buffers(const char *when)
{
    pthread_mutex_lock(&buffers_lock);
    for (const struct buffer *buffer = buffers; buffer; buffer = buffer->next)
        check_buffer(buffer, when);
    pthread_mutex_unlock(&buffers_lock);
}

/* Buffers made so far, those there are, and their bytes. */
static int n_made, n_left;
static size_t bytes_taken;

static void write_buffers(void)
{
    FILE *file = fopen(getenv("PAVE_DEVICE_BUFFERS"), "w");
    if (!file || fprintf(file, "%d %d\n", n_made, n_left) < 0 || fclose(file))
        cldevice_fail("cannot write the number of buffers");
}

/* Count a buffer of "size" bytes; the caller holds the lock. */
static void count_buffer(size_t size)
{
    if (!n_made && getenv("PAVE_DEVICE_BUFFERS"))
        atexit(write_buffers);
    n_made++;
    n_left++;
    bytes_taken += size;
}

/* Has the device memory for "size" bytes more? */
static bool has_memory(size_t size)
{
    const char *most = getenv("PAVE_DEVICE_MEMORY");
    return !cldevice_lacks("memory") && (!most || bytes_taken + size <= strtoul(most, NULL, 10));
}

cl_mem clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size, void *host, cl_int *errcode_ret)
{
    SET(errcode_ret, CL_INVALID_VALUE);
    if (context != THE(cl_context, context) || flags != CL_MEM_READ_WRITE || host || !size)
        return NULL;
    SET(errcode_ret, CL_MEM_OBJECT_ALLOCATION_FAILURE);
    if (size > SIZE_MAX / 2 || !has_memory(size))
        return NULL;
    size_t pages = (size + PAGE - 1) / PAGE * PAGE;
    struct buffer *buffer = cldevice_allocate(sizeof(*buffer));
    *buffer = (struct buffer){.map_size = pages + (size_t)2 * GUARD, .size = size, .slack = pages - size};
    buffer->map = mmap(NULL, buffer->map_size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (buffer->map == MAP_FAILED || mprotect(buffer->map + GUARD, pages, PROT_READ | PROT_WRITE)) {
        free(buffer);
        return NULL;
    }
    buffer->data = buffer->map + GUARD + buffer->slack;
    memset(buffer->data - buffer->slack, KNOWN, buffer->slack);
    memset(buffer->data, cldevice_garbage(), size);
    pthread_mutex_lock(&buffers_lock);
    buffer->next = buffers;
    buffers = buffer;
    count_buffer(size);
    pthread_mutex_unlock(&buffers_lock);
    SET(errcode_ret, CL_SUCCESS);
    return (cl_mem)(void *)buffer;
}

cl_int clReleaseMemObject(cl_mem memobj)
{
    struct buffer **link = &buffers, *buffer = find_buffer(memobj);
    if (!buffer)
        return CL_INVALID_MEM_OBJECT;
    check_buffer(buffer, "release");
    pthread_mutex_lock(&buffers_lock);
    while (*link != buffer)
        link = &(*link)->next;
    *link = buffer->next;
    n_left--;
    bytes_taken -= buffer->size;
    pthread_mutex_unlock(&buffers_lock);
    munmap(buffer->map, buffer->map_size);
    free(buffer);
    return CL_SUCCESS;
}

/* What is wrong with a copy from or to a buffer, if anything. Those that do not wait are none that pave makes. */
static cl_int check_copy(const struct buffer *buffer, cl_bool waits, size_t offset, size_t size, const void *host)
{
    if (!buffer)
        return CL_INVALID_MEM_OBJECT;
    check_buffer(buffer, "copy");
    if (!waits)
        return CL_INVALID_OPERATION;
    return !host || !size || offset > buffer->size || size > buffer->size - offset ? CL_INVALID_VALUE : CL_SUCCESS;
}

/* Copies so far, to the device and from it. */
static int n_copies[2];

static void write_copies(void)
{
    FILE *file = fopen(getenv("PAVE_DEVICE_COPIES"), "w");
    if (!file || fprintf(file, "%d %d\n", n_copies[0], n_copies[1]) < 0 || fclose(file))
        cldevice_fail("cannot write the number of copies");
}

/* Count a copy "from" the device, or to it. */
static void count_copy(bool from)
{
    if (!n_copies[0] && !n_copies[1] && getenv("PAVE_DEVICE_COPIES"))
        atexit(write_copies);
    n_copies[from]++;
}

cl_int clEnqueueWriteBuffer(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_write, size_t offset,
                            size_t size, const void *ptr, cl_uint num_events_in_wait_list,
                            const cl_event *event_wait_list, cl_event *event)
{
    struct buffer *into = find_buffer(buffer);
    cl_int status = check_copy(into, blocking_write, offset, size, ptr);
    if (command_queue != THE(cl_command_queue, queue) || num_events_in_wait_list || event_wait_list || event)
        return CL_INVALID_VALUE;
    if (status == CL_SUCCESS)
        memcpy(into->data + offset, ptr, size);
    count_copy(false);
    return status;
}

cl_int clEnqueueReadBuffer(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_read, size_t offset,
                           size_t size, void *ptr, cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                           cl_event *event)
{
    const struct buffer *from = find_buffer(buffer);
    cl_int status = check_copy(from, blocking_read, offset, size, ptr);
    if (command_queue != THE(cl_command_queue, queue) || num_events_in_wait_list || event_wait_list || event)
        return CL_INVALID_VALUE;
    if (status == CL_SUCCESS)
        memcpy(ptr, from->data + offset, size);
    count_copy(true);
    return status;
}

/* The platform and its device. */

cl_int clGetPlatformIDs(cl_uint n, cl_platform_id *platforms, cl_uint *num_platforms)
{
    if (n && platforms)
        platforms[0] = THE(cl_platform_id, platform);
    SET(num_platforms, 1);
    return CL_SUCCESS;
}

cl_int clGetDeviceIDs(cl_platform_id platform, cl_device_type type, cl_uint n, cl_device_id *devices,
                      cl_uint *num_devices)
{
    (void)type; /* it is whatever is wanted */
    if (platform != THE(cl_platform_id, platform))
        return CL_INVALID_PLATFORM;
    if (cldevice_lacks("device"))
        return CL_DEVICE_NOT_FOUND;
    if (n && devices)
        devices[0] = THE(cl_device_id, device);
    SET(num_devices, 1);
    return CL_SUCCESS;
}

/* Hand over "n" bytes of an answer as the functions that ask for something do. */
static cl_int answer(const void *bytes, size_t n, size_t size, void *place, size_t *needed)
{
    SET(needed, n);
    if (place && size < n)
        return CL_INVALID_VALUE;
    if (place)
        memcpy(place, bytes, n);
    return CL_SUCCESS;
}

cl_int clGetDeviceInfo(cl_device_id device, cl_device_info param_name, size_t size, void *param_value,
                       size_t *param_value_size_ret)
{
    static const char name[] = "pave's device for tests", version[] = "OpenCL 1.2 cldevice";
    const cl_device_fp_config doubles = cldevice_lacks("double")
                                            ? 0
                                            : CL_FP_FMA | CL_FP_ROUND_TO_NEAREST | CL_FP_INF_NAN | CL_FP_DENORM;
    const cl_ulong local = CLDEVICE_LOCAL_BYTES, global = (cl_ulong)1 << 32;
    const size_t items = CLDEVICE_MAX_ITEMS;
    /* As a GPU of some multiprocessors would answer, with the extension of NVIDIA. */
    const cl_device_type type = CL_DEVICE_TYPE_GPU;
    const cl_uint warp_number = 0x4003, units = 20, megahertz = 1500, warp = 32;
    if (device != THE(cl_device_id, device))
        return CL_INVALID_DEVICE;
    switch (param_name) {
    case CL_DEVICE_NAME:
        return answer(name, sizeof(name), size, param_value, param_value_size_ret);
    case CL_DEVICE_VERSION:
        return answer(version, sizeof(version), size, param_value, param_value_size_ret);
    case CL_DEVICE_DOUBLE_FP_CONFIG:
        return answer(&doubles, sizeof(doubles), size, param_value, param_value_size_ret);
    case CL_DEVICE_LOCAL_MEM_SIZE:
        return answer(&local, sizeof(local), size, param_value, param_value_size_ret);
    case CL_DEVICE_GLOBAL_MEM_SIZE:
        return answer(&global, sizeof(global), size, param_value, param_value_size_ret);
    case CL_DEVICE_MAX_WORK_GROUP_SIZE:
        return answer(&items, sizeof(items), size, param_value, param_value_size_ret);
    case CL_DEVICE_TYPE:
        return answer(&type, sizeof(type), size, param_value, param_value_size_ret);
    case CL_DEVICE_MAX_COMPUTE_UNITS:
        return answer(&units, sizeof(units), size, param_value, param_value_size_ret);
    case CL_DEVICE_MAX_CLOCK_FREQUENCY:
        return answer(&megahertz, sizeof(megahertz), size, param_value, param_value_size_ret);
    default:
        return param_name == warp_number ? answer(&warp, sizeof(warp), size, param_value, param_value_size_ret)
                                         : CL_INVALID_VALUE;
    }
}

cl_context clCreateContext(const cl_context_properties *properties, cl_uint n, const cl_device_id *devices,
                           void (*notify)(const char *, const void *, size_t, void *), void *user, cl_int *errcode_ret)
{
    (void)properties;
    (void)notify;
    (void)user;
    bool is_right = n == 1 && devices && devices[0] == THE(cl_device_id, device);
    SET(errcode_ret, is_right ? CL_SUCCESS : CL_INVALID_DEVICE);
    return is_right ? THE(cl_context, context) : NULL;
}

cl_command_queue clCreateCommandQueue(cl_context context, cl_device_id device, cl_command_queue_properties properties,
                                      cl_int *errcode_ret)
{
    bool is_right = context == THE(cl_context, context) && device == THE(cl_device_id, device) && !properties;
    SET(errcode_ret, is_right ? CL_SUCCESS : CL_INVALID_VALUE);
    return is_right ? THE(cl_command_queue, queue) : NULL;
}

/* All is done when it is enqueued. */
cl_int clFinish(cl_command_queue command_queue)
{
    check_buffers("finish");
    return command_queue == THE(cl_command_queue, queue) ? CL_SUCCESS : CL_INVALID_COMMAND_QUEUE;
}

/* Programs. */

cl_program clCreateProgramWithSource(cl_context context, cl_uint count, const char **strings, const size_t *lengths,
                                     cl_int *errcode_ret)
{
    SET(errcode_ret, CL_INVALID_VALUE);
    if (context != THE(cl_context, context) || !count || !strings)
        return NULL;
    struct cldevice_program *program = cldevice_allocate(sizeof(*program));
    *program = (struct cldevice_program){0};
    size_t size = 0, at = 0;
    for (cl_uint i = 0; i < count; i++)
        size += lengths && lengths[i] ? lengths[i] : strlen(strings[i]);
    program->text = cldevice_allocate(size + 1);
    for (cl_uint i = 0; i < count; i++) {
        size_t length = lengths && lengths[i] ? lengths[i] : strlen(strings[i]);
        memcpy(program->text + at, strings[i], length);
        at += length;
    }
    program->text[size] = '\0';
    SET(errcode_ret, CL_SUCCESS);
    return (cl_program)(void *)program;
}

cl_int clBuildProgram(cl_program program, cl_uint n, const cl_device_id *device_list, const char *options,
                      void (*notify)(cl_program, void *), void *user)
{
    if (!program || n != 1 || !device_list || device_list[0] != THE(cl_device_id, device) || notify || user)
        return CL_INVALID_VALUE;
    return cldevice_build((struct cldevice_program *)(void *)program, options) ? CL_SUCCESS : CL_BUILD_PROGRAM_FAILURE;
}

cl_int clGetProgramBuildInfo(cl_program program, cl_device_id device, cl_program_build_info param_name, size_t size,
                             void *param_value, size_t *param_value_size_ret)
{
    const struct cldevice_program *made = (struct cldevice_program *)(void *)program;
    if (!made || !made->log || device != THE(cl_device_id, device) || param_name != CL_PROGRAM_BUILD_LOG)
        return CL_INVALID_VALUE;
    return answer(made->log, strlen(made->log) + 1, size, param_value, param_value_size_ret);
}

/* Kernels. */

struct kernel {
    const struct cldevice_code *code;
    void **values; /* copies of the arguments, NULL where there is none yet */
    bool is_set;   /* some have been set since the last launch, by the thread "setter" */
    pthread_t setter;
};

/* OpenCL lets only one thread at a time set arguments of a kernel and launch it. Let another thread try. */
static void check_setter(struct kernel *kernel, bool is_launch)
{
    if (kernel->is_set && !pthread_equal(kernel->setter, pthread_self()))
        cldevice_fail("%s: two threads set the arguments of one launch", kernel->code->name);
    kernel->is_set = !is_launch;
    kernel->setter = pthread_self();
    if (!is_launch)
        sched_yield();
}

cl_kernel clCreateKernel(cl_program program, const char *name, cl_int *errcode_ret)
{
    const struct cldevice_program *made = (struct cldevice_program *)(void *)program;
    for (int i = 0; made && i < made->n_codes; i++) {
        const struct cldevice_code *code = &made->codes[i];
        if (strcmp(code->name, name))
            continue;
        struct kernel *result = cldevice_allocate(sizeof(*result));
        *result = (struct kernel){.code = code};
        result->values = calloc((size_t)code->n_params + 1, sizeof(*result->values));
        if (!result->values)
            cldevice_fail("no memory");
        SET(errcode_ret, CL_SUCCESS);
        return (cl_kernel)(void *)result;
    }
    SET(errcode_ret, CL_INVALID_KERNEL_NAME);
    return NULL;
}

cl_int clSetKernelArg(cl_kernel kernel, cl_uint arg_index, size_t size, const void *value)
{
    struct kernel *target = (struct kernel *)(void *)kernel;
    if (!target || arg_index >= (cl_uint)target->code->n_params)
        return CL_INVALID_ARG_INDEX;
    if (!value)
        return CL_INVALID_ARG_VALUE;
    if (size != target->code->sizes[arg_index])
        return CL_INVALID_ARG_SIZE;
    if (target->code->is_buffer[arg_index] && *(const cl_mem *)value && !find_buffer(*(const cl_mem *)value))
        return CL_INVALID_MEM_OBJECT;
    check_setter(target, false);
    free(target->values[arg_index]);
    target->values[arg_index] = cldevice_allocate(size);
    memcpy(target->values[arg_index], value, size);
    return CL_SUCCESS;
}

/* Run "kernel" with the arguments that were set. */
static cl_int launch(const struct kernel *kernel, const size_t n_groups[3], const size_t n_items[3])
{
    const struct cldevice_code *code = kernel->code;
    char **data = cldevice_allocate((size_t)(code->n_params + 1) * sizeof(*data));
    void **args = cldevice_allocate((size_t)(code->n_params + 1) * sizeof(*args));
    cl_int status = CL_SUCCESS;
    for (int i = 0; i < code->n_params; i++) {
        args[i] = kernel->values[i];
        const struct buffer *buffer = args[i] && code->is_buffer[i] ? find_buffer(*(cl_mem *)args[i]) : NULL;
        bool is_null = args[i] && code->is_buffer[i] && !*(cl_mem *)args[i];
        if (!args[i] || (code->is_buffer[i] && !buffer && !is_null))
            status = CL_INVALID_KERNEL_ARGS;
        if (!buffer && !is_null)
            continue;
        data[i] = buffer ? buffer->data : NULL;
        args[i] = &data[i];
    }
    if (status == CL_SUCCESS) {
        cldevice_launch(code, args, n_groups, n_items);
        check_buffers(code->name);
    }
    free(data);
    free(args);
    return status;
}

cl_int clEnqueueNDRangeKernel(cl_command_queue command_queue, cl_kernel kernel, cl_uint work_dim, const size_t *offset,
                              const size_t *global, const size_t *local, cl_uint num_events_in_wait_list,
                              const cl_event *event_wait_list, cl_event *event)
{
    struct kernel *target = (struct kernel *)(void *)kernel;
    size_t n_groups[3] = {1, 1, 1}, n_items[3] = {1, 1, 1};
    if (command_queue != THE(cl_command_queue, queue) || !target || offset || !global || !local ||
        num_events_in_wait_list || event_wait_list || event)
        return CL_INVALID_VALUE;
    if (work_dim < 1 || work_dim > 3)
        return CL_INVALID_WORK_DIMENSION;
    for (cl_uint i = 0; i < work_dim; i++) {
        if (!global[i])
            return CL_INVALID_GLOBAL_WORK_SIZE;
        if (!local[i] || global[i] % local[i] || local[i] > CLDEVICE_MAX_ITEMS)
            return CL_INVALID_WORK_GROUP_SIZE;
        n_groups[i] = global[i] / local[i];
        n_items[i] = local[i];
    }
    if (n_items[0] * n_items[1] * n_items[2] > CLDEVICE_MAX_ITEMS)
        return CL_INVALID_WORK_GROUP_SIZE;
    check_setter(target, true);
    return launch(target, n_groups, n_items);
}
