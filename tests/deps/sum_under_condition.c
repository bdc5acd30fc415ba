/* if (c) x += e with c from memory. */
void f(int n, const int *restrict a, int *restrict s)
{
#pragma scop
    for (int i = 0; i < n; i++)
        if (a[i] > 0)
            *s += a[i];
#pragma endscop
}
