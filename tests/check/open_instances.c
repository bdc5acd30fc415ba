// Neither the elements nor an annotation tell the instances of a loop that is new.
void wave(int steps, int n, float v[restrict n])
{
#pragma scop
    for (int t = 0; t < steps; t++)
        for (int i = 1; i < n - 1; i++)
            v[i] = 0.5f * (v[i - 1] + v[i + 1]);
#pragma endscop
}
