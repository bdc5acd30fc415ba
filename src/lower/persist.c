/* Turns host loops around launches into persistent kernels: copies of the loops in which each launch is a step that ends in
 * a grid barrier. */
#include "lower/persist.h"

#include <string.h>

/* A host loop on its way to a persistent kernel. */
struct persist {
    struct pv_arena *arena;
    const char *own; /* how names of pave begin */
    const struct pv_pentry *entry;
    struct pv_pkernel *kernel; /* the persistent one */
    int threads;               /* of a block */
    int n_launches, n_shared;  /* kernels; those of them with shared memory */
    bool has_obstacle;
};

static const char *own_name(const struct persist *p, const char *word)
{
    return pv_printf(p->arena, "%s%s", p->own, word);
}

static void look_for_barrier(const struct pv_ps *stmt, void *user)
{
    bool *is_found = user;
    *is_found = *is_found || stmt->kind == PV_PS_BARRIER;
}

static bool has_barrier(const struct pv_pkernel *kernel)
{
    bool is_found = false;
    pv_pblock_visit(&kernel->body, look_for_barrier, NULL, &is_found);
    return is_found;
}

static bool has_shared_memory(const struct pv_pkernel *kernel)
{
    bool is_found = false;
    for (int i = 0; i < kernel->locals.n; i++)
        is_found = is_found || kernel->locals.v[i]->is_shared;
    return is_found;
}

/* Which loops. */

struct loop_search {
    const struct pv_pkernel *kernel;
    bool is_found;
};

/* Blocks and threads share a loop that starts at one of their coordinates. */
static void look_for_own_loop(const struct pv_ps *stmt, void *user)
{
    struct loop_search *search = user;
    bool is_shared = false;
    if (stmt->kind != PV_PS_FOR || !stmt->init || !stmt->init->expr)
        return;
    for (int axis = 0; axis < pv_kernel_n_thread_axes(search->kernel->sizes); axis++)
        for (int level = PV_LEVEL_BLOCK; level <= PV_LEVEL_THREAD; level++)
            is_shared = is_shared || pv_px_names(stmt->init->expr, search->kernel->ids[level][axis]);
    search->is_found = search->is_found || !is_shared;
}

/* Does a thread of "kernel" execute a loop of its own? It then takes longer than a launch: persistent, durbin takes 2.6 times as
 * long on an H200, nussinov 1.1 times, with all sums in registers. */
static bool has_own_loop(const struct pv_pkernel *kernel)
{
    if (kernel->sizes->overlap) /* the host swaps copies of arrays after each launch */
        return true;
    struct loop_search search = {kernel, false};
    pv_pblock_visit(&kernel->body, look_for_own_loop, NULL, &search);
    return search.is_found;
}

/* Note what "stmt", in a loop of the host, means for a persistent kernel. Blocks with neighbouring tiles are an obstacle: how
 * many there are is decided at the launch. So are several kernels with shared memory, because their needs add up. */
static void look_at(const struct pv_ps *stmt, void *user)
{
    struct persist *p = user;
    const struct pv_pkernel *kernel = stmt->kernel;
    switch (stmt->kind) {
    case PV_PS_FOR:
    case PV_PS_IF:
    case PV_PS_BLOCK:
    case PV_PS_DECL:
        return;
    case PV_PS_LAUNCH:
        p->n_launches++;
        p->n_shared += has_shared_memory(kernel);
        p->has_obstacle = p->has_obstacle || p->n_shared > 1 || has_own_loop(kernel);
        for (int axis = 0; axis < kernel->sizes->n_axes; axis++)
            p->has_obstacle = p->has_obstacle || kernel->uses_first[axis];
        p->threads = pv_kernel_n_threads(kernel->sizes) > p->threads ? pv_kernel_n_threads(kernel->sizes) : p->threads;
        return;
    default:
        p->has_obstacle = true;
    }
}

/* All threads of a block must reach a barrier: kernels that have one need all of them. */
static void look_at_threads(const struct pv_ps *stmt, void *user)
{
    struct persist *p = user;
    if (stmt->kind == PV_PS_LAUNCH && has_barrier(stmt->kernel) &&
        pv_kernel_n_threads(stmt->kernel->sizes) != p->threads)
        p->has_obstacle = true;
}

/* Can "loop" be a persistent kernel? Set what "p" knows of it. */
static bool can_persist(struct persist *p, struct pv_ps *loop)
{
    pv_pblock alone = {&loop, 1, 1};
    pv_pblock_visit(&alone, look_at, NULL, p);
    pv_pblock_visit(&alone, look_at_threads, NULL, p);
    return p->n_launches && !p->has_obstacle;
}

/* Copies of the loop. */

typedef void (*replace_launch)(struct persist *p, struct pv_pout *out, const struct pv_ps *launch);

/* Append a copy of "block" in which "replace" stands for each launch. */
static void copy_block(struct persist *p, struct pv_pout *out, const pv_pblock *block, replace_launch replace)
{
    for (int i = 0; i < block->n; i++) {
        const struct pv_ps *stmt = block->v[i];
        if (stmt->kind == PV_PS_LAUNCH) {
            replace(p, out, stmt);
            continue;
        }
        struct pv_ps *copy = pv_ps_add(out, stmt->kind);
        *copy = *stmt;
        copy->body = copy->other = (pv_pblock){0};
        pv_pblock *outside = pv_ps_enter(out, &copy->body);
        copy_block(p, out, &stmt->body, replace);
        pv_ps_enter(out, &copy->other);
        copy_block(p, out, &stmt->other, replace);
        pv_ps_enter(out, outside);
    }
}

static pv_px *blocks_along(const struct persist *p, const struct pv_pkernel *kernel, int axis)
{
    pv_px *wanted = pv_px_name(p->arena, pv_printf(p->arena, "%sn%d", p->own, axis));
    return pv_px_macro(p->arena, PV_CMACRO_MIN, wanted, pv_px_number(p->arena, kernel->sizes->most_blocks[axis]));
}

/* "name" op "value"; */
static void add_to(struct persist *p, struct pv_pout *out, const char *name, const char *op, pv_px *value)
{
    pv_ps_expr(out, pv_px_binary(p->arena, pv_px_name(p->arena, own_name(p, name)), op, value, PV_CPREC_ASSIGN));
}

/* Count a launch, its blocks, and the most blocks that any launch has. */
static void count_launch(struct persist *p, struct pv_pout *out, const struct pv_ps *launch)
{
    struct pv_arena *arena = p->arena;
    pv_px *blocks = pv_px_number(arena, 1);
    for (int axis = 0; axis < launch->kernel->sizes->n_axes; axis++) {
        pv_px *along = blocks_along(p, launch->kernel, axis);
        blocks = axis ? pv_px_binary(arena, blocks, "*", along, PV_CPREC_PRODUCT) : along;
    }
    pv_px *most = pv_px_name(arena, own_name(p, "most"));
    add_to(p, out, "launches", "+=", pv_px_number(arena, 1));
    add_to(p, out, "wanted", "+=", blocks);
    add_to(p, out, "most", "=", pv_px_macro(arena, PV_CMACRO_MAX, most, blocks));
}

/* Steps. */

/* "name / before % size", the coordinate of one of several axes that "name" numbers together. */
static pv_px *coordinate(const struct persist *p, const char *name, pv_px *before, pv_px *size)
{
    pv_px *value = pv_px_name(p->arena, name);
    if (before)
        value = pv_px_binary(p->arena, value, "/", pv_px_operand(p->arena, before, PV_CPREC_UNARY), PV_CPREC_PRODUCT);
    if (size)
        value = pv_px_binary(p->arena, value, "%", pv_px_operand(p->arena, size, PV_CPREC_UNARY), PV_CPREC_PRODUCT);
    return value;
}

/* The axis of "kernel" that is axis "at" of the device. */
static int axis_at(const struct pv_pkernel *kernel, int at)
{
    int axis = 0;
    while (pv_kernel_device_axis(kernel->sizes, axis) != at)
        axis++;
    return axis;
}

/* Declare the coordinates of a thread of "kernel" in its block. */
static void declare_threads(const struct persist *p, struct pv_pout *out, const struct pv_pkernel *kernel)
{
    int n = pv_kernel_n_thread_axes(kernel->sizes), before = 1;
    for (int at = 0; at < n; at++) {
        int axis = axis_at(kernel, at), size = kernel->sizes->threads[axis];
        pv_px *value = coordinate(p, own_name(p, "thread"), before > 1 ? pv_px_number(p->arena, before) : NULL,
                                  at < n - 1 ? pv_px_number(p->arena, size) : NULL);
        if (kernel->uses_id[PV_LEVEL_THREAD][axis])
            pv_ps_const(out, "int", kernel->ids[PV_LEVEL_THREAD][axis], size == 1 ? pv_px_number(p->arena, 0) : value);
        before *= size;
    }
}

/* Declare how many blocks "kernel" has along each axis. Return the number of all, or NULL for one. */
static pv_px *declare_counts(const struct persist *p, struct pv_pout *out, const struct pv_pkernel *kernel)
{
    pv_px *all = NULL;
    for (int axis = 0; axis < kernel->sizes->n_axes; axis++) {
        const char *count = kernel->counts[PV_LEVEL_BLOCK][axis];
        pv_ps_const(out, "int", count, pv_px_cast(p->arena, "int", blocks_along(p, kernel, axis)));
        pv_px *name = pv_px_name(p->arena, count);
        all = all ? pv_px_binary(p->arena, all, "*", name, PV_CPREC_PRODUCT) : name;
    }
    return all;
}

/* Declare the coordinates of the block of "kernel" that is now executed. The number of all blocks is an int: else the program
 * launches kernels. */
static void declare_blocks(const struct persist *p, struct pv_pout *out, const struct pv_pkernel *kernel)
{
    int n = kernel->sizes->n_axes;
    pv_px *before = NULL;
    for (int at = 0, n_before = 0; at < pv_kernel_n_thread_axes(kernel->sizes); at++) {
        int axis = axis_at(kernel, at);
        bool is_last = ++n_before == n;
        pv_px *value = pv_px_number(p->arena, 0);
        if (axis < n) { /* reducers and loaders are in one block */
            pv_px *count = pv_px_name(p->arena, kernel->counts[PV_LEVEL_BLOCK][axis]);
            value = coordinate(p, own_name(p, "turn"), before, is_last ? NULL : count);
            before = before ? pv_px_binary(p->arena, before, "*", count, PV_CPREC_PRODUCT) : count;
        } else
            n_before--;
        if (kernel->uses_id[PV_LEVEL_BLOCK][axis])
            pv_ps_const(out, "int", kernel->ids[PV_LEVEL_BLOCK][axis], value);
    }
}

/* The loop over the blocks of "kernel" that one block of the persistent kernel executes in turn. */
static void enter_turns(const struct persist *p, struct pv_pout *out, const struct pv_pkernel *kernel)
{
    struct pv_arena *arena = p->arena;
    const char *turn = own_name(p, "turn");
    pv_px *block = pv_px_name(arena, own_name(p, "block")), *all = declare_counts(p, out, kernel);
    if (!all) {
        pv_px *is_first = pv_px_binary(arena, block, "==", pv_px_number(arena, 0), PV_CPREC_EQUALITY);
        pv_ps_enter(out, &pv_ps_if(out, is_first)->body);
        return;
    }
    pv_px *cond = pv_px_binary(arena, pv_px_name(arena, turn), "<", all, PV_CPREC_RELATION);
    struct pv_ps *loop = pv_ps_for(out, "int", turn, block, cond, pv_px_name(arena, own_name(p, "grid")));
    pv_ps_enter(out, &loop->body);
    declare_blocks(p, out, kernel);
}

/* Where a launch was: its blocks are executed by those that are there, and a grid barrier follows. What one thread does after
 * the same thread needs no barrier. */
static void add_step(struct persist *p, struct pv_pout *out, const struct pv_ps *launch)
{
    const struct pv_pkernel *kernel = launch->kernel;
    struct pv_ps *step = pv_ps_add(out, PV_PS_BLOCK);
    step->kernel = launch->kernel;
    pv_pblock *outside = pv_ps_enter(out, &step->body);
    enter_turns(p, out, kernel);
    pv_pblock *turn = out->at;
    declare_threads(p, out, kernel);
    if (pv_kernel_n_threads(kernel->sizes) < p->threads) {
        pv_px *thread = pv_px_name(p->arena, own_name(p, "thread"));
        pv_px *n = pv_px_number(p->arena, pv_kernel_n_threads(kernel->sizes));
        pv_ps_enter(out, &pv_ps_if(out, pv_px_binary(p->arena, thread, "<", n, PV_CPREC_RELATION))->body);
    }
    pv_ps_add(out, PV_PS_STEP)->kernel = launch->kernel;
    launch->kernel->is_step = true;
    pv_ps_enter(out, turn);
    if (has_shared_memory(kernel))
        pv_ps_barrier(out, false);
    pv_ps_enter(out, outside);
}

/* Barriers between steps. */

/* Is a step of one thread all that "stmt" does? */
static bool is_lone_thread(const struct pv_ps *stmt)
{
    if (stmt->kind != PV_PS_BLOCK)
        return false;
    return stmt->kernel ? pv_kernel_has_one_thread(stmt->kernel->sizes)
                        : stmt->body.n == 1 && is_lone_thread(stmt->body.v[0]);
}

/* Put a grid barrier behind each step in "block". What one thread does right after the same thread needs none; "is_lone_next"
 * says that such a step follows the block. */
static void place_barriers(struct pv_arena *arena, pv_pblock *block, bool is_lone_next)
{
    pv_pblock old = *block;
    struct pv_pout out = {arena, block};
    *block = (pv_pblock){0};
    for (int i = 0; i < old.n; i++) {
        struct pv_ps *stmt = old.v[i];
        bool is_lone = i + 1 < old.n ? is_lone_thread(old.v[i + 1]) : is_lone_next;
        pv_push(arena, block, stmt);
        if (stmt->kind == PV_PS_BLOCK && stmt->kernel) {
            if (!is_lone || !pv_kernel_has_one_thread(stmt->kernel->sizes))
                pv_ps_add(&out, PV_PS_BARRIER)->is_grid = true;
            continue;
        }
        place_barriers(arena, &stmt->body, stmt->kind == PV_PS_BLOCK && is_lone);
        place_barriers(arena, &stmt->other, false);
    }
}

/* Arguments. */

struct declared {
    const char *name;
    bool is_found;
};

static void look_for_declaration(const struct pv_ps *stmt, void *user)
{
    struct declared *search = user;
    const struct pv_ps *decl = stmt->kind == PV_PS_FOR ? stmt->init : stmt;
    search->is_found = search->is_found ||
                       (decl && decl->kind == PV_PS_DECL && decl->name && !strcmp(decl->name, search->name));
}

/* Is "name" declared in the loop of the host, as its iterators are? */
static bool is_declared(const pv_pblock *loop, const char *name)
{
    struct declared search = {name, false};
    pv_pblock_visit(loop, look_for_declaration, NULL, &search);
    return search.is_found;
}

/* Add "arg" to those of the persistent kernel. A buffer that any of its kernels writes is neither constant nor restrict: the
 * next one must see what others wrote. */
static void add_arg(struct persist *p, const struct pv_parg *arg)
{
    for (int i = 0; i < p->kernel->args.n; i++) {
        struct pv_parg *other = &p->kernel->args.v[i];
        if (strcmp(other->name, arg->name) != 0)
            continue;
        other->is_const = other->is_const && arg->is_const;
        other->is_restrict = other->is_restrict && arg->is_restrict && other->is_const;
        return;
    }
    pv_push(p->arena, &p->kernel->args, *arg);
    struct pv_parg *added = &p->kernel->args.v[p->kernel->args.n - 1];
    added->is_restrict = added->is_restrict && added->is_const;
}

/* The arguments of all kernels that "loop" launches, and the parameters that its own bounds name. */
static void find_args(struct persist *p, const pv_pblock *block, const pv_pblock *loop)
{
    for (int i = 0; i < block->n; i++) {
        const struct pv_ps *stmt = block->v[i];
        for (int k = 0; stmt->kind == PV_PS_LAUNCH && k < stmt->kernel->args.n; k++)
            if (stmt->kernel->args.v[k].is_buffer || !is_declared(loop, stmt->kernel->args.v[k].value))
                add_arg(p, &stmt->kernel->args.v[k]);
        find_args(p, &stmt->body, loop);
        find_args(p, &stmt->other, loop);
    }
}

static void find_bounds(struct persist *p, const pv_pblock *loop)
{
    for (int i = 0; i < p->entry->params.n; i++) {
        const struct pv_parg *param = &p->entry->params.v[i];
        if (!param->is_buffer && pv_pblock_names(loop, param->name))
            add_arg(p, &(struct pv_parg){.type = param->type, .name = param->name, .value = param->name});
    }
}

/* The whole. */

/* The persistent kernel for "loop". Its blocks and threads have one axis. */
static struct pv_pkernel *make_kernel(struct persist *p, const pv_pblock *loop)
{
    struct pv_kernel *sizes = pv_new(p->arena, struct pv_kernel);
    struct pv_pkernel *kernel = p->kernel = pv_new(p->arena, struct pv_pkernel);
    sizes->n_axes = 1;
    sizes->threads[0] = p->threads;
    kernel->sizes = sizes;
    kernel->is_persistent = true;
    kernel->ids[PV_LEVEL_BLOCK][0] = own_name(p, "block");
    kernel->ids[PV_LEVEL_THREAD][0] = own_name(p, "thread");
    kernel->counts[PV_LEVEL_BLOCK][0] = own_name(p, "grid");
    struct pv_pout out = {p->arena, &kernel->body};
    copy_block(p, &out, loop, add_step);
    place_barriers(p->arena, &kernel->body, false);
    find_args(p, loop, loop);
    find_bounds(p, loop);
    for (int level = PV_LEVEL_BLOCK; level <= PV_LEVEL_THREAD; level++) {
        const char *id = kernel->ids[level][0], *count = kernel->counts[level][0];
        kernel->uses_id[level][0] = pv_pblock_names(&kernel->body, id);
        kernel->uses_count[level][0] = count && pv_pblock_names(&kernel->body, count);
    }
    return kernel;
}

static void declare_zero(const struct persist *p, struct pv_pout *out, const char *type, const char *name)
{
    pv_ps_decl(out, type, own_name(p, name), pv_px_number(p->arena, 0));
}

/* Replace "loop": its launches are counted; then the persistent kernel executes it, or it launches its kernels. */
static void persist_loop(struct pv_version *version, struct pv_pout *out, struct pv_ps *loop)
{
    struct persist p = {
        .arena = version->lowering->arena, .own = version->lowering->names.own, .entry = version->entry};
    if (!can_persist(&p, loop)) {
        pv_push(p.arena, out->at, loop);
        return;
    }
    pv_pblock alone = {&loop, 1, 1};
    pv_pblock *outside = pv_ps_enter(out, &pv_ps_add(out, PV_PS_BLOCK)->body);
    declare_zero(&p, out, "long long", "launches");
    declare_zero(&p, out, "long long", "wanted");
    declare_zero(&p, out, "long long", "most");
    copy_block(&p, out, &alone, count_launch);
    declare_zero(&p, out, "int", "is_done");
    struct pv_ps *launch = pv_ps_add(out, PV_PS_LAUNCH);
    launch->kernel = make_kernel(&p, &alone);
    pv_push(p.arena, &version->entry->kernels, launch->kernel);
    pv_px *is_open = pv_px_prefix(p.arena, "!", pv_px_name(p.arena, own_name(&p, "is_done")));
    struct pv_ps *otherwise = pv_ps_if(out, is_open);
    pv_push(p.arena, &otherwise->body, loop);
    pv_ps_enter(out, outside);
}

static void persist_block(struct pv_version *version, pv_pblock *block)
{
    pv_pblock old = *block;
    struct pv_pout out = {version->lowering->arena, block};
    *block = (pv_pblock){0};
    for (int i = 0; i < old.n; i++) {
        if (old.v[i]->kind == PV_PS_FOR) {
            persist_loop(version, &out, old.v[i]);
            continue;
        }
        pv_push(version->lowering->arena, block, old.v[i]);
        persist_block(version, &old.v[i]->body);
        persist_block(version, &old.v[i]->other);
    }
}

/* Small parameters have a version of their own, which launches most often. */
void pv_persist(struct pv_version *version)
{
    if (version->lowering->params.persists && version->entry && !version->entry->is_divided && !version->entry->narrow)
        persist_block(version, &version->entry->body);
}
