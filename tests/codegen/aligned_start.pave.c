#define min(a, b) ((a) < (b) ? (a) : (b))
for (int c0 = 0; c0 <= N; c0 += 4) {
    for (int c1 = c0; c1 <= min(c0 + 8, N); c1 += 2)
        S(c0, c1);
    for (int c1 = c0 + 12; c1 <= N; c1 += 2)
        S(c0, c1);
}
