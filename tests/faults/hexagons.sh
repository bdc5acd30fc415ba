# Hexagonal tiles asked for where they lead to systems of constraints so large that isl takes minutes for a few operations.
# only: wide
cat >spill.c <<'EOF'
#include <stdio.h>
static int level[20][20];
static void spill(int n, int steps, int limit, int level[n][n])
{
#pragma scop
    for (int t = 0; t < steps; t++)
        for (int y = 0; y < n - 1; y++)
            for (int x = 0; x < n - 1; x++)
                if (level[y][x] > limit) {
                    int extra = level[y][x] - limit;
                    level[y][x] -= extra;
                    level[y][x + 1] += extra / 2;
                    level[y + 1][x] += extra - extra / 2;
                }
#pragma endscop
}
int main(void)
{
    for (int i = 0; i < 400; i++) level[i / 20][i % 20] = i * 7 % 23;
    spill(20, 6, 9, level);
    for (int i = 0; i < 400; i++) printf("%d\n", level[i / 20][i % 20]);
}
EOF
stays_within spill.c opencl --device=h200 --hybrid --time-limit=0
warned "no hexagonal tiles: generating its code exceeded the budget"
