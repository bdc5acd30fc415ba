for (int c0 = 0; c0 < N; c0 += 1) {
    A(c0);
    for (int c1 = 0; c1 < M; c1 += 1)
        B(c0, c1);
}
