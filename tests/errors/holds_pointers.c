/* An unknown function that could follow pointers. */
struct node {
    struct node *next;
    int weight;
};
int walk(struct node *list);
void f(int n, int *a, struct node *list)
{
#pragma scop
    for (int i = 0; i < n; i++)
        a[i] = walk(list);
#pragma endscop
}
