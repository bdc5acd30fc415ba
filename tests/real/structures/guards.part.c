#include <stdio.h>
#include <stdlib.h>

struct vec {
    int n;
    float *v;
    float scale;
};

void flagged(int n, const int *restrict flag, struct vec *y);
void optional(int n, const struct vec *bias, float *restrict out);
void nested(int n, int m, const struct vec *x, float *restrict out);
void triangle(int n, const struct vec *x, float *restrict out);
void stops(int n, int k, const struct vec *x, float *restrict out);
void both(int n, int m, const struct vec *x, float *restrict out);
void divides(int n, int a, int b, float *restrict out);

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 4, m = argc > 2 ? atoi(argv[2]) : 0;
    float v[16], out[16] = {0};
    int flag[16] = {0};
    struct vec x = {3, v, 1.5f}, *there = m ? &x : NULL;
    for (int i = 0; i < 16; i++)
        v[i] = (float)i;
    for (int i = 0; m && i < 16; i++)
        flag[i] = i % m;
    flagged(n, flag, there);
    optional(n, there, out);
    nested(n, m, there, out);
    triangle(m ? n : 2, there, out);
    stops(n, m, there, out);
    both(n, m, there, out);
    divides(m ? n : 0, 7, m, out);
    for (int i = 0; i < 16; i++)
        printf("%g %g\n", v[i], out[i]);
    return 0;
}
