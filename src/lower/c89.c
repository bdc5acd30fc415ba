/* Rewrites programs as C89, in which the head of a loop declares nothing. */
#include "lower/c89.h"

static void visit(struct pv_arena *arena, struct pv_ps **stmt)
{
    struct pv_ps *loop = *stmt;
    pv_c89_declare_iterators(arena, &loop->body);
    pv_c89_declare_iterators(arena, &loop->other);
    if (loop->kind != PV_PS_FOR || !loop->init || loop->init->kind != PV_PS_DECL)
        return;
    pv_pblock block = {0};
    struct pv_pout out = {arena, &block};
    const struct pv_ps *iterator = loop->init;
    pv_ps_decl(&out, iterator->type, iterator->name, NULL);
    pv_push(arena, &block, loop);
    pv_pblock assignment = {0};
    out.at = &assignment;
    loop->init = pv_ps_assign(&out, pv_px_name(arena, iterator->name), iterator->expr);
    *stmt = pv_new(arena, struct pv_ps);
    (*stmt)->kind = PV_PS_BLOCK;
    (*stmt)->body = block;
}

void pv_c89_declare_iterators(struct pv_arena *arena, pv_pblock *block)
{
    for (int i = 0; i < block->n; i++)
        visit(arena, &block->v[i]);
}
