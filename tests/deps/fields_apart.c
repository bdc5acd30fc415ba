/* Fields of one structure do not touch each other. */
struct point {
    int x, y;
};
void f(int n, struct point *restrict p)
{
#pragma scop
    for (int i = 1; i < n; i++) {
    X:
        p[i].x = p[i - 1].x;
    Y:
        p[i].y = p[i - 1].x;
    }
#pragma endscop
}
