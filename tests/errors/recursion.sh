# Functions that call themselves, directly or in a circle, from a region.
cat >direct.c <<'END'
static int f(int n)
{
    return n > 0 ? f(n - 1) + 1 : 0;
}

void g(int n, int A[n])
{
#pragma scop
    for (int i = 0; i < n; i++)
        A[i] = f(i);
#pragma endscop
}
END
copes scop direct.c
cat >circle.c <<'END'
static int odd(int n);
static int even(int n)
{
    return n == 0 ? 1 : odd(n - 1);
}
static int odd(int n)
{
    return n == 0 ? 0 : even(n - 1);
}

void g(int n, int A[n])
{
#pragma scop
    for (int i = 0; i < n; i++)
        A[i] = even(i);
#pragma endscop
}
END
copes scop circle.c
cat >void.c <<'END'
static void fill(int n, int A[n])
{
    if (n > 0) {
        A[n - 1] = 0;
        fill(n - 1, A);
    }
}

void g(int n, int A[n])
{
#pragma scop
    fill(n, A);
#pragma endscop
}
END
copes scop void.c
