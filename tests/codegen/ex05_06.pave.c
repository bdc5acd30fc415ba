#define floord(a, b) ((a) / (b) - ((a) % (b) < 0)) /* rounded down; b > 0 */
if (n % 2 == 0)
    for (int c0 = (4 * floord(n - 1, 4) - n + 4) / 2; c0 <= 100; c0 += 2)
        S(c0);
