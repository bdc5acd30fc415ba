/* Translates isl's syntax trees to pave's. */
#include "ast/fromisl.h"

#include "base/islx.h"
#include "ir/code.h"

#include <limits.h>
#include <stdlib.h>

struct translation {
    struct pv_arena *arena;
    const char *failure;
};

static pv_ax *translate(struct translation *to, __isl_take isl_ast_expr *expr);

static pv_ax *translate_id(struct translation *to, __isl_take isl_id *id)
{
    const struct pv_code_iterator *iterator = pv_code_iterator_of_id(id);
    const char *name = isl_id_get_name(id);
    pv_ax *result = iterator ? pv_ax_iterator(to->arena, iterator->depth)
                             : pv_ax_parameter(to->arena, name ? name : "");
    isl_id_free(id);
    return result;
}

static pv_ax *translate_number(struct translation *to, __isl_take isl_val *val)
{
    if (isl_val_cmp_si(val, INT_MIN) >= 0 && isl_val_cmp_si(val, INT_MAX) <= 0) {
        int value = (int)isl_val_get_num_si(val);
        isl_val_free(val);
        return pv_ax_number(to->arena, value);
    }
    char *digits = pv_printed(isl_val_to_str(val));
    pv_ax *result = pv_ax_digits(to->arena, digits);
    free(digits);
    isl_val_free(val);
    return result;
}

/* The kind of an operation of isl's, or PV_AX_NUMBER where it has none. */
static enum pv_ax_kind kind_of(enum isl_ast_expr_op_type type)
{
    static const struct {
        enum isl_ast_expr_op_type type;
        enum pv_ax_kind kind;
    } pairs[] = {
        {isl_ast_expr_op_and, PV_AX_AND},       {isl_ast_expr_op_and_then, PV_AX_AND},
        {isl_ast_expr_op_or, PV_AX_OR},         {isl_ast_expr_op_or_else, PV_AX_OR},
        {isl_ast_expr_op_max, PV_AX_MAX},       {isl_ast_expr_op_min, PV_AX_MIN},
        {isl_ast_expr_op_minus, PV_AX_NEG},     {isl_ast_expr_op_add, PV_AX_ADD},
        {isl_ast_expr_op_sub, PV_AX_SUB},       {isl_ast_expr_op_mul, PV_AX_MUL},
        {isl_ast_expr_op_div, PV_AX_DIV},       {isl_ast_expr_op_fdiv_q, PV_AX_FDIV},
        {isl_ast_expr_op_pdiv_q, PV_AX_PDIV},   {isl_ast_expr_op_pdiv_r, PV_AX_PMOD},
        {isl_ast_expr_op_zdiv_r, PV_AX_ZMOD},   {isl_ast_expr_op_cond, PV_AX_SELECT},
        {isl_ast_expr_op_select, PV_AX_SELECT}, {isl_ast_expr_op_eq, PV_AX_EQ},
        {isl_ast_expr_op_le, PV_AX_LE},         {isl_ast_expr_op_lt, PV_AX_LT},
        {isl_ast_expr_op_ge, PV_AX_GE},         {isl_ast_expr_op_gt, PV_AX_GT},
    };
    for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++)
        if (pairs[i].type == type)
            return pairs[i].kind;
    return PV_AX_NUMBER;
}

static pv_ax *translate_op(struct translation *to, __isl_keep isl_ast_expr *expr)
{
    enum pv_ax_kind kind = kind_of(isl_ast_expr_get_op_type(expr));
    int n = (int)isl_ast_expr_get_op_n_arg(expr);
    if (kind == PV_AX_NUMBER || n < 1) {
        to->failure = "an operation of the syntax tree without a C form";
        return pv_ax_number(to->arena, 0);
    }
    pv_ax **args = pv_new_array(to->arena, pv_ax *, n);
    for (int i = 0; i < n; i++)
        args[i] = translate(to, isl_ast_expr_get_op_arg(expr, i));
    return n == 1 ? pv_ax_unary(to->arena, kind, args[0]) : pv_ax_nary(to->arena, kind, n, args);
}

static pv_ax *translate(struct translation *to, __isl_take isl_ast_expr *expr)
{
    pv_ax *result;
    switch (isl_ast_expr_get_type(expr)) {
    case isl_ast_expr_id:
        result = translate_id(to, isl_ast_expr_get_id(expr));
        break;
    case isl_ast_expr_int:
        result = translate_number(to, isl_ast_expr_get_val(expr));
        break;
    case isl_ast_expr_op:
        result = translate_op(to, expr);
        break;
    default:
        to->failure = "isl could not build an expression";
        result = pv_ax_number(to->arena, 0);
        break;
    }
    isl_ast_expr_free(expr);
    return result;
}

static void translate_node(struct translation *to, __isl_take isl_ast_node *node, pv_anodes *list);

static void translate_for(struct translation *to, __isl_keep isl_ast_node *node, struct pv_an *result)
{
    result->depth = translate(to, isl_ast_node_for_get_iterator(node))->depth;
    result->init = translate(to, isl_ast_node_for_get_init(node));
    result->is_degenerate = isl_ast_node_for_is_degenerate(node) == isl_bool_true;
    if (!result->is_degenerate) {
        result->cond = translate(to, isl_ast_node_for_get_cond(node));
        result->step = translate(to, isl_ast_node_for_get_inc(node));
    }
    translate_node(to, isl_ast_node_for_get_body(node), &result->body);
}

static void translate_if(struct translation *to, __isl_keep isl_ast_node *node, struct pv_an *result)
{
    result->cond = translate(to, isl_ast_node_if_get_cond(node));
    translate_node(to, isl_ast_node_if_get_then_node(node), &result->body);
    result->has_other = isl_ast_node_if_has_else_node(node) == isl_bool_true;
    if (result->has_other)
        translate_node(to, isl_ast_node_if_get_else_node(node), &result->other);
}

static void translate_block(struct translation *to, __isl_keep isl_ast_node *node, pv_anodes *list)
{
    isl_ast_node_list *children = isl_ast_node_block_get_children(node);
    for (int i = 0; i < (int)isl_ast_node_list_n_ast_node(children); i++)
        translate_node(to, isl_ast_node_list_get_ast_node(children, i), list);
    isl_ast_node_list_free(children);
}

/* What "node" is annotated with, or NULL. */
static void *annotation(__isl_keep isl_ast_node *node)
{
    isl_id *id = isl_ast_node_get_annotation(node);
    void *user = id ? isl_id_get_user(id) : NULL;
    isl_id_free(id);
    return user;
}

static void translate_mark(struct translation *to, __isl_keep isl_ast_node *node, struct pv_an *result)
{
    isl_id *id = isl_ast_node_mark_get_id(node);
    result->name = pv_strdup(to->arena, isl_id_get_name(id) ? isl_id_get_name(id) : "");
    isl_id_free(id);
    const struct pv_an *about = annotation(node);
    if (about) {
        result->mark = about->mark;
        result->launch = about->launch;
        result->fills = about->fills;
        result->work = about->work;
    }
    translate_node(to, isl_ast_node_mark_get_node(node), &result->body);
}

static void translate_call(struct translation *to, __isl_keep isl_ast_node *node, struct pv_an *result)
{
    isl_ast_expr *call = isl_ast_node_user_get_expr(node);
    result->name = translate(to, isl_ast_expr_get_op_arg(call, 0))->text;
    for (int i = 1; i < (int)isl_ast_expr_get_op_n_arg(call); i++) {
        pv_ax *arg = translate(to, isl_ast_expr_get_op_arg(call, i));
        pv_push(to->arena, &result->args, arg);
    }
    isl_ast_expr_free(call);
    result->leaf = annotation(node);
    if (result->leaf)
        result->leaf->instance = result->args;
}

static struct pv_an *add_node(struct translation *to, pv_anodes *list, enum pv_an_kind kind)
{
    struct pv_an *node = pv_an_new(to->arena, kind);
    pv_push(to->arena, list, node);
    return node;
}

static void translate_node(struct translation *to, __isl_take isl_ast_node *node, pv_anodes *list)
{
    switch (isl_ast_node_get_type(node)) {
    case isl_ast_node_for:
        translate_for(to, node, add_node(to, list, PV_AN_FOR));
        break;
    case isl_ast_node_if:
        translate_if(to, node, add_node(to, list, PV_AN_IF));
        break;
    case isl_ast_node_block:
        translate_block(to, node, list);
        break;
    case isl_ast_node_mark:
        translate_mark(to, node, add_node(to, list, PV_AN_MARK));
        break;
    case isl_ast_node_user:
        translate_call(to, node, add_node(to, list, PV_AN_USER));
        break;
    default:
        to->failure = "a node of the syntax tree without a C form";
        break;
    }
    isl_ast_node_free(node);
}

const char *pv_from_isl(struct pv_arena *arena, __isl_take isl_ast_node *node, pv_anodes *list)
{
    struct translation to = {arena, NULL};
    translate_node(&to, node, list);
    return to.failure;
}

pv_ax *pv_from_isl_expr(struct pv_arena *arena, __isl_take isl_ast_expr *expr)
{
    struct translation to = {arena, NULL};
    pv_ax *result = expr ? translate(&to, expr) : NULL;
    return to.failure ? NULL : result;
}
