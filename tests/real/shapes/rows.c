// run: 9 7
// run: 1 1
// run: 0 4
// parallel: 6
/* Rows behind pointers: one block, one by one, out of order, shared by two matrices, the same row twice. */
void add(float **a, float **b, int n, int m)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i][j] += b[i][j] * 2;
}

void smooth(double **out, double *const *in, int n, int m)
{
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++)
            out[i][j] = in[i - 1][j] + in[i][j - 1] + in[i][j];
}

void scale(float **a, const float *by, int n, int m)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i][j] *= by[j];
}

void planes(double ***a, int n, int m)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < m; k++)
                a[i][j][k] += i + j + k;
}

/* Not every row is there: no test may read the pointers to those that are not. */
void some(float **a, const int *is_there, int n, int m)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            if (is_there[i])
                a[i][j] = j;
}

/* Of a triangle of rows, too. */
void triangle(double ***a, int n, int m)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            for (int k = 0; k < m; k++)
                a[i][j][k] += 1;
}

void few(float *rows[4], const float *x, int m)
{
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < m; j++)
            rows[i][j] = x[j] + i;
}
