/* CUDA: the device, memory and copies. Included behind cuda_state.h and pool.h. */

/* Is there a device? There is one message where there is none. */
static int pave_start(unsigned line, const char *outcome)
{
    static char is_told;
    int n_devices = 0;
    pave_outcome = outcome;
    pave_runs_out = 0;
    if (cudaGetDeviceCount(&n_devices) == cudaSuccess && n_devices > 0)
        return 1;
    if (!__atomic_test_and_set(&is_told, __ATOMIC_RELAXED))
        pave_refuse(line, "no device", "");
    return 0;
}

/* Can the device run a kernel? */
static int pave_prepare(const void *kernel, const char *name, unsigned line)
{
    cudaFuncAttributes attributes;
    return cudaFuncGetAttributes(&attributes, kernel) == cudaSuccess ||
           pave_refuse(line, "the device refuses ", name);
}

static inline size_t pave_count(long long n)
{
    return n > 0 ? (size_t)n : 0;
}

static inline unsigned pave_blocks(long long wanted, long long most)
{
    return (unsigned)(wanted < most ? wanted : most);
}

static inline pave_buffer pave_allocate(size_t size, const char *what, unsigned line)
{
    pave_buffer buffer = NULL;
    if (pave_runs_out || pave_take(&buffer, size ? size : 1))
        return buffer;
    pave_runs_out = 1;
    pave_refuse(line, "no memory for ", what);
    return NULL;
}

__attribute__((unused)) static inline void
pave_copy_in(pave_buffer to, const void *from, size_t size, const char *what, unsigned line)
{
    if (size && from && !pave_runs_out)
        pave_check(cudaMemcpy(to, from, size, cudaMemcpyHostToDevice), "copy to the device", what, line);
}

__attribute__((unused)) static inline void
pave_copy_out(void *to, pave_buffer from, size_t size, const char *what, unsigned line)
{
    if (size && to)
        pave_check(cudaMemcpy(to, from, size, cudaMemcpyDeviceToHost), "copy from the device", what, line);
}

static inline void pave_finish(unsigned line)
{
    pave_check(cudaDeviceSynchronize(), "run", "kernels", line);
}

static inline void pave_release(pave_buffer buffer, const char *what, unsigned line)
{
    if (buffer && !pave_give_back(buffer))
        pave_check(cudaFree(buffer), "release", what, line);
}
