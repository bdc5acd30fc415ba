/* Only what leads to the last iteration is needed. */
void f(int n, int *restrict out)
{
    int t[10];
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 10; j++)
        W:
            t[j] = i + j;
    for (int j = 0; j < 10; j++)
    R:
        out[j] = t[j];
#pragma endscop
}
