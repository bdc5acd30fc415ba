#define min(a, b) ((a) < (b) ? (a) : (b))
#define max(a, b) ((a) > (b) ? (a) : (b))
#define floord(a, b) ((a) / (b) - ((a) % (b) < 0)) /* rounded down; b > 0 */
for (int c0 = 0; c0 < floord(N + 1, 2); c0 += 1)
    for (int c1 = (c0 + 1) / 2; c1 <= min(c0, (N - 1) / 4); c1 += 1) {
        for (int c2 = 4 * c0 - 4 * c1; c2 <= min(4 * c1 - 1, 4 * c0 - 4 * c1 + 3); c2 += 1)
            for (int c3 = 4 * c1; c3 <= min(N - 1, 4 * c1 + 3); c3 += 1)
                A(c3, c2);
        if (2 * c1 == c0)
            for (int c2 = 2 * c0; c2 <= min(N - 1, 2 * c0 + 3); c2 += 1) {
                A(c2, c2);
                for (int c3 = -c2 + 1; c3 <= -2 * c0; c3 += 1)
                    A(c2, -c3);
            }
    }
if (N >= 1)
    for (int c0 = N / 2; c0 <= N - (N + 4) / 4; c0 += 1) {
        if (N >= 2 * c0) {
            B(N);
            if (N >= 2)
                B(N + 1);
        }
        for (int c2 = max(N + 2, -N + 4 * c0); c2 <= min(2 * N - 1, -N + 4 * c0 + 3); c2 += 1)
            B(c2);
    }
