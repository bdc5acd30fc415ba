/* x = x < e ? e : x. */
void f(int n, const int *restrict a, int *restrict most)
{
#pragma scop
    for (int i = 0; i < n; i++)
        *most = *most < a[i] ? a[i] : *most;
#pragma endscop
}
