// Character constants, escapes included, in bounds and subscripts.
// run: 0
// run: 26
// expect: exact
#include <stdio.h>
#include <stdlib.h>

static void alphabet(int n, char *text, int count[128])
{
#pragma scop
    for (int i = 0; i < n; i++)
        text[i] = 'a' + i;
    for (int c = 'a'; c <= 'z'; c++)
        count[c - ' '] = c - 'a' + 1;
    count['\n'] = '\t';
    count['\x41' - '\101'] = 7;
    text[n] = '\0';
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, count[128] = {0}, sum = 0;
    char text[n + 1];
    alphabet(n, text, count);
    for (int i = 0; i < 128; i++)
        sum += (i + 1) * count[i];
    printf("%s %d\n", text, sum);
    return 0;
}
