/* A switch in a region is named. */
void f(int n, int *a)
{
#pragma scop
    for (int i = 0; i < n; i++)
        switch (i % 3) {
        case 0:
            a[i] = 1;
            break;
        default:
            a[i] = 2;
        }
#pragma endscop
}
