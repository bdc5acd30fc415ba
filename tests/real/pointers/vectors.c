// run: 37
// run: 1
// run: 0
// run: 16
// parallel: 8
// kernels: 7
/* Functions of a library for signals: pointers that move, loops unrolled by four with a remainder, counters that go down. */
#include "vectors.h"

void add(const float *a, const float *b, float *to, uint32_t n)
{
    uint32_t count = n >> 2U;
    while (count > 0U) {
        *to++ = (*a++) + (*b++);
        *to++ = (*a++) + (*b++);
        *to++ = (*a++) + (*b++);
        *to++ = (*a++) + (*b++);
        count--;
    }
    count = n % 4U;
    while (count > 0U) {
        *to++ = (*a++) + (*b++);
        count--;
    }
}

void offset_all(const short *from, short by, short *to, uint32_t n)
{
    while (n--)
        *to++ = (short)(*from++ + by);
}

const float *mix(const float *left, const float *right, float *to, unsigned n, float **end)
{
    for (unsigned i = 0; i < n; i++) {
        to[0] = *left++;
        to[1] = *right++;
        to += 2;
    }
    *end = to;
    return left;
}

void convolve(const float *x, int nx, const float *h, int nh, float *y)
{
    for (int i = 0; i <= nx - nh; i++) {
        const float *px = x + i, *ph = h + nh - 1;
        float sum = 0;
        for (int k = 0; k < nh; k++)
            sum += *px++ * *ph--;
        *y++ = sum;
    }
}

void reverse(float *to, const float *from, int n)
{
    const float *p = from + n;
    int left = n;
    while (left > 0) {
        *to++ = *--p;
        left--;
    }
}

float *fill(float *p, float *end, float value)
{
    for (; p < end; p++)
        *p = value;
    return p;
}

long distance(const float *start, const float *p, const float *end, float *to)
{
    while (p != end) {
        *to++ = *p * 2;
        p++;
    }
    return p - start;
}
