// run: 40
// run: 1
/* memset() and memcpy() whose size, byte or address is in the memory that they write: all are read once, before the call writes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 40 };
static int lists[MOST][MOST], other[MOST], first[MOST];
static signed char bytes[MOST];

static void clear_lists(int n)
{
    for (int i = 0; i < n; i++) {
        memset(lists[i], 0, lists[i][0] % 9 * sizeof(int));
        first[i] = lists[i][1];
    }
}

static void insert(int n)
{
    for (int i = 0; i < n; i++) {
        memcpy(&lists[i][lists[i][1] % 9], other, 8 * sizeof(int));
        first[i] += lists[i][0];
    }
}

static void fill(int n)
{
    for (int i = 0; i < n; i++) {
        memset(bytes, bytes[0] + 1, i);
        first[i] += bytes[2];
    }
}

int main(int argc, char **argv)
{
    int n = atoi(argv[argc - 1]);
    long long sum = 0;
    for (int i = 0; i < MOST; i++) {
        other[i] = i * 3 + 1;
        bytes[i] = (signed char)(i * 7);
        for (int j = 0; j < MOST; j++)
            lists[i][j] = (i * 31 + j * 17 + 5) % 23;
    }
    clear_lists(n);
    insert(n);
    fill(n);
    for (int i = 0; i < MOST; i++)
        for (int j = 0; j < MOST; j++)
            sum = (sum * 3 + lists[i][j] + first[i] * (i + 1) + bytes[j]) % 1000000007;
    printf("%lld\n", sum);
}
