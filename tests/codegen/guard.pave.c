for (int c0 = 0; c0 < n; c0 += 1) {
    T(c0);
    if (m >= 1 && c0 >= 2 * m) {
        // guarded
        S(c0);
    }
}
