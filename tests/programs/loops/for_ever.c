// for (;;) with nothing in its head; the counter is kept and the break taken in the body.
// run: 0
// run: 4
// expect: may
#include <stdio.h>
#include <stdlib.h>

static void count_down(int n, int *v)
{
    int left;
#pragma scop
    left = n;
    for (;;) {
        if (left <= 0)
            break;
        left--;
        v[left] = n - left;
    }
#pragma endscop
    printf("%d\n", left);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, v[n + 1], sum = 0;
    count_down(n, v);
    for (int i = 0; i < n; i++)
        sum += (i + 1) * v[i];
    printf("%d\n", sum);
    return 0;
}
