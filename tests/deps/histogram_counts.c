/* Counting into elements that depend on data: any order gives the same counts. */
void f(int n, const unsigned char *restrict a, int h[restrict 256])
{
#pragma scop
    for (int i = 0; i < n; i++)
        h[a[i]]++;
#pragma endscop
}
