void mark(int n, int v[restrict n + 1])
{
#pragma scop
    for (int i = 0; i < n; i++)
        v[i + 1] = 2;
    for (int i = 0; i < n; i++)
        v[i] = 1;
#pragma endscop
}
