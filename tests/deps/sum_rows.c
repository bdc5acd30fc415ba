/* One sum per row: only the inner loop carries it. */
void f(int n, const int a[restrict n][n], int s[restrict n])
{
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            s[i] += a[i][j];
#pragma endscop
}
