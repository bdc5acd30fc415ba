/* Decides which loops threads and vectors share, and which variables each of them has for itself. */
#include "lower/sharing.h"

#include <string.h>

/* The conditions "a" and "b"; the number 1 is true, 0 false. */
static pv_px *conjunction(struct pv_cctx *ctx, pv_px *a, pv_px *b)
{
    if (pv_px_is_number(a, 1) || pv_px_is_number(b, 0))
        return b;
    if (pv_px_is_number(b, 1) || pv_px_is_number(a, 0))
        return a;
    return pv_px_and(ctx->arena, a, b);
}

static bool is_kept(const struct pv_sharing *sharing, const struct pv_array *array)
{
    for (int i = 0; i < sharing->lasts.n; i++)
        if (sharing->lasts.v[i] == array)
            return true;
    return false;
}

/* What the iterations of a loop with "mark" do not share. */
static void add_sharing(struct pv_cctx *ctx, struct pv_ps_sharing *sharing, const struct pv_mark *mark)
{
    for (int i = 0; i < mark->sharing.privates.n; i++) {
        const struct pv_array *array = mark->sharing.privates.v[i];
        const char *name = pv_spell_name(ctx, array->var);
        if (is_kept(&mark->sharing, array))
            pv_push(ctx->arena, &sharing->lasts, name);
        else
            pv_push(ctx->arena, &sharing->privates, name);
    }
    for (int i = 0; i < mark->sharing.reductions.n; i++) {
        const struct pv_reduction *reduction = mark->sharing.reductions.v[i];
        pv_push(ctx->arena, &sharing->reduction_ops, pv_reduction_op_name(reduction->op));
        pv_push(ctx->arena, &sharing->reductions, pv_spell_name(ctx, reduction->array->var));
    }
}

pv_px *pv_sharing_enough(struct pv_cctx *ctx, const struct pv_code_loop *loop, pv_px *init, pv_px *end, bool has_end)
{
    pv_px *has_length = pv_astexpr_at_least(ctx, init, end, has_end, loop->mark->least);
    pv_px *has_work = loop->work ? pv_astexpr_has_work(ctx, loop->work, loop->mark->least_cycles)
                                 : pv_px_number(ctx->arena, 1);
    return conjunction(ctx, has_length, has_work);
}

/* What OpenMP is told about a loop with "mark", which has enough work for threads where "enough" holds. NULL where nothing is
 * shared. A loop that never has enough iterations for threads may still be one for vectors. */
static struct pv_ps_sharing *new_sharing(struct pv_cctx *ctx, const struct pv_mark *mark, pv_px *enough)
{
    bool is_parallel = mark->kind == PV_MARK_PARALLEL && !pv_px_is_number(enough, 0);
    if (!is_parallel && !mark->is_simd)
        return NULL;
    struct pv_ps_sharing *sharing = pv_new(ctx->arena, struct pv_ps_sharing);
    sharing->is_parallel = is_parallel;
    sharing->is_simd = mark->is_simd;
    sharing->chunk = mark->chunk;
    sharing->enough = is_parallel && !pv_px_is_number(enough, 1) ? enough : NULL;
    add_sharing(ctx, sharing, mark);
    return sharing;
}

void pv_sharing_decide(struct pv_cctx *ctx, struct pv_ps *stmt, const struct pv_code_loop *loop,
                       enum pv_threads threads, pv_px *init, pv_px *end)
{
    if (!ctx->openmp || !loop->mark)
        return;
    bool has_end = stmt->cond && !strcmp(stmt->cond->text, "<=");
    pv_px *enough = threads == PV_THREADS_ON_CONDITION ? pv_sharing_enough(ctx, loop, init, end, has_end)
                                                       : pv_px_number(ctx->arena, threads == PV_THREADS_ALWAYS);
    struct pv_ps_sharing *sharing = new_sharing(ctx, loop->mark, enough);
    bool is_certain = threads == PV_THREADS_ALWAYS && loop->mark->least > 1;
    if (sharing)
        sharing->least_distance = is_certain ? 0 : end->range.min - init->range.max;
    stmt->sharing = sharing;
}
