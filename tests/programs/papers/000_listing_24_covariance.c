// Covariance: the last two statements of the last nest may be grouped (000, Listing 24, Example 23).
// run: 2 1
// run: 4 3
// expect: exact
#include <stdio.h>
#include <stdlib.h>

#define SCALAR_VAL(x) x

static void covariance(int n, int m, double float_n, double data[n][m], double cov[m][m], double *mean)
{
    int i, j, k;
#pragma scop
    for (j = 0; j < m; j++) {
        mean[j] = SCALAR_VAL(0.0);
        for (i = 0; i < n; i++)
            mean[j] += data[i][j];
        mean[j] /= float_n;
    }
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            data[i][j] -= mean[j];
    for (i = 0; i < m; i++)
        for (j = i; j < m; j++) {
            cov[i][j] = SCALAR_VAL(0.0);
            for (k = 0; k < n; k++)
                cov[i][j] += data[k][i] * data[k][j];
            cov[i][j] /= (float_n - SCALAR_VAL(1.0));
            cov[j][i] = cov[i][j];
        }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, m = argc > 2 ? atoi(argv[2]) : 2;
    double data[n][m], cov[m][m], mean[m], sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            data[i][j] = i * (j + 1.5);
    covariance(n, m, n, data, cov, mean);
    for (int j = 0; j < m; j++) {
        for (int i = 0; i < n; i++)
            sum += (i + 1) * data[i][j];
        for (int i = 0; i < m; i++)
            sum += (i + 2 * j + 1) * cov[i][j] + mean[j];
    }
    printf("%.17g\n", sum);
    return 0;
}
