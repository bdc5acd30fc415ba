/* OpenCL: the device, and how errors and warnings are told. Included behind <CL/cl.h>, <stdio.h>, <stdlib.h> and the constants
 * of the program: pave_source, pave_options, pave_first_choice, pave_uses_double, pave_regions, pave_kernels, pave_lines. */

typedef cl_mem pave_buffer;
static cl_device_id pave_device;
static cl_context pave_context;
static cl_command_queue pave_queue;
static cl_program pave_programs[pave_regions];
/* Several threads of the program may call functions with regions. They share the device, the kernels and the arguments set
 * for these, under a lock; what one call needs to know is a thread's own. */
#if defined(__GNUC__) && !defined(__TINYC__)
static char pave_is_locked;
static __thread int pave_runs_out; /* of memory on the device */
static __thread const char *pave_outcome;
static inline void pave_lock(void)
{
    while (__atomic_test_and_set(&pave_is_locked, __ATOMIC_ACQUIRE))
        ;
}
static inline void pave_unlock(void)
{
    __atomic_clear(&pave_is_locked, __ATOMIC_RELEASE);
}
#else
static int pave_runs_out;
static const char *pave_outcome;
static inline void pave_lock(void)
{
}
static inline void pave_unlock(void)
{
}
#endif

static void pave_check(cl_int status, const char *call, const char *what, unsigned line)
{
    if (status == CL_SUCCESS)
        return;
    fprintf(stderr, "%s:%u: error: OpenCL: %s of '%s' failed with status %d\n", pave_source, line, call, what,
            (int)status);
    exit(1);
}

/* Say why a region does not run on the device. */
static int pave_refuse(unsigned line, const char *reason, const char *what)
{
    fprintf(stderr, "%s:%u: warning: OpenCL: %s%s; %s\n", pave_source, line, reason, what, pave_outcome);
    return 0;
}

/* Memory of the device. 0 where there is none. */
static int pave_create(pave_buffer *buffer, size_t size)
{
    cl_int status = CL_SUCCESS;
    *buffer = clCreateBuffer(pave_context, CL_MEM_READ_WRITE, size, NULL, &status);
    return status == CL_SUCCESS;
}

/* Give it back. */
static void pave_destroy(pave_buffer buffer)
{
    clReleaseMemObject(buffer);
}

/* The program uses one device. */
static int pave_current(void)
{
    return 0;
}
