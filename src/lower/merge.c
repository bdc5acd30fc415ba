/* Merges kernels of one thread that follow each other: the thread does the same in the same order, and a launch takes longer than
 * most of them. */
#include "lower/merge.h"

#include <string.h>

/* The kernel that "stmt" launches, if it has one thread and "stmt" does nothing else; or NULL. */
static struct pv_pkernel *lone_kernel(const struct pv_ps *stmt)
{
    bool is_launch = stmt->kind == PV_PS_BLOCK && stmt->body.n == 1 && stmt->body.v[0]->kind == PV_PS_LAUNCH;
    struct pv_pkernel *kernel = is_launch ? stmt->body.v[0]->kernel : NULL;
    return kernel && pv_kernel_has_one_thread(kernel->sizes) ? kernel : NULL;
}

/* A buffer that one of them writes is neither constant nor restrict. */
static void add_arg(struct pv_arena *arena, struct pv_pkernel *kernel, const struct pv_parg *arg)
{
    for (int i = 0; i < kernel->args.n; i++) {
        struct pv_parg *other = &kernel->args.v[i];
        if (strcmp(other->name, arg->name) != 0)
            continue;
        other->is_const = other->is_const && arg->is_const;
        other->is_restrict = other->is_restrict && arg->is_restrict && other->is_const;
        return;
    }
    pv_push(arena, &kernel->args, *arg);
}

/* Put what "kernel" does into a block of its own, with its variables. */
static void enclose(struct pv_arena *arena, struct pv_pkernel *kernel)
{
    pv_pblock all = {0};
    struct pv_pout out = {arena, &all};
    struct pv_ps *block = pv_ps_add(&out, PV_PS_BLOCK);
    for (int i = 0; i < kernel->locals.n; i++)
        pv_push(arena, &block->body, kernel->locals.v[i]);
    for (int i = 0; i < kernel->body.n; i++)
        pv_push(arena, &block->body, kernel->body.v[i]);
    kernel->locals = (pv_pblock){0};
    kernel->body = all;
}

static void forget(struct pv_pentry *entry, const struct pv_pkernel *kernel)
{
    int n = 0;
    for (int i = 0; i < entry->kernels.n; i++)
        if (entry->kernels.v[i] != kernel)
            entry->kernels.v[n++] = entry->kernels.v[i];
    entry->kernels.n = n;
}

/* Let "first" do what "next" does, too. */
static void append(struct pv_version *version, struct pv_pkernel *first, struct pv_pkernel *next, bool is_enclosed)
{
    struct pv_arena *arena = version->lowering->arena;
    if (!is_enclosed)
        enclose(arena, first);
    enclose(arena, next);
    for (int i = 0; i < next->body.n; i++)
        pv_push(arena, &first->body, next->body.v[i]);
    for (int i = 0; i < next->args.n; i++)
        add_arg(arena, first, &next->args.v[i]);
    forget(version->entry, next);
}

static void merge_in(struct pv_version *version, pv_pblock *block)
{
    struct pv_pkernel *first = NULL; /* of the launches right before */
    bool is_enclosed = false;
    int n = 0;
    for (int i = 0; i < block->n; i++) {
        struct pv_ps *stmt = block->v[i];
        struct pv_pkernel *kernel = lone_kernel(stmt);
        if (first && kernel) {
            append(version, first, kernel, is_enclosed);
            is_enclosed = true;
            continue;
        }
        first = kernel;
        is_enclosed = false;
        merge_in(version, &stmt->body);
        merge_in(version, &stmt->other);
        block->v[n++] = stmt;
    }
    block->n = n;
}

void pv_merge(struct pv_version *version)
{
    if (version->entry && !version->entry->is_divided)
        merge_in(version, &version->entry->body);
}
