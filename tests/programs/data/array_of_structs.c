// Particles as an array of structures: each statement touches a different field.
// run: 0
// run: 1
// run: 5
// expect: exact
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    float position, speed;
    int moves;
} particle;

static void step(int n, float dt, particle *p)
{
#pragma scop
    for (int i = 0; i < n; i++) {
        p[i].speed -= 9.5f * dt;
        p[i].position += p[i].speed * dt;
        p[i].moves += 1;
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3;
    particle p[n + 1];
    float sum = 0;
    for (int i = 0; i < n; i++)
        p[i] = (particle){i, 1, i};
    step(n, 0.25f, p);
    for (int i = 0; i < n; i++)
        sum += (i + 1) * (p[i].position + 2 * p[i].speed) + p[i].moves;
    printf("%.9g\n", sum);
    return 0;
}
