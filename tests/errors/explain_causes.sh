# pave explain, of several causes: the one that weighs most, its accesses, and only remedies that help.

cat >causes.c <<'END'
#include <stdio.h>
struct image { int w; float *data; };
static float grid[64], next[64];
static float seen(int n)
{
    float most = 0;
    for (int i = 0; i < n; i++)
        most += next[i];
    return most;
}
static void moved(struct image m, float v)
{
    m.data += m.w;
    m.data[0] = v;
}

void sweep(int n, int steps, float *restrict b, float *restrict c)
{
    for (int t = 0; t < steps; t++) {
        for (int i = 0; i < n; i++)
            c[i] = b[n - 1 - i] + t;
        for (int i = 0; i < n; i++)
            b[i] += c[i];
    }
}

void prints(int n, int steps)
{
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            next[i] = grid[i - 1] + grid[i + 1];
        printf("%d %g\n", t, seen(n));
        for (int i = 1; i < n - 1; i++)
            grid[i] = next[i];
    }
}

float little(int n, const float *x, float *restrict y)
{
    float s = 0;
    for (int i = 0; i < 100; i++)
        s += x[i];
    for (int i = 0; i < n - 1; i++)
        y[i] = y[i + 1] * 2;
    return s;
}

void moves(int n, struct image m, const float *v)
{
    for (int i = 0; i < n; i++)
        moved(m, v[i]);
}

float far(int n, const int *restrict begin, const float *restrict v, float *restrict y)
{
    for (int i = 0; i < n; i++)
        for (int k = begin[i]; k < begin[i + 1]; k++)
            y[i] += v[k];
    return y[0];
}

void orphan(int n, float *restrict a)
{
#pragma omp for
    for (int i = 0; i < n; i++)
        a[i] = i;
    for (int i = 0; i < n; i++)
        a[i] *= 2;
}

void tree(int n, float *restrict a)
{
#pragma omp parallel
    for (int i = 0; i < n; i++)
        a[i] = i;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        a[i] += i;
}
END
at() {
    awk -v at="causes.c:$1:" 'index($0, at) == 1 { on = 1; next } /^causes.c|^region|^$/ { on = 0 } on' stdout >part
    [ -s part ] || { cat stdout; broken "explain says nothing about the loop at $1"; }
}
says() {
    grep -Fq -e "$1" part || { cat part; broken "explain does not say: $1"; }
}
says_not() {
    ! grep -Fq -e "$1" part || { cat part; broken "explain says: $1"; }
}
accepts explain causes.c
# A value that goes to another element weighs more than a sum that grows, which could be reordered.
at 19:5
says "the next iteration reads 'b' in line 21, written in line 23"
says "dependence: write of 'b[i]' at 23:13, then read of 'b[n - 1 - i]' at 21:20"
says_not "to change this"
# Too little work for threads, whatever the order; parameters that do not matter are no part of an example.
at 41:5
says "it accumulates 's' in floating point, and has too little work for threads: about "
says_not "to change this"
says "example: (i = 0) writes s, then (i = 1) reads it"
at 43:5
says "the next iteration overwrites 'y' in line 44, read in line 44"
# The body of the function is there; the directive on the loop itself, and what has no meaning on one thread.
at 50:5
says "the call of 'moved'"
says "make its body one that pave can read"
at 65:5
says "code under '#pragma omp for' stays as it is"
at 67:5
says "every thread that meets '#pragma omp for' executes this code"
at 74:5
says "to change this: remove the directive"
at 77:5
says "to change this: --replace-openmp lets pave read the loop"
accepts explain --target=opencl causes.c
# A call that stays on the host may access anything: what certainly hands on a value weighs more.
at 29:5
says "the next iteration reads 'grid' in line 31, written in line 34"
says_not "may write"
at 7:5
says "to change this: --target=openmp --reassociate let threads share it"
at 56:5
says "the accessed part of 'v' is not known; declare it as an array with its length"
at 57:9
says_not "to change this: with"
