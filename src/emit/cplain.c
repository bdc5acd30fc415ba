#include "emit/cplain.h"

#include "emit/cexpr.h"
#include "emit/writer.h"

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

/* Name iterators so that they differ from all that the tree names. Nothing in isl's notation is called like a macro:
 * these are words of its own. */
static void choose_names(struct pv_cctx *ctx, const struct names *names)
{
    ctx->macros[PV_CMACRO_MIN] = "min";
    ctx->macros[PV_CMACRO_MAX] = "max";
    ctx->macros[PV_CMACRO_FLOORD] = "floord";
    ctx->macros[PV_CMACRO_MOD] = "mod";
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

struct printer {
    struct pv_cctx *ctx;
    struct pv_writer *out;
};

static void print_node(struct printer *printer, __isl_take isl_ast_node *node);

static const char *expr_text(struct printer *printer, __isl_take isl_ast_expr *expr)
{
    return pv_cexpr_ast(printer->ctx, expr).text;
}

static bool has_else(__isl_keep isl_ast_node *node)
{
    return isl_ast_node_get_type(node) == isl_ast_node_if && isl_ast_node_if_has_else_node(node) == isl_bool_true;
}

/* Does the text of "node" consist of one statement, so that it may stand without braces? */
static bool is_one_statement(__isl_keep isl_ast_node *node)
{
    switch (isl_ast_node_get_type(node)) {
    case isl_ast_node_block:
    case isl_ast_node_mark:
        return false;
    case isl_ast_node_for:
        return isl_ast_node_for_is_degenerate(node) != isl_bool_true;
    default:
        return true;
    }
}

/* Does the text of "node" end in an "if", which an "else" that follows would belong to? */
static bool ends_in_if(__isl_keep isl_ast_node *node)
{
    bool is_if = isl_ast_node_get_type(node) == isl_ast_node_if;
    if (is_if || isl_ast_node_get_type(node) != isl_ast_node_for)
        return is_if;
    isl_ast_node *body = isl_ast_node_for_get_body(node);
    is_if = ends_in_if(body);
    isl_ast_node_free(body);
    return is_if;
}

/* "body" below "head", in braces where "needs_braces" or where it is no single statement. Return whether a brace is
 * left to be closed. */
static bool open_body(struct printer *printer, const char *head, __isl_take isl_ast_node *body, bool needs_braces)
{
    bool braces = needs_braces || !is_one_statement(body);
    pv_emit_line(printer->out, braces ? "%s {" : "%s", head);
    printer->out->level++;
    print_node(printer, body);
    printer->out->level--;
    return braces;
}

static void print_for(struct printer *printer, __isl_keep isl_ast_node *node)
{
    struct pv_arena *arena = printer->ctx->arena;
    const char *name = expr_text(printer, isl_ast_node_for_get_iterator(node));
    const char *init = expr_text(printer, isl_ast_node_for_get_init(node));
    if (isl_ast_node_for_is_degenerate(node) == isl_bool_true) {
        pv_emit_line(printer->out, "{");
        printer->out->level++;
        pv_emit_line(printer->out, "const int %s = %s;", name, init);
        print_node(printer, isl_ast_node_for_get_body(node));
        printer->out->level--;
        pv_emit_line(printer->out, "}");
        return;
    }
    const char *cond = expr_text(printer, isl_ast_node_for_get_cond(node));
    const char *inc = expr_text(printer, isl_ast_node_for_get_inc(node));
    const char *head = pv_printf(arena, "for (int %s = %s; %s; %s += %s)", name, init, cond, name, inc);
    if (open_body(printer, head, isl_ast_node_for_get_body(node), false))
        pv_emit_line(printer->out, "}");
}

/* "if ... else if ... else ...", all branches but perhaps the last in braces. "before" is the end of what stands
 * before the first "if". */
static void print_if(struct printer *printer, __isl_take isl_ast_node *node, const char *before)
{
    const char *cond = expr_text(printer, isl_ast_node_if_get_cond(node));
    const char *head = pv_printf(printer->ctx->arena, "%sif (%s)", before, cond);
    isl_ast_node *then_node = isl_ast_node_if_get_then_node(node);
    bool needs_braces = has_else(node) || ends_in_if(then_node);
    bool is_open = open_body(printer, head, then_node, needs_braces);
    if (has_else(node)) {
        isl_ast_node *else_node = isl_ast_node_if_get_else_node(node);
        if (isl_ast_node_get_type(else_node) == isl_ast_node_if) {
            print_if(printer, else_node, "} else ");
            is_open = false;
        } else {
            is_open = open_body(printer, "} else", else_node, false);
        }
    }
    if (is_open)
        pv_emit_line(printer->out, "}");
    isl_ast_node_free(node);
}

static void print_block(struct printer *printer, __isl_keep isl_ast_node *node)
{
    isl_ast_node_list *children = isl_ast_node_block_get_children(node);
    for (int i = 0; i < (int)isl_ast_node_list_n_ast_node(children); i++)
        print_node(printer, isl_ast_node_list_get_ast_node(children, i));
    isl_ast_node_list_free(children);
}

static void print_user(struct printer *printer, __isl_keep isl_ast_node *node)
{
    isl_ast_expr *call = isl_ast_node_user_get_expr(node);
    struct pv_sb line = {0};
    pv_sb_printf(&line, "%s(", expr_text(printer, isl_ast_expr_get_op_arg(call, 0)));
    for (int i = 1; i < (int)isl_ast_expr_get_op_n_arg(call); i++)
        pv_sb_printf(&line, "%s%s", i > 1 ? ", " : "", expr_text(printer, isl_ast_expr_get_op_arg(call, i)));
    pv_emit_line(printer->out, "%s);", line.text);
    pv_sb_free(&line);
    isl_ast_expr_free(call);
}

/* The name of a mark as a comment. */
static void print_mark(struct printer *printer, __isl_keep isl_ast_node *node)
{
    isl_id *id = isl_ast_node_mark_get_id(node);
    const char *name = isl_id_get_name(id) ? isl_id_get_name(id) : "";
    pv_emit_line(printer->out, "// %.*s", (int)strcspn(name, "\n\r\\"), name);
    isl_id_free(id);
    print_node(printer, isl_ast_node_mark_get_node(node));
}

static void print_node(struct printer *printer, __isl_take isl_ast_node *node)
{
    switch (isl_ast_node_get_type(node)) {
    case isl_ast_node_for:
        print_for(printer, node);
        break;
    case isl_ast_node_if:
        print_if(printer, node, "");
        return;
    case isl_ast_node_block:
        print_block(printer, node);
        break;
    case isl_ast_node_mark:
        print_mark(printer, node);
        break;
    case isl_ast_node_user:
        print_user(printer, node);
        break;
    default:
        printer->ctx->failure = "a node of the syntax tree without a C form";
        break;
    }
    isl_ast_node_free(node);
}

bool pv_cplain_print(struct pv_arena *arena, __isl_keep isl_ast_node *root, struct pv_sb *out, const char **failure)
{
    struct names names = {.arena = arena};
    isl_stat stat = isl_ast_node_foreach_descendant_top_down(root, collect_from_node, &names);
    struct pv_cctx ctx = {.arena = arena};
    choose_names(&ctx, &names);
    struct pv_writer writer = {.margin = ""};
    struct printer printer = {&ctx, &writer};
    print_node(&printer, isl_ast_node_copy(root));
    *failure = stat < 0 ? "the syntax tree cannot be read" : names.failure ? names.failure : ctx.failure;
    if (!*failure) {
        pv_cexpr_define_macros(out, ctx.macros, ctx.uses_macro);
        pv_sb_addn(out, writer.text.text ? writer.text.text : "", writer.text.n);
    }
    pv_sb_free(&writer.text);
    return !*failure;
}
