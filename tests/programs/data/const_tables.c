// Constant global tables read with affine subscripts.
// run: 1 1
// run: 5 4
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static const int kernel[3][3] = {{1, 2, 1}, {2, 4, 2}, {1, 2, 1}};
static const char digits[] = "0123456789";

static void blur(int n, int m, int in[n + 2][m + 2], int out[n][m], char *text)
{
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            out[i][j] = 0;
            for (int a = 0; a < 3; a++)
                for (int b = 0; b < 3; b++)
                    out[i][j] += kernel[a][b] * in[i + a][j + b];
        }
    for (int i = 0; i < 10; i++)
        text[i] = digits[9 - i];
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 2, m = argc > 2 ? atoi(argv[2]) : 2;
    int in[n + 2][m + 2], out[n][m], sum = 0;
    char text[11] = "";
    for (int i = 0; i < n + 2; i++)
        for (int j = 0; j < m + 2; j++)
            in[i][j] = (3 * i + j) % 7;
    blur(n, m, in, out, text);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            sum += (i + 5 * j + 1) * out[i][j];
    printf("%d %s\n", sum, text);
    return 0;
}
