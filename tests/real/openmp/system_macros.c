// Macros of a library that the build finds among the headers of the system expand to directives.
// flags: -isystem tests/real/openmp/library
// gcc: -fopenmp -isystem tests/real/openmp/library
// run: 7
// run: 3000
// parallel: 1
// says: code under 'SHARED_LOOP' stays as it is
#include <shorthand.h>
#include <stdio.h>
#include <stdlib.h>

static long count(int n, const int *a)
{
    long found = 0;
    SHARED_LOOP(schedule(static))
    for (int i = 0; i < n; i++) {
        if (a[i] % 3 == 0) {
            ATOMIC
            found += a[i];
        }
    }
    return found;
}

int main(int argc, char **argv)
{
    int n = atoi(argv[argc - 1]), *a = malloc(n * sizeof(int));
    for (int i = 0; i < n; i++)
        a[i] = i * 7 % 31;
    printf("%ld\n", count(n, a));
    free(a);
    return 0;
}
