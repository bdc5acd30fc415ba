// An annotation with a variable that is no loop around the statement.
void mix(int n, float a[restrict n], float b[restrict n])
{
#pragma scop
    for (int i = 0; i < n; i++)
        a[i] = a[i] * 2.0f + b[i];
#pragma endscop
}
