double clock_of(const double *data, int n);

double clock_of(const double *data, int n)
{
    double count = 0;
    for (int i = 0; i < n; i++)
        count += data[i] != 0;
    return count;
}
