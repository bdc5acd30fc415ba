// A loop unrolled by hand stays one loop, its statements in their order: apart, each would go through memory in steps and
// leave most of each cache line unused.
// run:
// text: ^ *x\[c0 \+ 4\] \+= factor \* y\[c0 \+ 4\];
// text: ^ *x\[c0\] \+= factor \* y\[c0\];
// text: ^ *#pragma omp parallel for simd
#include <stdio.h>

static float a[1000], b[1000];

void add(float factor, float *restrict x, const float *restrict y)
{
    for (int i = 0; i < 1000; i += 5) {
        x[i] += factor * y[i];
        x[i + 1] += factor * y[i + 1];
        x[i + 2] += factor * y[i + 2];
        x[i + 3] += factor * y[i + 3];
        x[i + 4] += factor * y[i + 4];
    }
}

/* The same with a choice, which vectors can make, too. */
void limit(float *restrict x, const float *restrict y)
{
    for (int i = 0; i < 1000; i++)
        if (x[i] > y[i])
            x[i] = y[i];
}

int main(void)
{
    for (int i = 0; i < 1000; i++) {
        a[i] = (float)(i % 13);
        b[i] = (float)(i % 17) * 0.5f;
    }
    add(0.25f, a, b);
    limit(a, b);
    double sum = 0;
    for (int i = 0; i < 1000; i++)
        sum += (double)a[i] * i;
    printf("%.9g\n", sum);
    return 0;
}
