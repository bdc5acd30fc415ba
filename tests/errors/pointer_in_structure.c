/* A pointer that is read from memory is not followed. */
struct vector {
    int n;
    double *data;
};
void f(struct vector *v)
{
#pragma scop
    for (int i = 0; i < v->n; i++)
        v->data[i] = 0;
#pragma endscop
}
