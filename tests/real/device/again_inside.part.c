void between(int depth, float *v, int n);
void relax(int depth, float *restrict v, int n);

void between(int depth, float *v, int n)
{
    float own[64];
    if (depth == 2)
        return;
    for (int i = 0; i < n; i++)
        own[i] = v[i] + 1;
    relax(depth + 1, own, n);
    v[0] += own[n - 1];
}
