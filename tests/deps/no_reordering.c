/* Without live-range reordering there are only the false dependences. */
void f(int n, const int *restrict a, int *restrict b)
{
    int t;
#pragma scop
    for (int i = 0; i < n; i++) {
    W:
        t = a[i];
    R:
        b[i] = t;
    }
#pragma endscop
}
