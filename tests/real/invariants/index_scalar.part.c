#include <stdio.h>
#include <stdlib.h>

void subtract_mean(int batch, int filters, int size, float *restrict x, const float *restrict mean);
void scale_rows(int rows, int cols, double *restrict a, const double *restrict s);
void split_planes(int n, int h, int w, const int *restrict in, int *restrict low, int *restrict high);
void shift_columns(int n, int m, int *restrict a, const int *restrict b);
void stale(int n, int m, int *restrict a);
void chosen(int n, int m, int *restrict a);

int main(int argc, char **argv)
{
    int p = argc > 1 ? atoi(argv[1]) : 2, q = argc > 2 ? atoi(argv[2]) : 2, r = argc > 3 ? atoi(argv[3]) : 2;
    int total = p * q * r;
    float *x = malloc(sizeof(float) * total), *mean = malloc(sizeof(float) * q);
    double *d = malloc(sizeof(double) * total), *s = malloc(sizeof(double) * p);
    int *in = malloc(sizeof(int) * total), *low = malloc(sizeof(int) * total), *high = malloc(sizeof(int) * total);
    for (int i = 0; i < total; i++) {
        x[i] = (float)(i * 7 % 11);
        d[i] = i * 0.25;
        in[i] = i * 37 % 256;
    }
    for (int i = 0; i < q; i++)
        mean[i] = i * 0.5f;
    for (int i = 0; i < p; i++)
        s[i] = i + 1.5;
    subtract_mean(p, q, r, x, mean);
    scale_rows(p, q * r, d, s);
    split_planes(p, q, r, in, low, high);
    shift_columns(p, q * r, low, in);
    stale(p, q * r, high);
    chosen(p * q, r, in);
    for (int i = 0; i < total; i++)
        printf("%g %g %d %d %d\n", x[i], d[i], in[i], low[i], high[i]);
    return 0;
}
