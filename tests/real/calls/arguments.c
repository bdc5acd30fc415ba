// run: 40
// run: 0
// gcc: -Wno-pointer-sign
/* Arguments that a called function converts, reads in another sign, or changes: the text of the function in the place of the call
 * must not lose that. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 40 };
static int a[MOST], b[MOST], m[MOST + 1][MOST], heap[300], g;
static char text[MOST];
static double d[MOST], e[MOST];
struct list {
    int n, v[MOST];
};

/* The address of a scalar, and a row that it selects. */
static void step(int *k, int *row)
{
    (*k)++;
    row[0] = *k * 5;
}
static void steps(int *k, int *row)
{
    for (int i = 0; i < 3; i++) {
        *k += 2;
        row[i] = *k * 5;
    }
}
static void set(int *k, int v)
{
    *k = v + 1;
}
static int tick(void)
{
    return g++;
}
static void changed(int n)
{
    int k;
    for (int i = 0; i < n; i++) {
        k = i;
        step(&k, m[k]);
        b[i] = k;
    }
    for (int i = 0; i < n; i++) {
        k = i;
        steps(&k, m[k]);
        a[i] = k;
    }
    for (int i = 0; i < n; i++) {
        g = i;
        m[MOST][i] = tick() + 1;
        m[g][1] = i;
    }
}
static void bound(int *restrict most, int n)
{
    for (int i = 0; i < n; i++) {
        set(most, i);
        for (int j = 0; j < *most && j < MOST; j++)
            m[i][j] += j;
    }
}
static void grow(struct list *list, int *data)
{
    list->n++;
    data[0] = list->n;
}
static void members(struct list *list, int n)
{
    for (int i = 0; i + 2 < n; i++)
        grow(list, &list->v[list->n]);
}

/* Elements of the other sign; subscripts of narrow and unsigned types. */
static unsigned third(const unsigned *p, int i)
{
    return p[i] / 3;
}
static int byte(const unsigned char *p, int i)
{
    return p[i] + 1;
}
static int near(const int *p, int i)
{
    return p[i];
}
static void signs(int n, int *from)
{
    for (int i = 0; i < n; i++)
        b[i] = third(a, i) > 1000;
    for (int i = 0; i < n; i++)
        d[i] = byte(text, i) * 2;
    for (unsigned u = 0; u < (unsigned)n; u++)
        a[u] = near(&from[u], -7);
    for (unsigned char c = 240; c < 200 + n; c++)
        a[c - 240] += near(&from[c - 200], -30) + near(&from[c - 60], 30);
}

/* Types that another type of the same name hides, and parameters without a prototype. */
typedef double real;
static real ratio(int i)
{
    return (real)a[i] / 3;
}
static void hidden(int n)
{
    typedef float real;
    float x[MOST];
    for (int i = 0; i < n; i++)
        x[i] = (real)ratio(i) + (real)0.1;
    for (int i = 0; i < n; i++)
        e[i] = x[i] + ratio(i);
}
static float scaled(i, x)
    int i;
    float x;
{
    return d[i] * x + x * 1e8f + x;
}
static int moved(i, c)
    int i;
    char c;
{
    return b[i] + c;
}
static void old_style(int n)
{
    for (int i = 0; i < n; i++) {
        e[i] += scaled(i, d[i] / 3);
        a[i] += moved(i, 300 + i);
    }
}

/* Variables of one name in scopes that end up in one another. */
static int blocks(int *p, int i)
{
    int t = 1;
    {
        int t = p[i] + 1;
        if (t & 1)
            return t;
        p[i] += 2;
    }
    return t + p[i];
}
static void scopes(int n)
{
    int t__1 = 3, p__1 = 4;
    for (int i = 0; i < n; i++) {
        a[i] += blocks(b, i) + t__1;
        t__1 += p__1;
    }
    b[0] = t__1;
}

static void print(const char *name)
{
    long long sum = 0;
    double all = 0;
    for (int i = 0; i < MOST; i++) {
        sum += (long long)a[i] * (i + 1) + b[i] * (i + 3LL);
        all += d[i] * (i + 1) + e[i];
        for (int j = 0; j <= MOST; j++)
            sum = sum * 3 % 1000000007 + m[j][i];
    }
    printf("%s %lld %a %d\n", name, sum, all, g);
}

int main(int argc, char **argv)
{
    int n = atoi(argv[argc - 1]);
    struct list list = {.n = 2};
    for (int i = 0; i < 300; i++)
        heap[i] = i * 37 % 101;
    for (int i = 0; i < MOST; i++)
        a[i] = i * 5 - 9, b[i] = i * i % 13, d[i] = i / 3.0, text[i] = (char)(i * 11);
    changed(n);
    print("changed");
    bound(a + 3, n);
    print("bound");
    members(&list, n);
    printf("%d %d\n", list.n, list.v[20]);
    signs(n, heap + 50);
    print("signs");
    hidden(n);
    print("hidden");
    old_style(n);
    print("old style");
    scopes(n);
    print("scopes");
}
