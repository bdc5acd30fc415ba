// run: 17 9
// run: 5 40
// run: 1 1
// parallel: 4
// says: 'to->rows' and 'from->rows' may overlap, and no run-time test can tell which elements are accessed
/* Rows that an array chooses: no test of overlap can be made of them, neither alone nor beside accesses that have bounds. */
#include <stdio.h>
#include <stdlib.h>

struct matrix {
    int rows_used, columns_used;
    double **rows;
};

static void shift(int m, int n, const struct matrix *from, struct matrix *to, const int *up) {
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
            to->rows[i][j] = from->rows[up[i]][j] - 1;
}

static void shift_both(int m, int n, const struct matrix *from, struct matrix *to, double *scale, const int *up) {
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            to->rows[i][j] += from->rows[up[i]][j] * scale[j];
            scale[j] = to->rows[i][j] - from->rows[i][up[i]];
        }
}

/* Without such a row, the same loops run in parallel. */
static void move(int m, int n, const struct matrix *from, struct matrix *to) {
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
            to->rows[i][j] = from->rows[i][j] * 2 - 1;
}

static struct matrix make(int m, int n) {
    struct matrix made = {m, n, malloc(m * sizeof(double *))};
    for (int i = 0; i < m; i++)
        made.rows[i] = malloc(n * sizeof(double));
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
            made.rows[i][j] = (i * 7 + j * 3) % 11;
    return made;
}

static void print(const struct matrix *a) {
    double sum = 0;
    for (int i = 0; i < a->rows_used; i++)
        for (int j = 0; j < a->columns_used; j++)
            sum = sum * 0.5 + a->rows[i][j];
    printf("%.17g\n", sum);
}

int main(int argc, char **argv) {
    int m = atoi(argv[1]), n = atoi(argv[2]);
    int *up = malloc(m * sizeof(int));
    double *scale = malloc(n * sizeof(double));
    struct matrix a = make(m, n > m ? n : m), b = make(m, n > m ? n : m);
    for (int i = 0; i < m; i++)
        up[i] = (i * 5 + 3) % m;
    for (int j = 0; j < n; j++)
        scale[j] = j + 1;
    shift(m, n, &a, &b, up);
    print(&b);
    shift(m, n, &a, &a, up);
    print(&a);
    shift_both(m, n, &a, &b, scale, up);
    print(&b);
    move(m, n, &a, &b);
    print(&b);
    move(m, n, &a, &a);
    print(&a);
    return 0;
}
