// flags: --parallel-threshold=100000
// text: if \(n >= [0-9]{4}
// run: 10
// A loop that ends with != has no more iterations than one that ends with <: a short one is not worth threads.
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int k, n = argc > 1 ? atoi(argv[1]) : 3, *p = malloc((size_t)n * sizeof(*p));
    for (k = 0; k != n; k++)
        p[k] = 3 * k;
    printf("%d\n", p[n - 1]);
    free(p);
    return 0;
}
