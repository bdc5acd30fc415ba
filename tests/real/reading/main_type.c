// run:
// run: one two
// parallel: 1
// gcc: -Wno-main
// main() with parameters of other types than C wants: gcc accepts them.
#include <stdio.h>

enum { N = 200000 };
static double a[N], b[N];

int main(unsigned argc, const char **argv) {
    for (int i = 0; i < N; i++)
        a[i] = 0.5 * i + argc;
    for (int i = 0; i < N; i++)
        b[i] = a[N - 1 - i] * (argv[0] ? 2 : 3);
    printf("%g %g\n", b[0], b[N - 2]);
    return 0;
}
