// The idiom i-- > 0 in the condition of a for without increment, signed and unsigned.
// run: 0
// run: 1
// run: 5
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void backwards(int n, int *v)
{
#pragma scop
    for (int i = n; i-- > 0;)
        v[i] = 2 * i;
    for (size_t k = (size_t)n; k-- > 0;)
        v[k] += 1;
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, v[n + 1], sum = 0;
    backwards(n, v);
    for (int i = 0; i < n; i++)
        sum += (i + 1) * v[i];
    printf("%d\n", sum);
    return 0;
}
