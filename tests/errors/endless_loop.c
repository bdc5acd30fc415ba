/* A loop that never ends. */
void f(int *a)
{
#pragma scop
    for (int i = 0;; i++)
        a[0] = i;
#pragma endscop
}
