// A recurrence run backwards.
void sums(int n, long v[restrict n])
{
#pragma scop
    for (int i = 1; i < n; i++)
        v[i] += v[i - 1];
#pragma endscop
}
