/* Document 002, Listing 1, with t visible after the region. */
void f(int n, int A[restrict static n][n], int B[restrict static n][n], int C[restrict static n][n],
       int t[restrict static 2 * n - 1])
{
#pragma scop
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
        S1:
            t[i + j] = A[i][j];
        S2:
            C[i][j] = t[i + j];
        }
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
        S3:
            t[i + j] = B[i][j];
        S4:
            C[j][i] += t[i + j];
        }
#pragma endscop
}
