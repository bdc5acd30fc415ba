/* x *= e. */
void f(int n, const unsigned *restrict a, unsigned *restrict p)
{
#pragma scop
    for (int i = 0; i < n; i++)
        *p *= a[i];
#pragma endscop
}
