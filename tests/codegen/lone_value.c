#define min(a, b) ((a) < (b) ? (a) : (b))
for (int c0 = 0; c0 <= N; c0 += 1) {
    if (N >= c0 + 1)
        for (int c1 = 0; c1 <= min(3, N - 1); c1 += 1)
            S(c0, c1);
    T(c0);
    if (N >= 5 && N >= c0 + 1)
        S(c0, 4);
    if (N >= c0 + 1)
        for (int c1 = 5; c1 < N; c1 += 1)
            S(c0, c1);
}
