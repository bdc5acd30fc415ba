// A helper without parameters that reads and writes globals of the region.
// run: 0
// run: 4
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static int counter;
static int log_of[16];

static void tick(void)
{
    counter = counter + 1;
}

static void note(int i)
{
    log_of[2 * i] = i;
}

static void run(int n)
{
#pragma scop
    for (int i = 0; i < n; i++) {
        tick();
        note(i);
        log_of[2 * i + 1] = counter;
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int sum = 0;
    run(argc > 1 ? atoi(argv[1]) : 3);
    for (int i = 0; i < 16; i++)
        sum += (i + 1) * log_of[i];
    printf("%d %d\n", sum, counter);
    return 0;
}
