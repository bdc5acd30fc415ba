for (int c0 = 8; c0 <= 20; c0 += 1)
    for (int c1 = 0; M > c1 && c0 >= 3 * c1 + 8; c1 += 1)
        S(c0, c1);
