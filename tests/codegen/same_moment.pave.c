for (int c0 = 0; c0 < n; c0 += 1) {
    for (int c2 = 0; c2 < n; c2 += 1)
        S(c0, c2);
    for (int c2 = 0; c2 < c0; c2 += 1)
        T(c0, c2);
}
