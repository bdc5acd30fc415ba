// run: 12
// run: 1
// run: 0
// parallel: 7
// kernels: 5
// says: where pointer 'to' has moved to is not known here
/* Loops that end where a pointer meets another; structures; helpers; movements that depend on data, or between arrays. */
#include "ends.h"

void negate(float *to, float *end, const float *from)
{
    while (to < end) {
        float value = *from++;
        *to++ = -value;
    }
}

float *copy_pairs(struct sample *to, struct sample *end, const float *from)
{
    for (; to != end; to++) {
        to->left = *from++;
        to->right = *from++;
    }
    return &to->left;
}

const char *count(const char *text, const char *end, int *codes)
{
    while (text < end)
        *codes++ = *text++ * 3;
    return text;
}

static inline void scale(float *p, int n, float by)
{
    while (n--)
        *p++ *= by;
}

float *scale_rows(float *p, int rows, int cols, float by)
{
    for (int i = 0; i < rows; i++) {
        scale(p, cols, by);
        p += cols;
    }
    return p;
}

float *positive(float *to, const float *from, int n)
{
    for (int i = 0; i < n; i++)
        if (from[i] > 0)
            *to++ = from[i];
    return to;
}

void both(float *p, float *first, float *second, int n)
{
    p = first;
    for (int i = 0; i < n; i++)
        *p++ = 1;
    p = second;
    for (int i = 0; i < n; i++)
        *p++ += 2;
}
