/* Arrays that stay on the device while the host executes statements between kernels. Included behind the support of a target,
 * which defines pave_buffer, pave_runs_out and functions that copy. */

typedef struct {
    pave_buffer buffer;
    void *host;
    size_t size;
    const char *what;
    int on_host, on_device; /* is the copy there up to date? */
} pave_item;

/* A kernel is about to access the array, or to write it, too. */
static inline pave_buffer pave_to_device(pave_item *item, int is_written, unsigned line)
{
    if (!item->on_device) {
        pave_runs_out = 0;
        pave_copy_in(item->buffer, item->host, item->size, item->what, line);
        if (pave_runs_out)
            exit(1);
        item->on_device = 1;
    }
    if (is_written)
        item->on_host = 0;
    return item->buffer;
}

/* The host is about to access the array, or to write it, too. */
static inline void pave_to_host(pave_item *item, int is_written, unsigned line)
{
    if (!item->on_host)
        pave_copy_out(item->host, item->buffer, item->size, item->what, line);
    item->on_host = 1;
    if (is_written)
        item->on_device = 0;
}

/* A list of "n" arrays that are up to date on both sides. NULL where there is no memory for it. */
static pave_item *pave_hold(int n, const pave_item *items)
{
    pave_item *list = (pave_item *)malloc((size_t)n * sizeof(pave_item));
    for (int i = 0; list && i < n; i++)
        list[i] = items[i];
    return list;
}
