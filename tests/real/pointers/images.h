#include <stddef.h>

void shade(unsigned char *image, int width, int height, int stride, int value);
void blend(float *to, const float *from, int width, int height, size_t to_stride, size_t from_stride);
void halve(float *to, const float *from, int width, int height);
int border(float *image, int width, int height);
