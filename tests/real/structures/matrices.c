// Pointers in structures as bases of accesses: by value, through pointers, rows of pointers, structures in structures, arrays
// of structures; and a pointer to a structure that is NULL where the loop does not run.
// run: 7 5
// run: 1 1
// run: 0 3
// parallel: 9
// kernels: 6
// flags: --assume-restrict
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

void axpy(struct tensor y, struct tensor x, float a)
{
    for (int i = 0; i < y.n; i++)
        y.data[i] += a * x.data[i];
}

void copy_tensor(const struct tensor *from, struct tensor *to, int n)
{
    for (int i = 0; i < n; i++)
        to->data[i] = from->data[i] + 1;
}

void scale_matrix(struct matrix *m)
{
    for (int i = 0; i < m->rows; i++)
        for (int j = 0; j < m->cols; j++)
            m->v[i * m->cols + j] *= m->scale;
}

void transpose(const struct matrix *restrict a, struct matrix *restrict b)
{
    for (int i = 0; i < a->rows; i++)
        for (int j = 0; j < a->cols; j++)
            b->v[j * a->rows + i] = a->v[i * a->cols + j];
}

void row_sums(const struct matrix *m, struct tensor sums)
{
    for (int i = 0; i < m->rows; i++) {
        float sum = 0;
        for (int j = 0; j < m->cols; j++)
            sum += (float)m->v[i * m->cols + j];
        sums.data[i] = sum;
    }
}

void brighten(struct image img, int by)
{
    for (int y = 0; y < img.height; y++)
        for (int x = 0; x < img.width; x++)
            img.row[y][x] += by;
}

void add_bias(struct network *net, int k, double *restrict out)
{
    for (int i = 0; i < net->layers[k].weights.rows; i++)
        out[i] += net->layers[k].bias[i] * net->layers[k].weights.scale;
}

/* The members of both structures stay what they are, but every store may change the other's elements. */
void shift_members(struct layer *l)
{
    double *v = l->weights.v;
    for (int i = 0; i < l->weights.rows * l->weights.cols; i++)
        v[i] = v[i] * 2;
}
