// Whether an element is written depends on data: the order must stay.
void clip(int n, const int at[restrict n], int v[restrict n])
{
#pragma scop
    for (int i = 0; i < n; i++)
        v[at[i]] = i;
#pragma endscop
}
