// A recurrent layer run over time: two gates, a candidate, and a state mixed of old and new.
// gpu: inexact tanhf
// run: 1 1 1
// run: 3 4 5
// run: 9 21 17
// gpu: Oclgrind --device=h200 --shared-memory
#include "../kernel.h"

static void run(int steps, int n, int m, float x[restrict steps][m], float W[restrict 3][n][m],
                float U[restrict 3][n][n], float state[restrict steps + 1][n])
{
    float gate[3][n];
#pragma scop
    for (int t = 0; t < steps; t++) {
        for (int g = 0; g < 3; g++)
            for (int i = 0; i < n; i++) {
                gate[g][i] = 0;
                for (int j = 0; j < m; j++)
                    gate[g][i] += W[g][i][j] * x[t][j];
            }
        for (int g = 0; g < 2; g++)
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++)
                    gate[g][i] += U[g][i][j] * state[t][j];
                gate[g][i] = 1 / (1 + expf(-gate[g][i]));
            }
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++)
                gate[2][i] += U[2][i][j] * (gate[1][j] * state[t][j]);
            state[t + 1][i] = gate[0][i] * state[t][i] + (1 - gate[0][i]) * tanhf(gate[2][i]);
        }
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int steps = kernel_size(argc, argv, 1, 4), n = kernel_size(argc, argv, 2, 6), m = kernel_size(argc, argv, 3, 5);
    float(*x)[m] = kernel_floats((size_t)steps * m, -1, 1), (*W)[n][m] = kernel_floats((size_t)3 * n * m, -1, 1);
    float(*U)[n][n] = kernel_floats((size_t)3 * n * n, -1, 1);
    float(*state)[n] = kernel_zeros((size_t)(steps + 1) * n, sizeof(float));
    kernel_start();
    run(steps, n, m, x, W, U, state);
    kernel_stop();
    kernel_hash(state, sizeof(float[steps + 1][n]));
    kernel_print(state[steps][n / 2]);
    free(x);
    free(W);
    free(U);
    free(state);
    return 0;
}
