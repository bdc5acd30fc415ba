#include <stdio.h>
#include <stdlib.h>

struct point {
    float x, y;
};
extern float table[64], gain;
extern int count, numbers[64];
void scale(float *p, int n);
void number(int *p);
void from_table(float *p, int n);
void move(struct point *to, const struct point *from, float *weight, int n);
void clear(unsigned char *bytes, const int *mask, int n);
float local(float *p, const float *q);

static void print(const char *name, const float *p, int n)
{
    printf("%s:", name);
    for (int i = 0; i < n; i++)
        printf(" %g", p[i]);
    printf("\n");
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 40;
    float own[128];
    for (int i = 0; i < 64; i++)
        table[i] = (float)(i * 7 % 11);
    for (int i = 0; i < 128; i++)
        own[i] = (float)(i % 13) / 4;
    scale(own, n);
    print("scale own", own, 64);
    scale(table + 3, n);
    print("scale table", table, 64);
    if (n)
        scale(&gain, 1);
    printf("gain %g\n", gain);
    number(numbers);
    count = n;
    int around[3] = {0};
    (void)around;
    if (n)
        number(&count);
    printf("count %d\n", count);
    count = 20;
    number(numbers + 1);
    for (int i = 0; i < 64; i++)
        printf(" %d", numbers[i]);
    printf("\n");
    from_table(table + 5, n);
    from_table(own, n);
    from_table(table, n);
    print("from_table", table, 64);
    struct point *points = (struct point *)malloc(64 * sizeof(struct point));
    for (int i = 0; i < 64; i++)
        points[i] = (struct point){(float)i, (float)(i % 5)};
    move(points, points + 1, own, n / 2);
    move(points + 1, points, own, n / 2);
    move(points, points + 32, &points[2].x, n / 2);
    print("move", &points[0].x, 128);
    free(points);
    for (int i = 0; i < 64; i++)
        numbers[i] = i * 1001;
    clear((unsigned char *)numbers, numbers, n);
    clear((unsigned char *)(numbers + 4), numbers, n);
    clear((unsigned char *)own, numbers, n);
    for (int i = 0; i < 64; i++)
        printf(" %d", numbers[i]);
    printf("\n%g %g\n", local(own, own + 40), local(own + 8, own));
    print("local", own, 128);
    return 0;
}
