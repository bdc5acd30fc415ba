// Blocks within blocks, some of them empty, some with a single statement.
// run: 0
// run: 4
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void layers(int n, int *v)
{
#pragma scop
    {
        {
        }
        for (int i = 0; i < n; i++) {
            {
                v[i] = i;
            }
            {
                {
                    v[i] += 2;
                }
                v[i] *= 3;
            }
        }
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 2, v[n + 1], sum = 0;
    layers(n, v);
    for (int i = 0; i < n; i++)
        sum += (i + 1) * v[i];
    printf("%d\n", sum);
    return 0;
}
