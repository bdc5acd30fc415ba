/* Pointers that may overlap keep all their accesses in order. */
void f(int n, int *a, int *b)
{
#pragma scop
    for (int i = 0; i < n; i++)
    S:
        a[i] = b[i];
#pragma endscop
}
