// A marked region that every thread of a team executes.
// flags: --target=openmp
void scale(int n, double *restrict a)
{
#pragma omp parallel
    {
        double t[8];
#pragma scop
        for (int i = 0; i < 8; i++)
            t[i] = a[i];
#pragma endscop
#pragma omp for
        for (int i = 0; i < n; i++)
            a[i] *= t[0];
    }
}

void add(int n, double *restrict a)
{
#pragma scop
    for (int i = 0; i < 8; i++)
        a[i] += 1;
#pragma endscop
#pragma omp barrier
}
