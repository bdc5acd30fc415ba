/* Calls that nobody has seen keep their order. */
void act(int x);
void f(int n)
{
#pragma scop
    for (int i = 0; i < n; i++)
    S:
        act(i);
#pragma endscop
}
