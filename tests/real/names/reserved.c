// run: 50
// run: 3
// kernels: 4
// Names that the languages of devices, C++ and their headers have a use for: of parameters, locals, fields, types, functions.
int printf(const char *, ...);
int atoi(const char *);

typedef struct {
    float x, class, half, uint;
} float4;

struct dim3 {
    int new, this;
};

static int max(int a, int operator)
{
    int template = a > operator ? a : operator;
    return template;
}

static void grid(int n, int blockIdx[restrict n], int threadIdx[restrict n], int kernel0[restrict n],
                 double get_group_id[restrict n])
{
    for (int i = 0; i < n; i++) {
        kernel0[i] = blockIdx[i] * 3 + threadIdx[n - 1 - i];
        get_group_id[i] = kernel0[i] * 0.5;
    }
}

static void points(int n, float4 float16[restrict n], struct dim3 read_only[restrict n])
{
    for (int i = 0; i < n; i++) {
        int private = i % 7;
        float16[i].class = private * 0.25f;
        float16[i].half += float16[i].uint;
        read_only[i].new = max(private, i % 5);
        read_only[i].this = i & private;
    }
}

static void sizes(int pave_n0, int global, int barrier[restrict pave_n0][global], int dim3)
{
    for (int convert_int = 0; convert_int < pave_n0; convert_int++)
        for (int as_float = 0; as_float < global; as_float++)
            barrier[convert_int][as_float] = convert_int * dim3 + as_float;
}

static void host(int stdin, int EOF, long size_t[restrict EOF], int cl_mem[restrict stdin])
{
    for (int i = 0; i < EOF; i++)
        size_t[i] = (long)i * stdin;
    for (int i = 0; i < stdin; i++)
        cl_mem[i] = i ^ EOF;
}

static int a[64], b[64], c[64], d[64][64], f[64];
static double e[64];
static float4 p[64];
static struct dim3 q[64];
static long l[64];

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 10;
    long sum = 0;
    for (int i = 0; i < n; i++) {
        a[i] = i * 7 % 11;
        b[i] = i * 5 % 13;
        p[i].uint = i;
        printf("%d %d ", a[i], b[i]);
    }
    grid(n, a, b, c, e);
    points(n, p, q);
    sizes(n, 64, (int(*)[64])d, 9);
    host(n, n, l, f);
    for (int i = 0; i < n; i++)
        printf("%d %g %g %g %d %d %d %ld %d\n", c[i], e[i], p[i].class, p[i].half, q[i].new, q[i].this, d[i][63 - i], l[i],
               f[i]);
    printf("%ld\n", sum);
    return 0;
}
