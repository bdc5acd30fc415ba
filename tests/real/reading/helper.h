static inline void add_one(int n, float *a)
{
    for (int i = 0; i < n; i++)
        a[i] += 1;
}
