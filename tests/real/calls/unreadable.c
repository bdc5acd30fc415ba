// Calls of functions whose bodies have no model: one keeps a count from call to call, one jumps back. The loops beside these calls
// and around them have bounds in global variables, which no longer keep them from being read.
// run: 900
// run: 1
// run: 0
// flags: --parallel-threshold=0
// parallel: 3
// targets: c openmp
// says: unreadable.c:44:5: note: loop kept as written: the call of 'advance', whose effect is unknown, must keep its place
// says: unreadable.c:50:5: note: loop kept as written: the call of 'spread', whose effect is unknown, must keep its place
#include <stdio.h>
#include <stdlib.h>

static int first, last;
static double x[1001], y[1001];

static void advance(const double from[], double to[])
{
    static int n_calls = 0;
    for (int t = 0; t < 2; t++) {
        to[0] += from[0] * n_calls;
        first += n_calls == 3;
        n_calls++;
    }
}

static void spread(double from[])
{
    int j = first;
again:
    from[j] += 1;
    if (++j < last - 1)
        goto again;
}

int main(int argc, char **argv)
{
    first = 1;
    last = atoi(argv[1]);
    for (int j = 1; j <= last - first + 1; j++) {
        x[j] = j % 7;
        y[j] = 2 * x[j];
    }
    for (int step = 0; step < 3; step++) {
        advance(x, y);
        for (int j = 1; j <= last - first + 1; j++)
            x[j] = 0.5 * y[j] + first;
        y[0] = x[1] - y[0];
    }
    for (int step = 0; step < 2; step++) {
        for (int j = 1; j <= last - first + 1; j++)
            y[j] = x[j] + y[0];
        spread(y);
    }
    for (int j = 0; j <= last; j++)
        printf("%a %a\n", x[j], y[j]);
    return argc < 2;
}
