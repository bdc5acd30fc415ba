/* setjmp in a region is named. */
#include <setjmp.h>
extern jmp_buf place;
void f(int n, int *a)
{
#pragma scop
    for (int i = 0; i < n; i++)
        a[i] = setjmp(place);
#pragma endscop
}
