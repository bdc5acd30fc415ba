// A scalar becomes an array: other memory, the same values.
void scale(int n, double v[restrict n], double w[restrict n])
{
#pragma scop
    for (int i = 0; i < n; i++) {
        double t = v[i] * v[i];
        w[i] = t + 1;
    }
#pragma endscop
}
