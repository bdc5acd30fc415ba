// Two loops change places; the elements that are accessed tell the instances.
void product(int n, int m, int k, double C[restrict n][m], double A[restrict n][k], double B[restrict k][m])
{
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            C[i][j] = 0;
            for (int l = 0; l < k; l++)
                C[i][j] += A[i][l] * B[l][j];
        }
#pragma endscop
}
