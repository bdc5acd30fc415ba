// ++ and -- whose value is used inside a larger expression.
// run: 1
// run: 4
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void drain(int n, int *fuel, int *log)
{
#pragma scop
    for (int i = 0; i < n; i++)
        log[i] = 10 * fuel[i]-- + 1;
    for (int i = 0; i < n; i++)
        log[i] += ++fuel[i];
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 2, fuel[n], log[n], sum = 0;
    for (int i = 0; i < n; i++)
        fuel[i] = i + 3;
    drain(n, fuel, log);
    for (int i = 0; i < n; i++)
        sum += (i + 1) * (fuel[i] + log[i]);
    printf("%d\n", sum);
    return 0;
}
