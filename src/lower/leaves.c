/* Adds the leaves of the syntax tree, and replaces them by the statements of the program. */
#include "lower/leaves.h"

#include "lower/threads.h"
#include "lower/userstmt.h"

/* Where members that threads share have no loop around "leaf", the condition that its values of them belong to the
 * thread; NULL where none is needed. */
static pv_px *leaf_condition(struct pv_cctx *ctx, const struct pv_code_leaf *leaf)
{
    pv_px *all = NULL;
    for (int i = 0; i < leaf->n_places; i++) {
        const struct pv_kernel_member *member = &ctx->device->kernel->members[i];
        if (ctx->device->looped & (uint64_t)1 << i)
            continue;
        pv_px *place = pv_astexpr(ctx, leaf->places[i]);
        all = pv_px_and(ctx->arena, all, pv_thread_is_mine(ctx, member, place));
    }
    return all;
}

static void add_unfinished(struct pv_cctx *ctx, struct pv_pout *out, const struct pv_code_leaf *leaf)
{
    pv_px *own = ctx->device ? leaf_condition(ctx, leaf) : NULL;
    pv_pblock *outside = out->at;
    if (own)
        pv_ps_enter(out, &pv_ps_if(out, own)->body);
    struct pv_ps *stmt = pv_ps_add(out, PV_PS_LEAF);
    stmt->leaf = leaf;
    stmt->place = pv_cctx_here(ctx, NULL);
    pv_ps_enter(out, outside);
}

/* The name and the instance of the statement of "leaf", in the form that 'pave check' reads back. */
static void add_annotation(struct pv_cctx *ctx, struct pv_pout *out, const struct pv_code_leaf *leaf)
{
    struct pv_ps *note = pv_ps_add(out, PV_PS_NOTE);
    note->stmt = leaf->stmt;
    for (int i = 0; i < leaf->instance.n; i++) {
        pv_px *arg = pv_astexpr(ctx, leaf->instance.v[i]);
        pv_push(ctx->arena, &note->instance, pv_px_operand(ctx->arena, arg, PV_CPREC_ASSIGN));
    }
}

void pv_leaves_add(struct pv_cctx *ctx, struct pv_pout *out, const struct pv_code_leaf *leaf)
{
    if (ctx->annotate)
        add_annotation(ctx, out, leaf);
    add_unfinished(ctx, out, leaf);
}

static void add_leaf(struct pv_cctx *ctx, struct pv_pout *out, const struct pv_ps *leaf)
{
    const struct pv_tree *body = leaf->leaf->stmt->body;
    pv_cctx_go(ctx, leaf->place);
    ctx->leaf = leaf->leaf;
    ctx->first_in_use = leaf->first_scalar;
    ctx->n_in_use = leaf->n_scalars;
    int first = out->at->n;
    if (body->kind == PV_TREE_DECL && body->has_init_list)
        pv_userstmt_initialise(ctx, out, body);
    else
        pv_userstmt(ctx, out, body);
    for (int i = first; i < out->at->n; i++)
        out->at->v[i]->leaf = leaf->leaf;
    ctx->leaf = NULL;
    ctx->n_in_use = 0;
}

static void replace(struct pv_pout *out, struct pv_ps *stmt, void *user)
{
    if (stmt->kind == PV_PS_LEAF)
        add_leaf(user, out, stmt);
    else
        pv_push(out->arena, out->at, stmt);
}

void pv_leaves(struct pv_version *version)
{
    for (int i = 0; i < version->texts.n; i++)
        pv_pblock_replace(version->lowering->arena, version->texts.v[i].body, replace, version->texts.v[i].ctx);
}
