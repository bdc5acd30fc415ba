// No pragmas: a loop that can be converted between statements that cannot.
// run: 0
// run: 8
// flags: --autodetect
// expect: exact
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void count(int n, int *v, const char *title)
{
    const char *end = title;
    while (*end)
        end++;
    printf("%d letters\n", (int)(end - title));
    for (int i = 0; i < n; i++)
        v[i] = 3 * i + 1;
    if (strcmp(title, "quiet"))
        goto done;
    puts("never");
done:
    puts("done");
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 5, v[n + 1], sum = 0;
    count(n, v, "squares");
    for (int i = 0; i < n; i++)
        sum += (i + 1) * v[i];
    printf("%d\n", sum);
    return 0;
}
