// run: 20000
// parallel: 4
// kernels: 2
// gcc: -w
/* Extensions of gcc elsewhere in the file do not stop the loops of other functions. */
#include <complex.h>
#include <stdio.h>
#include <stdlib.h>

typedef float vector __attribute__((vector_size(16)));
typedef _Complex double number;
struct tail {
    int n, data[0];
};
struct open {
    int n;
    double data[];
};
static int table[256] = {[0 ... 9] = 1, ['a' ... 'z'] = 2};
#define larger(a, b) ({ __typeof__(a) _a = (a); __typeof__(b) _b = (b); _a > _b ? _a : _b; })
#define name_of(x) _Generic((x), int: "int", double: "double", default: "other")
static inline __attribute__((always_inline, const)) int twice(int x) { return 2 * x; }
extern inline __attribute__((gnu_inline)) int either(int x) { return x ?: 7; }

__attribute__((noinline, hot)) static int classify(int c)
{
    switch (c) {
    case '0' ... '9':
        return 1;
    case 'a' ... 'z':
        return 2;
    default:
        return 0;
    }
}

static int interpret(const unsigned char *code)
{
    static void *labels[] = {&&add, &&stop};
    int sum = 0;
    goto *labels[*code++];
add:
    sum++;
    goto *labels[*code++];
stop:
    return sum;
}

static int jump(int x)
{
    __asm__ goto("" : : "r"(x) : "cc" : out);
    return x;
out:
    return 1;
}

static __int128 product(long a, long b) { return (__int128)a * b; }
static long sum_of(int n)
{
    int values[n];
    for (int i = 0; i < n; i++)
        values[i] = i;
    long sum = 0;
    for (int i = 0; i < n; i++)
        sum += values[i];
    return sum;
}
static vector add(vector a, vector b) { return a + b; }
static number turn(number z) { return z * 1.0i; }
static int old(a, b) int a; short b;
{
    return a + b;
}
__extension__ typedef long long longest;
_Static_assert(sizeof(longest) == 8, "longest");
static _Thread_local int own;
static _Atomic int counter;

static double x[20000], y[20000];
static void work(int n)
{
    for (int i = 0; i < n; i++)
        y[i] = x[i] * 2 + 1;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 100;
    for (int i = 0; i < n; i++)
        x[i] = i;
    work(n);
    struct open *open = malloc(sizeof *open + 3 * sizeof(double));
    open->data[0] = larger(3, 4);
    counter++;
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += y[i];
    unsigned char code[] = {0, 0, 1};
    vector four = add((vector){1, 2}, (vector){3, 4});
    printf("%a %d %s %d %ld %d %d %d %f %d\n", sum, interpret(code), name_of(sum), table['q'], sum_of(10), jump(1),
           classify('x'), old(1, 2), creal(turn(1.0)), twice(counter) + own);
    printf("%f %f %d\n", four[1], open->data[0], (int)product(3, 4));
    free(open);
    return 0;
}
