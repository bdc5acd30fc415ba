void add(int n, int m, int a[restrict n][m], int b[restrict n][m])
{
#pragma scop
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m / 2 + 1 && j < m; j++)
            a[i][j] += b[i][j];
        for (int j = m / 2; j < m; j++)
            a[i][j] += b[i][j];
    }
#pragma endscop
}
