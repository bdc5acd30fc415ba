// A periodic line of fixed length: the border by conditions on the iterator, remainders by a constant.
// run: 0
// run: 1
// run: 30
#include "../kernel.h"

enum { LENGTH = 97 };

static double now[LENGTH], next[LENGTH];

static void steps(int count)
{
#pragma scop
    for (int t = 0; t < count; t++) {
        for (int x = 0; x < LENGTH; x++) {
            if (x == 0)
                next[x] = 0.5 * now[x] + 0.25 * (now[LENGTH - 1] + now[1]);
            else if (x == LENGTH - 1)
                next[x] = 0.5 * now[x] + 0.25 * (now[x - 1] + now[0]);
            else
                next[x] = 0.5 * now[x] + 0.25 * (now[x - 1] + now[x + 1]);
        }
        for (int x = 0; x < LENGTH; x++)
            now[(x + 5) % LENGTH] = next[x];
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int count = kernel_size(argc, argv, 1, 4);
    for (int x = 0; x < LENGTH; x++)
        now[x] = kernel_random();
    kernel_start();
    steps(count);
    kernel_stop();
    kernel_hash(now, sizeof(now));
    kernel_hash(next, sizeof(next));
    kernel_print(now[LENGTH / 2]);
    return 0;
}
