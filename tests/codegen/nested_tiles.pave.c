#define min(a, b) ((a) < (b) ? (a) : (b))
#define floord(a, b) ((a) / (b) - ((a) % (b) < 0)) /* rounded down; b > 0 */
if (N >= 1) {
    for (int c0 = 0; c0 < N; c0 += 64)
        for (int c2 = c0; c2 <= min(N - 1, c0 + 63); c2 += 1)
            A(c2);
    for (int c0 = 0; c0 < floord(N, 16); c0 += 1)
        for (int c1 = 16 * c0; c1 <= 16 * c0 + 15; c1 += 1)
            B(c1);
    {
        const int c0 = floord(N - 1, 16);
        if (16 * c0 + 15 >= N)
            for (int c1 = 16 * c0; c1 < N; c1 += 1)
                B(c1);
    }
}
