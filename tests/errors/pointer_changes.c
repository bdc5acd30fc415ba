// Where the pointer has moved to depends on data.
static void f(int n, int *p, const int *a)
{
#pragma scop
    for (int i = 0; i < n; i++) {
        if (a[i] > 0)
            *p++ = a[i];
    }
#pragma endscop
}
