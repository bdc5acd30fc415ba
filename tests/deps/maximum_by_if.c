/* if (e > x) x = e: control that depends on data, still a maximum. */
void f(int n, const int *restrict a, int *restrict most)
{
#pragma scop
    for (int i = 0; i < n; i++)
        if (a[i] > *most)
            *most = a[i];
#pragma endscop
}
