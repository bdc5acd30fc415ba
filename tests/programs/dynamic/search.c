// Early exit search: the iterator keeps the place where the loop was left.
// run: 0 5
// run: 6 3
// run: 6 99
// expect: may
#include <stdio.h>
#include <stdlib.h>

static void find(int n, int key, const int *v)
{
    int i, found = 0;
#pragma scop
    for (i = 0; i < n; i++)
        if (v[i] == key) {
            found = 1;
            break;
        }
#pragma endscop
    printf("%d %d\n", i, found);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, key = argc > 2 ? atoi(argv[2]) : 1, v[n + 1];
    for (int i = 0; i < n; i++)
        v[i] = (4 * i + 1) % 7;
    find(n, key, v);
    return 0;
}
