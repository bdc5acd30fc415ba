/* Are arrays that come back from the device interleaved? A copy of all bytes of one would overwrite what
 * belongs to another. Included behind the support of a target. */

typedef struct {
    const void *from;
    size_t size;
} pave_range;

static int pave_are_mixed(int n, const pave_range *ranges)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++) {
            const char *a = (const char *)ranges[i].from, *b = (const char *)ranges[j].from;
            if (a && b && a < b + ranges[j].size && b < a + ranges[i].size)
                return 1;
        }
    return 0;
}
