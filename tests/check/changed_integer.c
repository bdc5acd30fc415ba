// Another integer that is known.
void twice(int n, int v[restrict n])
{
#pragma scop
    for (int i = 0; i < n; i++)
        v[i] = 2 * v[i] + i;
#pragma endscop
}
