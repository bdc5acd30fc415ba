// The mark stands before this comment.
// run:
// parallel: 1
// kernels: 1
#define N 300
#include <stdio.h>

static float a[N][N];

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[j][i] = (float)(i * j % 17) / 4;
    float sum = 0;
    for (int i = 0; i < N; i++)
        sum += a[i][N - 1 - i];
    printf("%a\n", sum);
    return 0;
}
