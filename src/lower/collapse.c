/* Collapses parallel loops with the loop right inside. */
#include "lower/collapse.h"

static void collapse_in(struct pv_arena *arena, pv_pblock *block);

static void collapse(struct pv_arena *arena, struct pv_ps *stmt)
{
    collapse_in(arena, &stmt->body);
    collapse_in(arena, &stmt->other);
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

static void collapse_in(struct pv_arena *arena, pv_pblock *block)
{
    for (int i = 0; i < block->n; i++)
        collapse(arena, block->v[i]);
}

void pv_collapse(struct pv_version *version)
{
    for (int i = 0; i < version->texts.n && !version->lowering->params.is_c89; i++)
        collapse_in(version->lowering->arena, version->texts.v[i].body);
}
