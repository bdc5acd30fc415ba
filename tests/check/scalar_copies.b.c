void f(int n, double v[restrict n], double w[restrict n])
{
#pragma scop
    for (int i = 1; i < n; i++) {
        double s = v[i];
        for (int j = 0; j < n; j++)
            s += w[j];
        v[i] = s;
    }
#pragma endscop
}
