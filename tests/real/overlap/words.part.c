#include <stdio.h>
#include <stdlib.h>

void unbraced(float *a, const float *b, int n, int how);
void directives(float *a, const float *b, int n);
void macro(float *a, const float *b, int n);
void marked(float *a, const float *b, int n);
void one_line(float *a, const float *b, int n);

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 20;
    float x[64];
    for (int offset = -1; offset < 40; offset += offset < 1 ? 1 : 19) {
        for (int i = 0; i < 64; i++)
            x[i] = (float)(i * 5 % 9);
        for (int how = 1; how < 4; how++)
            unbraced(x + 1 + offset, x + 1, n, how);
        directives(x + 1 + offset, x + 1, n);
        macro(x + 1 + offset, x + 1, n);
        marked(x + 1 + offset, x + 1, n);
        one_line(x + 1 + offset, x + 1, n);
        for (int i = 0; i < 64; i++)
            printf(" %g", x[i]);
        printf("\n");
    }
    return 0;
}
