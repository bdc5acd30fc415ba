/* A variable declared in the region must not be needed after it. */
int f(int n, int *a)
{
#pragma scop
    int last = 0;
    for (int i = 0; i < n; i++) {
        a[i] = i;
        last = a[i];
    }
#pragma endscop
    return last;
}
