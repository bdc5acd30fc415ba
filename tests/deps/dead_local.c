/* What nobody reads of a local is dead, and what it was computed from. */
void f(int n, const int *restrict a, int *restrict b)
{
#pragma scop
    for (int i = 0; i < n; i++) {
        int t, u;
    T:
        t = a[i];
    U:
        u = t + 1;
    B:
        b[i] = a[i];
    }
#pragma endscop
}
