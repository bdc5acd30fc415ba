// run: 20
// run: 1
// run: 0
// flags: --autodetect=on
// gcc: -Wno-unused-label
// parallel: 7
/* The original text is the other branch: text that is not easily put there. */
#define FOR(i, n) for (int i = 0; i < (n); i++)
#define COPY(to, from, n)   \
    for (int k = 0; k < (n); k++) \
        (to)[k] = (from)[k] + 1;

void unbraced(float *a, const float *b, int n, int how)
{
    if (how == 1)
        for (int i = 0; i < n; i++)
            a[i] = b[n - 1 - i];
    else if (how == 2)
        for (int i = 0; i < n; i++) // a comment
            a[i] = 2 * b[i];        /* and one more */
    else
        FOR (i, n)
            a[i] = b[i] + 3;
}

void directives(float *a, const float *b, int n)
{
    for (int i = 0; i < n; i++) {
#if defined(NEVER) && \
    1
        a[i] = 0;
#else
        a[i] = b[i] * 4;
#endif
    }
}

void macro(float *a, const float *b, int n)
{
    COPY(a, b, n)
}

/* Names of labels and locals, in a marked region. */
void marked(float *a, const float *b, int n)
{
    int pave_apart = 1;
#pragma scop
    for (int i = 0; i < n; i++) {
        float t;
    first:
        t = b[i] * 2;
    second:
        a[i] = t + 1;
    }
#pragma endscop
    if (pave_apart)
        goto second_end;
second_end:
    return;
}

void one_line(float *a, const float *b, int n) { for (int i = 0; i < n; i++) a[i] = b[i] - 1; }
