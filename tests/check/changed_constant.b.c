void mix(int n, float a[restrict n], float b[restrict n])
{
#pragma scop
    for (int i = 0; i < n; i++) {
        /* pave: S_0(i) */
        a[i] = a[i] * 2.5f + b[i];
    }
#pragma endscop
}
