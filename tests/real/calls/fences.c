// Volatile accesses, atomic operations and assembly keep their place among loops.
// run: 20
// run: 0
// parallel: 5
// kernels: 3
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#define MOST 32

static double p[MOST], q[MOST];
static volatile int phase;
static atomic_int done;
static int plain_flag;

static void fill(int n)
{
    phase = 1;
    for (int i = 0; i < n; i++)
        p[i] = i * 0.25;
    phase = 2;
    for (int i = 0; i < n; i++)
        q[i] = p[i] + 1;
    phase = 3;
}

static void publish(int n)
{
    for (int i = 0; i < n; i++)
        p[i] = q[i] * 2;
    atomic_store(&done, n);
    for (int i = 0; i < n; i++)
        q[i] = p[i] - q[i];
    __atomic_fetch_add(&plain_flag, 1, __ATOMIC_SEQ_CST);
    __sync_synchronize();
    for (int i = 0; i < n; i++)
        p[i] = p[i] * 0.5 + q[i];
    __asm__ volatile("" ::: "memory");
}

/* A volatile element in the loop: all of it in its order. */
static void poll(int n, volatile double *port)
{
    for (int i = 0; i < n; i++) {
        port[0] = p[i];
        q[i] = port[0] + q[i];
    }
}

int main(int argc, char **argv)
{
    static double port;
    int n = atoi(argv[1]);
    fill(n);
    publish(n);
    poll(n, &port);
    printf("%d %d %d %a\n", phase, (int)done, plain_flag, port);
    for (int i = 0; i < n; i++)
        printf("%a %a\n", p[i], q[i]);
    return argc < 2;
}
