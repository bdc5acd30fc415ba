/* x = e - x is not associative. */
void f(int n, const int *restrict a, int *restrict s)
{
#pragma scop
    for (int i = 0; i < n; i++)
        *s = a[i] - *s;
#pragma endscop
}
