// A structure with an array as field, alone and in an array of such structures.
// run: 1
// run: 3
// expect: exact
#include <stdio.h>
#include <stdlib.h>

struct row {
    int used;
    int cell[6];
};

static struct row total;

static void add(int n, struct row *r)
{
#pragma scop
    total.used = 6;
    for (int j = 0; j < 6; j++)
        total.cell[j] = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 6; j++)
            total.cell[j] += r[i].cell[5 - j];
    for (int i = 0; i < n; i++)
        r[i].used = i;
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, sum = 0;
    struct row r[n];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 6; j++)
            r[i].cell[j] = i + j * j;
    add(n, r);
    for (int i = 0; i < n; i++)
        sum += (i + 1) * r[i].used;
    for (int j = 0; j < 6; j++)
        sum += (j + 1) * total.cell[j];
    printf("%d %d\n", sum, total.used);
    return 0;
}
