#define floord(a, b) ((a) / (b) - ((a) % (b) < 0)) /* rounded down; b > 0 */
for (int c0 = n; c0 <= n + 8; c0 += 2)
    for (int c1 = 2 * floord(c0 + 1, 2); c1 <= n + 14; c1 += 2)
        S(c0, c1);
