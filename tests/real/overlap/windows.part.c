#include <stdio.h>
#include <stdlib.h>

void smooth(float *out, const float *in, int n);
void axpy(double *y, const double *x, double a, long n);
void shift(int *to, const int *from, unsigned n);
void sweep(double *a, double *b, const double *c, int n);

static float f[3000];
static double d[5000];
static int k[3000];

static void fill(void)
{
    for (int i = 0; i < 3000; i++)
        f[i] = (float)(i * 37 % 101) / 8;
    for (int i = 0; i < 5000; i++)
        d[i] = (double)(i * 53 % 97) / 16;
    for (int i = 0; i < 3000; i++)
        k[i] = i % 17;
}

static void print(const char *name, int offset)
{
    double sum = 0;
    for (int i = 0; i < 3000; i++)
        sum += f[i] * (i % 7 + 1);
    for (int i = 0; i < 5000; i++)
        sum += d[i] * (i % 5 + 1);
    unsigned total = 0;
    for (int i = 0; i < 3000; i++)
        total = total * 31 + (unsigned)k[i];
    printf("%s %d: %a %u\n", name, offset, sum, total);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1000;
    const int offsets[] = {0, 1, -1, n / 2, -(n / 2), n - 1, n, -n, n + 1};
    for (unsigned i = 0; i < sizeof(offsets) / sizeof(*offsets); i++) {
        int offset = offsets[i];
        fill();
        smooth(f + 1000 + offset, f + 1000, n);
        print("smooth", offset);
        axpy(d + 1000 + offset, d + 1000, 0.25, n);
        print("axpy", offset);
        shift(k + 1000 + offset, k + 1000, (unsigned)n);
        print("shift", offset);
        sweep(d + 2000, d + 2000 + offset, d + 3500, n);
        print("sweep b", offset);
        sweep(d + 2000, d + 3500, d + 2000 + offset, n);
        print("sweep c", offset);
    }
    smooth(NULL, NULL, 0);
    axpy(NULL, NULL, 1, 0);
    shift(NULL, NULL, 0);
    sweep(NULL, NULL, NULL, -1);
    return 0;
}
