for (int c0 = 0; c0 <= 3; c0 += 1)
    if ((c0 + 1) % 3 >= 1)
        S(c0);
