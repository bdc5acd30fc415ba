#define min(a, b) ((a) < (b) ? (a) : (b))
#define max(a, b) ((a) > (b) ? (a) : (b))
if (n >= 4) {
    for (int c0 = 0; c0 <= min(m - 1, 1); c0 += 1) {
        S(c0);
        U(c0);
    }
    for (int c0 = 2; c0 < min(n, m); c0 += 1) {
        S(c0);
        T(c0);
        U(c0);
    }
    for (int c0 = n; c0 < m; c0 += 1) {
        T(c0);
        U(c0);
    }
} else {
    for (int c0 = 0; c0 <= min(min(n - 1, m - 1), 1); c0 += 1)
        S(c0);
    {
        const int c0 = n - 1;
        if (c0 >= 2 && m > c0) {
            S(c0);
            T(c0);
        }
    }
    for (int c0 = max(2, n); c0 < m; c0 += 1)
        T(c0);
}
for (int c0 = max(0, m); c0 < n; c0 += 1)
    S(c0);
