void wave(int steps, int n, float v[restrict n])
{
#pragma scop
    for (int s = 1; s < 2 * steps + n - 3; s++)
        for (int i = 1; i < n - 1; i++)
            if ((s - i) % 2 == 0 && s >= i && s - i < 2 * steps)
                v[i] = 0.5f * (v[i - 1] + v[i + 1]);
#pragma endscop
}
