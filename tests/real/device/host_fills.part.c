void keep(float *where, int n);
void change_kept(int step);
void fill(float *row, int n, int step);

static float *kept;
static int n_kept;

void keep(float *where, int n)
{
    kept = where;
    n_kept = n;
}

void change_kept(int step)
{
    kept[n_kept - 1] += kept[0] + step;
    kept[0] += 1;
}

void fill(float *row, int n, int step)
{
    row[0] = step;
    row[n - 1] += row[n / 2];
}
