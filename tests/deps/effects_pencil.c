/* The same by PENCIL's rules: no order, still needed. */
void act(int x);
void f(int n)
{
#pragma scop
    for (int i = 0; i < n; i++)
    S:
        act(i);
#pragma endscop
}
