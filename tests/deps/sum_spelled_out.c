/* x = e + x, with the terms in any place; integers need no permission. */
void f(int n, const int *restrict a, int *restrict s)
{
#pragma scop
    for (int i = 0; i < n; i++)
        s[0] = a[i] + s[0] - 3;
#pragma endscop
}
