#include <stdio.h>
#include <stdlib.h>

#define N 64

extern double a[N][N], b[N][N], row[N];
void smooth(int n, int steps);
void scale(int n);
double twice(int n);
double last(int n);

void report(int step, double value)
{
    printf("%d %.17g\n", step, value);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 10, steps = argc > 2 ? atoi(argv[2]) : 1;
    double sum = 0;
    int i, j;
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++)
            a[i][j] = (i * 7 + j * 3) % 11;
    for (i = 0; i < n; i++)
        row[i] = i % 5;
    smooth(n, steps);
    scale(n);
    printf("%.17g\n", twice(n));
    printf("%.17g\n", last(n));
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++)
            sum = sum * 0.5 + a[i][j] + b[j][i];
    printf("%.17g\n", sum);
    return 0;
}
