for (int c0 = 0; c0 < n; c0 += 1) {
    for (int c1 = -c0; c1 <= 0; c1 += 1)
        B(c0, -c1);
    for (int c1 = 0; c1 <= 1; c1 += 1)
        A(c0, c1);
}
