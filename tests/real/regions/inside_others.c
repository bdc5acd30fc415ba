// Loops inside statements that pave cannot model: in the cases of a switch, around a goto, bodies without braces.
// run: 20 9
// run: 1 0
// parallel: 6
// kernels: 6
#include <stdio.h>
#include <stdlib.h>

static double a[32][32], b[32][32];

static int odd(int n, int mode)
{
    int i, j, t;
    for (t = 0; t < 3; t++) {
        switch (mode) {
        case 0:
            for (i = 0; i < n; i++)
                for (j = 0; j < n; j++)
                    b[i][j] = a[j][i] * 2;
            break;
        case 1:
        default:
            for (i = 0; i < n; i++)
                for (j = 0; j < n; j++)
                    b[i][j] = a[i][j] + mode;
        }
        if (mode > 3 + t)
            for (i = 0; i < n; i++)
                for (j = 0; j < n; j++)
                    a[i][j] += b[i][j] * 2;
        else
            for (j = 0; j < n; j++)
                a[0][j] = b[j][0] + t;
        if (mode > 7 && t == 1)
            goto out;
        do
            for (j = 0; j < n; j++)
                a[j][0] = b[0][j] - t;
        while (0 > t++);
    }
out:
    return i + j * 100 + t;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 10, mode = argc > 2 ? atoi(argv[2]) : 1;
    double sum = 0;
    for (int i = 0; i < 32; i++)
        for (int j = 0; j < 32; j++)
            a[i][j] = (i * 7 + j * 3) % 11;
    printf("%d\n", odd(n, mode));
    for (int i = 0; i < 32; i++)
        for (int j = 0; j < 32; j++)
            sum = sum * 0.5 + a[i][j] + b[j][i];
    printf("%.17g\n", sum);
    return 0;
}
