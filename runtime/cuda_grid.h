/* CUDA: persistent kernels, whose blocks wait for each other. Included behind cuda.h, <climits> and <cooperative_groups.h>. */

template <typename T> struct pave_same {
    typedef T type;
};

/* How many blocks of "kernel" the device holds at once; 0 where blocks cannot wait for each other. */
static long long pave_resident(const void *kernel, int threads)
{
    int device, can_wait = 0, n_processors = 0, n_blocks = 0;
    if (cudaGetDevice(&device) != cudaSuccess ||
        cudaDeviceGetAttribute(&can_wait, cudaDevAttrCooperativeLaunch, device) != cudaSuccess ||
        cudaDeviceGetAttribute(&n_processors, cudaDevAttrMultiProcessorCount, device) != cudaSuccess ||
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n_blocks, kernel, threads, 0) != cudaSuccess) {
        cudaGetLastError();
        return 0;
    }
    return can_wait ? (long long)n_processors * n_blocks : 0;
}

/* Let "kernel" do the work of "launches" launches with "wanted" blocks in all, and at most "most" each. Return 0, and do
 * nothing, if the device cannot, or if launches cost little: there are few, or they fill the device several times. */
template <typename... P>
static int pave_launch_grid(void (*kernel)(P...), int threads, long long launches, long long wanted, long long most,
                            const char *name, unsigned line, typename pave_same<P>::type... args)
{
    const long long few_launches = 4, many_rounds = 4;
    long long resident = launches < few_launches ? 0 : pave_resident((const void *)kernel, threads);
    if (!resident || wanted / launches > many_rounds * resident || most + resident > INT_MAX)
        return 0;
    void *list[] = {(void *)&args...};
    unsigned n_blocks = (unsigned)(most < resident ? most : resident);
    pave_check(cudaLaunchCooperativeKernel((const void *)kernel, dim3(n_blocks), dim3((unsigned)threads), list, 0, 0),
               "launch", name, line);
    return 1;
}
