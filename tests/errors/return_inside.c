/* A return would leave the region. */
int f(int n, const int *a)
{
#pragma scop
    for (int i = 0; i < n; i++)
        if (a[i] < 0)
            return i;
#pragma endscop
    return -1;
}
