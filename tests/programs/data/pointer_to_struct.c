// Fields reached with -> through a pointer parameter, also an array field.
// run: 0
// run: 4
// expect: exact
#include <stdio.h>
#include <stdlib.h>

struct filter {
    int length;
    float gain;
    float tap[8];
};

static void prepare(int n, struct filter *f)
{
#pragma scop
    f->length = n;
    f->gain = 0.5f;
    for (int i = 0; i < n; i++)
        f->tap[i] = f->gain * i;
    (*f).gain = 2;
#pragma endscop
}

int main(int argc, char **argv)
{
    struct filter f = {0, 0, {0}};
    float sum = 0;
    prepare(argc > 1 ? atoi(argv[1]) : 3, &f);
    for (int i = 0; i < 8; i++)
        sum += (i + 1) * f.tap[i];
    printf("%d %g %.9g\n", f.length, f.gain, sum);
    return 0;
}
