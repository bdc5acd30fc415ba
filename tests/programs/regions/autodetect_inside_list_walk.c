// No pragmas: the convertible loop is inside a walk over a linked list, which is not convertible.
// run: 1 4
// run: 3 6
// flags: --autodetect
// expect: exact
#include <stdio.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int weight;
};

static void add_all(const struct node *at, int n, int *v)
{
    while (at) {
        int w = at->weight;
        for (int i = 0; i < n; i++)
            v[i] += w;
        at = at->next;
    }
}

int main(int argc, char **argv)
{
    int length = argc > 1 ? atoi(argv[1]) : 2, n = argc > 2 ? atoi(argv[2]) : 3, v[n], sum = 0;
    struct node list[length];
    for (int k = 0; k < length; k++)
        list[k] = (struct node){k + 1 < length ? &list[k + 1] : NULL, k + 5};
    for (int i = 0; i < n; i++)
        v[i] = i;
    add_all(list, n, v);
    for (int i = 0; i < n; i++)
        sum += (i + 1) * v[i];
    printf("%d\n", sum);
    return 0;
}
