/* Guards: the span of rows behind pointers. Included behind apart.h. */

/* The bytes of the rows behind pointers in memory, "depth" - 1 of them on the way to an element, with subscripts from
 * "first" to "last". The rows must come one after the other: else no test may pass. */
static __inline pave_span pave_rows(int depth, const volatile void *base, const long long *first,
                                    const long long *last, long long size)
{
    pave_span all = {base, *first, *last, size};
    const pave_span none = {base, 1LL << 60, 1LL << 60, size};
    pave_address begin = 0, end = 0;
    long long i;
    for (i = *first; depth > 1 && i <= *last; i++) {
        const volatile unsigned char *from = (const volatile unsigned char *)base + i * (long long)sizeof(void *);
        void *row = 0;
        unsigned j;
        for (j = 0; j < sizeof(row); j++)
            ((unsigned char *)&row)[j] = from[j];
        const pave_span part = pave_rows(depth - 1, row, first + 1, last + 1, size);
        if (!pave_near(part))
            return none;
        const pave_address low = (pave_address)part.base + (pave_address)(part.first * part.size);
        const pave_address high = (pave_address)part.base + (pave_address)((part.last + 1) * part.size);
        if (high < low || (i > *first && low < end))
            return none;
        begin = i > *first ? begin : low;
        end = high;
        all = (pave_span){(const volatile void *)begin, 0, (long long)(end - begin) - 1, 1};
    }
    return all;
}
