/* Iterations that the user lets overlap: no order between them on what is not local. */
void f(int n, const int *restrict p, int *restrict a)
{
#pragma scop
#pragma pencil independent
    for (int i = 0; i < n; i++) {
        int t;
    T:
        t = i;
    A:
        a[p[i]] = t;
    }
#pragma endscop
}
