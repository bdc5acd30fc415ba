# Constants too large for their type, or for any; arithmetic on constants that overflows; division by zero.
cat >literal.c <<'END'
void f(int A[10])
{
#pragma scop
    for (int i = 0; i < 99999999999999999999999999; i++)
        A[i] = 0;
#pragma endscop
}
END
refuses '^literal\.c:4:[0-9]+: error: ' scop literal.c
cat >constant.c <<'END'
void f(int n, int A[n])
{
#pragma scop
    for (int i = 2147483647; i < 2147483647 + 1; i++)
        A[i * 2147483647] = 0;
    for (int i = -2147483647 - 1; i < n; i++)
        A[-i] = 0;
    for (unsigned i = 4294967295u; i < 10u; i++)
        A[i] = 0;
    for (long long i = 0; i < 9223372036854775807 * 2; i++)
        A[i] = 0;
#pragma endscop
}
END
copes scop constant.c
cat >division.c <<'END'
void f(int n, int A[n])
{
#pragma scop
    for (int i = 0; i < n; i++)
        A[i / 0] = A[i % 0] + i / (n - n);
    A[1 << 40] = A[1 << -1];
    A[(-2147483647 - 1) / -1] = 0;
#pragma endscop
}
END
copes scop division.c
cat >ctx.c <<'END'
void f(int n, int A[n])
{
#pragma scop
    for (int i = 0; i < n; i++)
        A[i] = 0;
#pragma endscop
}
END
copes scop '--ctx=[n] -> { : n > 100000000000000000000 }' ctx.c
