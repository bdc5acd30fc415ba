#define floord(a, b) ((a) / (b) - ((a) % (b) < 0)) /* rounded down; b > 0 */
if ((n + m) % 2 == 0)
    for (int c0 = 6 * m + 30 * floord(5 * n - 6 * m - 1, 30) - 5 * n + 30; c0 <= 100; c0 += 30)
        S(c0);
