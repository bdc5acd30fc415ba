double gain(double x)
{
    return x / 3 + 1;
}

double weight(const double *w, int i)
{
    return w[i % 4];
}

void smooth(int n, const double *from, double *to)
{
    for (int i = 0; i < n; i++)
        to[i] = (from[i] + from[i ? i - 1 : 0]) / 2;
}
