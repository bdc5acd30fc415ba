/* Computes the bounds of innermost loops before the loops. */
#include "lower/hoist.h"

struct hoisting {
    const struct pv_lowering *lowering;
    int n; /* constants so far */
};

/* What is found in the body of a loop. */
struct body {
    pv_px *target; /* an element that is written, while its statement is searched */
    bool has_loop, reads_row;
};

/* The array of the element "element"; NULL where it is none with a name. */
static pv_px *array_of(pv_px *element)
{
    while (element->kind == PV_PX_INDEX)
        element = element->args[0];
    return element->kind == PV_PX_NAME ? element : NULL;
}

/* Note whether "expr" or a part of it is another element than the target of the same array, with another last subscript. */
static void look_for_element(struct body *body, pv_px *expr)
{
    bool is_element = expr->kind == PV_PX_INDEX && array_of(expr) &&
                      pv_px_is_same(array_of(expr), array_of(body->target));
    body->reads_row |= is_element && !pv_px_is_same(expr->args[1], body->target->args[1]);
    for (int i = 0; i < expr->n_args && !is_element; i++)
        look_for_element(body, expr->args[i]);
}

static void look_into(const struct pv_ps *stmt, void *user)
{
    struct body *body = user;
    body->has_loop |= stmt->kind == PV_PS_FOR || stmt->kind == PV_PS_WHILE || stmt->kind == PV_PS_DO ||
                      stmt->kind == PV_PS_LAUNCH;
    pv_px *expr = stmt->kind == PV_PS_EXPR ? stmt->expr : NULL;
    if (!expr || expr->kind != PV_PX_BINARY || expr->prec != PV_CPREC_ASSIGN || expr->args[0]->kind != PV_PX_INDEX ||
        !array_of(expr->args[0]))
        return;
    body->target = expr->args[0];
    look_for_element(body, expr->args[1]);
}

static bool is_wanted(const struct pv_ps *loop)
{
    struct body body = {0};
    bool uses[PV_CMACROS] = {false};
    if (loop->kind != PV_PS_FOR || loop->sharing || !loop->init || loop->init->kind != PV_PS_DECL || !loop->cond ||
        loop->cond->kind != PV_PX_BINARY || loop->cond->prec != PV_CPREC_RELATION)
        return false;
    pv_px_macros(loop->cond->args[1], uses);
    pv_pblock_visit(&loop->body, look_into, NULL, &body);
    return !body.has_loop && body.reads_row && (uses[PV_CMACRO_MIN] || uses[PV_CMACRO_MAX] || uses[PV_CMACRO_FLOORD]);
}

/* Add the constant for "loop" to "out". */
static void hoist_bound(struct hoisting *hoisting, struct pv_pout *out, struct pv_ps *loop)
{
    pv_px *bound = loop->cond->args[1];
    const char *name = pv_printf(out->arena, "%s%d", hoisting->lowering->last, hoisting->n++);
    pv_ps_const(out, bound->width == PV_WIDTH_LONG ? "long long" : loop->init->type, name, bound);
    pv_px *last = pv_px_integer(out->arena, name, bound->range, bound->width);
    loop->cond = pv_px_binary(out->arena, loop->cond->args[0], loop->cond->text, last, PV_CPREC_RELATION);
}

static void hoist(struct hoisting *hoisting, pv_pblock *block)
{
    struct pv_arena *arena = hoisting->lowering->arena;
    pv_pblock result = {0};
    struct pv_pout out = {arena, &result};
    for (int i = 0; i < block->n; i++) {
        struct pv_ps *stmt = block->v[i];
        bool is_collapsed = stmt->sharing && stmt->sharing->collapsed; /* nothing may stand between the two loops */
        hoist(hoisting, is_collapsed ? &stmt->body.v[0]->body : &stmt->body);
        hoist(hoisting, &stmt->other);
        if (is_wanted(stmt))
            hoist_bound(hoisting, &out, stmt);
        pv_push(arena, &result, stmt);
    }
    *block = result;
}

void pv_hoist(struct pv_version *version)
{
    struct hoisting hoisting = {.lowering = version->lowering};
    for (int i = 0; i < version->texts.n && !version->lowering->params.is_c89; i++) /* C89 has declarations first */
        if (!version->texts.v[i].kernel)
            hoist(&hoisting, version->texts.v[i].body);
}
