for (int c0 = 1 - n; c0 <= 0; c0 += 1) {
    if (c0 <= -1)
        C(-c0);
    for (int c1 = 0; c1 <= -c0; c1 += 1)
        B(-c0, c1);
}
