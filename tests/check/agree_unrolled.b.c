void twice(int n, int v[restrict n])
{
#pragma scop
    for (int i = 0; i < n - 1; i += 2) {
        v[i] = 2 * v[i] + i;
        v[i + 1] = 2 * v[i + 1] + (i + 1);
    }
    if (n % 2 == 1)
        v[n - 1] = 2 * v[n - 1] + (n - 1);
#pragma endscop
}
