/* A statement expression is named. */
void f(int n, int *a)
{
#pragma scop
    for (int i = 0; i < n; i++)
        a[i] = ({ int t = i; t + 1; });
#pragma endscop
}
