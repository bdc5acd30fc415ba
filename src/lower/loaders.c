/* Loader threads for kernels of one thread. Such a thread waits for memory once per batch of loads, and its registers hold few
 * loads. A warp has eight times as many on their way: each thread loads its part of the next batch to registers while the first
 * one works on the batch before, in shared memory.
 *
 * All threads execute the loops and conditions around batches, so these may depend only on values that all threads know. What
 * else the kernel does stays with the first thread. */
#include "lower/loaders.h"

#include <string.h>

/* Threads, and loads that each has on their way. */
enum { LOADERS = 32, LOADS_OF_EACH = 16, MOST_OF_AN_ARRAY = 8 };
/* Arrays in shared memory. */
enum { MOST_SHARED = 16 };

/* A kernel on its way. */
struct assisted {
    struct pv_arena *arena;
    struct pv_pkernel *kernel;
    const char *thread;         /* its coordinate */
    PV_VEC(const char *) known; /* variables with the same value in all threads */
    const char *prefix;         /* of the names of shared arrays */
    pv_pblock shared;           /* declarations */
    bool has_obstacle;
};

/* Which kernels. */

static bool has_one_thread(const struct pv_pkernel *kernel)
{
    return !kernel->is_persistent && !kernel->is_step && pv_kernel_has_one_thread(kernel->sizes);
}

static bool has_batches(const struct pv_ps *stmt)
{
    bool has = stmt->batches != NULL;
    for (int i = 0; i < stmt->body.n && !has; i++)
        has = has_batches(stmt->body.v[i]);
    for (int i = 0; i < stmt->other.n && !has; i++)
        has = has_batches(stmt->other.v[i]);
    return has;
}

/* What the first thread cannot do alone, or what would take it past a barrier. */
static void look_for_obstacle(const struct pv_ps *stmt, void *user)
{
    bool *is_found = user;
    switch (stmt->kind) {
    case PV_PS_BLOCK:
    case PV_PS_FOR:
    case PV_PS_WHILE:
    case PV_PS_DO:
    case PV_PS_IF:
    case PV_PS_DECL:
    case PV_PS_EXPR:
    case PV_PS_NOTE:
        break;
    default:
        *is_found = true;
    }
}

static bool is_known_name(const struct assisted *assisted, const char *name)
{
    for (int i = 0; i < assisted->known.n; i++)
        if (!strcmp(assisted->known.v[i], name))
            return true;
    return false;
}

/* Has "expr" the same value in all threads, and no effect? */
static bool is_known(const struct assisted *assisted, pv_px *expr)
{
    bool is_read_only = expr->kind != PV_PX_POSTFIX && expr->prec != PV_CPREC_ASSIGN && expr->prec != PV_CPREC_COMMA;
    if (expr->kind == PV_PX_NAME)
        return is_known_name(assisted, expr->text);
    if (expr->kind == PV_PX_PREFIX && strlen(expr->text) > 1)
        return false;
    if (!is_read_only || expr->kind == PV_PX_INDEX || expr->kind == PV_PX_CALL || expr->kind == PV_PX_FIELD)
        return false;
    for (int i = 0; i < expr->n_args; i++)
        if (!is_known(assisted, expr->args[i]))
            return false;
    return true;
}

/* Expressions and statements. */

static pv_px *name(const struct assisted *assisted, const char *text)
{
    return pv_px_name(assisted->arena, text);
}

static pv_px *number(const struct assisted *assisted, int value)
{
    return pv_px_number(assisted->arena, value);
}

static pv_px *sum(const struct assisted *assisted, pv_px *a, pv_px *b)
{
    return pv_px_binary(assisted->arena, a, "+", b, PV_CPREC_SUM);
}

/* What follows is for the first thread alone. */
static void enter_alone(const struct assisted *assisted, struct pv_pout *out)
{
    pv_px *is_first = pv_px_binary(assisted->arena, name(assisted, assisted->thread), "==", number(assisted, 0),
                                   PV_CPREC_EQUALITY);
    struct pv_ps *alone = pv_ps_if(out, is_first);
    alone->is_alone = true;
    pv_ps_enter(out, &alone->body);
}

/* A loop for "iterator" from 0 up to before "end", unrolled "by" times, or altogether where that is 0. */
static pv_pblock *enter_unrolled(const struct assisted *assisted, struct pv_pout *out, const char *iterator, int end,
                                 int by)
{
    pv_px *cond = pv_px_binary(assisted->arena, name(assisted, iterator), "<", number(assisted, end),
                               PV_CPREC_RELATION);
    struct pv_ps *loop = pv_ps_for(out, "int", iterator, number(assisted, 0), cond, number(assisted, 1));
    loop->is_unrolled = true;
    loop->unrolled_by = by;
    return pv_ps_enter(out, &loop->body);
}

/* A loop through batches. */
struct batches {
    const struct pv_ps *loop;
    const struct pv_ps_batches *note;
    const struct pv_ps *loads, *work;    /* the loops in it */
    const char *which;                   /* their iterator */
    pv_px *left;                         /* iterations, or one less if the last may start at the limit */
    int of_each, size;                   /* loads of a thread from each array; iterations of a batch */
    const char *shared[PV_MOST_BATCHED]; /* arrays for a batch */
};

static struct batches read_batches(const struct pv_ps *loop)
{
    const struct pv_ps_batches *note = loop->batches;
    struct batches batches = {.loop = loop, .note = note};
    int of_each = LOADS_OF_EACH / (note->n_arrays > 2 ? PV_MOST_BATCHED : note->n_arrays);
    batches.loads = loop->body.v[note->n_arrays];
    batches.work = loop->body.v[note->n_arrays + 1];
    batches.which = batches.loads->init->name;
    batches.left = loop->cond->args[0];
    batches.of_each = of_each < MOST_OF_AN_ARRAY ? of_each : MOST_OF_AN_ARRAY;
    batches.size = LOADERS * batches.of_each;
    return batches;
}

/* An array in shared memory for a batch of elements of type "type". Loops share those that "used" does not say are in use. */
static const char *share(struct assisted *assisted, const char *type, uint64_t *used)
{
    int at = 0;
    while (at < assisted->shared.n && (*used >> at & 1 || strcmp(assisted->shared.v[at]->type, type) != 0))
        at++;
    if (at == assisted->shared.n) {
        struct pv_pout out = {assisted->arena, &assisted->shared};
        struct pv_ps *decl = pv_ps_decl(&out, type, pv_printf(assisted->arena, "%s%d", assisted->prefix, at), NULL);
        decl->is_shared = true;
        pv_push(assisted->arena, &decl->dims, number(assisted, LOADERS * MOST_OF_AN_ARRAY));
    }
    *used |= (uint64_t)1 << at;
    assisted->has_obstacle = assisted->has_obstacle || at >= MOST_SHARED;
    return assisted->shared.v[at]->name;
}

static void declare(struct assisted *assisted, struct pv_pout *out, struct batches *batches)
{
    uint64_t used = 0;
    for (int i = 0; i < batches->note->n_arrays; i++) {
        const struct pv_ps *decl = batches->loop->body.v[i];
        batches->shared[i] = share(assisted, decl->type, &used);
        struct pv_ps *next = pv_ps_decl(out, decl->type, batches->note->next[i], NULL);
        pv_push(assisted->arena, &next->dims, number(assisted, batches->of_each));
    }
}

/* The iteration of part "part" of a batch that this thread loads for; "from" iterations after the start. */
static pv_px *own_iteration(const struct assisted *assisted, const struct batches *batches, int from)
{
    pv_px *part = pv_px_binary(assisted->arena, number(assisted, LOADERS), "*", name(assisted, batches->note->part),
                               PV_CPREC_PRODUCT);
    pv_px *own = sum(assisted, part, name(assisted, assisted->thread));
    return from ? sum(assisted, own, number(assisted, from)) : own;
}

static pv_px *next_element(const struct assisted *assisted, const struct batches *batches, int array)
{
    return pv_px_index(assisted->arena, name(assisted, batches->note->next[array]),
                       name(assisted, batches->note->part));
}

/* Load this thread's part of the batch that begins "from" iterations after the start, as far as there are iterations. */
static void add_loads(struct assisted *assisted, struct pv_pout *out, const struct batches *batches, int from)
{
    const struct pv_ps_batches *note = batches->note;
    const char *relation = note->is_inclusive ? "<=" : "<";
    pv_pblock *outside = enter_unrolled(assisted, out, note->part, batches->of_each, 0);
    pv_ps_const(out, "int", batches->which, own_iteration(assisted, batches, from));
    for (int i = 0; i < note->n_arrays; i++)
        pv_ps_assign(out, next_element(assisted, batches, i), number(assisted, 0));
    pv_px *exists = pv_px_binary(assisted->arena, name(assisted, batches->which), relation, name(assisted, note->left),
                                 PV_CPREC_RELATION);
    pv_ps_enter(out, &pv_ps_if(out, exists)->body);
    int n_loads = 0;
    for (int i = 0; i < batches->loads->body.n; i++) {
        struct pv_ps *stmt = batches->loads->body.v[i];
        if (stmt->kind != PV_PS_EXPR || stmt->expr->prec != PV_CPREC_ASSIGN)
            pv_push(assisted->arena, out->at, stmt);
        else if (n_loads < note->n_arrays)
            pv_ps_assign(out, next_element(assisted, batches, n_loads++), stmt->expr->args[1]);
    }
    assisted->has_obstacle = assisted->has_obstacle || n_loads < note->n_arrays;
    pv_ps_enter(out, outside);
}

/* Put what this thread has loaded into shared memory. */
static void add_stores(const struct assisted *assisted, struct pv_pout *out, const struct batches *batches)
{
    const struct pv_ps_batches *note = batches->note;
    pv_pblock *outside = enter_unrolled(assisted, out, note->part, batches->of_each, 0);
    for (int i = 0; i < note->n_arrays; i++) {
        pv_px *place = pv_px_index(assisted->arena, name(assisted, batches->shared[i]),
                                   own_iteration(assisted, batches, 0));
        pv_ps_assign(out, place, next_element(assisted, batches, i));
    }
    pv_ps_enter(out, outside);
}

/* "expr", with elements in shared memory instead of those of the small arrays. */
static pv_px *with_shared(const struct assisted *assisted, const struct batches *batches, pv_px *expr)
{
    if (!expr)
        return NULL;
    for (int i = 0; expr->kind == PV_PX_NAME && i < batches->note->n_arrays; i++)
        if (!strcmp(expr->text, batches->loop->body.v[i]->name))
            return name(assisted, batches->shared[i]);
    struct pv_px *copy = pv_new(assisted->arena, struct pv_px);
    *copy = *expr;
    copy->args = pv_new_array(assisted->arena, pv_px *, expr->n_args + 1);
    for (int i = 0; i < expr->n_args; i++)
        copy->args[i] = with_shared(assisted, batches, expr->args[i]);
    return copy;
}

static void copy_block(const struct assisted *assisted, const struct batches *batches, const pv_pblock *block,
                       pv_pblock *to);

static struct pv_ps *copy_stmt(const struct assisted *assisted, const struct batches *batches, const struct pv_ps *stmt)
{
    struct pv_ps *copy = pv_new(assisted->arena, struct pv_ps);
    *copy = *stmt;
    copy->expr = with_shared(assisted, batches, stmt->expr);
    copy->cond = with_shared(assisted, batches, stmt->cond);
    copy->step = with_shared(assisted, batches, stmt->step);
    copy->init = stmt->init ? copy_stmt(assisted, batches, stmt->init) : NULL;
    copy_block(assisted, batches, &stmt->body, &copy->body);
    copy_block(assisted, batches, &stmt->other, &copy->other);
    return copy;
}

static void copy_block(const struct assisted *assisted, const struct batches *batches, const pv_pblock *block,
                       pv_pblock *to)
{
    *to = (pv_pblock){0};
    for (int i = 0; i < block->n; i++)
        pv_push(assisted->arena, to, copy_stmt(assisted, batches, block->v[i]));
}

/* The work on a batch: of a whole one, or of what is left. */
static void add_work(struct assisted *assisted, struct pv_pout *out, const struct batches *batches)
{
    enum { UNROLLED_BY = 16 };
    const struct pv_ps_batches *note = batches->note;
    pv_px *left = name(assisted, note->left), *which = name(assisted, batches->which);
    pv_pblock *outside = out->at;
    enter_alone(assisted, out);
    pv_px *is_whole = pv_px_binary(assisted->arena, left, ">=", number(assisted, batches->size - note->is_inclusive),
                                   PV_CPREC_RELATION);
    struct pv_ps *whole = pv_ps_if(out, is_whole);
    pv_ps_enter(out, &whole->body);
    enter_unrolled(assisted, out, batches->which, batches->size, UNROLLED_BY);
    copy_block(assisted, batches, &batches->work->body, out->at);
    whole->has_other = true;
    pv_ps_enter(out, &whole->other);
    pv_px *cond = pv_px_binary(assisted->arena, which, note->is_inclusive ? "<=" : "<", left, PV_CPREC_RELATION);
    struct pv_ps *part = pv_ps_for(out, "int", batches->which, number(assisted, 0), cond, number(assisted, 1));
    pv_ps_enter(out, &part->body);
    copy_block(assisted, batches, &batches->work->body, out->at);
    pv_ps_enter(out, outside);
}

/* All iterations of the loop that "loop" has the whole batches of. */
static void add_batches(struct assisted *assisted, struct pv_pout *out, const struct pv_ps *loop)
{
    struct batches batches = read_batches(loop);
    const struct pv_ps_batches *note = batches.note;
    const char *type = batches.loads->body.v[0]->type; /* of the iterator of the program */
    pv_pblock *outside = pv_ps_enter(out, &pv_ps_add(out, PV_PS_BLOCK)->body);
    declare(assisted, out, &batches);
    pv_ps_barrier(out, true); /* the first thread may have written what the others load */
    pv_pblock *around = pv_ps_enter(out, &pv_ps_add(out, PV_PS_BLOCK)->body);
    pv_ps_const(out, type, note->left, batches.left);
    add_loads(assisted, out, &batches, 0);
    pv_ps_enter(out, around);
    struct pv_ps *all = pv_ps_add(out, PV_PS_FOR);
    all->cond = pv_px_binary(assisted->arena, batches.left, note->is_inclusive ? ">=" : ">", number(assisted, 0),
                             PV_CPREC_RELATION);
    all->step = pv_px_binary(assisted->arena, loop->step->args[0], "+=", number(assisted, batches.size),
                             PV_CPREC_ASSIGN);
    pv_ps_enter(out, &all->body);
    pv_ps_const(out, type, note->left, batches.left);
    add_stores(assisted, out, &batches);
    pv_ps_barrier(out, false);
    add_loads(assisted, out, &batches, batches.size);
    add_work(assisted, out, &batches);
    pv_ps_barrier(out, false);
    pv_ps_enter(out, around);
    pv_ps_barrier(out, true); /* it may write what the others have loaded */
    pv_ps_enter(out, outside);
}

/* Statements. */

static void add_block(struct assisted *assisted, struct pv_pout *out, const pv_pblock *block);

/* A block for all threads, and the last part of it for the first thread alone. */
struct part {
    struct pv_pout out;
    pv_pblock *alone; /* NULL: what follows begins a new one */
};

/* The first thread executes "stmt", which no other needs. */
static void add_alone(struct assisted *assisted, struct part *part, struct pv_ps *stmt)
{
    struct pv_pout out = part->out;
    if (!part->alone) {
        enter_alone(assisted, &out);
        part->alone = out.at;
    }
    pv_push(assisted->arena, part->alone, stmt);
}

/* A declaration holds for all that follows: each thread has the variable, and the first one sets it unless all can. */
static void add_decl(struct assisted *assisted, struct part *part, const struct pv_ps *decl, const struct pv_ps *next)
{
    bool is_start = next && next->batches && !strcmp(next->step->args[0]->text, decl->name);
    bool is_constant = decl->expr && (decl->is_const || is_start);
    struct pv_ps *copy = pv_ps_add(&part->out, PV_PS_DECL);
    *copy = *decl;
    part->alone = NULL;
    if (is_constant && is_known(assisted, decl->expr)) {
        pv_push(assisted->arena, &assisted->known, decl->name);
        return;
    }
    assisted->has_obstacle = assisted->has_obstacle || is_start || decl->is_pointer || decl->example ||
                             (decl->expr && decl->dims.n);
    if (!decl->expr)
        return;
    pv_pblock block = {0};
    struct pv_pout out = {assisted->arena, &block};
    copy->expr = NULL;
    copy->is_const = false;
    add_alone(assisted, part, pv_ps_assign(&out, name(assisted, decl->name), decl->expr));
}

/* Do all threads take the same way through "stmt"? */
static bool is_common(struct assisted *assisted, const struct pv_ps *stmt)
{
    switch (stmt->kind) {
    case PV_PS_BLOCK:
        return true;
    case PV_PS_IF:
        return is_known(assisted, stmt->cond);
    case PV_PS_FOR:
        if (!stmt->init || stmt->init->kind != PV_PS_DECL || !is_known(assisted, stmt->init->expr))
            return false;
        pv_push(assisted->arena, &assisted->known, stmt->init->name);
        return is_known(assisted, stmt->cond) && is_known(assisted, stmt->step->args[stmt->step->n_args - 1]);
    default:
        return false;
    }
}

/* All threads go through "stmt", in which there are batches. */
static void add_common(struct assisted *assisted, struct pv_pout *out, const struct pv_ps *stmt)
{
    if (stmt->batches) {
        assisted->has_obstacle = assisted->has_obstacle || !is_known(assisted, stmt->cond->args[0]);
        add_batches(assisted, out, stmt);
        return;
    }
    int n_known = assisted->known.n;
    assisted->has_obstacle = assisted->has_obstacle || !is_common(assisted, stmt);
    struct pv_ps *copy = pv_ps_add(out, stmt->kind);
    pv_pblock *outside = out->at;
    *copy = *stmt;
    copy->body = copy->other = (pv_pblock){0};
    pv_ps_enter(out, &copy->body);
    add_block(assisted, out, &stmt->body);
    pv_ps_enter(out, &copy->other);
    add_block(assisted, out, &stmt->other);
    pv_ps_enter(out, outside);
    assisted->known.n = n_known;
}

static bool contains(const struct pv_ps *stmt, const struct pv_ps *wanted)
{
    bool is_found = stmt == wanted;
    for (int i = 0; i < stmt->body.n && !is_found; i++)
        is_found = contains(stmt->body.v[i], wanted);
    return is_found;
}

static void add_block(struct assisted *assisted, struct pv_pout *out, const pv_pblock *block)
{
    struct part part = {.out = *out};
    int n_known = assisted->known.n;
    for (int i = 0; i < block->n && !assisted->has_obstacle; i++) {
        struct pv_ps *stmt = block->v[i], *next = i + 1 < block->n ? block->v[i + 1] : NULL;
        if (stmt->kind == PV_PS_DECL) {
            add_decl(assisted, &part, stmt, next);
        } else if (!has_batches(stmt)) {
            add_alone(assisted, &part, stmt);
        } else {
            part.alone = NULL;
            add_common(assisted, &part.out, stmt);
            bool has_rest = stmt->batches && next && contains(next, stmt->batches->rest);
            assisted->has_obstacle = assisted->has_obstacle || (stmt->batches && !has_rest);
            i += has_rest;
        }
    }
    assisted->known.n = n_known;
}

/* The kernel. */

static void find_known(struct assisted *assisted)
{
    const struct pv_pkernel *kernel = assisted->kernel;
    for (int i = 0; i < kernel->args.n; i++)
        if (!kernel->args.v[i].is_buffer && !kernel->args.v[i].is_address)
            pv_push(assisted->arena, &assisted->known, kernel->args.v[i].name);
}

static bool has_obstacle(const struct pv_pkernel *kernel)
{
    bool is_found = false;
    pv_pblock_visit(&kernel->locals, look_for_obstacle, NULL, &is_found);
    pv_pblock_visit(&kernel->body, look_for_obstacle, NULL, &is_found);
    for (int i = 0; i < kernel->locals.n; i++)
        is_found = is_found || kernel->locals.v[i]->is_shared;
    return is_found;
}

static void set_threads(struct assisted *assisted)
{
    struct pv_pkernel *kernel = assisted->kernel;
    struct pv_kernel *sizes = pv_new(assisted->arena, struct pv_kernel);
    *sizes = *kernel->sizes;
    sizes->n_loaders = sizes->threads[0] = LOADERS;
    kernel->sizes = sizes;
    kernel->ids[PV_LEVEL_THREAD][0] = assisted->thread;
    kernel->uses_id[PV_LEVEL_THREAD][0] = kernel->has_loaders = true;
}

static void assist(const struct pv_version *version, struct pv_pkernel *kernel)
{
    struct pv_arena *arena = version->lowering->arena;
    struct assisted assisted = {.arena = arena, .kernel = kernel};
    pv_pblock body = {0};
    struct pv_pout out = {arena, &body};
    assisted.thread = pv_printf(arena, "%s0", version->lowering->thread);
    assisted.prefix = version->lowering->shared;
    find_known(&assisted);
    add_block(&assisted, &out, &kernel->body);
    if (assisted.has_obstacle)
        return;
    for (int i = 0; i < assisted.shared.n; i++)
        pv_push(arena, &kernel->locals, assisted.shared.v[i]);
    kernel->body = body;
    set_threads(&assisted);
}

void pv_loaders(struct pv_version *version)
{
    for (int i = 0; version->entry && i < version->entry->kernels.n; i++) {
        struct pv_pkernel *kernel = version->entry->kernels.v[i];
        bool wants = false;
        for (int k = 0; k < kernel->body.n && !wants; k++)
            wants = has_batches(kernel->body.v[k]);
        if (wants && has_one_thread(kernel) && !has_obstacle(kernel))
            assist(version, kernel);
    }
}
