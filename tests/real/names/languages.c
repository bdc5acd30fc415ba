// Names that the languages of devices, their run-time systems and pave itself have other uses for.
// run: 19 6
// run: 0 0
// parallel: 6
// kernels: 4
extern int printf(const char *format, ...);
extern int atoi(const char *text);

#define MOST 32

struct float4 {
    double x[MOST];
    int global, local;
};

static double kernel0[MOST], blockIdx[MOST], threadIdx[MOST], cl_mem[MOST], pave_launch[MOST];
static double uint[MOST], ulong[MOST], select[MOST], as_int[MOST];
static int c0, c1, get_global_id;

static void reserved(int pave_n0, int gridDim, const double *restrict __global_, double pave_kernels)
{
    for (int i = 0; i < pave_n0; i++)
        kernel0[i] = blockIdx[i] + __global_[i] * gridDim;
    for (int t0 = 0; t0 < pave_n0; t0++)
        for (int b0 = 0; b0 < gridDim; b0++)
            uint[t0] += ulong[b0] * select[t0] + pave_kernels;
}

static void generated(int pave_buffer, struct float4 *restrict image, int half)
{
    c0 = pave_buffer + c1;
    for (int c2 = 0; c2 < pave_buffer; c2++) {
        int c3 = c2 * 2 + c0 - half;
        image->x[c2] = c3 + threadIdx[c2];
    }
    for (int pave_i = 0; pave_i < pave_buffer; pave_i++)
        cl_mem[pave_i] = image->x[pave_i] + pave_launch[pave_i] * image->global;
    get_global_id += image->local;
}

int main(int argc, char **argv)
{
    static struct float4 image = {{0}, 3, 4};
    int n = atoi(argv[1]), m = atoi(argv[2]);
    for (int barrier = 0; barrier < MOST; barrier++) {
        blockIdx[barrier] = barrier * 0.5;
        threadIdx[barrier] = ulong[barrier] = barrier % 5;
        select[barrier] = pave_launch[barrier] = as_int[barrier] = barrier % 3 - 0.5;
    }
    c1 = m;
    reserved(n, m, as_int, 0.25);
    generated(n, &image, m);
    for (int i = 0; i < MOST; i++)
        printf("%a %a %a %a\n", kernel0[i], uint[i], image.x[i], cl_mem[i]);
    printf("%d %d %d\n", c0, c1, get_global_id);
    return argc < 3;
}
