struct pair { double x, y; };
static struct pair v[40];
static double w[40];
void f(int n)
{
#pragma scop
    for (int i = 0; i < n; i++)
        v[i].x = i * 0.5;
    for (int i = 0; i < n; i++)
        w[i] = v[i].x + w[i];
#pragma endscop
}
