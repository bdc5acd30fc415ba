/* A loop that goes down: the order is the program's. */
void f(int n, int a[restrict n])
{
#pragma scop
    for (int i = n - 2; i >= 0; i--)
    S:
        a[i] = a[i + 1];
#pragma endscop
}
