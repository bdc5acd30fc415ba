#include <stdint.h>

void add(const float *a, const float *b, float *to, uint32_t n);
void offset_all(const short *from, short by, short *to, uint32_t n);
const float *mix(const float *left, const float *right, float *to, unsigned n, float **end);
void convolve(const float *x, int nx, const float *h, int nh, float *y);
void reverse(float *to, const float *from, int n);
float *fill(float *p, float *end, float value);
long distance(const float *start, const float *p, const float *end, float *to);
