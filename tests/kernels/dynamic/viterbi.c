// The likeliest states behind what was seen: the best way to each state at each time, then the way back.
// run: 1 2
// run: 3 5
// run: 17 60
// bench: 200 2000
#include "../kernel.h"

static void viterbi(int states, int times, double step[restrict states][states], double seen[restrict times][states],
                    double best[restrict times][states], int from[restrict times][states], int way[restrict times])
{
#pragma scop
    for (int s = 0; s < states; s++)
        best[0][s] = seen[0][s];
    for (int t = 1; t < times; t++)
        for (int s = 0; s < states; s++) {
            best[t][s] = best[t - 1][0] + step[0][s];
            from[t][s] = 0;
            for (int p = 1; p < states; p++)
                if (best[t - 1][p] + step[p][s] > best[t][s]) {
                    best[t][s] = best[t - 1][p] + step[p][s];
                    from[t][s] = p;
                }
            best[t][s] += seen[t][s];
        }
    way[times - 1] = 0;
    for (int s = 1; s < states; s++)
        if (best[times - 1][s] > best[times - 1][way[times - 1]])
            way[times - 1] = s;
    for (int t = times - 1; t > 0; t--)
        way[t - 1] = from[t][way[t]];
#pragma endscop
}

int main(int argc, char **argv)
{
    int states = kernel_size(argc, argv, 1, 4), times = kernel_size(argc, argv, 2, 8);
    double(*step)[states] = kernel_doubles((size_t)states * states, -5, 0);
    double(*seen)[states] = kernel_doubles((size_t)times * states, -5, 0);
    double(*best)[states] = kernel_zeros((size_t)times * states, sizeof(double));
    int(*from)[states] = kernel_zeros((size_t)times * states, sizeof(int)), *way = kernel_zeros(times, sizeof(int));
    kernel_start();
    viterbi(states, times, step, seen, best, from, way);
    kernel_stop();
    kernel_hash(best, sizeof(double[times][states]));
    kernel_hash(from, sizeof(int[times][states]));
    kernel_hash(way, sizeof(int[times]));
    kernel_print(best[times - 1][way[times - 1]]);
    free(step);
    free(seen);
    free(best);
    free(from);
    free(way);
    return 0;
}
