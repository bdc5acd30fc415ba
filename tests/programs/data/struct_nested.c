// A structure inside a structure; the inner fields are accessed through two names.
// run: 1
// run: 4
// expect: exact
#include <stdio.h>
#include <stdlib.h>

struct point {
    int x, y;
};
struct box {
    struct point low, high;
    int id;
};

static void grow(int n, struct box *b)
{
#pragma scop
    for (int i = 0; i < n; i++) {
        b[i].low.x -= i;
        b[i].high.y = b[i].low.x + b[i].id;
    }
    for (int i = 0; i < n - 1; i++)
        b[i].high.x = b[i + 1].low.y;
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, sum = 0;
    struct box b[n];
    for (int i = 0; i < n; i++)
        b[i] = (struct box){{i, 2 * i}, {3 * i, 4}, i + 1};
    grow(n, b);
    for (int i = 0; i < n; i++)
        sum += (i + 1) * (b[i].low.x + 2 * b[i].low.y + 3 * b[i].high.x + 4 * b[i].high.y + b[i].id);
    printf("%d\n", sum);
    return 0;
}
