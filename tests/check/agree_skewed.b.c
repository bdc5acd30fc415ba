void wave(int steps, int n, float v[restrict n])
{
#pragma scop
    for (int s = 1; s < 2 * steps + n - 3; s++)
        for (int t = 0; t < steps; t++)
            if (s - 2 * t >= 1 && s - 2 * t < n - 1) {
                /* pave: S_0(t, s - 2 * t) */
                v[s - 2 * t] = 0.5f * (v[s - 2 * t - 1] + v[s - 2 * t + 1]);
            }
#pragma endscop
}
