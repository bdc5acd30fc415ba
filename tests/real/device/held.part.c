#include <stdio.h>

void seen(const float *v, int n);
void change(float *v, int n, int t);
void look(int t);
void publish(float *v);

static float *shown;

void seen(const float *v, int n)
{
    float sum = 0;
    for (int i = 0; i < n; i++)
        sum += v[i];
    printf("sum %g\n", sum);
}

void change(float *v, int n, int t)
{
    v[t % n] += 2;
}

void publish(float *v)
{
    shown = v;
}

void look(int t)
{
    printf("look %d: %g\n", t, shown[0]);
    shown[0] += 1;
}
