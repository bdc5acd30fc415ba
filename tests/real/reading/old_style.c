// Definitions in the old style with arrays, unsigned char and float parameters, and functions that are declared nowhere.
// run: 12 7
// run: 0 3
// gcc: -w
// parallel: 4
// kernels: 3
extern printf();
extern atoi();

static float table[16][16];
static out[16], weights[16];

static init(n, m, t)
float t[16][16];
{
    register i, j;
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            t[i][j] = (i * 7 + j * 3) % 5 + 0.5;
}

static scale(t, n, m, by, shift)
float (*t)[16];
float by;
unsigned char shift;
{
    int i, j;
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            t[i][j] = t[i][j] * by + shift;
    for (i = 0; i < n; i++)
        weights[i] = i << shift;
}

static fold(o, n)
int *o, n;
{
    int i;
    for (i = 0; i < n; i++)
        o[i] = o[i] + (table[i][0] > 2.0 ? weights[i] : 1);
    return n;
}

main(argc, argv)
char **argv;
{
    int i, j, n, m;
    n = atoi(argv[1]);
    m = atoi(argv[2]);
    init(n, m, table);
    scale(table, n, m, 0.5, 3);
    fold(out, n);
    for (i = 0; i < n; i++) {
        printf("%d %d\n", out[i], weights[i]);
        for (j = 0; j < m; j++)
            printf("%a\n", table[i][j]);
    }
    return argc < 3;
}
