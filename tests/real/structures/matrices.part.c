#include <stdio.h>
#include <stdlib.h>

struct tensor {
    int n;
    float *data;
};

struct matrix {
    int rows, cols;
    double *v;
    double scale;
};

struct image {
    int width, height;
    int **row;
};

struct layer {
    struct matrix weights;
    double *bias;
};

struct network {
    int n_layers;
    struct layer *layers;
};

void axpy(struct tensor y, struct tensor x, float a);
void copy_tensor(const struct tensor *from, struct tensor *to, int n);
void scale_matrix(struct matrix *m);
void transpose(const struct matrix *restrict a, struct matrix *restrict b);
void row_sums(const struct matrix *m, struct tensor sums);
void brighten(struct image img, int by);
void add_bias(struct network *net, int k, double *restrict out);
void shift_members(struct layer *l);

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 2, m = argc > 2 ? atoi(argv[2]) : 2, total = n * m;
    struct tensor x = {total, malloc(sizeof(float) * (total + 1))}, y = {total, malloc(sizeof(float) * (total + 1))};
    struct layer layers[2];
    struct network net = {2, layers};
    double *out = calloc(n + 1, sizeof(double));
    for (int k = 0; k < 2; k++) {
        layers[k].weights = (struct matrix){k ? m : n, k ? n : m, malloc(sizeof(double) * (total + 1)), 1.5 + k};
        layers[k].bias = malloc(sizeof(double) * (n + m + 1));
        for (int i = 0; i < total; i++)
            layers[k].weights.v[i] = i + k * 0.5;
        for (int i = 0; i < n + m; i++)
            layers[k].bias[i] = i * 0.125;
    }
    struct image img = {m, n, malloc(sizeof(int *) * (n + 1))};
    for (int i = 0; i < n; i++)
        img.row[i] = calloc(m, sizeof(int));
    for (int i = 0; i < total; i++)
        x.data[i] = y.data[i] = (float)(i % 5);
    axpy(y, x, 2);
    copy_tensor(total ? &x : NULL, total ? &y : NULL, total);
    scale_matrix(&layers[0].weights);
    transpose(&layers[0].weights, &layers[1].weights);
    row_sums(&layers[0].weights, n <= total ? y : x);
    brighten(img, 3);
    add_bias(&net, 0, out);
    shift_members(&layers[1]);
    for (int i = 0; i < total; i++)
        printf("%g %g %g %g %d\n", x.data[i], y.data[i], layers[0].weights.v[i], layers[1].weights.v[i],
               img.row[i / m][i % m]);
    for (int i = 0; i < n; i++)
        printf("%g\n", out[i]);
    return 0;
}
