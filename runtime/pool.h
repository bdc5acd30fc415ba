/* Memory of the device that regions have released, kept for the regions after them: a driver needs longer for some memory than
 * many regions run. The driver takes it back when the program ends; not every driver can still be called then. Included behind the
 * state of a target, which defines pave_buffer, pave_create(), pave_destroy() and pave_current(). */

/* So many buffers are known, used and idle ones; idle ones have so many bytes in all. */
enum { pave_most_known = 64 };
static const size_t pave_most_idle = (size_t)1 << 30;

typedef struct {
    pave_buffer buffer; /* 0: the place is free */
    size_t size;
    int device;
    unsigned long idle_since; /* the number of its release, or 0 while a region uses it */
} pave_known;
static pave_known pave_pool[pave_most_known];
static size_t pave_idle_bytes;

/* Threads of the program share the pool under a lock of its own, which nobody holds who may end the program. */
#if defined(__GNUC__) && !defined(__TINYC__)
static char pave_pool_is_locked;
static inline int pave_try_pool(void)
{
    return !__atomic_test_and_set(&pave_pool_is_locked, __ATOMIC_ACQUIRE);
}
static inline void pave_unlock_pool(void)
{
    __atomic_clear(&pave_pool_is_locked, __ATOMIC_RELEASE);
}
#else
static inline int pave_try_pool(void)
{
    return 1;
}
static inline void pave_unlock_pool(void)
{
}
#endif
static inline void pave_lock_pool(void)
{
    while (!pave_try_pool())
        ;
}

/* Give the buffer that has been idle for the longest time back to the device. 0 where there is none. */
static int pave_drop_oldest(void)
{
    pave_known *oldest = NULL;
    int i;
    for (i = 0; i < pave_most_known; i++)
        if (pave_pool[i].idle_since && (!oldest || pave_pool[i].idle_since < oldest->idle_since))
            oldest = &pave_pool[i];
    if (!oldest)
        return 0;
    pave_destroy(oldest->buffer);
    pave_idle_bytes -= oldest->size;
    oldest->buffer = 0;
    oldest->idle_since = 0;
    return 1;
}

/* The smallest idle buffer of "size" bytes, or little more, on the current device; or NULL. */
static pave_known *pave_find_idle(size_t size)
{
    pave_known *best = NULL;
    int i, device = pave_current();
    for (i = 0; i < pave_most_known; i++) {
        pave_known *known = &pave_pool[i];
        if (known->idle_since && known->device == device && known->size >= size && known->size - size <= size / 4 &&
            (!best || known->size < best->size))
            best = known;
    }
    return best;
}

/* Keep "buffer" in mind, if there is a place or an idle buffer has one. */
static void pave_note(pave_buffer buffer, size_t size)
{
    int i, n_tries;
    for (n_tries = 0; n_tries < 2; n_tries++) {
        for (i = 0; i < pave_most_known && pave_pool[i].buffer; i++)
            ;
        if (i < pave_most_known) {
            pave_pool[i].buffer = buffer;
            pave_pool[i].size = size;
            pave_pool[i].device = pave_current();
            return;
        }
        if (!pave_drop_oldest())
            return;
    }
}

/* Memory of "size" bytes. Where the device has none left, idle buffers make room. 0 where that is not enough. */
static int pave_take(pave_buffer *buffer, size_t size)
{
    int has_memory = 1;
    pave_lock_pool();
    pave_known *idle = pave_find_idle(size);
    if (idle) {
        *buffer = idle->buffer;
        idle->idle_since = 0;
        pave_idle_bytes -= idle->size;
    } else {
        do
            has_memory = pave_create(buffer, size);
        while (!has_memory && pave_drop_oldest());
        if (has_memory)
            pave_note(*buffer, size);
    }
    pave_unlock_pool();
    return has_memory;
}

/* Keep "buffer", which nobody uses any more. 0 where it is not to be kept. */
static int pave_give_back(pave_buffer buffer)
{
    static unsigned long n_releases;
    int i = 0;
    pave_lock_pool();
    while (i < pave_most_known && pave_pool[i].buffer != buffer)
        i++;
    int is_kept = i < pave_most_known && pave_pool[i].size <= pave_most_idle;
    if (is_kept) {
        pave_pool[i].idle_since = ++n_releases;
        pave_idle_bytes += pave_pool[i].size;
        while (pave_idle_bytes > pave_most_idle)
            pave_drop_oldest();
    } else if (i < pave_most_known) {
        pave_pool[i].buffer = 0;
    }
    pave_unlock_pool();
    return is_kept;
}
