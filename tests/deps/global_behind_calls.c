/* A global that the region itself never names: both functions write it, so their order matters. */
int world(void);
static float f[20];
static void first(int p)
{
    if (p < 0)
        return;
    f[p] += world();
}
static void second(int p)
{
    f[p] = 1;
}
void g(int n)
{
#pragma scop
A:
    first(n);
B:
    second(n);
#pragma endscop
}
