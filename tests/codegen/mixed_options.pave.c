if (n >= 1) {
    S(0);
    if (n >= 2)
        S(1);
    T(1);
    for (int c0 = 2; c0 <= n; c0 += 1) {
        if (n > c0)
            S(c0);
        if (c0 <= 5)
            T(c0);
    }
}
