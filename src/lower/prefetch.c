/* Loads ahead of time: in a loop that fills shared memory, through registers, and then works on it, the loads for the next
 * iteration begin before the work on this one. Memory would be waited for in each iteration otherwise: all threads of a block
 * do the same at the same time. Only in kernels where some threads do nothing but load: those work for few threads, which leaves
 * the others little to do meanwhile, and registers are plentiful. Elsewhere, other blocks work while one waits, and the registers
 * would mean fewer of those. */
#include "lower/prefetch.h"

#include "lower/spelling.h"

#include <string.h>

/* Elements that a thread has on their way, in registers, while it works. */
enum { MOST_AHEAD = 16 };

/* A loop on its way. */
struct ahead {
    struct pv_cctx *ctx;
    const struct pv_pkernel *kernel;
    const struct pv_ps *loop;
    pv_pblock loads; /* loops that load to registers */
};

/* Parts of the block for a fill through registers. */
enum { REGISTERS, LOAD, STORE };

static bool is_fill(const struct pv_ps *stmt)
{
    return stmt->kind == PV_PS_BLOCK && stmt->fill;
}

/* Are the elements of the array there before the kernel, whatever it does? */
static bool is_constant(const struct ahead *ahead, const struct pv_ps *fill)
{
    const char *name = pv_spell_name(ahead->ctx, fill->fill->local->array->var);
    for (int i = 0; i < ahead->kernel->args.n; i++) {
        const struct pv_parg *arg = &ahead->kernel->args.v[i];
        if (arg->is_buffer && !strcmp(arg->name, name))
            return arg->is_const;
    }
    return false;
}

/* The number of statements that "loop" begins with and that fill shared memory, before threads wait for each other. */
static int count_fills(const struct pv_ps *loop)
{
    int n = 0;
    while (n < loop->body.n && is_fill(loop->body.v[n]))
        n++;
    return n < loop->body.n && loop->body.v[n]->kind == PV_PS_BARRIER ? n : 0;
}

/* Does each thread execute all iterations of "loop", a certain number apart? */
static bool is_counted(const struct pv_ps *loop)
{
    return loop->init && loop->init->kind == PV_PS_DECL && loop->init->expr && loop->cond && loop->step &&
           loop->step->kind == PV_PX_BINARY && !strcmp(loop->step->text, "+=") &&
           loop->step->args[1]->kind == PV_PX_NUMBER;
}

static bool may_go_ahead(const struct ahead *ahead, int n_fills)
{
    int64_t n = 0;
    for (int i = 0; i < n_fills; i++) {
        const struct pv_ps *fill = ahead->loop->body.v[i];
        if (!is_constant(ahead, fill))
            return false;
        n += (int64_t)fill->body.v[REGISTERS]->dims.v[0]->range.min;
    }
    return n_fills && n <= MOST_AHEAD;
}

/* The loads of the iteration "value", if there is one. */
static void add_loads(struct ahead *ahead, struct pv_pout *out, pv_px *value)
{
    const struct pv_ps *loop = ahead->loop;
    pv_pblock *outside = pv_ps_enter(out, &pv_ps_add(out, PV_PS_BLOCK)->body);
    pv_ps_const(out, loop->init->type, loop->init->name, value);
    pv_ps_enter(out, &pv_ps_if(out, loop->cond)->body);
    for (int i = 0; i < ahead->loads.n; i++)
        pv_push(out->arena, out->at, ahead->loads.v[i]);
    pv_ps_enter(out, outside);
}

static void add_next_loads(struct ahead *ahead, struct pv_pout *out)
{
    const struct pv_ps *loop = ahead->loop;
    struct pv_cctx *ctx = ahead->ctx;
    const char *next = pv_printf(ctx->arena, "%s%d", ctx->scalar_prefix, ctx->n_scalars++);
    pv_pblock *outside = pv_ps_enter(out, &pv_ps_add(out, PV_PS_BLOCK)->body);
    pv_px *sum = pv_px_binary(ctx->arena, pv_px_name(ctx->arena, loop->init->name), "+", loop->step->args[1],
                              PV_CPREC_SUM);
    pv_ps_const(out, loop->init->type, next, sum);
    add_loads(ahead, out, pv_px_name(ctx->arena, next));
    pv_ps_enter(out, outside);
}

/* Replace "loop", which begins with "n_fills" fills. */
static void add_loop(struct ahead *ahead, struct pv_pout *out, struct pv_ps *loop, int n_fills)
{
    pv_pblock *outside = pv_ps_enter(out, &pv_ps_add(out, PV_PS_BLOCK)->body), old = loop->body;
    for (int i = 0; i < n_fills; i++) {
        pv_push(out->arena, out->at, old.v[i]->body.v[REGISTERS]);
        pv_push(out->arena, &ahead->loads, old.v[i]->body.v[LOAD]);
    }
    add_loads(ahead, out, loop->init->expr);
    pv_push(out->arena, out->at, loop);
    loop->body = (pv_pblock){0};
    pv_ps_enter(out, &loop->body);
    for (int i = 0; i < n_fills; i++)
        pv_push(out->arena, out->at, old.v[i]->body.v[STORE]);
    pv_push(out->arena, out->at, old.v[n_fills]);
    add_next_loads(ahead, out);
    for (int i = n_fills + 1; i < old.n; i++)
        pv_push(out->arena, out->at, old.v[i]);
    pv_ps_enter(out, outside);
}

static void replace(struct pv_pout *out, struct pv_ps *stmt, void *user)
{
    const struct pv_ptext *text = user;
    struct ahead ahead = {.ctx = text->ctx, .kernel = text->kernel, .loop = stmt};
    int n_fills = stmt->kind == PV_PS_FOR && is_counted(stmt) ? count_fills(stmt) : 0;
    if (may_go_ahead(&ahead, n_fills))
        add_loop(&ahead, out, stmt, n_fills);
    else
        pv_push(out->arena, out->at, stmt);
}

/* What a loop has in it: statements, and what is in the way of unrolling it. */
struct content {
    int n_exprs;
    bool has_obstacle;
};

static void look_at(const struct pv_ps *stmt, void *user)
{
    struct content *content = user;
    content->n_exprs += stmt->kind == PV_PS_EXPR;
    content->has_obstacle = content->has_obstacle || stmt->kind == PV_PS_FOR || stmt->kind == PV_PS_BARRIER;
}

/* Is "loop" a sum, or the like? With more to do in an iteration, it would only take registers. */
static bool is_sum(const struct pv_ps *loop)
{
    struct content content = {0};
    pv_pblock_visit(&loop->body, look_at, NULL, &content);
    return content.n_exprs == 1 && !content.has_obstacle;
}

/* The threads with points read shared memory in each iteration of a loop, and nothing else runs meanwhile: several iterations
 * read it at once. */
static void unroll(const struct pv_ps *stmt, void *user)
{
    enum { UNROLLED_BY = 16 };
    (void)user;
    for (int i = 0; i < stmt->body.n; i++) {
        struct pv_ps *loop = stmt->body.v[i];
        if (loop->kind == PV_PS_FOR && is_counted(loop) && is_sum(loop) && !loop->is_unrolled) {
            loop->is_unrolled = true;
            loop->unrolled_by = UNROLLED_BY;
        }
    }
}

void pv_prefetch(struct pv_version *version)
{
    for (int i = 0; i < version->texts.n; i++) {
        struct pv_ptext *text = &version->texts.v[i];
        if (!text->kernel || !text->kernel->sizes->n_loaders)
            continue;
        pv_pblock_replace(version->lowering->arena, text->body, replace, text);
        if (text->ctx->device->unroll_points)
            pv_pblock_visit(text->body, unroll, NULL, NULL);
    }
}
