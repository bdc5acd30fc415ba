#define min(a, b) ((a) < (b) ? (a) : (b))
#define max(a, b) ((a) > (b) ? (a) : (b))
#define floord(a, b) ((a) / (b) - ((a) % (b) < 0)) /* rounded down; b > 0 */
for (int c0 = 1; c0 <= floord(N, 2) + 2; c0 += 1)
    for (int c1 = max(c0 - 1, c0 / 2 + 1); c1 <= min(c0, (N + 2 * c0) / 4); c1 += 1)
        S(c0, c1);
