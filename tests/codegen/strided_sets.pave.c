for (int c0 = 1; c0 < n; c0 += 4)
    for (int c1 = c0; c1 < n; c1 += 2)
        S(c0, c1, 3 * c1 + 2);
