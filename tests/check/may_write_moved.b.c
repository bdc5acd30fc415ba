void clip(int n, const int at[restrict n], int v[restrict n])
{
#pragma scop
    for (int i = n - 1; i >= 0; i--)
        v[at[i]] = i;
#pragma endscop
}
