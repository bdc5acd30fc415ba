/* Checks the grid barriers of persistent kernels: follows each kernel in the order of its text and keeps the steps that no
 * barrier has ended yet. */
#include "check/gridcheck.h"

#include <string.h>

/* What may have run since the last grid barrier. */
enum open { NOTHING, ONE_THREAD, MORE };

static enum open follow_block(const pv_pblock *block, enum open since, bool is_inside, const char **failure);

static bool is_one_thread(const struct pv_pkernel *kernel)
{
    int n_threads = 1;
    for (int axis = 0; axis < pv_kernel_n_thread_axes(kernel->sizes); axis++)
        n_threads *= kernel->sizes->threads[axis];
    return !kernel->sizes->n_axes && n_threads == 1;
}

static enum open follow_step(const struct pv_ps *step, enum open since, const char **failure)
{
    enum open now = is_one_thread(step->kernel) ? ONE_THREAD : MORE;
    if (since != NOTHING && (since != ONE_THREAD || now != ONE_THREAD))
        *failure = "no grid barrier stands between two steps of a persistent kernel";
    follow_block(&step->body, NOTHING, true, failure);
    return now;
}

/* A loop is followed twice: its end comes before its beginning. */
static enum open follow_stmt(const struct pv_ps *stmt, enum open since, bool is_inside, const char **failure)
{
    if (stmt->kind == PV_PS_BARRIER && stmt->is_grid) {
        if (is_inside)
            *failure = "a grid barrier stands inside a step of a persistent kernel";
        return NOTHING;
    }
    if (stmt->kind == PV_PS_BLOCK && stmt->kernel)
        return follow_step(stmt, since, failure);
    enum open after = follow_block(&stmt->body, since, is_inside, failure);
    if (stmt->kind == PV_PS_FOR)
        after = follow_block(&stmt->body, after, is_inside, failure);
    enum open other = follow_block(&stmt->other, since, is_inside, failure);
    if (stmt->kind == PV_PS_FOR || stmt->kind == PV_PS_IF)
        after = other > after ? other : after;
    return after;
}

static enum open follow_block(const pv_pblock *block, enum open since, bool is_inside, const char **failure)
{
    for (int i = 0; i < block->n; i++)
        since = follow_stmt(block->v[i], since, is_inside, failure);
    return since;
}

const char *pv_gridcheck(const struct pv_pentry *entry)
{
    const char *failure = NULL;
    for (int i = 0; i < entry->kernels.n; i++)
        if (entry->kernels.v[i]->is_persistent)
            follow_block(&entry->kernels.v[i]->body, NOTHING, false, &failure);
    return failure || !entry->narrow ? failure : pv_gridcheck(entry->narrow);
}

static void drop(pv_pblock *block, int *n)
{
    for (int i = 0; i < block->n; i++) {
        struct pv_ps *stmt = block->v[i];
        if (stmt->kind == PV_PS_BARRIER && stmt->is_grid && (*n)-- == 0) {
            memmove(block->v + i, block->v + i + 1, sizeof(*block->v) * (size_t)(block->n - i - 1));
            block->n--;
            return;
        }
        drop(&stmt->body, n);
        drop(&stmt->other, n);
    }
}

void pv_gridcheck_drop_barrier(struct pv_pentry *entry, int n)
{
    for (int i = 0; i < entry->kernels.n; i++)
        if (entry->kernels.v[i]->is_persistent)
            drop(&entry->kernels.v[i]->body, &n);
}
