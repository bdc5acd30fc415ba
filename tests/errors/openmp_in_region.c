// A marked region with a directive of OpenMP in it, which decides how the loop runs.
// flags: --target=openmp
void scale(int n, double *restrict a)
{
#pragma scop
    for (int i = 0; i < n; i++)
        a[i] = i;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        a[i] *= 2;
#pragma endscop
}
