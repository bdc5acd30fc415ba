/* Guards: the number of an element in an array with rows. No sum or product overflows: elements further than 2^52 bytes
 * from the first are taken to overlap anything. */

/* The element x * n + y; one too far away for any test where that may not fit. */
static __inline long long pave_at(long long x, long long n, long long y)
{
    const long long most = 1LL << 52;
    return n < 1 || x > most / n || x < -most / n || y > most || y < -most ? 1LL << 60 : x * n + y;
}
