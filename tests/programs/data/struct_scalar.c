// Fields of a structure variable written and read by name.
// run: 0
// run: 4
// expect: exact
#include <stdio.h>
#include <stdlib.h>

struct stats {
    int count;
    double sum, last;
};

static struct stats seen;

static void collect(int n, const double *v)
{
#pragma scop
    seen.count = 0;
    seen.sum = 0;
    seen.last = -1;
    for (int i = 0; i < n; i++) {
        seen.count++;
        seen.sum += v[i];
        seen.last = v[i];
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3;
    double v[n + 1];
    for (int i = 0; i < n; i++)
        v[i] = i * 1.25;
    collect(n, v);
    printf("%d %.17g %.17g\n", seen.count, seen.sum, seen.last);
    return 0;
}
