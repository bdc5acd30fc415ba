void f(int n, double v[restrict n], double w[restrict n])
{
#pragma scop
    for (int i = 1; i < n; i++)
        for (int j = 0; j < n; j++)
            v[i] += w[j];
#pragma endscop
}
