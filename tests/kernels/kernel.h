// What the kernel programs share: sizes from the command line, arrays with reproducible contents, a checksum over all
// bits of the results, and the time the kernel alone takes. Include it first: it asks for clock_gettime.
#ifndef PAVE_TESTS_KERNEL_H
#define PAVE_TESTS_KERNEL_H

#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200112L
#endif
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static uint64_t kernel_random_state = 88172645463325252u;
static uint64_t kernel_checksum = 14695981039346656037u;
static double kernel_started;

static inline void kernel_fail(const char *reason)
{
    fprintf(stderr, "kernel: %s\n", reason);
    exit(3);
}

// The size at "place" of the command line, or "otherwise" where there is none.
static inline int kernel_size(int argc, char **argv, int place, int otherwise)
{
    return place < argc ? atoi(argv[place]) : otherwise;
}

// "count" elements of "size" bytes, all zero; at least one element, so that the result can be freed and compared.
static inline void *kernel_zeros(size_t count, size_t size)
{
    void *cells = calloc(count > 0 ? count : 1, size);
    if (!cells)
        kernel_fail("not enough memory");
    return cells;
}

// The next number of a fixed sequence, in [0, 1) with 24 bits, so that it is exact in every floating-point type.
static inline double kernel_random(void)
{
    kernel_random_state ^= kernel_random_state << 13;
    kernel_random_state ^= kernel_random_state >> 7;
    kernel_random_state ^= kernel_random_state << 17;
    return (double)(kernel_random_state >> 40) / 16777216.0;
}

// "count" numbers in [low, high).
static inline void *kernel_doubles(size_t count, double low, double high)
{
    double *cells = kernel_zeros(count, sizeof(*cells));
    for (size_t i = 0; i < count; i++)
        cells[i] = low + (high - low) * kernel_random();
    return cells;
}

static inline void *kernel_floats(size_t count, float low, float high)
{
    float *cells = kernel_zeros(count, sizeof(*cells));
    for (size_t i = 0; i < count; i++)
        cells[i] = low + (high - low) * (float)kernel_random();
    return cells;
}

// "count" numbers in [low, high), high excluded here too.
static inline void *kernel_ints(size_t count, int low, int high)
{
    int *cells = kernel_zeros(count, sizeof(*cells));
    for (size_t i = 0; i < count; i++)
        cells[i] = low + (int)((high - low) * kernel_random());
    return cells;
}

static inline void *kernel_bytes(size_t count, int low, int high)
{
    unsigned char *cells = kernel_zeros(count, sizeof(*cells));
    for (size_t i = 0; i < count; i++)
        cells[i] = (unsigned char)(low + (int)((high - low) * kernel_random()));
    return cells;
}

static inline double kernel_now(void)
{
    struct timespec now;
    if (clock_gettime(CLOCK_MONOTONIC, &now))
        kernel_fail("no clock");
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static inline void kernel_start(void)
{
    kernel_started = kernel_now();
}

// Print the seconds since kernel_start() to stderr if PAVE_TIME is set in the environment.
static inline void kernel_stop(void)
{
    double seconds = kernel_now() - kernel_started;
    if (getenv("PAVE_TIME"))
        fprintf(stderr, "kernel_seconds %.6f\n", seconds);
}

// Put every bit of "size" bytes at "cells" into the checksum; they must be of types without padding.
static inline void kernel_hash(const void *cells, size_t size)
{
    const unsigned char *byte = cells;
    for (size_t i = 0; i < size; i++)
        kernel_checksum = (kernel_checksum ^ byte[i]) * 1099511628211u;
}

// Print the checksum and one "value" of the results, exactly.
static inline void kernel_print(double value)
{
    printf("%016llx %a\n", (unsigned long long)kernel_checksum, value);
}

#endif
