/* A call that may act on the world stays; a pure one whose result is dead goes. */
int act(int x);
__attribute__((pure)) int look(int x);
void f(int n, int *restrict a)
{
#pragma scop
    for (int i = 0; i < n; i++) {
        int t;
    A:
        t = act(i);
    P:
        t = look(i);
    S:
        a[i] = i;
    }
#pragma endscop
}
