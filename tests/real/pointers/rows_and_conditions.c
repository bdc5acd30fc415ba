// run: 60 2
// run: 7 0
// run: 2 1
// parallel: 3
/* Arrays of pointers to rows under conditions: a test of overlap may read only pointers that the program reads. */
#include <stdio.h>
#include <stdlib.h>

/* The game of life. */
static void live(int n, int **now, int **next) {
    int i, j, around;
    for (i = 1; i < n - 1; i++)
        for (j = 1; j < n - 1; j++) {
            around = now[i + 1][j + 1] + now[i + 1][j] + now[i + 1][j - 1] + now[i][j - 1] + now[i][j + 1] +
                     now[i - 1][j + 1] + now[i - 1][j] + now[i - 1][j - 1];
            if (around == 3 || now[i][j] + around == 3)
                next[i][j] = 1;
            else
                next[i][j] = 0;
        }
}

/* Both cases of a choice access the row. */
static void choose(int n, int **from, int **to) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            int limit = from[i][j] > 0 ? to[i][j] + 2 : to[i][n - 1 - j] - 1;
            from[i][j] = limit > 1 && to[i][0] > 0;
        }
}

/* Only the first operand of && is certain. */
static void guarded(int n, const int *has, int **from, int **to) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            to[i][j] = has[i] && from[i][j] > 0;
}

/* There is no row where the condition fails. */
static void partial(int n, const int *has, int **from, int **to) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            if (has[i])
                from[i][j] += to[i][j];
}

/* The row behind the jump may be missing. */
static void jump(int n, int **from, int **to) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            if (to[i][0] >= 0)
                break;
            from[i][j] = to[i][j];
        }
}

static int **rows(int n, int missing) {
    int **result = malloc(n * sizeof *result);
    for (int i = 0; i < n; i++) {
        result[i] = i % 5 == missing ? NULL : malloc(n * sizeof **result);
        for (int j = 0; result[i] && j < n; j++)
            result[i][j] = (i * 7 + j * 3 + i * j) % 4 - 1;
    }
    return result;
}

static void print(const char *name, int n, int **from) {
    unsigned sum = 17;
    for (int i = 0; i < n; i++)
        for (int j = 0; from[i] && j < n; j++)
            sum = sum * 31 + (unsigned)from[i][j];
    printf("%s %u\n", name, sum);
}

int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 5, shared = argc > 2 ? atoi(argv[2]) : 0;
    int **a = rows(n, 5), **b = rows(n, 5), **holes = rows(n, 3), *has = malloc(n * sizeof *has);
    for (int i = 0; i < n; i++)
        has[i] = holes[i] != NULL;
    for (int i = 0; i + 1 < n && shared; i += shared + 1)
        b[i] = a[i + 1];
    live(n, a, b);
    print("live", n, b);
    live(n, b, b);
    print("in place", n, b);
    choose(n, a, b);
    print("choose", n, a);
    guarded(n, has, holes, b);
    print("guarded", n, b);
    partial(n, has, holes, a);
    print("partial", n, holes);
    for (int i = 0; i < n; i++)
        b[i][0] = has[i] ? -1 : 1;
    jump(n, holes, b);
    print("jump", n, holes);
    return 0;
}
