// flags: --no-run-time-tests
/* A pointer in a structure that the region may change is not followed where no test can tell: characters may be stored over the
 * pointer itself. */
struct text {
    int n;
    char *data;
};
void f(struct text *v)
{
#pragma scop
    for (int i = 0; i < v->n; i++)
        v->data[i] = 0;
#pragma endscop
}
