void scale(int n, double v[restrict n], double w[restrict n])
{
#pragma scop
    double all[n];
    for (int i = 0; i < n; i++)
        all[i] = v[i] * v[i];
    for (int i = n - 1; i >= 0; i--)
        w[i] = all[i] + 1;
#pragma endscop
}
