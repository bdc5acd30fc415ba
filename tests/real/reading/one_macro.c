// Functions that one macro writes for several types, and a table of them.
// run: 25 4
// run: 1 0
// parallel: 1
// kernels: 1
#include <stdio.h>
#include <stdlib.h>

#define MOST 40
#define TYPES(X) X(int, i, "%d\n") X(float, f, "%g\n") X(double, d, "%a\n")

#define DEFINE(type, tag, format) \
    static type from_##tag[MOST], to_##tag[MOST]; \
    static void run_##tag(int n, int m) \
    { \
        for (int i = 0; i < n; i++) \
            from_##tag[i] = (type)(i * 3 % 7) / 2; \
        for (int k = 0; k < m; k++) \
            for (int i = 0; i < n; i++) \
                to_##tag[i] += from_##tag[i] * (k + 1); \
    } \
    static void show_##tag(int n) \
    { \
        for (int i = 0; i < n; i++) \
            printf(format, to_##tag[i]); \
    }
TYPES(DEFINE)

#define LOOP(name, bound) for (int name = 0; name < (bound); name++)
#define SQUARE(v) ((v) * (v))

static double plane[MOST][MOST];

static void by_loop_macro(int n, int m)
{
    LOOP(i, n)
        LOOP(j, m)
            plane[i][j] = SQUARE(to_d[i]) - to_f[i] * j;
}

int main(int argc, char **argv)
{
    int n = atoi(argv[1]), m = atoi(argv[2]);
#define CALL(type, tag, format) run_##tag(n, m);
    TYPES(CALL)
    by_loop_macro(n, m);
#define SHOW(type, tag, format) show_##tag(n);
    TYPES(SHOW)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            printf("%a\n", plane[i][j]);
    return argc < 3;
}
