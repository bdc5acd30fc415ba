// run: 30
// run: 500
// parallel: 2
// says: accelerated.c:12:5: note: loop kept as written: code under '#pragma acc parallel loop' stays as it is \(line 11\)
/* <openacc.h> is found; loops under a directive of OpenACC stay, others become parallel. */
#include <openacc.h>
#include <stdio.h>
#include <stdlib.h>

static void scale(int n, double *restrict a, const double *restrict b) {
#pragma acc parallel loop
    for (int i = 0; i < n; i++)
        a[i] = b[i] * 2;
    for (int i = 0; i < n; i++)
        a[i] += b[n - 1 - i];
}

/* The library is declared; the program runs without it. */
static acc_device_t device = acc_device_default;

int main(int argc, char **argv) {
    if (argc < 2)
        return device == acc_device_host && sizeof(acc_copyin(argv, 1)) == sizeof(void *);
    int n = atoi(argv[1]);
    double *a = malloc(n * sizeof(double)), *b = malloc(n * sizeof(double));
    for (int i = 0; i < n; i++)
        b[i] = i % 17;
    scale(n, a, b);
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum = sum * 0.75 + a[i];
    printf("%.17g\n", sum);
    return 0;
}
