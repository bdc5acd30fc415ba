#define min(a, b) ((a) < (b) ? (a) : (b))
#define max(a, b) ((a) > (b) ? (a) : (b))
for (int c0 = 0; c0 <= min(1, n); c0 += 1) {
    for (int c2 = 0; c2 <= c0; c2 += 1)
        S(c0, c2);
    if (n >= c0 + 1)
        T(c0);
}
for (int c0 = 2; c0 < n - 1; c0 += 1) {
    for (int c2 = 0; c2 <= c0; c2 += 1)
        S(c0, c2);
    T(c0);
}
for (int c0 = max(2, n - 1); c0 <= n; c0 += 1) {
    for (int c2 = 0; c2 <= c0; c2 += 1)
        S(c0, c2);
    if (c0 + 1 == n)
        T(n - 1);
}
