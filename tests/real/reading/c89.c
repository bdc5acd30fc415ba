/* The C of 1989: no loop declares its iterator, and new code compiles with the flags of the project. */
// flags: -std=gnu89
// gcc: -std=gnu89 -Wno-comment
// run: 1
// run: 37
// parallel: 7
// text: ^ *long long c0;|^ *int c0;
extern int printf(const char *format, ...);
extern int atoi(const char *text);

static double a[64][64], b[64][64], c[64][64], s[64];

/* Pointers that may overlap: a test in front of the new code. */
static void scale(x, y, n)
double *x, *y;
int n;
{
    int i;
    for (i = 0; i < n; i++)
        x[i] = 0.5 * y[i] + 1;
}

static void triangle(n)
int n;
{
    int i, j, k;
    for (i = 0; i < n; i++)
        for (j = 0; j <= i; j++) {
            double sum = 0;
            for (k = j; k < n; k++)
                sum += a[i][k] * b[k][j];
            c[i][j] = sum;
        }
}

static void rows(n)
int n;
{
    int i, j;
    for (i = 0; i < n; i++) {
        s[i] = 0;
        for (j = 0; j < n; j++)
            if (c[i][j] > 0)
                s[i] += c[i][j] + a[j][i];
    }
}

int main(argc, argv)
int argc;
char **argv;
{
    int n = argc > 1 ? atoi(argv[1]) : 8, i, j;
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++) {
            a[i][j] = (i * 7 + j) % 11 - 3;
            b[i][j] = (i + j * 5) % 13 - 4;
        }
    triangle(n);
    rows(n);
    scale(a[0], s, n);
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++)
            printf("%a %a %a\n", a[i][j], c[i][j], s[i]);
    return 0;
}
