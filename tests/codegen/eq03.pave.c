for (int c1 = 0; c1 < n; c1 += 1)
    S1(c1);
for (int c1 = -1; c1 < n - 1; c1 += 1) {
    for (int c3 = 0; c3 < c1; c3 += 1)
        S2(c1, c3);
    S3(c1 + 1);
}
for (int c3 = 0; c3 < n - 1; c3 += 1)
    S2(n - 1, c3);
