/* x += e into a scalar: a sum; doubles need permission. */
void f(int n, const double *restrict a, double *restrict out)
{
    double s = 0;
#pragma scop
    for (int i = 0; i < n; i++)
        s += a[i];
    out[0] = s;
#pragma endscop
}
