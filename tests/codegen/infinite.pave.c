for (int c0 = 3; 1; c0 += 1) {
    S(c0);
    if (c0 >= 6 && c0 % 2 == 0)
        T(c0);
}
