#define min(a, b) ((a) < (b) ? (a) : (b))
for (int c0 = 0; c0 <= N; c0 += 1) {
    if (N > c0) {
        for (int c1 = 0; c1 <= min(N - 1, 3); c1 += 1)
            S(c0, c1);
        if (N >= 5)
            S(c0, 4);
    }
    T(c0);
    if (N > c0)
        for (int c1 = 5; c1 < N; c1 += 1)
            S(c0, c1);
}
