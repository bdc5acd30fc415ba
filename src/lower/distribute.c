/* Distributes the iterations of the loops of kernels over blocks, threads and the elements of a thread. */
#include "lower/distribute.h"

#include "lower/threads.h"
#include "lower/windows.h"

static bool is_zero(pv_px *px)
{
    return px->range.min == 0 && px->range.max == 0;
}

/* The parts of a loop "for (name = init; test; ...)". */
static pv_px *init_of(const struct pv_ps *loop)
{
    return loop->init->expr;
}

static pv_px *iterator_of(struct pv_cctx *ctx, const struct pv_ps *loop)
{
    return pv_px_name(ctx->arena, loop->init->name);
}

/* Add a loop through the iterations of "loop" from "init" to where "test" fails, with its body. */
static void add_loop(struct pv_pout *out, const struct pv_ps *loop, pv_px *init, pv_px *test, pv_px *step)
{
    struct pv_ps *stmt = pv_ps_for(out, loop->init->type, loop->init->name, init, test, step);
    stmt->init->has_values = loop->init->has_values;
    stmt->init->values = loop->init->values;
    stmt->body = loop->body;
}

/* Add the statements of "body" under "condition"; NULL: always. */
static void add_under(struct pv_pout *out, pv_px *condition, const pv_pblock *body)
{
    if (condition) {
        pv_ps_if(out, condition)->body = *body;
        return;
    }
    for (int i = 0; i < body->n; i++)
        pv_push(out->arena, out->at, body->v[i]);
}

/* The body of "stmt" from statement "first" on, without the iterations of others. */
static void keep_own(struct pv_cctx *ctx, struct pv_ps *stmt, const char *iterator, int first)
{
    const struct pv_ps_split *split = stmt->split;
    pv_px *value = pv_px_integer(ctx->arena, iterator, split->values, ctx->width);
    pv_pblock result = {0}, rest = {0};
    struct pv_pout out = {ctx->arena, &result};
    for (int i = 0; i < stmt->body.n; i++)
        pv_push(ctx->arena, i < first ? &result : &rest, stmt->body.v[i]);
    add_under(&out, pv_thread_is_mine(ctx, split->member, value), &rest);
    stmt->body = result;
}

/* Where a thread begins with the iterations of "loop", if it runs those that are its coordinate modulo the number of
 * threads. Kernels with steps wait after each band: the only loop of a member in one may give its first iteration to the first
 * thread. */
static pv_px *first_of_thread(struct pv_cctx *ctx, const struct pv_ps *loop)
{
    struct pv_arena *arena = ctx->arena;
    const struct pv_kernel_member *member = loop->split->member;
    pv_px *id = pv_thread_id(ctx, member->level, member->axis);
    pv_px *init = pv_px_operand(arena, init_of(loop), PV_CPREC_SUM);
    if (is_zero(init))
        return id;
    if (ctx->device->kernel->has_steps && loop->split->is_alone)
        return pv_px_binary(arena, init, "+", id, PV_CPREC_SUM);
    pv_px *distance = pv_px_binary(arena, id, "-", pv_px_operand(arena, init_of(loop), PV_CPREC_PRODUCT), PV_CPREC_SUM);
    distance = pv_px_with(arena, distance, (struct pv_crange){-1, 0}, false);
    pv_px *count = pv_thread_count(ctx, member->level, member->axis);
    return pv_px_binary(arena, init, "+", pv_astexpr_modulo(ctx, distance, count), PV_CPREC_SUM);
}

/* The condition that the iterator of "loop", which counts from 0, is one of its iterations; NULL where all up to "n" are, or
 * may be run. */
static pv_px *is_iteration(struct pv_cctx *ctx, const struct pv_ps *loop, int n)
{
    pv_px *init = init_of(loop), *limit = loop->cond->args[1];
    pv_int128 last = limit->range.min - (loop->cond->text[1] != '='); /* the least that the last iteration can be */
    if (loop->split->is_free || (is_zero(init) && last >= n - 1))
        return NULL;
    if (is_zero(init))
        return loop->cond;
    pv_px *from = pv_px_binary(ctx->arena, iterator_of(ctx, loop), ">=", pv_px_operand(ctx->arena, init, PV_CPREC_SUM),
                               PV_CPREC_RELATION);
    return pv_px_and(ctx->arena, from, loop->cond);
}

/* A loop of which each thread has one iteration at most: that of its own coordinate. */
static void add_one_iteration(struct pv_cctx *ctx, struct pv_pout *out, const struct pv_ps *loop)
{
    const struct pv_kernel_member *member = loop->split->member;
    pv_pblock *outside = pv_ps_enter(out, &pv_ps_add(out, PV_PS_BLOCK)->body);
    pv_ps_const(out, loop->init->type, loop->init->name, pv_thread_id(ctx, member->level, member->axis));
    add_under(out, is_iteration(ctx, loop, ctx->device->kernel->threads[member->axis]), &loop->body);
    pv_ps_enter(out, outside);
}

/* Reductions. */

/* Has "block" no loop, those of the program's own statements apart? */
static bool is_straight(const pv_pblock *block)
{
    for (int i = 0; i < block->n; i++) {
        const struct pv_ps *stmt = block->v[i];
        if (!stmt->leaf && (stmt->kind == PV_PS_FOR || !is_straight(&stmt->body) || !is_straight(&stmt->other)))
            return false;
    }
    return true;
}

/* Iterations of a reduction that a thread runs at a time: what they read is then on its way together. Compilers do that
 * for whole batches, and run what is left one by one. */
enum { REDUCED_AT_A_TIME = 4 };

/* The name of the iterator "pos" behind those of points. */
static pv_px *extra_iterator(struct pv_cctx *ctx, int pos)
{
    return pv_px_name(ctx->arena, ctx->iterators.v[ctx->device->code->point_depth + 2 * PV_MAX_AXES + pos]);
}

/* A batch of those iterations of "loop" that are the thread's own, from "start" on; with "tests", only those that are within
 * its limit. */
static void add_batch(struct pv_cctx *ctx, struct pv_pout *out, const struct pv_ps *loop, pv_px *start, bool tests)
{
    struct pv_arena *arena = ctx->arena;
    pv_px *which = extra_iterator(ctx, 2);
    pv_px *cond = pv_px_binary(arena, which, "<", pv_px_number(arena, REDUCED_AT_A_TIME), PV_CPREC_RELATION);
    struct pv_ps *batch = pv_ps_for(out, "int", which->text, pv_px_number(arena, 0), cond, pv_px_number(arena, 1));
    batch->is_unrolled = ctx->device->unroll_points;
    pv_pblock *outside = pv_ps_enter(out, &batch->body);
    pv_px *others = pv_px_binary(arena, pv_px_number(arena, ctx->device->kernel->n_reducers), "*", which,
                                 PV_CPREC_PRODUCT);
    pv_ps_const(out, loop->init->type, loop->init->name, pv_px_binary(arena, start, "+", others, PV_CPREC_SUM));
    if (!tests && !pv_pblock_names(&loop->body, loop->init->name))
        pv_ps_mention(out, loop->init->name);
    add_under(out, tests ? loop->cond : NULL, &loop->body);
    pv_ps_enter(out, outside);
}

/* A loop through the iterations of a reduction that are a thread's own. Its body stands there twice. */
static void add_reduction_loop(struct pv_cctx *ctx, struct pv_pout *out, const struct pv_ps *loop)
{
    struct pv_arena *arena = ctx->arena;
    pv_px *start = extra_iterator(ctx, 1);
    int count = ctx->device->kernel->n_reducers;
    pv_pblock *outside = pv_ps_enter(out, &pv_ps_add(out, PV_PS_BLOCK)->body);
    pv_ps_decl(out, loop->init->type, start->text, first_of_thread(ctx, loop));
    struct pv_ps *batches = pv_ps_add(out, PV_PS_FOR);
    pv_px *last = pv_px_binary(arena, start, "+", pv_px_number(arena, (int64_t)(REDUCED_AT_A_TIME - 1) * count),
                               PV_CPREC_SUM);
    batches->cond = pv_px_binary(arena, last, loop->cond->text, loop->cond->args[1], PV_CPREC_RELATION);
    batches->step = pv_px_binary(arena, start, "+=", pv_px_number(arena, (int64_t)REDUCED_AT_A_TIME * count),
                                 PV_CPREC_ASSIGN);
    pv_pblock *block = pv_ps_enter(out, &batches->body);
    add_batch(ctx, out, loop, start, false);
    pv_ps_enter(out, block);
    add_batch(ctx, out, loop, start, true);
    pv_ps_enter(out, outside);
}

/* Do the threads that share reductions share "loop", and may it be unrolled? */
static bool is_in_batches(const struct pv_cctx *ctx, const struct pv_ps *loop)
{
    const struct pv_kernel *kernel = ctx->device->kernel;
    const struct pv_kernel_member *member = loop->split->member;
    return kernel->n_reducers && member->level == PV_LEVEL_THREAD && member->axis == kernel->n_axes &&
           ctx->device->unroll_points && is_straight(&loop->body);
}

/* Blocks. */

/* The place of tile "at" of this block, where blocks have neighbouring tiles along "axis": first + at * each. */
static pv_px *tile_of_block(struct pv_cctx *ctx, int axis, pv_px *at)
{
    struct pv_arena *arena = ctx->arena;
    pv_px *first = pv_px_name(arena, ctx->device->firsts[axis]), *each = pv_px_name(arena, ctx->device->eaches[axis]);
    return pv_px_binary(arena, first, "+", pv_px_binary(arena, at, "*", each, PV_CPREC_PRODUCT), PV_CPREC_SUM);
}

/* A loop through the tiles of a block that are neighbours. */
static void add_row(struct pv_cctx *ctx, struct pv_pout *out, const struct pv_ps *loop, int axis)
{
    struct pv_arena *arena = ctx->arena;
    pv_px *id = pv_thread_id(ctx, PV_LEVEL_BLOCK, axis);
    pv_px *next = pv_px_paren(arena, pv_px_binary(arena, id, "+", pv_px_number(arena, 1), PV_CPREC_SUM));
    pv_px *init = pv_px_macro(arena, PV_CMACRO_MAX, init_of(loop), tile_of_block(ctx, axis, id));
    pv_px *end = pv_px_binary(arena, iterator_of(ctx, loop), "<", tile_of_block(ctx, axis, next), PV_CPREC_RELATION);
    add_loop(out, loop, init, pv_px_and(arena, loop->cond, end), pv_px_number(arena, 1));
}

/* A loop that blocks or threads share: each takes the iterations that are its own. */
static void add_shared_loop(struct pv_cctx *ctx, struct pv_pout *out, struct pv_ps *loop)
{
    const struct pv_kernel_member *member = loop->split->member;
    if (!loop->split->is_dense) {
        keep_own(ctx, loop, loop->init->name, 0);
        pv_push(ctx->arena, out->at, loop);
    } else if (pv_thread_has_one_point(ctx, member)) {
        add_one_iteration(ctx, out, loop);
    } else if (is_in_batches(ctx, loop)) {
        add_reduction_loop(ctx, out, loop);
    } else if (member->level == PV_LEVEL_BLOCK && ctx->device->firsts[member->axis]) {
        add_row(ctx, out, loop, member->axis);
    } else {
        add_loop(out, loop, first_of_thread(ctx, loop), loop->cond, pv_thread_count(ctx, member->level, member->axis));
    }
}

/* The loop through the points of a thread: as many iterations as a thread can have, so that it can be unrolled. */
static void add_points_loop(struct pv_cctx *ctx, struct pv_pout *out, const struct pv_ps *loop)
{
    int n = loop->split->n_points;
    pv_px *cond = pv_px_binary(ctx->arena, iterator_of(ctx, loop), "<", pv_px_number(ctx->arena, n), PV_CPREC_RELATION);
    struct pv_ps *stmt = pv_ps_for(out, loop->init->type, loop->init->name, pv_px_number(ctx->arena, 0), cond,
                                   pv_px_number(ctx->arena, 1));
    stmt->is_unrolled = ctx->device->unroll_points;
    pv_pblock *outside = pv_ps_enter(out, &stmt->body);
    add_under(out, is_iteration(ctx, loop, n), &loop->body);
    pv_ps_enter(out, outside);
}

static void distribute(struct pv_pout *out, struct pv_ps *stmt, void *user)
{
    struct pv_cctx *ctx = user;
    if (!stmt->split) {
        pv_push(out->arena, out->at, stmt);
    } else if (stmt->kind == PV_PS_BLOCK) { /* its iterator is declared, and mentioned */
        keep_own(ctx, stmt, stmt->body.v[0]->name, 2);
        pv_push(out->arena, out->at, stmt);
    } else if (stmt->split->member) {
        add_shared_loop(ctx, out, stmt);
    } else {
        add_points_loop(ctx, out, stmt);
    }
    stmt->split = NULL;
}

void pv_distribute(struct pv_version *version)
{
    for (int i = 0; i < version->texts.n; i++) {
        struct pv_ptext *text = &version->texts.v[i];
        if (text->kernel && text->kernel->sizes->overlap)
            pv_windows_distribute(text->ctx, text->kernel);
        else if (text->kernel)
            pv_pblock_replace(version->lowering->arena, text->body, distribute, text->ctx);
    }
}
