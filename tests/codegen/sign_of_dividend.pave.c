#define floord(a, b) ((a) / (b) - ((a) % (b) < 0)) /* rounded down; b > 0 */
if (3 * floord(N, 3) + 5 >= 2 * N && 3 * floord(N, 3) + 1 >= N && 2 * N + M >= 3 * floord(N, 3) + 3)
    S1((4 - N) % 3 + 1);
for (int c0 = 4; c0 < M; c0 += 1) {
    if (c0 + 2 >= N && N > c0 && (N + c0 - 1) % 3 == 0)
        S1(N - c0);
    if ((c0 - 1) % 3 == 0)
        S0(c0);
}
if (2 * N >= M + 3 * floord(N, 3) + 2 && 2 * N >= 3 * floord(N, 3) + 6 && 3 * floord(N, 3) + 1 >= N && 2 * N + M >= 3 * floord(N, 3) + 3)
    S1(3 - (N + 1) % 3);
