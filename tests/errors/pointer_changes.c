/* A pointer that moves is refused, with a way out. */
void f(int n, int *p)
{
#pragma scop
    for (int i = 0; i < n; i++) {
        *p = i;
        p++;
    }
#pragma endscop
}
