// A shift in place that overwrites what is still to be read.
void shift(int n, long v[restrict n])
{
#pragma scop
    for (int i = 0; i < n - 1; i++)
        v[i] = v[i + 1];
#pragma endscop
}
