/* OpenCL: the choice of a device, kernels, memory, copies and launches. */

/* The first device of "type", or NULL. */
static cl_device_id pave_find_device(cl_device_type type)
{
    cl_platform_id platforms[16];
    cl_device_id device = NULL;
    cl_uint n = 0, i;
    if (clGetPlatformIDs(16, platforms, &n) != CL_SUCCESS)
        n = 0;
    for (i = 0; i < n && i < 16 && !device; i++)
        if (clGetDeviceIDs(platforms[i], type, 1, &device, NULL) != CL_SUCCESS)
            device = NULL;
    return device;
}

/* Find a device for the program. There is one message where there is none. */
static int pave_open(unsigned line)
{
    static int is_tried;
    cl_device_fp_config doubles = 0;
    cl_int status;
    if (is_tried)
        return pave_queue != NULL;
    is_tried = 1;
    pave_device = pave_find_device(pave_first_choice);
    if (!pave_device)
        pave_device = pave_find_device(CL_DEVICE_TYPE_ALL);
    if (!pave_device)
        return pave_refuse(line, "no device found, install a driver such as PoCL", "");
    clGetDeviceInfo(pave_device, CL_DEVICE_DOUBLE_FP_CONFIG, sizeof(doubles), &doubles, NULL);
    if (pave_uses_double && !doubles)
        return pave_refuse(line, "the device has no double precision", "");
    pave_context = clCreateContext(NULL, 1, &pave_device, NULL, NULL, &status);
    if (status != CL_SUCCESS)
        return pave_refuse(line, "no context for the device", "");
    pave_queue = clCreateCommandQueue(pave_context, pave_device, 0, &status);
    if (status != CL_SUCCESS)
        pave_queue = NULL;
    return pave_queue || pave_refuse(line, "no queue for the device", "");
}

/* Say what the compiler of the device said. */
static int pave_print_log(cl_program program, unsigned line)
{
    size_t size = 0;
    clGetProgramBuildInfo(program, pave_device, CL_PROGRAM_BUILD_LOG, 0, NULL, &size);
    char *log = calloc(size + 1, 1);
    if (log)
        clGetProgramBuildInfo(program, pave_device, CL_PROGRAM_BUILD_LOG, size, log, NULL);
    pave_refuse(line, "the device refuses the kernels of this region", "");
    fprintf(stderr, "%s\n", log ? log : "");
    free(log);
    return 0;
}

/* Build the kernels of a region, the first time that they are needed. 0 where that is not possible, with a message. */
static int pave_build(int region, unsigned line)
{
    static char is_tried[pave_regions];
    cl_int status = CL_SUCCESS;
    if (is_tried[region] || !pave_open(line))
        return pave_programs[region] != NULL;
    is_tried[region] = 1;
    cl_program program = pave_load(region, line, &status);
    if (status != CL_SUCCESS)
        return pave_refuse(line, "no program for the device", "");
    if (!program)
        return 0;
    status = clBuildProgram(program, 1, &pave_device, pave_options, NULL, NULL);
    if (status != CL_SUCCESS)
        return pave_print_log(program, line);
    pave_programs[region] = program;
    return 1;
}

/* Get the device ready for a region. 0 where that is not possible. */
static int pave_start(int region, unsigned line, const char *outcome)
{
    pave_outcome = outcome;
    pave_runs_out = 0;
    pave_lock();
    int is_ready = pave_build(region, line);
    pave_unlock();
    return is_ready;
}

static inline int pave_prepare(cl_kernel *kernel, int region, const char *name, unsigned line)
{
    cl_int status = CL_SUCCESS;
    pave_lock();
    if (!*kernel)
        *kernel = clCreateKernel(pave_programs[region], name, &status);
    pave_unlock();
    return status == CL_SUCCESS || pave_refuse(line, "the device has no kernel ", name);
}

static inline size_t pave_count(long long n)
{
    return n > 0 ? (size_t)n : 0;
}

static inline size_t pave_blocks(long long wanted, long long most)
{
    return (size_t)(wanted < most ? wanted : most);
}

static inline pave_buffer pave_allocate(size_t size, const char *what, unsigned line)
{
    pave_buffer buffer = NULL;
    if (pave_runs_out || pave_take(&buffer, size ? size : 1))
        return buffer;
    pave_runs_out = 1;
    pave_refuse(line, "the device has no memory for ", what);
    return NULL;
}

/* Give all idle buffers back. Whether there was one. */
static int pave_empty_pool(void)
{
    int n = 0;
    pave_lock_pool();
    while (pave_drop_oldest())
        n++;
    pave_unlock_pool();
    return n > 0;
}

static inline void pave_copy_in(pave_buffer to, const void *from, size_t size, const char *what, unsigned line)
{
    if (!size || !from || pave_runs_out)
        return;
    /* Some drivers look for memory only now. */
    do
        if (clEnqueueWriteBuffer(pave_queue, to, CL_TRUE, 0, size, from, 0, NULL, NULL) == CL_SUCCESS)
            return;
    while (pave_empty_pool());
    pave_runs_out = 1;
    pave_refuse(line, "the device has no memory for ", what);
}

static inline void pave_copy_out(void *to, pave_buffer from, size_t size, const char *what, unsigned line)
{
    if (size && to)
        pave_check(clEnqueueReadBuffer(pave_queue, from, CL_TRUE, 0, size, to, 0, NULL, NULL),
                   "copy from the device", what, line);
}

static inline void pave_argument(cl_kernel kernel, cl_uint n, size_t size, const void *value, const char *name,
                                 unsigned line)
{
    pave_check(clSetKernelArg(kernel, n, size, value), "an argument", name, line);
}

static inline void pave_launch(cl_kernel kernel, cl_uint n, const size_t *global, const size_t *local, const char *name,
                               unsigned line)
{
    pave_check(clEnqueueNDRangeKernel(pave_queue, kernel, n, NULL, global, local, 0, NULL, NULL), "launch", name, line);
}

static inline void pave_finish(unsigned line)
{
    pave_check(clFinish(pave_queue), "run", "kernels", line);
}

static inline void pave_release(pave_buffer buffer, const char *what, unsigned line)
{
    if (buffer && !pave_give_back(buffer))
        pave_check(clReleaseMemObject(buffer), "release", what, line);
}
