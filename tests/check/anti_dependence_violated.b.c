void shift(int n, long v[restrict n])
{
#pragma scop
    for (int i = n - 2; i >= 0; i--)
        v[i] = v[i + 1];
#pragma endscop
}
