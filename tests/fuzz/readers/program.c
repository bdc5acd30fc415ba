void f(int n, int m, double A[n][n], double B[n][n])
{
#pragma scop
    for (int i = 1; i < n; i++)
        for (int j = 0; j < m; j++)
            A[i][j] = B[j][i] + A[i - 1][j];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            B[i][j] = A[j][i];
#pragma endscop
}
