// Variables declared at the top of a function and used again in each nest, as C89 has it: each nest is parallel.
// run: 40 3
// parallel: 6
// kernels: 1
#define N 64

double a[N][N], b[N][N], row[N];

void report(int step, double value);

void smooth(int n, int steps)
{
    int i, j, k;
    double t, u;
    for (k = 0; k < steps; k++) {
        for (i = 1; i < n - 1; i++)
            for (j = 0; j < n; j++) {
                t = a[i - 1][j] + a[i + 1][j];
                u = t * 0.5;
                b[i][j] = u - t * 0.25;
            }
        if (k == 1)
            report(k, b[1][1]);
        for (i = 1; i < n - 1; i++)
            for (j = 0; j < n; j++) {
                t = b[i][j];
                a[i][j] = t + a[i][j] * 0.5;
            }
    }
    t = 0.5;
    a[0][0] = t;
}

void scale(int n)
{
    double t;
    int i;
    for (i = 0; i < n; i++) {
        t = row[i] * 2;
        row[i] = t + i;
    }
}

double twice(int n)
{
    double t, sum;
    int i;
    for (i = 0; i < n; i++) {
        t = row[i] - 1;
        row[i] = t * t;
    }
    if (n > 3) {
        t = row[3];
    } else {
        t = row[0];
    }
    report(i, t);
    for (i = 0; i < n; i++) {
        t = row[i] + 3;
        row[i] = t * 0.125;
    }
    sum = 0;
    for (i = 0; i < 3; i++)
        sum += row[i];
    t = sum * 2;
    return t;
}

/* The last value of "t" is read: the copy of the last iteration is kept. */
double last(int n)
{
    double t = 0;
    int i;
    for (i = 0; i < n; i++) {
        t = row[i];
        a[i][1] = t;
    }
    return t;
}
