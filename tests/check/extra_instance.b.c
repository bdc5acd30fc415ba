void add(int n, int m, int a[restrict n][m], int b[restrict n][m])
{
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            /* pave: S_0(i + 1, j) */
            a[i][j] += b[i][j];
        }
#pragma endscop
}
