/* A bit-field is refused with its name. */
struct flags {
    unsigned low : 3, high : 5;
};
void f(int n, struct flags *s)
{
#pragma scop
    for (int i = 0; i < n; i++)
        s[i].low = i;
#pragma endscop
}
