/* Run the kernel "test" of a file on the device: host FILE N GROUPS ITEMS. Its parameters are an array of N zeros, one of
 * N integers that nobody has set, and N. Prints the first, or why a function of OpenCL failed. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>

static cl_context context;
static cl_device_id device;

static void check(cl_int status, const char *call)
{
    if (status == CL_SUCCESS)
        return;
    printf("%s: status %d\n", call, (int)status);
    exit(0);
}

/* The kernel "test" of the file "name". */
static cl_kernel build(const char *name)
{
    static char text[10000];
    const char *lines = text;
    cl_int status;
    FILE *file = fopen(name, "r");
    if (!file || !fread(text, 1, sizeof(text) - 1, file) || fclose(file)) {
        fprintf(stderr, "%s cannot be read\n", name);
        exit(1);
    }
    cl_program program = clCreateProgramWithSource(context, 1, &lines, NULL, &status);
    check(status, "clCreateProgramWithSource");
    status = clBuildProgram(program, 1, &device, "", NULL, NULL);
    if (status != CL_SUCCESS) {
        static char log[10000];
        check(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof(log), log, NULL), "log");
        fprintf(stderr, "%s", log);
    }
    check(status, "clBuildProgram");
    cl_kernel kernel = clCreateKernel(program, "test", &status);
    check(status, "clCreateKernel");
    return kernel;
}

static cl_mem make_buffer(size_t size)
{
    cl_int status;
    cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, size, NULL, &status);
    check(status, "clCreateBuffer");
    return buffer;
}

int main(int argc, char **argv)
{
    if (argc != 5)
        return 1;
    cl_platform_id platform;
    cl_int status, n = (cl_int)strtol(argv[2], NULL, 10);
    size_t local = strtoul(argv[4], NULL, 10), global = strtoul(argv[3], NULL, 10) * local;
    size_t size = (size_t)n * sizeof(int);
    int *values = calloc((size_t)n, sizeof(int));
    check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_GPU, 1, &device, NULL), "clGetDeviceIDs");
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
    check(status, "clCreateContext");
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, &status);
    check(status, "clCreateCommandQueue");
    cl_kernel kernel = build(argv[1]);
    cl_mem zeros = make_buffer(size), fresh = make_buffer(size);
    check(clEnqueueWriteBuffer(queue, zeros, CL_TRUE, 0, size, values, 0, NULL, NULL), "clEnqueueWriteBuffer");
    check(clSetKernelArg(kernel, 0, sizeof(zeros), &zeros), "clSetKernelArg 0");
    check(clSetKernelArg(kernel, 1, sizeof(fresh), &fresh), "clSetKernelArg 1");
    check(clSetKernelArg(kernel, 2, sizeof(n), &n), "clSetKernelArg 2");
    check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL), "clEnqueueNDRangeKernel");
    check(clFinish(queue), "clFinish");
    check(clEnqueueReadBuffer(queue, zeros, CL_TRUE, 0, size, values, 0, NULL, NULL), "clEnqueueReadBuffer");
    check(clReleaseMemObject(zeros), "clReleaseMemObject");
    check(clReleaseMemObject(fresh), "clReleaseMemObject");
    for (int i = 0; i < n; i++)
        printf("%s%d", i ? " " : "", values[i]);
    putchar('\n');
    free(values);
    return 0;
}
