// run: 5 3
// run: 37 4
// run: 0 0
// Functions of the program that have the names of others: a larger value that is none, a magnitude with a sign, a
// quotient rounded the other way. pave took them for what their names say.
#include <stdio.h>
#include <stdlib.h>
static int A[99], B[99], x, y;
static int max(int a, int b) { return a >= b ? a + 1 : b; }
static int min(int a, int b) { for (int i = 0; i < 2; i++) a = a + b % 3; return a; }
static int floord(int a, int b) { return (a + b - 1) / b; }
static int imax(int a, int b)
{
    if (a > 3)
        return b;
    return a;
}
static void bounds(int n, int m)
{
    for (int i = 0; i < max(n, m); i++)
        A[i] += i;
    for (int i = floord(n, 4); i < n; i++)
        B[max(i, m)] += A[i];
    for (int i = 0; i < min(m, n); i++)
        B[i] ^= 5;
    for (int i = 0; i < n; i++)
        A[imax(i, 2 * i)] -= i;
}
static void sums(int n)
{
    for (int i = 0; i < n; i++)
        x = max(x, A[i]);
    for (int i = 0; i < n; i++)
        y = min(y, A[i]);
    for (int i = 0; i < n; i++)
        y = imax(A[i], y);
}
int main(int argc, char **argv)
{
    int n = atoi(argv[1]), m = atoi(argv[2]);
    for (int i = 0; i < 99; i++)
        A[i] = i * 7 % 13, B[i] = i;
    bounds(n, m);
    sums(n);
    for (int i = 0; i < 99; i++)
        printf("%d %d\n", A[i], B[i]);
    printf("%d %d\n", x, y);
    return 0;
}
