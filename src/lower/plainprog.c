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

static void add_name(struct names *names, __isl_take isl_id *id)
{
    const struct pv_code_iterator *iterator = pv_code_iterator_of_id(id);
    if (iterator) {
        names->n_iterators = iterator->depth >= names->n_iterators ? iterator->depth + 1 : names->n_iterators;
    } else {
        const char *name = pv_strdup(names->arena, isl_id_get_name(id) ? isl_id_get_name(id) : "");
        pv_push(names->arena, &names->taken, name);
        if (!*name)
            names->failure = "a statement has no name";
        else if (!is_c_name(name))
            names->failure = pv_printf(names->arena, "'%s' is not a C identifier", name);
    }
    isl_id_free(id);
}

static void collect_from_expr(struct names *names, __isl_take isl_ast_expr *expr)
{
    if (isl_ast_expr_get_type(expr) == isl_ast_expr_id)
        add_name(names, isl_ast_expr_get_id(expr));
    else if (isl_ast_expr_get_type(expr) == isl_ast_expr_op)
        for (int i = 0; i < (int)isl_ast_expr_get_op_n_arg(expr); i++)
            collect_from_expr(names, isl_ast_expr_get_op_arg(expr, i));
    isl_ast_expr_free(expr);
}

static isl_bool collect_from_node(__isl_keep isl_ast_node *node, void *user)
{
    struct names *names = user;
    switch (isl_ast_node_get_type(node)) {
    case isl_ast_node_for:
        collect_from_expr(names, isl_ast_node_for_get_iterator(node));
        collect_from_expr(names, isl_ast_node_for_get_init(node));
        if (isl_ast_node_for_is_degenerate(node) != isl_bool_true)
            collect_from_expr(names, isl_ast_node_for_get_cond(node));
        break;
    case isl_ast_node_if:
        collect_from_expr(names, isl_ast_node_if_get_cond(node));
        break;
    case isl_ast_node_user:
        collect_from_expr(names, isl_ast_node_user_get_expr(node));
        break;
    default:
        break;
    }
    return isl_bool_true;
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

static void add_node(struct walk *walk, __isl_take isl_ast_node *node);

static void add_to(struct walk *walk, pv_pblock *body, __isl_take isl_ast_node *node)
{
    pv_pblock *outside = pv_ps_enter(walk->out, body);
    add_node(walk, node);
    pv_ps_enter(walk->out, outside);
}

static void add_for(struct walk *walk, __isl_keep isl_ast_node *node)
{
    struct pv_cctx *ctx = walk->ctx;
    pv_px *name = pv_astexpr(ctx, isl_ast_node_for_get_iterator(node));
    pv_px *init = pv_astexpr(ctx, isl_ast_node_for_get_init(node));
    pv_pblock *outside = walk->out->at;
    pv_pblock *body;
    if (isl_ast_node_for_is_degenerate(node) == isl_bool_true) {
        body = &pv_ps_add(walk->out, PV_PS_BLOCK)->body;
        pv_ps_enter(walk->out, body);
        pv_ps_const(walk->out, "int", name->text, init);
    } else {
        pv_px *cond = pv_astexpr(ctx, isl_ast_node_for_get_cond(node));
        pv_px *step = pv_astexpr(ctx, isl_ast_node_for_get_inc(node));
        body = &pv_ps_for(walk->out, "int", name->text, init, cond, step)->body;
    }
    add_to(walk, body, isl_ast_node_for_get_body(node));
    pv_ps_enter(walk->out, outside);
}

static void add_if(struct walk *walk, __isl_keep isl_ast_node *node)
{
    struct pv_ps *choice = pv_ps_if(walk->out, pv_astexpr(walk->ctx, isl_ast_node_if_get_cond(node)));
    add_to(walk, &choice->body, isl_ast_node_if_get_then_node(node));
    choice->has_other = isl_ast_node_if_has_else_node(node) == isl_bool_true;
    if (choice->has_other)
        add_to(walk, &choice->other, isl_ast_node_if_get_else_node(node));
}

static void add_block(struct walk *walk, __isl_keep isl_ast_node *node)
{
    isl_ast_node_list *children = isl_ast_node_block_get_children(node);
    for (int i = 0; i < (int)isl_ast_node_list_n_ast_node(children); i++)
        add_node(walk, isl_ast_node_list_get_ast_node(children, i));
    isl_ast_node_list_free(children);
}

static void add_call(struct walk *walk, __isl_keep isl_ast_node *node)
{
    isl_ast_expr *call = isl_ast_node_user_get_expr(node);
    int n = (int)isl_ast_expr_get_op_n_arg(call) - 1;
    pv_px **args = pv_alloc(walk->ctx->arena, sizeof(pv_px *) * (size_t)(n + 1));
    pv_px *callee = pv_astexpr(walk->ctx, isl_ast_expr_get_op_arg(call, 0));
    for (int i = 0; i < n; i++)
        args[i] = pv_astexpr(walk->ctx, isl_ast_expr_get_op_arg(call, i + 1));
    pv_ps_expr(walk->out, pv_px_call(walk->ctx->arena, callee->text, n, args));
    isl_ast_expr_free(call);
}

/* The name of a mark as a remark. */
static void add_mark(struct walk *walk, __isl_keep isl_ast_node *node)
{
    isl_id *id = isl_ast_node_mark_get_id(node);
    const char *name = isl_id_get_name(id) ? isl_id_get_name(id) : "";
    pv_ps_add(walk->out, PV_PS_NOTE)->name = pv_strndup(walk->ctx->arena, name, strcspn(name, "\n\r\\"));
    isl_id_free(id);
    add_node(walk, isl_ast_node_mark_get_node(node));
}

static void add_node(struct walk *walk, __isl_take isl_ast_node *node)
{
    switch (isl_ast_node_get_type(node)) {
    case isl_ast_node_for:
        add_for(walk, node);
        break;
    case isl_ast_node_if:
        add_if(walk, node);
        break;
    case isl_ast_node_block:
        add_block(walk, node);
        break;
    case isl_ast_node_mark:
        add_mark(walk, node);
        break;
    case isl_ast_node_user:
        add_call(walk, node);
        break;
    default:
        walk->ctx->failure = "a node of the syntax tree without a C form";
        break;
    }
    isl_ast_node_free(node);
}

const char *pv_plainprog(struct pv_arena *arena, __isl_keep isl_ast_node *root, pv_pblock *block)
{
    struct names names = {.arena = arena};
    isl_stat stat = isl_ast_node_foreach_descendant_top_down(root, collect_from_node, &names);
    struct pv_cctx ctx = {.arena = arena};
    struct pv_pout out = {arena, block};
    choose_names(&ctx, &names);
    struct walk walk = {&ctx, &out};
    add_node(&walk, isl_ast_node_copy(root));
    return stat < 0 ? "the syntax tree cannot be read" : names.failure ? names.failure : ctx.failure;
}
