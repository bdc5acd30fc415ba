void twice(int n, int v[restrict n])
{
#pragma scop
    for (int i = 0; i < n; i++) {
        /* pave: S_0(i) */
        v[i] = 2 * v[i] + (i + 1);
    }
#pragma endscop
}
