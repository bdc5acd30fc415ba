for (int c0 = 0; c0 < 2 * N - 1; c0 += 1) {
    if (N > c0)
        A(c0);
    if (c0 % 2 == 0)
        B(c0 / 2);
}
