for (int c0 = 1; c0 <= 8; c0 += 1) {
    D(c0);
    if (c0 >= 2) {
        // three guards
        if (c0 <= 6) {
            for (int c1 = 2; c1 <= c0; c1 += 1)
                A(c0, c1);
            for (int c1 = c0; c1 <= 5; c1 += 1)
                B(c0, c1);
        }
        for (int c1 = c0; c1 <= 8; c1 += 1)
            C(c0, c1);
    }
}
