/* Removes what nothing needs of loops with one iteration: iterators that no subscript names, else the mention that keeps compilers
 * from warning about them. */
#include "lower/spare.h"

#include <string.h>

/* Does "stmt" do nothing but keep compilers from warning about "name"? */
static bool is_mention(const struct pv_ps *stmt, const char *name)
{
    pv_px *expr = stmt->kind == PV_PS_EXPR ? stmt->expr : NULL;
    return expr && expr->kind == PV_PX_CAST && !strcmp(expr->text, "void") && expr->args[0]->kind == PV_PX_NAME &&
           !strcmp(expr->args[0]->text, name);
}

/* "block" without the mention of the iterator that it begins with, and without the iterator if nothing names that. */
static pv_pblock without_iterator(struct pv_arena *arena, const pv_pblock *block)
{
    pv_pblock rest = {0}, used = {0};
    bool has_one = block->n > 1 && block->v[0]->kind == PV_PS_DECL && block->v[0]->is_const &&
                   block->v[0]->has_values && is_mention(block->v[1], block->v[0]->name);
    if (!has_one)
        return *block;
    pv_push(arena, &used, block->v[0]);
    for (int i = 2; i < block->n; i++) {
        pv_push(arena, &rest, block->v[i]);
        pv_push(arena, &used, block->v[i]);
    }
    return pv_pblock_names(&rest, block->v[0]->name) ? used : rest;
}

static bool declares_any(const pv_pblock *block)
{
    for (int i = 0; i < block->n; i++)
        if (block->v[i]->kind == PV_PS_DECL)
            return true;
    return false;
}

static void replace(struct pv_pout *out, struct pv_ps *stmt, void *user)
{
    (void)user;
    bool is_plain = stmt->kind == PV_PS_BLOCK && !stmt->split && !stmt->kernel && !stmt->fill;
    pv_pblock rest = is_plain ? without_iterator(out->arena, &stmt->body) : (pv_pblock){0};
    bool is_shorter = is_plain && rest.n < stmt->body.n;
    if (is_shorter)
        stmt->body = rest;
    if (!is_shorter || declares_any(&rest)) {
        pv_push(out->arena, out->at, stmt);
        return;
    }
    for (int i = 0; i < rest.n; i++)
        pv_push(out->arena, out->at, rest.v[i]);
}

void pv_spare_drop(struct pv_version *version)
{
    for (int i = 0; i < version->texts.n; i++)
        pv_pblock_replace(version->lowering->arena, version->texts.v[i].body, replace, NULL);
}
