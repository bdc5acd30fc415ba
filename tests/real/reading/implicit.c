// run: 200
// parallel: 5
// kernels: 2
// gcc: -w
/* What gcc 12 accepts by default: definitions in the style of K&R, implicit functions and types, empty parameter lists. */
int A[300];
float B[300], C[300];
static limit = 300;

twice(i)
{
    return 2 * i;
}

fill(n)
{
    int i;
    for (i = 0; i < n; i++)
        A[i] = twice(i) + later(i);
}

int scale(to, from, n) float *to, from[];
{
    register i;
    for (i = 0; i < n; i++)
        to[i] = from[i] * 2 + 1;
}

static double mean(x, n)
    float x[];
    unsigned short n;
{
    double sum = 0;
    int i;
    for (i = 0; i < n; i++)
        sum += x[i];
    return sum / n;
}

/* Pointers and integers of the wrong type. */
int *address(p) char *p;
{
    return p;
}

check(p, n)
    unsigned *p;
{
    extern float C[];
    int i, *q = address(p), word = 0;
    for (i = 0; i < n; i++)
        C[i] = q[i] - i;
    return word;
}

main(argc, argv) char **argv;
{
    int n = argc > 1 ? atoi(argv[1]) : limit;
    extern int later();
    int i, sum = 0;
    fill(n);
    for (i = 0; i < n; i++)
        B[i] = A[i] * 0.25;
    scale(C, B, n);
    printf("%a\n", mean(C, n));
    check(A, n);
    for (i = 0; i < n; i++)
        sum ^= A[i] * i;
    printf("%d %a\n", sum, mean(C, n));
    return 0;
}

int later(i)
{
    return i % 7;
}
