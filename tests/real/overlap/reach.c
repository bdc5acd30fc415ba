// run: 40
// run: 0
// parallel: 6
// kernels: 6
/* Pointers that may lead to variables: global arrays and scalars, the bound of the loop itself, records, and bytes of anything. */
float table[64];
float gain = 2;
int count = 40;
int numbers[64];

struct point {
    float x, y;
};

void scale(float *p, int n)
{
    for (int i = 0; i < n; i++)
        p[i] = p[i] * gain + table[i];
}

/* Where "p" leads to "count", the loop ends earlier or later than it began to think. */
void number(int *p)
{
    for (int i = 0; i < count; i++)
        p[i] = i + 3;
}

void from_table(float *p, int n)
{
    for (int i = 0; i < n; i++)
        table[i] = p[n - 1 - i];
}

void move(struct point *to, const struct point *from, float *weight, int n)
{
    for (int i = 0; i < n; i++) {
        to[i].x = from[i].y;
        to[i].y = weight[i];
    }
}

void clear(unsigned char *bytes, const int *mask, int n)
{
    for (int i = 0; i < n; i++)
        bytes[i] = (unsigned char)(mask[i / 4] + i);
}

/* A local array that nothing points at needs no test against "p", but "p" and "q" do. */
float local(float *p, const float *q)
{
    float kept[32];
    for (int i = 0; i < 32; i++)
        kept[i] = q[i];
    for (int i = 0; i < 32; i++)
        p[31 - i] = kept[i] + q[i];
    return kept[3];
}
