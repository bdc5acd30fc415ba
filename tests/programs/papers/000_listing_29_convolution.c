// Seven nested loops with small constant bounds, where coalescing threatens (000, Listing 29).
// run: 1
// run: 2
// expect: exact
#include <stdio.h>
#include <stdlib.h>

#ifdef FULL_SIZE
enum { NL = 50, NM = 64, NN = 8, NP = 8, NI = 16, NJ = 5, NK = 5 };
#else
enum { NL = 2, NM = 3, NN = 2, NP = 3, NI = 3, NJ = 2, NK = 2 };
#endif

static float A[NL][NI][NJ + NN][NK + NP], B[NL][NM][NN][NP], C[NM][NI][NJ][NK];

static void convolve(void)
{
#pragma scop
    for (int l = 0; l < NL; l += 1) {
        for (int m = 0; m < NM; m += 1) {
            for (int n = 0; n < NN; n += 1) {
                for (int p = 0; p < NP; p += 1) {
                    for (int i = 0; i < NI; i += 1) {
                        for (int j = 0; j < NJ; j += 1) {
                            for (int k = 0; k < NK; k += 1) {
                                A[l][(i * 1)][(j * 1 + n)][(k * 1 + p)] += B[l][m][n][p] * C[m][i][j][k];
                            }
                        }
                    }
                }
            }
        }
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int seed = argc > 1 ? atoi(argv[1]) : 1;
    float *a = &A[0][0][0][0], *b = &B[0][0][0][0], *c = &C[0][0][0][0], sum = 0;
    for (int i = 0; i < NL * NM * NN * NP; i++)
        b[i] = (i * seed) % 4;
    for (int i = 0; i < NM * NI * NJ * NK; i++)
        c[i] = i % 3;
    convolve();
    for (int i = 0; i < NL * NI * (NJ + NN) * (NK + NP); i++)
        sum += (i % 5 + 1) * a[i];
    printf("%.9g\n", sum);
    return 0;
}
