// run: 30
// run: 0
// run: 200
/* Pointers into arrays of the program. Where the loop accesses other elements of the array by its name, a device that copies the
 * whole array back would put old values over those written through the pointer. */
#include <stdio.h>
#include <stdlib.h>

static double buffer[400], rows[20][20];

static void fill(double *p, int n)
{
    for (int i = 0; i < n; i++) {
        p[i] = i * 2;
        buffer[i] = i * 3;
    }
}

static void triangle(double *p, int n)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            rows[i][j] = i + j;
            p[i] = i;
        }
}

/* Pointers to variables of the function, set before the loops. */
static void locals(int n, int *out)
{
    int x[200], s = 0, *p = x, *q = &s;
    for (int i = 0; i < n; i++)
        x[i] = i;
    for (int i = 0; i < n; i++)
        *p++ += out[i];
    for (int i = 0; i < n; i++)
        out[i] = x[i] + p[-1 - i];
    for (int i = 0; i < n; i++) {
        s = i;
        *q += 2;
        out[i] += s;
    }
}

int main(int argc, char **argv)
{
    int n = atoi(argv[argc - 1]);
    double sum = 0;
    int ints[200];
    fill(buffer + 200, n);
    fill(buffer + 1, n / 2);
    triangle(&rows[n % 10][11], n % 10);
    for (int i = 0; i < 200; i++)
        ints[i] = i % 7;
    locals(n, ints);
    for (int i = 0; i < 400; i++)
        sum += ints[i / 2] * (i % 5);
    for (int i = 0; i < 400; i++)
        sum += buffer[i] * (i % 17) + rows[i / 20][i % 20] * (i % 13);
    printf("%a\n", sum);
}
