/* A goto in a region is named. */
void f(int n, int *a)
{
#pragma scop
    for (int i = 0; i < n; i++) {
        if (a[i] < 0)
            goto out;
        a[i] = i;
    }
out:;
#pragma endscop
}
