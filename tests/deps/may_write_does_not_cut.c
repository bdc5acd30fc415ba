/* Both the certain and the possible write may be what is read. */
void f(int n, const int *restrict c, int *restrict a, int *restrict b)
{
#pragma scop
    for (int i = 0; i < n; i++) {
    W:
        a[i] = 0;
    M:
        if (c[i])
            a[i] = 1;
    R:
        b[i] = a[i];
    }
#pragma endscop
}
