// What a loop leaves in a variable is read later, on ways that are easy to overlook: around a loop, behind a jump, in a switch.
// run: 12
// run: 0
#include <stdio.h>
#include <stdlib.h>

static int a[32], b[32];

__attribute__((noinline)) static void fill(int n, int seed)
{
    for (int i = 0; i < n; i++)
        a[i] = (i * seed + seed) % 7;
}

/* Read in the next iteration of the loop around it, before it is assigned. */
static int carried(int n)
{
    int t = 5, i, k, s = 0;
    for (k = 0; k < 3; k++) {
        fill(n, k);
        s = s * 3 + t;
        for (i = 0; i < n; i++) {
            t = a[i];
            b[i] = t + k;
        }
    }
    return s;
}

/* "continue" jumps over the assignment. */
static int jumped(int n)
{
    int t = 1, i, k, s = 0;
    for (k = 0; k < 4; k++) {
        fill(n, k + 7);
        if (k & 1)
            s = s * 5 + t;
        for (i = 0; i < n; i++) {
            t = a[i] + 1;
            b[i] = t;
        }
        if (k & 2)
            continue;
        t = 2;
    }
    return s;
}

/* "break" leaves the loop with the value. */
static int left(int n)
{
    int t = 1, i, k;
    for (k = 0; k < 4; k++) {
        fill(n, k + 3);
        for (i = 0; i < n; i++) {
            t = a[i] * 2;
            b[i] = t;
        }
        if (k == 2)
            break;
        t = 9;
    }
    return t;
}

/* The assignment is not the first statement of each case; a "do" reads the value in its condition. */
static int cases(int n, int which)
{
    int t = 4, i, s = 0;
    do {
        fill(n, which);
        for (i = 0; i < n; i++) {
            t = a[i] - 3;
            b[i] = t;
        }
        switch (which) {
        case 0:
            t = 8;
        case 1:
            s += t;
            break;
        default:
            s += 100;
        }
        which++;
        if (which == 5)
            continue;
    } while (t != 8 && which < 6);
    return s * 7 + t;
}

/* The iterator itself is read. */
static int iterator(int n)
{
    int i;
    for (i = 0; i < n; i += 5)
        b[i] = i;
    return i;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 5, s = 0;
    printf("%d %d %d %d %d\n", carried(n), jumped(n), left(n), cases(n, 0) + cases(n, 1) * 3 + cases(n, 2), iterator(n));
    for (int i = 0; i < 32; i++)
        s = s * 3 + b[i];
    printf("%d\n", s);
    return 0;
}
