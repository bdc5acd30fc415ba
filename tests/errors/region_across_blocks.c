/* A region must begin and end in one block. */
void f(int n, int *a)
{
    for (int i = 0; i < n; i++) {
#pragma scop
        a[i] = 0;
    }
#pragma endscop
}
