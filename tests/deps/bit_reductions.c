/* &=, |= and ^=, each its own reduction. */
void f(int n, const unsigned *restrict a, unsigned r[restrict 3])
{
#pragma scop
    for (int i = 0; i < n; i++) {
    A:
        r[0] &= a[i];
    O:
        r[1] |= a[i];
    X:
        r[2] ^= a[i];
    }
#pragma endscop
}
