/* Replaces leaves by the statements of the program. */
#include "lower/leaves.h"

#include "lower/userstmt.h"

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
