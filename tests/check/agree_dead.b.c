void last(int n, const int v[restrict n], int w[restrict n])
{
#pragma scop
    for (int i = 0; i < n; i++)
        w[i] = v[i];
#pragma endscop
}
