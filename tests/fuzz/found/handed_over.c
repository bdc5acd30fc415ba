// run: 5
// run: 37
// run: 0
// A function that gets the address of an element works on those behind it, too; a scalar took the place of the element.
#include <stdio.h>
#include <stdlib.h>
static int a[99], b[99];
static double d[50][4], e[50];
static int spread(int *p, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++) {
        s += p[i] * i;
        p[i] = s & 1023;
    }
    return s;
}
static double turn(double *row, int from)
{
    double first = row[from];
    for (int i = from; i < 3; i++)
        row[i] = row[i + 1] * 0.5;
    row[3] = first;
    return row[0];
}
static int same_place(int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++) {
        sum += spread(a + 3, 3);
        for (int j = 0; j < 3; j++)
            b[j] = a[j];
    }
    return sum;
}
static void beside(int n)
{
    for (int i = 0; i < n; i++) {
        b[7] += a[i];
        a[i] += spread(&b[5], 4);
    }
    for (int i = 0; i < n; i++) {
        e[i] = turn(d[2], i % 3) + d[2][1];
        d[2][3] += e[i];
    }
    for (int i = 1; i < n; i++) {
        b[i] = b[i - 1] + 1;
        e[2] += spread(&b[i], 2);
    }
}
int main(int argc, char **argv)
{
    int n = atoi(argv[1]);
    for (int i = 0; i < 99; i++)
        a[i] = i * 7 % 31, b[i] = i * 11 % 83;
    for (int i = 0; i < 50; i++)
        for (int j = 0; j < 4; j++)
            d[i][j] = i + j * 0.25, e[i] = i;
    int sum = same_place(n);
    beside(n);
    printf("%d\n", sum);
    for (int i = 0; i < 99; i++)
        printf("%d %d %g %g\n", a[i], b[i], d[i / 2][i % 4], e[i / 2]);
    return 0;
}
