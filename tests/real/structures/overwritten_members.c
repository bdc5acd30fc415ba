// run: 9 12
// run: 40 31
// run: 0 3
// parallel: 6
// kernels: 6
/* Bounds, strides and pointers in structures that a store of the loop may change as far as the types tell. They are tested to be
 * elsewhere; "limited" and "inverted" are also called where they are not. */
#include <stdio.h>
#include <stdlib.h>

struct grid {
    int rows, cols;
    int *cell;
};

typedef struct {
    int height, width;
    unsigned char *data;
} image;

struct limits {
    int most[8];
};

struct field {
    struct {
        float scale;
        int n;
    } head;
    float *value;
};

static void number(struct grid *g)
{
    for (int i = 0; i < g->rows; i++)
        for (int j = 0; j < g->cols; j++)
            g->cell[i * g->cols + j] = i - j;
}

__attribute__((noinline)) static void inverted(image *im)
{
    for (int y = 0; y < im->height; y++)
        for (int x = 0; x < im->width; x++)
            im->data[y * im->width + x] = 255 - im->data[y * im->width + x];
}

__attribute__((noinline)) static void limited(const struct limits *limits, int *a)
{
    for (int i = 0; i < limits->most[0]; i++)
        a[i] = 2;
}

static void scaled(struct field *f)
{
    for (int i = 0; i < f->head.n; i++)
        f->value[i] *= f->head.scale;
}

/* The structure itself is in memory that bytes are written to. */
static void copied(image *to, const image *from, int at)
{
    for (int y = 0; y < from->height; y++)
        for (int x = 0; x < from->width - at; x++)
            to->data[y * to->width + x + at] = from->data[y * from->width + x];
}

int main(int argc, char **argv)
{
    int n = argc > 2 ? atoi(argv[1]) : 9, m = argc > 2 ? atoi(argv[2]) : 12;
    struct grid g = {n, m, calloc(n * m + 1, sizeof(int))};
    number(&g);
    long sum = 0;
    for (int i = 0; i < n * m; i++)
        sum = sum * 3 + g.cell[i];
    unsigned char *bytes = calloc(n * m + 1, 2);
    image im = {n, m, bytes}, other = {n, m, bytes + n * m};
    inverted(&im);
    copied(&other, &im, 2);
    for (int i = 0; i < 2 * n * m; i++)
        sum = sum * 3 + bytes[i];
    printf("%ld\n", sum);
    image self = {1, 4, NULL};
    self.data = (unsigned char *)&self.height;
    inverted(&self);
    printf("%d %d\n", self.height, self.width);
    struct limits limits = {{n, 0}};
    int *a = calloc(n + 1, sizeof *a);
    limited(&limits, a);
    limits.most[0] = 7;
    limited(&limits, limits.most);
    for (int i = 0; i < 8; i++)
        printf("%d ", limits.most[i]);
    struct field f = {{1.5f, n}, calloc(n + 1, sizeof(float))};
    for (int i = 0; i < n; i++)
        f.value[i] = a[i] + i;
    scaled(&f);
    printf("%g\n", f.value[n / 2]);
    return 0;
}
