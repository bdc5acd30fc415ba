// The reason why a condition is not affine is the divisor zero, not that it were no constant.
// flags: --no-encapsulate-dynamic-control
void f(int n, int A[100])
{
#pragma scop
    for (int i = 0; i < n; i++)
        if (n / 0 > i)
            A[i] = 1;
#pragma endscop
}
