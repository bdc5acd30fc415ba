void f(int n, float o[restrict n])
{
#pragma scop
    for (int i = 0; i < n; i++) {
        float w[7] = {2};
        for (int j = 0; j < 7; j++)
            w[j] += i;
        o[i] = w[0] + w[6];
    }
#pragma endscop
}
