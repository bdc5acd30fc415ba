// The iterations of the marked loop write different elements, as the user knows (004, Listing 10).
// run: 1
// run: 5
// flags: --pencil
// expect: may
#include <stdio.h>
#include <stdlib.h>

static void foo(int n, int A[n][n], int B[n][n])
{
#pragma scop
    for (int i = 0; i < n; ++i)
#pragma pencil independent
        for (int j = 0; j < n; ++j)
            B[i][A[i][j]] = i + j;
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, A[n][n], B[n][n], sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            A[i][j] = (i + n - 1 - j) % n;
    foo(n, A, B);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            sum += (i * 7 + j + 1) * B[i][j];
    printf("%d\n", sum);
    return 0;
}
