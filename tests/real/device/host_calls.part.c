#include <stdio.h>

void look(int step, const float *v, int n);
int more(void);

void look(int step, const float *v, int n)
{
    float sum = 0;
    for (int i = 0; i < n; i++)
        sum += v[i];
    printf("look %d: %a\n", step, sum);
}

int more(void)
{
    static int n;
    return n++ < 3;
}
