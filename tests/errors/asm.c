/* Assembly in a region is named. */
void f(int n, int *a)
{
#pragma scop
    for (int i = 0; i < n; i++) {
        a[i] = i;
        __asm__ volatile("nop");
    }
#pragma endscop
}
