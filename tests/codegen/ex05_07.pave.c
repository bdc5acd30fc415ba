for (int c0 = 0; c0 <= (M <= 0 ? 0 : M); c0 += 1) {
    if (M >= c0)
        S1(c0);
    if (c0 == 0)
        S2();
}
