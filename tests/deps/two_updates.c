/* Two statements that add to one scalar are one reduction. */
void f(int n, const int *restrict a, int *restrict s)
{
#pragma scop
    for (int i = 0; i < n; i++) {
    A:
        *s += a[i];
    B:
        *s -= 2;
    }
#pragma endscop
}
