// A body that follows a pointer stored in memory: inlined, the pointer is an array of the model; a call that stays may change any global.
// run: 1
// run: 4
// oracle: no unknown function
// expect: may
#include <stdio.h>
#include <stdlib.h>

static int count, total;

static struct {
    int *target;
} box;

static void put(int i, int *A)
{
    *box.target += i;
    A[i] = i;
}

void add(int i, int *A)
{
    *box.target += 2 * i;
    A[i] += 3;
}

static void run(int n, int A[restrict static n], int B[restrict static n], int C[restrict static n])
{
#pragma scop
    for (int i = 0; i < n; i++) {
        B[i] = count;
        put(i, A);
    }
#pragma endscop
#pragma scop
    for (int i = 0; i < n; i++) {
        C[i] = total;
        add(i, A);
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, A[n], B[n], C[n], sum = 0;
    box.target = n > 2 ? &count : &total;
    run(n, A, B, C);
    for (int i = 0; i < n; i++)
        sum += (i + 1) * (A[i] + 3 * B[i] + 7 * C[i]);
    printf("%d %d %d\n", sum, count, total);
    return 0;
}
