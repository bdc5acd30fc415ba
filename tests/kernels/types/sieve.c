// Prime numbers: multiples struck out from an array of truth values, in strides the data decide on.
// run: 2
// run: 10
// run: 500
#include "../kernel.h"
#include <stdbool.h>

static int sieve(int n, bool prime[n])
{
    int count = 0;
#pragma scop
    for (int i = 0; i < n; i++)
        prime[i] = i >= 2;
    for (int i = 2; i < n; i++)
        if (prime[i])
            for (int k = 2; k * i < n; k++)
                prime[k * i] = false;
    for (int i = 0; i < n; i++)
        count += prime[i];
#pragma endscop
    return count;
}

int main(int argc, char **argv)
{
    int n = kernel_size(argc, argv, 1, 30);
    bool *prime = kernel_zeros(n, sizeof(bool));
    kernel_start();
    int count = sieve(n, prime);
    kernel_stop();
    kernel_hash(prime, sizeof(bool[n]));
    kernel_print(count);
    free(prime);
    return 0;
}
