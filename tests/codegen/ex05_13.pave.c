#define min(a, b) ((a) < (b) ? (a) : (b))
#define max(a, b) ((a) > (b) ? (a) : (b))
#define floord(a, b) ((a) / (b) - ((a) % (b) < 0)) /* rounded down; b > 0 */
if (n >= m + 4 && m + 4 * floord(-m - 1, 4) >= -3)
    for (int c1 = m; c1 < -4 * floord(-m - 1, 4); c1 += 1)
        S(c1);
for (int c0 = 4 * floord(m - 1, 4) + 4; c0 < n - 3; c0 += 4)
    for (int c1 = c0; c1 <= c0 + 3; c1 += 1)
        S(c1);
if (n >= m + 4) {
    for (int c1 = -4 * floord(-n - 1, 4) - 4; c1 < n; c1 += 1)
        S(c1);
} else
    for (int c0 = 4 * floord(m, 4); c0 < n; c0 += 4)
        for (int c1 = max(m, c0); c1 <= min(c0 + 3, n - 1); c1 += 1)
            S(c1);
