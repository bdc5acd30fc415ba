/* The array is read by the other operand too: no reduction. */
void f(int n, double a[restrict n])
{
#pragma scop
    for (int i = 1; i < n; i++)
        a[0] += a[i];
#pragma endscop
}
