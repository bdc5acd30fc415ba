// One array of each arithmetic type.
// run: 0
// run: 4
// expect: exact
#include <stdio.h>
#include <stdlib.h>

#define MOST 8

static signed char sc[MOST];
static unsigned short us[MOST];
static unsigned long ul[MOST];
static long long ll[MOST];
static float fl[MOST];
static double db[MOST];

static void convert(int n)
{
#pragma scop
    for (int i = 0; i < n; i++) {
        sc[i] = 3 * i - 5;
        us[i] = sc[i];
        ul[i] = us[i] + 1ul;
        ll[i] = -(long long)ul[i];
        fl[i] = ll[i] / 4.0f;
        db[i] = fl[i] + sc[i];
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    double sum = 0;
    convert(argc > 1 ? atoi(argv[1]) : 3);
    for (int i = 0; i < MOST; i++)
        sum += (i + 1) * (sc[i] + us[i] + (double)ul[i] + (double)ll[i] + fl[i] + db[i]);
    printf("%.17g\n", sum);
    return 0;
}
