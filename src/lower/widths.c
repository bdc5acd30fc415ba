/* Decides whether the iterators of a region have 64 bits, and settles the type of each expression with them. */
#include "lower/widths.h"

#include "lower/spelling.h"

struct settling {
    struct pv_arena *arena;
    enum pv_width width; /* of iterators */
    const char *type;    /* the same in C */
};

static pv_px *settle(const struct settling *to, pv_px *expr);

/* Settle the arguments of "expr". Return whether any of them is another one then. */
static bool settle_args(const struct settling *to, pv_px *expr, pv_px **args)
{
    bool is_new = false;
    for (int i = 0; i < expr->n_args; i++) {
        args[i] = settle(to, expr->args[i]);
        is_new = is_new || args[i] != expr->args[i];
    }
    return is_new;
}

/* "expr" where iterators have the width that was decided on; NULL stays. */
static pv_px *settle(const struct settling *to, pv_px *expr)
{
    if (!expr)
        return NULL;
    if (expr->kind == PV_PX_BY_WIDTH)
        return settle(to, expr->args[to->width == PV_WIDTH_LONG]);
    pv_px **args = pv_alloc(to->arena, sizeof(pv_px *) * (size_t)(expr->n_args ? expr->n_args : 1));
    bool is_iterator = expr->width == PV_WIDTH_ITERATOR;
    if (!settle_args(to, expr, args) && !is_iterator)
        return expr;
    struct pv_px *settled = pv_new(to->arena, struct pv_px);
    *settled = *expr;
    settled->args = args;
    settled->width = is_iterator ? to->width : expr->width;
    return settled;
}

static void settle_block(const struct settling *to, const pv_pblock *block);

static void settle_statement(const struct settling *to, struct pv_ps *stmt)
{
    stmt->expr = settle(to, stmt->expr);
    stmt->cond = settle(to, stmt->cond);
    stmt->step = settle(to, stmt->step);
    stmt->example = settle(to, stmt->example);
    if (stmt->type == pv_iterator_type)
        stmt->type = to->type;
    if (stmt->init)
        settle_statement(to, stmt->init);
    if (stmt->sharing && stmt->sharing->enough) {
        struct pv_ps_sharing *sharing = pv_new(to->arena, struct pv_ps_sharing);
        *sharing = *stmt->sharing;
        sharing->enough = settle(to, sharing->enough);
        stmt->sharing = sharing;
    }
    for (int i = 0; i < stmt->dims.n; i++)
        stmt->dims.v[i] = settle(to, stmt->dims.v[i]);
    for (int i = 0; i < stmt->instance.n; i++)
        stmt->instance.v[i] = settle(to, stmt->instance.v[i]);
    settle_block(to, &stmt->body);
    settle_block(to, &stmt->other);
}

static void settle_block(const struct settling *to, const pv_pblock *block)
{
    for (int i = 0; i < block->n; i++)
        settle_statement(to, block->v[i]);
}

void pv_widths(struct pv_version *version)
{
    version->is_wide = version->overflows;
    if (version->entry)
        version->entry->is_wide = version->is_wide;
    for (int i = 0; i < version->texts.n; i++) {
        const struct pv_ptext *text = &version->texts.v[i];
        text->ctx->width = version->is_wide ? PV_WIDTH_LONG : PV_WIDTH_INT;
        struct settling to = {version->lowering->arena, text->ctx->width, pv_spell_iterator_type(text->ctx)};
        settle_block(&to, text->body);
    }
}
