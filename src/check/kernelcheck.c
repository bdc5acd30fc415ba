/* Follows each kernel in the order of its text and keeps which arrays were read and written since the last barrier, one bit for
 * each. */
#include "check/kernelcheck.h"

#include <string.h>

enum { MAX_NAMES = 64 };

static const char no_barrier[] = "no barrier stands between two threads of a block that access the same memory";

/* Accesses by name, as bits; and those of them that are by one and the same thread of the block, which need no barrier between
 * each other. */
struct accesses {
    uint64_t reads, writes;
    uint64_t lone_reads, lone_writes;
};

struct check {
    const struct pv_pkernel *kernel;
    int n_names;
    const char *names[MAX_NAMES];
    uint64_t global;              /* names of arrays in global memory: only some barriers order these */
    PV_VEC(const char *) varying; /* variables that differ from thread to thread */
    struct pv_arena *arena;
    const char *failure;
};

static int find_name(const struct check *check, const char *name)
{
    for (int i = 0; i < check->n_names; i++)
        if (!strcmp(check->names[i], name))
            return i;
    return -1;
}

static void add_name(struct check *check, const char *name, bool is_global)
{
    if (check->n_names == MAX_NAMES)
        return;
    check->global |= is_global ? (uint64_t)1 << check->n_names : 0;
    check->names[check->n_names++] = name;
}

/* Accesses of expressions. */

/* The memory that "place" is part of, as a bit; 0 where it is none that matters. */
static uint64_t memory_of(const struct check *check, pv_px *place)
{
    bool is_element = false;
    while (place->kind == PV_PX_INDEX || place->kind == PV_PX_FIELD || place->kind == PV_PX_PAREN) {
        is_element = is_element || place->kind == PV_PX_INDEX;
        place = place->args[0];
    }
    int found = is_element && place->kind == PV_PX_NAME ? find_name(check, place->text) : -1;
    return found < 0 ? 0 : (uint64_t)1 << found;
}

static void collect_expr(const struct check *check, pv_px *expr, struct accesses *all)
{
    if (!expr)
        return;
    bool is_assignment = expr->kind == PV_PX_BINARY && expr->prec == PV_CPREC_ASSIGN;
    bool is_step = (expr->kind == PV_PX_PREFIX || expr->kind == PV_PX_POSTFIX) && strlen(expr->text) == 2;
    if (is_assignment || is_step)
        all->writes |= memory_of(check, expr->args[0]);
    if (is_assignment && !strcmp(expr->text, "=")) { /* the subscripts of the place are read, the place is not */
        for (pv_px *place = expr->args[0]; place->n_args; place = place->args[0])
            collect_expr(check, place->n_args > 1 ? place->args[1] : NULL, all);
        collect_expr(check, expr->args[1], all);
        return;
    }
    all->reads |= expr->kind == PV_PX_INDEX ? memory_of(check, expr) : 0;
    for (int i = 0; i < expr->n_args; i++)
        collect_expr(check, expr->args[i], all);
}

static void collect_stmt(const struct check *check, const struct pv_ps *stmt, struct accesses *all)
{
    collect_expr(check, stmt->expr, all);
    collect_expr(check, stmt->cond, all);
    collect_expr(check, stmt->step, all);
    if (stmt->init)
        collect_stmt(check, stmt->init, all);
    for (int i = 0; i < stmt->body.n; i++)
        collect_stmt(check, stmt->body.v[i], all);
    for (int i = 0; i < stmt->other.n; i++)
        collect_stmt(check, stmt->other.v[i], all);
}

/* Variables that differ from thread to thread. */

static bool varies(const struct check *check, pv_px *expr)
{
    if (!expr)
        return false;
    if (expr->kind == PV_PX_INDEX || expr->kind == PV_PX_CALL)
        return true;
    for (int i = 0; expr->kind == PV_PX_NAME && i < check->varying.n; i++)
        if (!strcmp(check->varying.v[i], expr->text))
            return true;
    for (int i = 0; i < expr->n_args; i++)
        if (varies(check, expr->args[i]))
            return true;
    return false;
}

static void note_variable(struct check *check, const struct pv_ps *decl, bool is_varying)
{
    if (decl && decl->kind == PV_PS_DECL && is_varying)
        pv_push(check->arena, &check->varying, decl->name);
}

/* Statements. */

static void follow_block(struct check *check, const pv_pblock *block, bool is_divergent, struct accesses *since);

/* What threads do at the same time as, or right after, what they did since the last barrier. */
static void add_accesses(struct check *check, struct accesses *since, struct accesses now)
{
    if ((since->writes & now.reads) || (since->reads & now.writes) || (since->lone_writes & now.reads) ||
        (since->lone_reads & now.writes))
        check->failure = no_barrier;
    since->reads |= now.reads;
    since->writes |= now.writes;
}

/* What one of them does alone. */
static void add_lone_accesses(struct check *check, struct accesses *since, struct accesses now)
{
    if ((since->writes & now.reads) || (since->reads & now.writes))
        check->failure = no_barrier;
    since->lone_reads |= now.reads;
    since->lone_writes |= now.writes;
}

static struct accesses join(struct accesses a, struct accesses b)
{
    return (struct accesses){a.reads | b.reads, a.writes | b.writes, a.lone_reads | b.lone_reads,
                             a.lone_writes | b.lone_writes};
}

static bool loop_names(const struct pv_ps *loop, const char *name)
{
    return pv_px_names(loop->cond, name) || pv_px_names(loop->step, name) ||
           (loop->init && pv_px_names(loop->init->expr, name));
}

/* Blocks share only the loops that they were given: the dependences are checked against these (blockcheck). */
static void check_sharing(struct check *check, const struct pv_ps *loop)
{
    const struct pv_pkernel *kernel = check->kernel;
    for (int axis = 0; axis < kernel->sizes->n_axes; axis++) {
        const char *id = kernel->ids[PV_LEVEL_BLOCK][axis], *iterator = kernel->block_iterators[axis];
        bool is_own = iterator && loop->init && !strcmp(loop->init->name, iterator);
        if (id && !is_own && loop_names(loop, id))
            check->failure = "blocks share a loop whose iterations depend on each other";
    }
}

/* A loop is followed twice: its end comes before its beginning. */
static void follow_loop(struct check *check, const struct pv_ps *loop, bool is_divergent, struct accesses *since)
{
    check_sharing(check, loop);
    bool is_varying = varies(check, loop->cond) || varies(check, loop->step) ||
                      (loop->init && varies(check, loop->init->expr));
    note_variable(check, loop->init, is_varying);
    struct accesses around = *since;
    for (int i = 0; i < 2 && !check->failure; i++)
        follow_block(check, &loop->body, is_divergent || is_varying, since);
    *since = join(*since, around);
}

/* A barrier orders all accesses but those to "rest". */
static void forget(struct accesses *since, uint64_t rest)
{
    since->reads &= rest;
    since->writes &= rest;
    since->lone_reads &= rest;
    since->lone_writes &= rest;
}

static void follow_stmt(struct check *check, const struct pv_ps *stmt, bool is_divergent, struct accesses *since)
{
    struct accesses now = {0}, other = *since;
    switch (stmt->kind) {
    case PV_PS_BARRIER:
        if (is_divergent)
            check->failure = "not all threads of a block reach a barrier";
        forget(since, stmt->is_global ? 0 : check->global);
        break;
    case PV_PS_BLOCK:
        follow_block(check, &stmt->body, is_divergent, since);
        break;
    case PV_PS_FOR:
        follow_loop(check, stmt, is_divergent, since);
        break;
    case PV_PS_IF:
        is_divergent = is_divergent || varies(check, stmt->cond);
        follow_block(check, &stmt->body, is_divergent, since);
        follow_block(check, &stmt->other, is_divergent, &other);
        *since = join(*since, other);
        break;
    default:
        note_variable(check, stmt, varies(check, stmt->expr));
        collect_stmt(check, stmt, &now);
        add_accesses(check, since, now);
        break;
    }
}

/* Statements of one band of threads, and the parts of one statement of the program, belong together: between their instances
 * that run at the same time there is no dependence. */
static bool goes_with(const struct pv_ps *a, const struct pv_ps *b)
{
    return (a->band && a->band == b->band) || (a->leaf && a->leaf == b->leaf);
}

static void look_for_barrier(const struct pv_ps *stmt, void *user)
{
    bool *is_found = user;
    *is_found = *is_found || stmt->kind == PV_PS_BARRIER;
}

/* Is "stmt" for the first thread alone? What it says so by is not taken for granted. */
static bool is_alone(const struct check *check, const struct pv_ps *stmt)
{
    const char *thread = check->kernel->ids[PV_LEVEL_THREAD][0];
    bool has_barrier = false;
    if (!stmt->is_alone || pv_kernel_n_thread_axes(check->kernel->sizes) != 1)
        return false;
    pv_pblock_visit(&stmt->body, look_for_barrier, NULL, &has_barrier);
    return !has_barrier && !strcmp(stmt->cond->text, "==") && !strcmp(stmt->cond->args[0]->text, thread) &&
           pv_px_is_number(stmt->cond->args[1], 0);
}

static void follow_block(struct check *check, const pv_pblock *block, bool is_divergent, struct accesses *since)
{
    for (int i = 0; i < block->n && !check->failure; i++) {
        const struct pv_ps *stmt = block->v[i];
        struct accesses now = {0};
        if (is_alone(check, stmt)) {
            collect_stmt(check, stmt, &now);
            add_lone_accesses(check, since, now);
            continue;
        }
        if (!stmt->band && !stmt->leaf) {
            follow_stmt(check, stmt, is_divergent, since);
            continue;
        }
        collect_stmt(check, stmt, &now);
        for (; i + 1 < block->n && goes_with(stmt, block->v[i + 1]); i++)
            collect_stmt(check, block->v[i + 1], &now);
        add_accesses(check, since, now);
    }
}

/* Does "kernel" work on copies of all that it accesses of "array"? Tiles write back what they own. */
static bool is_copied(const struct pv_kernel *kernel, const struct pv_array *array)
{
    for (int i = 0; i < kernel->locals.n; i++)
        if (kernel->locals.v[i]->array == array && kernel->locals.v[i]->stored)
            return true;
    return false;
}

static const char *check_kernel(struct pv_arena *arena, const struct pv_pkernel *kernel)
{
    struct check check = {.kernel = kernel, .arena = arena};
    struct accesses since = {0};
    for (int i = 0; i < kernel->locals.n; i++)
        if (kernel->locals.v[i]->is_shared)
            add_name(&check, kernel->locals.v[i]->name, false);
    bool shares_global = kernel->sizes->has_steps || kernel->has_loaders;
    for (int i = 0; i < kernel->args.n && shares_global; i++)
        if (kernel->args.v[i].is_buffer && !kernel->args.v[i].is_const &&
            !is_copied(kernel->sizes, kernel->args.v[i].array))
            add_name(&check, kernel->args.v[i].name, true);
    for (int axis = 0; axis < pv_kernel_n_thread_axes(kernel->sizes); axis++)
        if (kernel->ids[PV_LEVEL_THREAD][axis])
            pv_push(arena, &check.varying, kernel->ids[PV_LEVEL_THREAD][axis]);
    follow_block(&check, &kernel->body, false, &since);
    return check.failure;
}

const char *pv_kernelcheck(const struct pv_pentry *entry)
{
    struct pv_arena *arena = pv_arena_new();
    const char *failure = NULL;
    for (int i = 0; i < entry->kernels.n && !failure; i++)
        if (!entry->kernels.v[i]->is_persistent) /* its steps are kernels that are checked by themselves */
            failure = check_kernel(arena, entry->kernels.v[i]);
    pv_arena_free(arena);
    return failure || !entry->narrow ? failure : pv_kernelcheck(entry->narrow);
}

/* Remove barrier "*n" of "block" and count those before it. */
static void drop(pv_pblock *block, int *n)
{
    for (int i = 0; i < block->n; i++) {
        if (block->v[i]->kind == PV_PS_BARRIER && (*n)-- == 0) {
            memmove(block->v + i, block->v + i + 1, sizeof(*block->v) * (size_t)(block->n - i - 1));
            block->n--;
            return;
        }
        drop(&block->v[i]->body, n);
        drop(&block->v[i]->other, n);
    }
}

/* Let blocks along axis 0 share loop "*n" of those in "block" that neither blocks nor threads share, and count those before
 * it. */
static void split(struct pv_arena *arena, const struct pv_pkernel *kernel, pv_pblock *block, int *n)
{
    const char *id = kernel->ids[PV_LEVEL_BLOCK][0], *count = kernel->counts[PV_LEVEL_BLOCK][0];
    for (int i = 0; i < block->n && id; i++) {
        struct pv_ps *stmt = block->v[i];
        bool is_plain = stmt->kind == PV_PS_FOR && !stmt->leaf && stmt->init && stmt->init->kind == PV_PS_DECL &&
                        stmt->init->expr->kind == PV_PX_NUMBER;
        if (is_plain && (*n)-- == 0) {
            stmt->init->expr = pv_px_binary(arena, stmt->init->expr, "+", pv_px_name(arena, id), PV_CPREC_SUM);
            stmt->step = pv_px_binary(arena, stmt->step->args[0], "+=", pv_px_name(arena, count), PV_CPREC_ASSIGN);
        }
        split(arena, kernel, &stmt->body, n);
        split(arena, kernel, &stmt->other, n);
    }
}

void pv_kernelcheck_split_loop(struct pv_arena *arena, struct pv_pentry *entry, int n)
{
    for (int i = 0; i < entry->kernels.n; i++)
        split(arena, entry->kernels.v[i], &entry->kernels.v[i]->body, &n);
}

void pv_kernelcheck_drop_barrier(struct pv_pentry *entry, int n)
{
    for (int i = 0; i < entry->kernels.n; i++)
        drop(&entry->kernels.v[i]->body, &n);
}
