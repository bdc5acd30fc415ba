/* C = alpha A B + beta C. */
void gemm(int n, int m, int k, double alpha, double beta, double C[restrict n][m], double A[restrict n][k],
          double B[restrict k][m])
{
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            C[i][j] *= beta;
            for (int l = 0; l < k; l++)
                C[i][j] += alpha * A[i][l] * B[l][j];
        }
#pragma endscop
}
