/* Counts long numbers and products against the budget of a step. */
#include "base/workcount.h"

#include <limits.h>
#include <stddef.h>

/* How many long numbers there may still be, and what happens then; nothing where "stop" is NULL. */
static _Thread_local struct {
    unsigned long left;
    void (*stop)(void *user);
    void *user;
} watch;

_Thread_local unsigned long pv_work_products = ULONG_MAX;

static void stop_watching(void)
{
    void (*stop)(void *user) = watch.stop;
    watch.stop = NULL;
    if (stop)
        stop(watch.user);
}

void pv_work_count_long(void)
{
    if (watch.stop && watch.left-- == 0)
        stop_watching();
}

void pv_work_end_products(void)
{
    stop_watching();
}

void pv_work_watch(unsigned long most_long, unsigned long most_products, void (*stop)(void *user), void *user)
{
    watch.left = most_long;
    pv_work_products = stop ? most_products : ULONG_MAX;
    watch.user = user;
    watch.stop = stop;
}
