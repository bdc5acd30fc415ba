if (M >= 0) {
    S1(0);
    S2();
    for (int c0 = 1; c0 <= M; c0 += 1)
        S1(c0);
} else
    S2();
