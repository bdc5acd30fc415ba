/* What is written again before it is read is dead. */
void f(int n, int *restrict a)
{
#pragma scop
    for (int i = 0; i < n; i++)
    D:
        a[i] = 1;
    for (int i = 0; i < n; i++)
    L:
        a[i] = 2;
#pragma endscop
}
