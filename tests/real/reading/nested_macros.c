// run: 200
// run: 0
// parallel: 4
// kernels: 4
/* Statements that end in an argument of a macro that another macro uses; the pointers may overlap, so that the program keeps
 * the text of the loops as well. */
#include <stdio.h>
#include <stdlib.h>

#define READ(place) *place
#define LOG(x) READ(&table[x])
#define FROM(a, i) SAME(LOG(a[i]))
#define SAME(text) text

static unsigned char table[256];

__attribute__((noinline)) static void look_up(unsigned char *to, const unsigned char *from, int n)
{
    int i;
    for (i = 0; i < n; i++)
        to[i] = LOG (from[i]); // a blank, and a remark
    for (i = 0; i < n; i++)
        to[i] ^= FROM(from, i);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 10, i;
    unsigned char a[400] = {0}, b[400], sum = 0;
    for (i = 0; i < 256; i++)
        table[i] = (unsigned char)(i * 7 + 3);
    for (i = 0; i < 400; i++)
        b[i] = (unsigned char)(i * i);
    look_up(a, b, n);
    look_up(b + 1, b, n);
    for (i = 0; i < 400; i++)
        sum = (unsigned char)(sum * 5 + a[i] + b[i]);
    printf("%d\n", sum);
    return 0;
}
