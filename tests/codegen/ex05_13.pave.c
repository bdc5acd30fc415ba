#define min(a, b) ((a) < (b) ? (a) : (b))
#define max(a, b) ((a) > (b) ? (a) : (b))
#define floord(a, b) ((a) / (b) - ((a) % (b) < 0)) /* rounded down; b > 0 */
for (int c0 = 4 * floord(m, 4); c0 < m; c0 += 4)
    for (int c1 = m; c1 <= min(n - 1, c0 + 3); c1 += 1)
        S(c1);
for (int c0 = 4 * floord(m + 3, 4); c0 < n - 3; c0 += 4)
    for (int c1 = c0; c1 <= c0 + 3; c1 += 1)
        S(c1);
for (int c0 = max(4 * floord(m + 3, 4), 4 * floord(n, 4)); c0 < n; c0 += 4)
    for (int c1 = c0; c1 < n; c1 += 1)
        S(c1);
