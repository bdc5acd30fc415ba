# Whatever the work a stage may take, the result is right, and where less is done than could be, a warning says so.
cat >stages.c <<'END'
#include <stdio.h>
#define N 24
static double A[N][N], B[N][N], C[N][N], x[N], y[N];
static int flag[N];
static void f(int n)
{
#pragma scop
    for (int t = 0; t < 3; t++)
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                A[i][j] = 0.25 * (A[i - 1][j] + A[i][j - 1] + A[i + 1][j] + A[i][j + 1]);
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            C[i][j] = 0;
            for (int k = 0; k < n; k++)
                C[i][j] += A[i][k] * B[k][j];
        }
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int j = 0; j < i; j++)
            s += C[i][j] * x[j];
        x[i] = y[i] - 0.125 * s;
        if (flag[i] > 2)
            y[(i * 7) % n] += x[i];
    }
#pragma endscop
}
int main(void)
{
    for (int i = 0; i < N; i++) {
        x[i] = i % 5, y[i] = i % 3, flag[i] = i % 4;
        for (int j = 0; j < N; j++)
            A[i][j] = (i * 3 + j) % 7, B[i][j] = (i + j * 5) % 11;
    }
    f(N);
    for (int i = 0; i < N; i++) {
        printf("%a %a\n", x[i], y[i]);
        for (int j = 0; j < N; j++)
            printf("%a %a\n", A[i][j], C[i][j]);
    }
}
END
budgets=(1 30 300 1000 3000 6000 10000 20000 40000 80000 150000 300000 600000)
! $IS_HASTY || budgets=(1 300 3000 10000 40000 150000 600000)
for budget in "${budgets[@]}"; do
    stays_within stages.c c --budget=$budget
    [ $budget -gt 1000 ] || warned budget
    stays_within stages.c openmp --tile -S 4 --budget=$budget
    stays_within stages.c opencl --budget=$budget
    stays_within stages.c c --scheduler=isl --budget=$budget
done
