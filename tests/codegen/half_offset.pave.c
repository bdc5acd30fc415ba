#define min(a, b) ((a) < (b) ? (a) : (b))
#define max(a, b) ((a) > (b) ? (a) : (b))
#define floord(a, b) ((a) / (b) - ((a) % (b) < 0)) /* rounded down; b > 0 */
if (N >= 1) {
    if (M >= 0)
        S0(-1);
    for (int c0 = -2; c0 < 4 * N - 3; c0 += 1) {
        if (c0 % 2 == 0)
            for (int c3 = (1 - (c0 + 5) % 4) / 2; c3 <= min(6, (c0 + 6) / 6 - 1); c3 += 2)
                S1(c3, c0 / 2);
        if (c0 % 3 == 0)
            for (int c1 = c0 / 2; c1 <= min(c0 / 2 + 1, floord(M + 1, 2) - 1); c1 += 1)
                for (int c2 = max(c0 + 1, 2 * c1 + 1); c2 <= min(min(2 * c1 + 2, c0 + 3), M); c2 += 1)
                    S0(c2 - 1);
    }
}
