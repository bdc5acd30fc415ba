/* Smooth a signal, leave out the negative samples, and add up what is left. */
void smooth(int n, const double in[restrict n], double out[restrict n], double *restrict total)
{
    double mean;
#pragma scop
    for (int i = 1; i < n - 1; i++) {
        mean = (in[i - 1] + in[i] + in[i + 1]) / 3;
        if (mean < 0)
            mean = 0;
        out[i] = mean;
    }
    for (int i = n - 2; i >= 1; i--)
        *total += out[i];
#pragma endscop
}
