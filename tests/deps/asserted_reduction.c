/* The user says so: permission is given. */
void f(int n, const double *restrict a, double *restrict out)
{
    double s = 0;
#pragma scop
#pragma pencil independent reduction(+: s)
    for (int i = 0; i < n; i++)
        s += a[i];
    out[0] = s;
#pragma endscop
}
