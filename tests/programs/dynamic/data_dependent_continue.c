// Iterations are cut short by data.
// run: 0
// run: 9
// expect: may
#include <stdio.h>
#include <stdlib.h>

static int kept;

static void harmonic(int n, const int *d, float *out)
{
#pragma scop
    kept = 0;
    for (int i = 0; i < n; i++) {
        out[i] = 0;
        if (d[i] == 0)
            continue;
        out[i] = 1.0f / d[i];
        kept++;
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, d[n + 1];
    float out[n + 1], sum = 0;
    for (int i = 0; i < n; i++)
        d[i] = i % 4 - 1;
    harmonic(n, d, out);
    for (int i = 0; i < n; i++)
        sum += (i + 1) * out[i];
    printf("%.9g %d\n", sum, kept);
    return 0;
}
