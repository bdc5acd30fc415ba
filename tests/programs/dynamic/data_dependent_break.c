// The loop is left as soon as the data asks for it.
// run: 0
// run: 2
// run: 8
// expect: may
#include <stdio.h>
#include <stdlib.h>

static void copy_word(int n, const char *from, char *to)
{
#pragma scop
    for (int i = 0; i < n; i++) {
        if (from[i] == ' ')
            break;
        to[i] = from[i];
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3;
    const char *text = "loops and nests";
    char to[n + 1];
    for (int i = 0; i <= n; i++)
        to[i] = i < n ? '.' : 0;
    copy_word(n, text, to);
    printf("[%s]\n", to);
    return 0;
}
