// run: 33
// kernels: 5
// Values of every type as conditions: OpenCL C has rules of its own for floating-point ones. Mixed types meet in ?: and calls.
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { LOW = 2, HIGH = 7 };
static const short table[8] = {3, 1, 4, 1, 5, 9, 2, 6};

static float either(float x, int y)
{
    return x ? x : y;
}

static void floats(int n, float *restrict e, const float *restrict t, const double *restrict d)
{
    for (int i = 0; i < n; i++) {
        e[i] = t[i] ? 1.f : 0.f;
        e[i] += d[i] ? t[i] ? 2 : 3 : 4.5f;
        e[i] += !t[i] + (t[i] && d[i]) + 2 * (t[i] || !d[i]);
    }
}

static void chosen(int n, double *restrict r, const float *restrict t, const long *restrict l, const unsigned char *restrict c)
{
    for (int i = 0; i < n; i++) {
        r[i] = c[i] ? l[i] : t[i];
        if (t[i])
            r[i] += c[i] & 1 ? -1 : 2u;
        else if (!l[i])
            r[i] -= 'a' - 0x1p-3f;
        r[i] += either(t[i], c[i]) * table[i & HIGH] + sizeof(t[i]);
    }
}

static void flags(int n, bool *restrict b, const bool *restrict a, const float *restrict t)
{
    for (int i = 0; i < n; i++)
        b[i] = a[i] ? t[i] > LOW : (bool)t[i];
}

static void calls(int n, double *restrict r, float *restrict f, const int *restrict k, const double *restrict d)
{
    for (int i = 0; i < n; i++) {
        r[i] = fmax(k[i], 1.5f) + fmin(d[i], k[i]) + abs(k[i] - 9) + fabs(k[i] - 3);
        f[i] = fabsf(k[i] - 4.25f) + fmaxf(k[i], d[i]) + (float)labs(-(long)k[i]) + sqrtf(k[i] * k[i]) + fdim(d[i], 2);
    }
}

static void steps(int n, signed char *restrict s, unsigned short *restrict u, const float *restrict t)
{
    for (int i = 0; i < n; i++) {
        s[i] += t[i];
        u[i] -= s[i] * 3;
        u[i] <<= t[i] ? 2 : 1;
        s[i] = (signed char)(u[i] >> 3) ^ (i % 5 ? ~0 : LOW);
    }
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 10, k[64];
    float e[64] = {0}, t[64], f[64] = {0};
    double d[64], r[64] = {0};
    long l[64];
    unsigned char c[64];
    bool a[64], b[64] = {0};
    signed char s[64] = {0};
    unsigned short u[64] = {0};
    for (int i = 0; i < n; i++) {
        t[i] = i % 4 * 0.75f;
        d[i] = i % 3 * -1.25;
        l[i] = i % 5 ? i * 1000000007L : 0;
        c[i] = (unsigned char)(i * 37 % 6);
        a[i] = i % 2;
        k[i] = i % 11;
    }
    floats(n, e, t, d);
    chosen(n, r, t, l, c);
    flags(n, b, a, t);
    steps(n, s, u, t);
    for (int i = 0; i < n; i++)
        printf("%a %a %d %d %u\n", e[i], r[i], b[i], s[i], u[i]);
    calls(n, r, f, k, d);
    for (int i = 0; i < n; i++)
        printf("%a %a\n", r[i], f[i]);
    return 0;
}
