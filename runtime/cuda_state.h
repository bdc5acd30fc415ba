/* CUDA: errors, and memory from the driver. Included behind <cstdio>, <cstdlib> and the CUDA runtime; "pave_source" is the name
 * of the program. With the macro pave_managed, arrays are in managed memory, and may be larger than that of the device. */

static void pave_check(cudaError_t status, const char *call, const char *what, unsigned line)
{
    if (status == cudaSuccess)
        return;
    fprintf(stderr, "%s:%u: error: CUDA: %s of '%s' failed: %s\n", pave_source, line, call, what,
            cudaGetErrorString(status));
    exit(1);
}

typedef void *pave_buffer;
/* Several threads of the program may call functions with regions. */
static __thread int pave_runs_out; /* of memory on the device */
static __thread const char *pave_outcome;

/* Say why a region does not run on the device. */
static int pave_refuse(unsigned line, const char *reason, const char *what)
{
    fprintf(stderr, "%s:%u: warning: CUDA: %s%s: %s; %s\n", pave_source, line, reason, what,
            cudaGetErrorString(cudaGetLastError()), pave_outcome);
    return 0;
}

/* Memory from the driver. 0 where there is none. */
#ifdef pave_managed
static int pave_create(pave_buffer *buffer, size_t size)
{
    return cudaMallocManaged(buffer, size) == cudaSuccess;
}
#else
static int pave_create(pave_buffer *buffer, size_t size)
{
    return cudaMalloc(buffer, size) == cudaSuccess;
}
#endif

/* Give it back. The want of memory for which that happens is forgotten. */
static void pave_destroy(pave_buffer buffer)
{
    cudaFree(buffer);
    cudaGetLastError();
}

/* The device that the calling thread uses. */
static int pave_current(void)
{
    int device = 0;
    return cudaGetDevice(&device) == cudaSuccess ? device : 0;
}
