/* Allocations that end the job of the thread if they fail. */
#include "base/memory.h"

#include <stdlib.h>

/* Enough for a stage to notice, give up and free what it has. */
enum { RESERVE = 1024 * 1024 };

static _Thread_local struct pv_recovery *current;

void pv_recovery_begin(struct pv_recovery *recovery)
{
    recovery->is_short = false;
    recovery->reserve = malloc(RESERVE);
    recovery->outer = current;
    current = recovery;
}

void pv_recovery_end(struct pv_recovery *recovery)
{
    free(recovery->reserve);
    recovery->reserve = NULL;
    current = recovery->outer;
}

void pv_note_short_memory(void)
{
    if (!current)
        return;
    current->is_short = true;
    if (current->stop)
        current->stop(current->user);
}

void pv_out_of_memory(void)
{
    if (!current)
        abort();
    current->is_short = true;
    longjmp(current->place, 1);
}

/* Give the reserve back, for one more attempt; false where there is none. */
static bool use_reserve(void)
{
    if (!current || !current->reserve)
        return false;
    free(current->reserve);
    current->reserve = NULL;
    pv_note_short_memory();
    return true;
}

void *pv_must_calloc(size_t n, size_t size)
{
    void *result = calloc(n, size);
    if (!result && use_reserve())
        result = calloc(n, size);
    if (!result)
        pv_out_of_memory();
    return result;
}

void *pv_must_realloc(void *old, size_t size)
{
    void *result = realloc(old, size);
    if (!result && use_reserve())
        result = realloc(old, size);
    if (!result)
        pv_out_of_memory();
    return result;
}
