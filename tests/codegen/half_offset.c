#define min(a, b) ((a) < (b) ? (a) : (b))
#define max(a, b) ((a) > (b) ? (a) : (b))
#define floord(a, b) ((a) / (b) - ((a) % (b) < 0)) /* rounded down; b > 0 */
if (N >= 1 && M >= 0)
    S0(-1);
for (int c0 = -2; c0 < 4 * N - 3; c0 += 1) {
    if (c0 % 2 == 0)
        for (int c3 = -c0 / 2 + 2 * floord(c0 + 1, 4); c3 <= min(6, floord(c0, 6)); c3 += 2)
            S1(c3, c0 / 2);
    if (c0 % 3 == 0)
        for (int c1 = c0 / 2; c1 <= min(floord(M + 1, 2) - 1, c0 / 2 + 1); c1 += 1)
            for (int c2 = max(c0 + 1, 2 * c1 + 1); c2 <= min(min(M, c0 + 3), 2 * c1 + 2); c2 += 1)
                S0(c2 - 1);
}
