/* Guards: do spans of memory overlap? The guards are in the C of 1989, as the program may be: gcc and clang take long long,
 * __inline and compound literals there as well. */

#ifdef __UINTPTR_TYPE__
typedef __UINTPTR_TYPE__ pave_address;
#else
#include <stdint.h>
typedef uintptr_t pave_address;
#endif
/* The elements from "first" to "last" behind "base", each of "size" bytes. */
typedef struct {
    const volatile void *base;
    long long first, last, size;
} pave_span;
/* Is no element so far away that its address would be hard to compute? */
static __inline int pave_near(pave_span span)
{
    const long long most = (1LL << 52) / span.size;
    return span.first >= -most && span.first <= most && span.last >= -most && span.last <= most;
}
/* Do the first "n_written" of "n" spans overlap no other? */
static __inline int pave_apart(int n_written, int n, const pave_span *spans)
{
    int i, j;
    for (i = 0; i < n; i++)
        if (!pave_near(spans[i]))
            return 0;
    for (i = 0; i < n_written; i++)
        for (j = i + 1; j < n; j++) {
            const int in_order = (pave_address)spans[i].base <= (pave_address)spans[j].base;
            const pave_span a = spans[in_order ? i : j], b = spans[in_order ? j : i];
            const unsigned long long gap = (pave_address)b.base - (pave_address)a.base;
            const long long up = (a.last + 1) * a.size - b.first * b.size;
            const long long down = a.first * a.size - (b.last + 1) * b.size;
            if (up > 0 && (unsigned long long)up > gap && (down < 0 || (unsigned long long)down < gap))
                return 0;
        }
    return 1;
}
