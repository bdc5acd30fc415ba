// run: 5 3
// run: 37 4
// run: 0 0
// run: 60 1
// Updates of integers that are no reductions: what is added has a fraction, what is chosen does not fit, what is summed is a truth value.
#include <stdio.h>
#include <stdlib.h>
#include <stdbool.h>
enum { S = 64 };
static double D[S];
static int I[S];
static long L[S];
static unsigned U[S];
static int a = -1000, b = 3, c = 100, d0 = 7;
static short sh = 5000, sl = -30000;
static signed char ch = 3;
static bool p, q = true, r;
static unsigned char uc = 200;
static unsigned us = 5;
static int ia[3];
static void trunc_sum(int n) { for (int i = 0; i < n; i++) a += D[i] * 0.7; }
static void trunc_mul(int n) { for (int i = 0; i < n; i++) b *= 1.2; }
static void trunc_sub(int n) { for (int i = 0; i < n; i++) c = c - D[i]; }
static void short_max(int n) { for (int i = 0; i < n; i++) if (sh < I[i]) sh = I[i]; }
static void short_min(int n) { for (int i = 0; i < n; i++) sl = sl < L[i] ? sl : L[i]; }
static void char_max(int n) { for (int i = 0; i < n; i++) ch = I[i] > ch ? I[i] : ch; }
static void bools(int n) { for (int i = 0; i < n; i++) p += I[i]; }
static void boolx(int n) { for (int i = 0; i < n; i++) q ^= I[i]; }
static void boola(int n) { for (int i = 0; i < n; i++) r |= I[i] & 2; }
static void umix(int n) { for (int i = 0; i < n; i++) if (I[i] > us) us = I[i]; }
static void umin(int n) { for (int i = 0; i < n; i++) d0 = d0 < U[i] ? d0 : U[i]; }
static void ucs(int n) { for (int i = 0; i < n; i++) uc += I[i]; for (int i = 0; i < n; i++) uc *= 3, uc |= 1; }
static void arr(int n) { for (int i = 0; i < n; i++) ia[i % 3] += D[i]; }
int main(int argc, char **argv)
{
    int n = atoi(argv[1]);
    for (int i = 0; i < S; i++)
        D[i] = i % 7 - 2.5, I[i] = (i % 5 == 3) ? -1 - i : i * 4001 % 90001, L[i] = (i * 100003L) % 7000000 - 2000000, U[i] = i * 2654435761u;
    trunc_sum(n), trunc_mul(n % 20), trunc_sub(n), short_max(n), short_min(n), char_max(n), bools(n), boolx(n), boola(n), umix(n), umin(n), ucs(n), arr(n);
    printf("%d %d %d %d %d %d %d %d %d %u %d %d %d %d %d\n", a, b, c, sh, sl, ch, p, q, r, us, d0, uc, ia[0], ia[1], ia[2]);
    return 0;
}
