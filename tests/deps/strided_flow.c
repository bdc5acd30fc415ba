/* Strides and offsets: only what meets depends. */
void f(int n, int a[restrict 2 * n + 2])
{
#pragma scop
    for (int i = 0; i < n; i++)
    W:
        a[2 * i] = i;
    for (int i = 0; i < n; i++)
    R:
        a[2 * i + 1] = a[i];
#pragma endscop
}
