void sums(int n, long v[restrict n])
{
#pragma scop
    for (int i = n - 1; i >= 1; i--)
        v[i] += v[i - 1];
#pragma endscop
}
