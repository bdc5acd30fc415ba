// Of two writes to one element, another one is the last.
void mark(int n, int v[restrict n + 1])
{
#pragma scop
    for (int i = 0; i < n; i++)
        v[i] = 1;
    for (int i = 0; i < n; i++)
        v[i + 1] = 2;
#pragma endscop
}
