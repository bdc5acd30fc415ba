void product(int n, int m, int k, double C[restrict n][m], double A[restrict n][k], double B[restrict k][m])
{
#pragma scop
    for (int x = n - 1; x >= 0; x--)
        for (int y = 0; y < m; y++)
            C[x][y] = 0;
    for (int z = 0; z < k; z++)
        for (int y = 0; y < m; y++)
            for (int x = 0; x < n; x++)
                C[x][y] += A[x][z] * B[z][y];
#pragma endscop
}
