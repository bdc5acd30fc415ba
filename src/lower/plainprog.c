/* Lowers an AST that belongs to no program, with statements as calls. */
#include "lower/plainprog.h"

#include "lower/astexpr.h"

#include <ctype.h>
#include <string.h>

/* Names. */

struct names {
    struct pv_arena *arena;
    PV_VEC(const char *) taken; /* by parameters and statements */
    int n_iterators;            /* the greatest depth of an iterator and one */
    const char *failure;
};

static bool is_c_name(const char *name)
{
    if (!isalpha((unsigned char)name[0]) && name[0] != '_')
        return false;
    for (; *name; name++)
        if (!isalnum((unsigned char)*name) && *name != '_')
            return false;
    return true;
}

static void add_name(struct names *names, const char *name)
{
    pv_push(names->arena, &names->taken, name);
    if (!*name)
        names->failure = "a statement has no name";
    else if (!is_c_name(name))
        names->failure = pv_printf(names->arena, "'%s' is not a C identifier", name);
}

static void add_iterator(struct names *names, int depth)
{
    names->n_iterators = depth >= names->n_iterators ? depth + 1 : names->n_iterators;
}

static void collect_from_expr(struct names *names, pv_ax *expr)
{
    if (expr->kind == PV_AX_PARAMETER)
        add_name(names, expr->text);
    else if (expr->kind == PV_AX_ITERATOR)
        add_iterator(names, expr->depth);
    for (int i = 0; i < expr->n; i++)
        collect_from_expr(names, expr->args[i]);
}

static void collect_from_nodes(struct names *names, const pv_anodes *nodes)
{
    for (int i = 0; i < nodes->n; i++) {
        const struct pv_an *node = nodes->v[i];
        if (node->kind == PV_AN_FOR)
            add_iterator(names, node->depth);
        if (node->kind == PV_AN_USER)
            add_name(names, node->name);
        if (node->init)
            collect_from_expr(names, node->init);
        if (node->cond)
            collect_from_expr(names, node->cond);
        for (int j = 0; j < node->args.n; j++)
            collect_from_expr(names, node->args.v[j]);
        collect_from_nodes(names, &node->body);
        collect_from_nodes(names, &node->other);
    }
}

static bool is_taken(const struct names *names, const char *name)
{
    for (int i = 0; i < names->taken.n; i++)
        if (!strcmp(names->taken.v[i], name))
            return true;
    return false;
}

/* Name iterators so that they differ from all that the tree names. */
static void choose_names(struct pv_cctx *ctx, const struct names *names)
{
    struct pv_crange unknown = {0, 0};
    for (int i = 0; i < names->n_iterators; i++) {
        const char *name = pv_printf(ctx->arena, "c%d", i);
        while (is_taken(names, name))
            name = pv_printf(ctx->arena, "%s_", name);
        pv_push(ctx->arena, &ctx->iterators, name);
        pv_push(ctx->arena, &ctx->ranges, unknown);
    }
}

/* Nodes. */

struct walk {
    struct pv_cctx *ctx;
    struct pv_pout *out;
};

static void add_nodes(struct walk *walk, const pv_anodes *nodes);

static void add_to(struct walk *walk, pv_pblock *body, const pv_anodes *nodes)
{
    pv_pblock *outside = pv_ps_enter(walk->out, body);
    add_nodes(walk, nodes);
    pv_ps_enter(walk->out, outside);
}

static void add_for(struct walk *walk, const struct pv_an *node)
{
    struct pv_cctx *ctx = walk->ctx;
    const char *name = ctx->iterators.v[node->depth];
    pv_px *init = pv_astexpr(ctx, node->init);
    pv_pblock *outside = walk->out->at;
    pv_pblock *body;
    if (node->is_degenerate) {
        body = &pv_ps_add(walk->out, PV_PS_BLOCK)->body;
        pv_ps_enter(walk->out, body);
        pv_ps_const(walk->out, "int", name, init);
    } else {
        pv_px *cond = pv_astexpr(ctx, node->cond), *step = pv_astexpr(ctx, node->step);
        body = &pv_ps_for(walk->out, "int", name, init, cond, step)->body;
    }
    add_to(walk, body, &node->body);
    pv_ps_enter(walk->out, outside);
}

static void add_if(struct walk *walk, const struct pv_an *node)
{
    struct pv_ps *choice = pv_ps_if(walk->out, pv_astexpr(walk->ctx, node->cond));
    add_to(walk, &choice->body, &node->body);
    choice->has_other = node->has_other;
    if (choice->has_other)
        add_to(walk, &choice->other, &node->other);
}

static void add_call(struct walk *walk, const struct pv_an *node)
{
    int n = node->args.n;
    pv_px **args = pv_alloc(walk->ctx->arena, sizeof(pv_px *) * (size_t)(n + 1));
    for (int i = 0; i < n; i++)
        args[i] = pv_astexpr(walk->ctx, node->args.v[i]);
    pv_ps_expr(walk->out, pv_px_call(walk->ctx->arena, node->name, n, args));
}

/* The name of a mark as a remark. */
static void add_mark(struct walk *walk, const struct pv_an *node)
{
    size_t n = strcspn(node->name, "\n\r\\");
    pv_ps_add(walk->out, PV_PS_NOTE)->name = pv_strndup(walk->ctx->arena, node->name, n);
    add_nodes(walk, &node->body);
}

static void add_nodes(struct walk *walk, const pv_anodes *nodes)
{
    for (int i = 0; i < nodes->n; i++) {
        const struct pv_an *node = nodes->v[i];
        switch (node->kind) {
        case PV_AN_FOR:
            add_for(walk, node);
            break;
        case PV_AN_IF:
            add_if(walk, node);
            break;
        case PV_AN_MARK:
            add_mark(walk, node);
            break;
        case PV_AN_USER:
            add_call(walk, node);
            break;
        }
    }
}

const char *pv_plainprog(struct pv_arena *arena, const pv_anodes *nodes, pv_pblock *block)
{
    struct names names = {.arena = arena};
    collect_from_nodes(&names, nodes);
    struct pv_cctx ctx = {.arena = arena};
    struct pv_pout out = {arena, block};
    choose_names(&ctx, &names);
    struct walk walk = {&ctx, &out};
    add_nodes(&walk, nodes);
    return names.failure ? names.failure : ctx.failure;
}
