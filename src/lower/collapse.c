/* Collapses parallel loops with the loop right inside, and tests the bounds of those that need it. */
#include "lower/collapse.h"

static void collapse(struct pv_arena *arena, struct pv_ps *stmt)
{
    if (!stmt->sharing || !stmt->sharing->is_parallel || stmt->sharing->is_simd || stmt->body.n != 1)
        return;
    const char *name = stmt->init->name;
    const struct pv_ps *inner = stmt->body.v[0];
    if (inner->kind != PV_PS_FOR || !inner->is_collapsible || inner->sharing || pv_px_names(inner->init->expr, name) ||
        pv_px_names(inner->cond, name))
        return;
    struct pv_ps_sharing *sharing = pv_new(arena, struct pv_ps_sharing);
    *sharing = *stmt->sharing;
    sharing->collapsed = 2;
    stmt->sharing = sharing;
}

/* The parallel loop "loop" under the condition that it has an iteration, where its bounds may be far apart: OpenMP counts the
 * iterations of a loop before it starts, and in "for (i = lo; i < hi; i++)" the difference of INT_MIN and INT_MAX is 1. */
static struct pv_ps *protect(const struct pv_version *version, struct pv_ps *loop)
{
    struct pv_arena *arena = version->lowering->arena;
    const struct pv_ps_sharing *sharing = loop->sharing;
    if (!sharing || !sharing->is_parallel || sharing->least_distance >= (version->is_wide ? INT64_MIN : INT32_MIN))
        return loop;
    struct pv_ps *test = pv_new(arena, struct pv_ps);
    test->kind = PV_PS_IF;
    pv_px *init = pv_px_operand(arena, loop->init->expr, PV_CPREC_SUM);
    test->cond = pv_px_binary(arena, init, loop->cond->text, loop->cond->args[1], PV_CPREC_RELATION);
    pv_push(arena, &test->body, loop);
    return test;
}

static void collapse_in(struct pv_version *version, pv_pblock *block)
{
    struct pv_arena *arena = version->lowering->arena;
    for (int i = 0; i < block->n; i++) {
        collapse_in(version, &block->v[i]->body);
        collapse_in(version, &block->v[i]->other);
        if (!version->lowering->params.is_c89)
            collapse(arena, block->v[i]);
        block->v[i] = protect(version, block->v[i]);
    }
}

void pv_collapse(struct pv_version *version)
{
    for (int i = 0; i < version->texts.n; i++)
        collapse_in(version, version->texts.v[i].body);
}
