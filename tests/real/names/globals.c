// run: 40
// run: 1
// kernels: 3
// flags: -fno-builtin
// gcc: -fno-builtin
// Globals, functions, types and macros of the program with names that headers for OpenCL declare, and names of pave itself.
extern int printf(const char *, ...);
#include "globals.h"

int abs[64], select[64], random[64];
typedef unsigned uint;
typedef long ulong;
typedef struct {
    uint program;
} cl_mem;
enum { cl_context = 5, div };
static float pave_launch[64];
static cl_mem cl_kernel[64];
#define status 17
#define min(x, y) ((x) < (y) ? (x) : (y))
#define s0(x) ((x) + 1)

static int rand(int i)
{
    return i * cl_context + div;
}

static void scale(int pave_n0, uint *restrict ushort)
{
    for (int i = 0; i < pave_n0; i++) {
        ushort[i] = (uint)(min(abs[i], select[i]) * status + c0 + s0(i));
        pave_launch[i] = ushort[i] * 0.5f;
        cl_kernel[i].program = ushort[i] + size;
    }
}

static ulong sum(int n)
{
    ulong pave_min = 0;
    for (int i = 0; i < n; i++)
        for (int j = i; j < n && j < 20; j++)
            random[j] += rand(i) % 5;
    for (int i = 0; i < n; i++)
        pave_min += random[i];
    return pave_min;
}

int main(int argc, char **argv)
{
    static uint out[64];
    int n = 0;
    for (char *text = argc > 1 ? argv[1] : "10"; *text; text++)
        n = 10 * n + (*text - '0');
    for (int i = 0; i < n; i++) {
        abs[i] = i * 3 % 7;
        select[i] = i * 5 % 11;
    }
    scale(n, out);
    ulong total = sum(n);
    for (int i = 0; i < n; i++)
        printf("%u %g %u %d\n", out[i], pave_launch[i], cl_kernel[i].program, random[i]);
    printf("%ld\n", total);
    return 0;
}
