/* A global that the region itself never names: both functions write it, so their order matters. The first
 * returns from a loop, so it stays a call. */
int world(void);
static float f[20];
static void first(int p)
{
    for (int i = 0; i < 1; i++)
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
