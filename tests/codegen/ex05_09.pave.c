#define min(a, b) ((a) < (b) ? (a) : (b))
for (int c0 = 8; c0 <= 20; c0 += 1)
    for (int c1 = 0; c1 <= min(M - 1, (c0 - 8) / 3); c1 += 1)
        S(c0, c1);
