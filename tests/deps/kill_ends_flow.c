/* Nothing flows through a kill. */
#include <pave/pencil.h>
void f(int n, int a[restrict n], int b[restrict n])
{
#pragma scop
    for (int i = 0; i < n; i++)
    W:
        a[i] = i;
    __pencil_kill(a);
    for (int i = 0; i < n; i++)
    R:
        b[i] = a[i];
#pragma endscop
}
