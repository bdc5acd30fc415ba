S0();
for (int c0 = 0; c0 <= 9; c0 += 1)
    S1(c0);
