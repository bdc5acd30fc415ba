// run: 5 3
// run: 37 4
// run: 0 0
// run: 1 1
// Smallest and largest values among which some are no numbers, or zeros of both signs; sums that begin at -0.
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
enum { S = 64 };
static double A[S][S], B[S][S], r[S], q[S];
static float F[S], G[S];
static double mn, mx, mf, mg;
static float fsum;
static int imin;
static void show(const char *name, double v) { if (isnan(v)) printf("%s nan\n", name); else printf("%s %a\n", name, v); }
static void minima(int n)
{
    mn = A[0][0], mx = A[0][0], mf = INFINITY, mg = -INFINITY;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            if (A[i][j] < mn)
                mn = A[i][j];
            mx = mx > A[i][j] ? mx : A[i][j];
            mf = fmin(mf, A[i][j]);
            mg = fmax(A[i][j], mg);
        }
}
static void argmin(int n)
{
    double best = 1e30;
    imin = -1;
    for (int i = 0; i < n; i++)
        if (r[i] <= best)
            best = r[i], imin = i;
    q[1] = best;
}
static void rowmin(int n)
{
    for (int i = 0; i < n; i++) {
        r[i] = A[i][0];
        for (int j = 1; j < n; j++)
            r[i] = r[i] <= A[i][j] ? r[i] : A[i][j];
        q[i] = 0;
        for (int j = 0; j < n; j++)
            q[i] = -q[i] + A[i][j] * -0.0;
    }
}
static void sums(int n)
{
    fsum = -0.0f;
    for (int i = 0; i < n; i++)
        fsum += F[i] * -0.0f;
    for (int i = 0; i < n; i++) {
        float s = -0.0f;
        for (int j = 0; j < n; j++)
            s += F[j] * G[i] - F[i] * G[j];
        B[i][3] = s;
    }
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int j = 0; j < n; j++)
            s += (float)(F[j] * 1.1) + (int)G[i];
        B[i][4] = s;
    }
}
int main(int argc, char **argv)
{
    int n = atoi(argv[1]);
    for (int i = 0; i < S; i++) {
        F[i] = (i * 7 % 23) / 3.0f - 2, G[i] = i % 3 ? 0.0f : -0.0f;
        for (int j = 0; j < S; j++)
            A[i][j] = (i * 7 + j * 5) % 13 == 4 ? NAN : (i + j) % 3 == 0 ? -0.0 : (i + j) % 3 == 1 ? 0.0 : (i * 3 + j) % 7 - 3.0;
    }
    minima(n);
    show("mn", mn), show("mx", mx), show("mf", mf == 0 ? 0 : mf), show("mg", mg == 0 ? 0 : mg);
    A[0][0] = 0.0;
    minima(n);
    show("mn", mn), show("mx", mx), show("mf", mf == 0 ? 0 : mf), show("mg", mg == 0 ? 0 : mg);
    for (int i = 0; i < S; i++)
        for (int j = 0; j < S; j++)
            if (isnan(A[i][j]))
                A[i][j] = 0.0;
    minima(n);
    show("mn", mn), show("mx", mx), show("mf", mf == 0 ? 0 : mf), show("mg", mg == 0 ? 0 : mg);
    rowmin(n);
    argmin(n);
    sums(n);
    printf("%d\n", imin);
    show("fsum", fsum);
    for (int i = 0; i < S; i++)
        show("r", r[i]), show("q", q[i]), show("B3", B[i][3]), show("B4", B[i][4]);
    return 0;
}
