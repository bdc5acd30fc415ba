#define min(a, b) ((a) < (b) ? (a) : (b))
for (int c0 = 0; c0 < n; c0 += 4) {
    for (int c2 = 0; c2 <= min(3, n - c0 - 1); c2 += 1)
        In(c0, c2);
    for (int c1 = c0; c1 <= min(c0 + 3, n - 1); c1 += 1)
        S(c1);
    if (n >= c0 + 4)
        Out(c0);
}
