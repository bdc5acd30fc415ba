#define min(a, b) ((a) < (b) ? (a) : (b))
#define max(a, b) ((a) > (b) ? (a) : (b))
#define floord(a, b) ((a) / (b) - ((a) % (b) < 0)) /* rounded down; b > 0 */
for (int c0 = 4; c0 < min(N - 2, M); c0 += 3)
    S0(c0);
for (int c0 = max(N - 2, -M + 1); c0 < N; c0 += 1) {
    if ((N + c0 - 1) % 3 == 0)
        S1(N - c0);
    if (c0 >= 4 && M >= c0 + 1 && (c0 - 1) % 3 == 0)
        S0(c0);
}
for (int c0 = max(4, 3 * floord(N + 1, 3) + 1); c0 < M; c0 += 3)
    S0(c0);
