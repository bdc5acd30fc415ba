/* The tests in front of regions: numbers of elements, spans that overlap or not, rows behind pointers. */
#include "../../runtime/at.h"

#include "../../runtime/apart.h"
#include "../../runtime/rows.h"

#include <limits.h>
#include <stdio.h>

static int n_failed;

static void expect(int holds, const char *test, const char *what)
{
    if (!holds) {
        n_failed++;
        printf("FAIL %s %s\n", test, what);
    }
}

static int is_far(long long element)
{
    return !pave_near((pave_span){0, element, element, 1});
}

static void test_at(void)
{
    const long long large = LLONG_MAX / 2;
    expect(pave_at(3, 10, 4) == 34 && pave_at(-1, 10, 4) == -6 && pave_at(0, 1, 0) == 0, "at", "small numbers");
    expect(is_far(pave_at(large, 10, 0)) && is_far(pave_at(-large, 10, 0)), "at", "a product that overflows");
    expect(is_far(pave_at(0, 10, large)) && is_far(pave_at(LLONG_MIN, 1, LLONG_MIN)), "at", "a sum that overflows");
    expect(is_far(pave_at(1, 0, 1)) && is_far(pave_at(1, -5, 1)), "at", "rows without elements");
    printf("ok at\n");
}

/* Do elements "first" to "last" of two arrays that begin so many bytes apart have none in common? By trying all bytes. */
static int are_apart(const pave_span *a, const pave_span *b)
{
    for (long long x = a->first * a->size; x < (a->last + 1) * a->size; x++)
        for (long long y = b->first * b->size; y < (b->last + 1) * b->size; y++)
            if ((const volatile char *)a->base + x == (const volatile char *)b->base + y)
                return 0;
    return 1;
}

static void test_apart(void)
{
    static char memory[64] = {0};
    for (int at = 0; at < 24; at++)
        for (long long first = -1; first < 3; first++)
            for (long long last = first; last < 4; last++) {
                const pave_span spans[] = {{memory + 12, 0, 2, 2}, {memory + at + 4, first, last, 4}};
                const pave_span swapped[] = {spans[1], spans[0]};
                const int truth = are_apart(&spans[0], &spans[1]);
                expect(pave_apart(1, 2, spans) == truth, "apart", "differs from the bytes");
                expect(pave_apart(2, 2, swapped) == truth, "apart", "depends on the order");
                expect(pave_apart(0, 2, spans), "apart", "fails for spans that are only read");
            }
    const pave_span far[] = {{memory, 0, 1, 8}, {memory, 1LL << 52, 1LL << 52, 8}};
    expect(!pave_apart(1, 2, far), "apart", "passes for an element whose address overflows");
    printf("ok apart\n");
}

static void test_rows(void)
{
    static double memory[40], *in_order[4], *out_of_order[4];
    for (int i = 0; i < 4; i++) {
        in_order[i] = memory + (size_t)10 * i;
        out_of_order[i] = memory + (size_t)10 * (3 - i);
    }
    const long long first[] = {1, 2}, last[] = {3, 5};
    const pave_span rows = pave_rows(2, in_order, first, last, sizeof(double));
    expect(rows.base == memory + 12 && (rows.last + 1) * rows.size == 24 * (long long)sizeof(double), "rows",
           "are not all elements from the first to the last");
    expect(!pave_near(pave_rows(2, out_of_order, first, last, sizeof(double))), "rows", "out of order are near");
    const pave_span plain = pave_rows(1, memory, first, last, sizeof(double));
    expect(plain.base == memory && plain.first == 1 && plain.last == 3, "rows", "of depth 1 are not a plain span");
    printf("ok rows\n");
}

int main(void)
{
    test_at();
    test_apart();
    test_rows();
    return n_failed > 0;
}
