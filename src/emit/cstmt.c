#include "emit/cstmt.h"

#include <inttypes.h>
#include <string.h>

/* Declarations. */

const char *pv_cstmt_declaration(struct pv_cctx *ctx, const struct pv_var *var, isl_ast_expr **sizes)
{
    const struct pv_ctype *elem = pv_ctype_innermost(var->type, false);
    struct pv_sb line = {0};
    const char *type = pv_cexpr_type_here(ctx, elem);
    pv_sb_printf(&line, "%s%s%s", type, type[strlen(type) - 1] == '*' ? "" : " ", pv_cexpr_name(ctx, var));
    int i = 0;
    for (const struct pv_ctype *dim = var->type; dim->kind == PV_TYPE_ARRAY; dim = dim->elem, i++) {
        if (dim->length >= 0)
            pv_sb_printf(&line, "[%" PRId64 "]", dim->length);
        else if (sizes && sizes[i])
            pv_sb_printf(&line, "[%s]", pv_cexpr_ast(ctx, isl_ast_expr_copy(sizes[i])).text);
        else if (dim->length_expr)
            pv_sb_printf(&line, "[%s]", pv_cexpr_body(ctx, dim->length_expr).text);
    }
    const char *text = pv_strdup(ctx->arena, line.text);
    pv_sb_free(&line);
    return text;
}

/* Initialisers in braces, as assignments. */

struct initialiser {
    struct pv_cctx *ctx;
    struct pv_writer *out;
    const struct pv_tree *tree;
    int next; /* value to be used next */
    int n_loops;
};

/* Zero all of "place", which has type "type". */
static void clear_object(struct initialiser *init, const char *place, const struct pv_ctype *type)
{
    struct pv_arena *arena = init->ctx->arena;
    if (type->kind == PV_TYPE_RECORD) {
        for (int i = 0; i < type->record->n_fields; i++) {
            const struct pv_field *field = &type->record->fields[i];
            clear_object(init,
                         field->name[0] ? pv_printf(arena, "%s.%s", place, pv_cexpr_field(init->ctx, field)) : place,
                         field->type);
        }
    } else if (type->kind == PV_TYPE_ARRAY) {
        const char *iterator = pv_printf(arena, "%s_%d", init->ctx->iterators.v[0], init->n_loops++);
        pv_emit_line(init->out, "for (int %s = 0; %s < %" PRId64 "; %s += 1)", iterator, iterator, type->length,
                     iterator);
        init->out->level++;
        bool needs_block = pv_ctype_innermost(type->elem, false)->kind == PV_TYPE_RECORD;
        if (needs_block)
            pv_emit_line(init->out, "{");
        clear_object(init, pv_printf(arena, "%s[%s]", place, iterator), type->elem);
        if (needs_block)
            pv_emit_line(init->out, "}");
        init->out->level--;
    } else {
        pv_emit_line(init->out, "%s = 0;", place);
    }
}

static int64_t n_scalars(const struct pv_ctype *type)
{
    if (type->kind == PV_TYPE_ARRAY)
        return type->length * n_scalars(type->elem);
    if (type->kind != PV_TYPE_RECORD)
        return 1;
    int64_t n = 0;
    for (int i = 0; i < type->record->n_fields; i++)
        n += n_scalars(type->record->fields[i].type);
    return n;
}

/* Assign the values in the list, in order, to the scalars of "place". */
static void assign_values(struct initialiser *init, const char *place, const struct pv_ctype *type)
{
    struct pv_arena *arena = init->ctx->arena;
    if (init->next >= init->tree->inits.n)
        return;
    if (type->kind == PV_TYPE_ARRAY) {
        for (int64_t i = 0; i < type->length && init->next < init->tree->inits.n; i++)
            assign_values(init, pv_printf(arena, "%s[%" PRId64 "]", place, i), type->elem);
    } else if (type->kind == PV_TYPE_RECORD) {
        for (int i = 0; i < type->record->n_fields; i++) {
            const struct pv_field *field = &type->record->fields[i];
            assign_values(init,
                          field->name[0] ? pv_printf(arena, "%s.%s", place, pv_cexpr_field(init->ctx, field)) : place,
                          field->type);
        }
    } else {
        struct pv_ctext value = pv_cexpr_body(init->ctx, init->tree->inits.v[init->next++]);
        pv_emit_line(init->out, "%s = %s;", place, pv_cexpr_operand(init->ctx, value, PV_CPREC_ASSIGN));
    }
}

/* What the list leaves out is zero, by C's rule. An array in the memory of a device has all its dimensions in one. */
void pv_cstmt_initialise(struct pv_cctx *ctx, struct pv_writer *out, const struct pv_tree *tree)
{
    struct initialiser init = {.ctx = ctx, .out = out, .tree = tree};
    const char *name = pv_cexpr_name(ctx, tree->var);
    struct pv_ctype linear = *tree->var->type;
    const struct pv_ctype *elem = pv_ctype_innermost(tree->var->type, false), *type = tree->var->type;
    if (pv_cexpr_is_buffer(ctx, tree->var) && !pv_cexpr_has_rows(ctx, tree->var) && type->kind == PV_TYPE_ARRAY) {
        for (const struct pv_ctype *inner = type->elem; inner->kind == PV_TYPE_ARRAY; inner = inner->elem)
            linear.length *= inner->length;
        linear.elem = elem;
        type = &linear;
    } else if (pv_cexpr_is_buffer(ctx, tree->var) && type->kind != PV_TYPE_ARRAY) {
        name = pv_printf(ctx->arena, "%s[0]", name);
    }
    if (n_scalars(type) > tree->inits.n)
        clear_object(&init, name, type);
    assign_values(&init, name, type);
}

/* Trees of statements. */

static bool has_effect(const struct pv_expr *expr)
{
    while (expr->kind == PV_EXPR_CAST && (expr->is_implicit || expr->type->kind == PV_TYPE_VOID))
        expr = expr->args[0];
    return expr->kind == PV_EXPR_CALL ||
           (expr->kind == PV_EXPR_OP && (pv_op_is_assignment(expr->op) || pv_op_is_step(expr->op)));
}

static const char *expr_statement(struct pv_cctx *ctx, const struct pv_expr *expr)
{
    if (expr->kind == PV_EXPR_OP && expr->op == PV_OP_COMMA)
        return pv_printf(ctx->arena, "%s, %s", expr_statement(ctx, expr->args[0]), expr_statement(ctx, expr->args[1]));
    struct pv_ctext text = pv_cexpr_body(ctx, expr);
    if (has_effect(expr))
        return text.text;
    return pv_printf(ctx->arena, "(void)%s", pv_cexpr_operand(ctx, text, PV_CPREC_UNARY));
}

/* A condition; an assignment as one gets the parentheses that say it is meant. */
static const char *condition(struct pv_cctx *ctx, const struct pv_expr *expr)
{
    struct pv_ctext text = pv_cexpr_body(ctx, expr);
    return pv_cexpr_operand(ctx, text, text.prec == PV_CPREC_ASSIGN ? PV_CPREC_COND : PV_CPREC_COMMA);
}

/* A statement in braces after "head". */
static void print_braced(struct pv_cctx *ctx, struct pv_writer *out, const char *head, const struct pv_tree *body)
{
    pv_emit_line(out, "%s {", head);
    out->level++;
    if (body->kind == PV_TREE_BLOCK)
        for (int i = 0; i < body->children.n; i++)
            pv_cstmt_print(ctx, out, body->children.v[i]);
    else
        pv_cstmt_print(ctx, out, body);
    out->level--;
}

static void print_decl(struct pv_cctx *ctx, struct pv_writer *out, const struct pv_tree *tree)
{
    const char *declaration = pv_cstmt_declaration(ctx, tree->var, NULL);
    if (tree->expr)
        pv_emit_line(out, "%s = %s;", declaration,
                     pv_cexpr_operand(ctx, pv_cexpr_body(ctx, tree->expr), PV_CPREC_ASSIGN));
    else
        pv_emit_line(out, "%s;", declaration);
    if (tree->has_init_list)
        pv_cstmt_initialise(ctx, out, tree);
}

static void print_for(struct pv_cctx *ctx, struct pv_writer *out, const struct pv_tree *tree)
{
    const struct pv_tree *init = tree->init;
    bool is_apart = init && (init->kind == PV_TREE_BLOCK || init->has_init_list);
    const char *first = "";
    if (is_apart) {
        pv_emit_line(out, "{");
        out->level++;
        pv_cstmt_print(ctx, out, init);
    } else if (init && init->kind == PV_TREE_DECL) {
        first = pv_cstmt_declaration(ctx, init->var, NULL);
        if (init->expr)
            first = pv_printf(ctx->arena, "%s = %s", first,
                              pv_cexpr_operand(ctx, pv_cexpr_body(ctx, init->expr), PV_CPREC_ASSIGN));
    } else if (init && init->kind == PV_TREE_EXPR) {
        first = expr_statement(ctx, init->expr);
    }
    const char *head = pv_printf(ctx->arena, "for (%s; %s; %s)", first, tree->cond ? condition(ctx, tree->cond) : "",
                                 tree->inc ? expr_statement(ctx, tree->inc) : "");
    print_braced(ctx, out, head, tree->body);
    pv_emit_line(out, "}");
    if (is_apart) {
        out->level--;
        pv_emit_line(out, "}");
    }
}

static void print_if(struct pv_cctx *ctx, struct pv_writer *out, const struct pv_tree *tree)
{
    pv_cexpr_note_choice(ctx);
    print_braced(ctx, out, pv_printf(ctx->arena, "if (%s)", condition(ctx, tree->cond)), tree->then_body);
    if (tree->else_body)
        print_braced(ctx, out, "} else", tree->else_body);
    pv_emit_line(out, "}");
}

static void print_block(struct pv_cctx *ctx, struct pv_writer *out, const struct pv_tree *tree)
{
    if (tree->is_scope) {
        pv_emit_line(out, "{");
        out->level++;
    }
    for (int i = 0; i < tree->children.n; i++)
        pv_cstmt_print(ctx, out, tree->children.v[i]);
    if (tree->is_scope) {
        out->level--;
        pv_emit_line(out, "}");
    }
}

static void print_return(struct pv_cctx *ctx, struct pv_writer *out, const struct pv_tree *tree)
{
    if (!ctx->device || ctx->device->code)
        ctx->failure = "a 'return' inside a region";
    else if (tree->expr)
        pv_emit_line(out, "return %s;", pv_cexpr_body(ctx, tree->expr).text);
    else
        pv_emit_line(out, "return;");
}

void pv_cstmt_print(struct pv_cctx *ctx, struct pv_writer *out, const struct pv_tree *tree)
{
    switch (tree->kind) {
    case PV_TREE_BLOCK:
        print_block(ctx, out, tree);
        break;
    case PV_TREE_EXPR:
        pv_emit_line(out, "%s;", expr_statement(ctx, tree->expr));
        break;
    case PV_TREE_DECL:
        print_decl(ctx, out, tree);
        break;
    case PV_TREE_IF:
        print_if(ctx, out, tree);
        break;
    case PV_TREE_FOR:
        print_for(ctx, out, tree);
        break;
    case PV_TREE_WHILE:
        print_braced(ctx, out, pv_printf(ctx->arena, "while (%s)", condition(ctx, tree->cond)), tree->body);
        pv_emit_line(out, "}");
        break;
    case PV_TREE_DO:
        print_braced(ctx, out, "do", tree->body);
        pv_emit_line(out, "} while (%s);", condition(ctx, tree->cond));
        break;
    case PV_TREE_BREAK:
        pv_emit_line(out, "break;");
        break;
    case PV_TREE_CONTINUE:
        pv_emit_line(out, "continue;");
        break;
    case PV_TREE_RETURN:
        print_return(ctx, out, tree);
        break;
    case PV_TREE_NULL:
    case PV_TREE_PENCIL:
    case PV_TREE_LIVE_OUT:
        break;
    }
}

void pv_cstmt_print_function(struct pv_cctx *ctx, struct pv_writer *out, const struct pv_tree *body)
{
    for (int i = 0; i < body->children.n; i++)
        pv_cstmt_print(ctx, out, body->children.v[i]);
}
