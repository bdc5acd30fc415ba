# Constants at the ends of the types: bounds, subscripts, strides, coefficients.
cat >ends.c <<'END'
#include <limits.h>
#include <stdio.h>
static int A[64];
static long B[64];
static void f(int n, long m)
{
#pragma scop
    for (int i = 2147483640; i < 2147483647; i++)
        A[i - 2147483640] += i % 5;
    for (int i = -2147483647; i < -2147483640; i++)
        A[i + 2147483647 + 8] += A[i + 2147483647] + 1;
    for (long i = 9223372036854775800; i < 9223372036854775807; i++)
        B[i - 9223372036854775800] = i % 7;
    for (unsigned i = 4294967290u; i != 3; i++)
        A[i + 6u + 16] = (int)(i & 7);
    for (unsigned long i = 18446744073709551610ul; i > 18446744073709551600ul; i--)
        B[18446744073709551610ul - i + 8] = (long)(i & 15) + B[18446744073709551610ul - i + 7];
    for (int i = 0; i < n; i++)
        A[i + 30] = (i * 2147483647L) % 11;
    for (int i = 0; i < 3; i++)
        A[i * 1073741823 / 1073741823 + 40] = i;
    for (long i = 0; i < m; i += 4611686018427387903)
        B[i / 4611686018427387903 + 30] = 5;
    for (int i = 0; i < n; i++)
        if (i < 2147483647 - n && i + 9223372036854775000 > 9223372036854775003)
            A[i + 45] = 7;
    for (int i = INT_MIN; i <= INT_MIN + 5; i++)
        A[-(i + 1) - 2147483642] ^= 3;
#pragma endscop
}
int main(void)
{
    for (int i = 0; i < 64; i++)
        A[i] = i % 9, B[i] = i % 7;
    f(9, 9223372036854775806);
    for (int i = 0; i < 64; i++)
        printf("%d %ld\n", A[i], B[i]);
}
END
cat >coefficients.c <<'END'
#include <stdio.h>
static double A[128], B[128];
static void f(int n, long p, long q)
{
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            if (1000000007L * i + 998244353L * j < 4000000000000L + p && 123456789L * i - 987654321L * j > q)
                A[i + j] += 0.5 * B[(1000000007L * i + 3 * j) % 97];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            B[(2147483647L * i + 4294967291L * j) % 101] = A[i] + 0.25 * B[j];
    for (long i = p; i < p + 10; i++)
        A[i - p] = A[i - p + 1] + B[(i - p) * 99999999999L / 99999999999L];
#pragma endscop
}
int main(void)
{
    for (int i = 0; i < 128; i++)
        A[i] = i % 9, B[i] = i % 7;
    f(11, 4000000000000000000, -5000000000);
    for (int i = 0; i < 128; i++)
        printf("%a %a\n", A[i], B[i]);
}
END
stays_within ends.c c
stays_within coefficients.c openmp
warned "left unchanged: .* exceeded the budget"
for target in openmp opencl cuda; do stays_within ends.c $target --time-limit=1; done
for target in c opencl cuda; do stays_within coefficients.c $target --time-limit=1; done
stays_within coefficients.c openmp --tile -S 2147483647 --time-limit=1
stays_within ends.c c --tile --tile-size=2147483647 --time-limit=1
stays_within coefficients.c c --scheduler=isl --time-limit=1
