/* Lowers the statements of the user. */
#include "lower/userstmt.h"

#include <string.h>

/* Declarations. */

struct pv_ps *pv_userstmt_declare(struct pv_cctx *ctx, struct pv_pout *out, const struct pv_var *var, pv_ax **sizes)
{
    const char *type = pv_spell_type_here(ctx, pv_ctype_innermost(var->type, false));
    struct pv_ps *decl = pv_ps_decl(out, type, pv_spell_name(ctx, var), NULL);
    int i = 0;
    for (const struct pv_ctype *dim = var->type; dim->kind == PV_TYPE_ARRAY; dim = dim->elem, i++) {
        pv_px *size = NULL;
        if (dim->length >= 0)
            size = pv_px_number(ctx->arena, dim->length);
        else if (sizes && sizes[i])
            size = pv_astexpr(ctx, sizes[i]);
        else if (dim->length_expr)
            size = pv_bodyexpr(ctx, dim->length_expr);
        if (size)
            pv_push(ctx->arena, &decl->dims, size);
    }
    return decl;
}

/* Initialisers in braces, as assignments. */

struct initialiser {
    struct pv_cctx *ctx;
    struct pv_pout *out;
    const struct pv_tree *tree;
    int next; /* value to be used next */
    int n_loops;
};

/* "place" as a whole, or its field. */
static pv_px *field_of(struct initialiser *init, pv_px *place, const struct pv_field *field)
{
    return field->name[0] ? pv_px_field(init->ctx->arena, place, pv_spell_field(init->ctx, field)) : place;
}

/* Zero all of "place", which has type "type". */
static void clear_object(struct initialiser *init, pv_px *place, const struct pv_ctype *type)
{
    struct pv_arena *arena = init->ctx->arena;
    if (type->kind == PV_TYPE_RECORD) {
        for (int i = 0; i < type->record->n_fields; i++)
            clear_object(init, field_of(init, place, &type->record->fields[i]), type->record->fields[i].type);
    } else if (type->kind == PV_TYPE_ARRAY) {
        const char *name = pv_printf(arena, "%s_%d", init->ctx->iterators.v[0], init->n_loops++);
        pv_px *iterator = pv_px_name(arena, name);
        pv_px *cond = pv_px_binary(arena, iterator, "<", pv_px_number(arena, type->length), PV_CPREC_RELATION);
        struct pv_ps *loop = pv_ps_for(init->out, "int", name, pv_px_number(arena, 0), cond, pv_px_number(arena, 1));
        loop->is_bare = true;
        pv_pblock *outside = pv_ps_enter(init->out, &loop->body);
        bool needs_block = pv_ctype_innermost(type->elem, false)->kind == PV_TYPE_RECORD;
        if (needs_block)
            pv_ps_enter(init->out, &pv_ps_add(init->out, PV_PS_BLOCK)->body);
        clear_object(init, pv_px_index(arena, place, iterator), type->elem);
        pv_ps_enter(init->out, outside);
    } else {
        pv_ps_assign(init->out, place, pv_px_number(arena, 0));
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
static void assign_values(struct initialiser *init, pv_px *place, const struct pv_ctype *type)
{
    struct pv_arena *arena = init->ctx->arena;
    if (init->next >= init->tree->inits.n)
        return;
    if (type->kind == PV_TYPE_ARRAY) {
        for (int64_t i = 0; i < type->length && init->next < init->tree->inits.n; i++)
            assign_values(init, pv_px_index(arena, place, pv_px_number(arena, i)), type->elem);
    } else if (type->kind == PV_TYPE_RECORD) {
        for (int i = 0; i < type->record->n_fields; i++)
            assign_values(init, field_of(init, place, &type->record->fields[i]), type->record->fields[i].type);
    } else {
        pv_px *value = pv_bodyexpr(init->ctx, init->tree->inits.v[init->next++]);
        pv_ps_assign(init->out, place, pv_px_operand(arena, value, PV_CPREC_ASSIGN));
    }
}

/* What the list leaves out is zero, by C's rule. An array in the memory of a device has all its dimensions in one. */
void pv_userstmt_initialise(struct pv_cctx *ctx, struct pv_pout *out, const struct pv_tree *tree)
{
    struct initialiser init = {.ctx = ctx, .out = out, .tree = tree};
    pv_px *place = pv_px_name(ctx->arena, pv_spell_name(ctx, tree->var));
    struct pv_ctype linear = *tree->var->type;
    const struct pv_ctype *elem = pv_ctype_innermost(tree->var->type, false), *type = tree->var->type;
    bool is_buffer = pv_buffer_find(ctx, tree->var);
    if (is_buffer && !pv_buffer_has_rows(ctx, tree->var) && type->kind == PV_TYPE_ARRAY) {
        for (const struct pv_ctype *inner = type->elem; inner->kind == PV_TYPE_ARRAY; inner = inner->elem)
            linear.length *= inner->length;
        linear.elem = elem;
        type = &linear;
    } else if (is_buffer && type->kind != PV_TYPE_ARRAY) {
        place = pv_px_index(ctx->arena, place, pv_px_number(ctx->arena, 0));
    }
    if (n_scalars(type) > tree->inits.n)
        clear_object(&init, place, type);
    assign_values(&init, place, type);
}

/* Trees of statements. */

static bool has_effect(const struct pv_expr *expr)
{
    while (expr->kind == PV_EXPR_CAST && (expr->is_implicit || expr->type->kind == PV_TYPE_VOID))
        expr = expr->args[0];
    return expr->kind == PV_EXPR_CALL ||
           (expr->kind == PV_EXPR_OP && (pv_op_is_assignment(expr->op) || pv_op_is_step(expr->op)));
}

static pv_px *expr_statement(struct pv_cctx *ctx, const struct pv_expr *expr)
{
    if (expr->kind == PV_EXPR_OP && expr->op == PV_OP_COMMA)
        return pv_px_binary(ctx->arena, expr_statement(ctx, expr->args[0]), ",", expr_statement(ctx, expr->args[1]),
                            PV_CPREC_COMMA);
    pv_px *px = pv_bodyexpr(ctx, expr);
    if (has_effect(expr))
        return px;
    return pv_px_cast(ctx->arena, "void", pv_px_operand(ctx->arena, px, PV_CPREC_UNARY));
}

/* A condition; an assignment as one gets the parentheses that say it is meant. */
static pv_px *condition(struct pv_cctx *ctx, const struct pv_expr *expr)
{
    pv_px *px = pv_bodyexpr(ctx, expr);
    return pv_px_operand(ctx->arena, px, px->prec == PV_CPREC_ASSIGN ? PV_CPREC_COND : PV_CPREC_COMMA);
}

/* The statement "tree" as "body". */
static void fill_body(struct pv_cctx *ctx, struct pv_pout *out, pv_pblock *body, const struct pv_tree *tree)
{
    pv_pblock *outside = pv_ps_enter(out, body);
    if (tree->kind == PV_TREE_BLOCK)
        for (int i = 0; i < tree->children.n; i++)
            pv_userstmt(ctx, out, tree->children.v[i]);
    else
        pv_userstmt(ctx, out, tree);
    pv_ps_enter(out, outside);
}

static struct pv_ps *add_decl(struct pv_cctx *ctx, struct pv_pout *out, const struct pv_tree *tree)
{
    struct pv_ps *decl = pv_userstmt_declare(ctx, out, tree->var, NULL);
    if (tree->expr)
        decl->expr = pv_px_operand(ctx->arena, pv_bodyexpr(ctx, tree->expr), PV_CPREC_ASSIGN);
    if (tree->has_init_list)
        pv_userstmt_initialise(ctx, out, tree);
    return decl;
}

/* The one statement that "tree", a declaration or an expression, becomes. */
static struct pv_ps *single_statement(struct pv_cctx *ctx, const struct pv_tree *tree)
{
    pv_pblock alone = {0};
    struct pv_pout out = {ctx->arena, &alone};
    return tree->kind == PV_TREE_DECL ? add_decl(ctx, &out, tree) : pv_ps_expr(&out, expr_statement(ctx, tree->expr));
}

static void add_for(struct pv_cctx *ctx, struct pv_pout *out, const struct pv_tree *tree)
{
    const struct pv_tree *init = tree->init;
    bool is_apart = init && (init->kind == PV_TREE_BLOCK || init->has_init_list);
    pv_pblock *outside = out->at;
    if (is_apart) {
        pv_ps_enter(out, &pv_ps_add(out, PV_PS_BLOCK)->body);
        pv_userstmt(ctx, out, init);
    }
    struct pv_ps *loop = pv_ps_add(out, PV_PS_FOR);
    if (!is_apart && init && (init->kind == PV_TREE_DECL || init->kind == PV_TREE_EXPR))
        loop->init = single_statement(ctx, init);
    loop->cond = tree->cond ? condition(ctx, tree->cond) : NULL;
    loop->step = tree->inc ? expr_statement(ctx, tree->inc) : NULL;
    fill_body(ctx, out, &loop->body, tree->body);
    pv_ps_enter(out, outside);
}

static void add_if(struct pv_cctx *ctx, struct pv_pout *out, const struct pv_tree *tree)
{
    pv_bodyexpr_note_choice(ctx);
    struct pv_ps *choice = pv_ps_if(out, condition(ctx, tree->cond));
    fill_body(ctx, out, &choice->body, tree->then_body);
    choice->has_other = tree->else_body;
    if (tree->else_body)
        fill_body(ctx, out, &choice->other, tree->else_body);
}

static void add_while(struct pv_cctx *ctx, struct pv_pout *out, const struct pv_tree *tree)
{
    struct pv_ps *loop = pv_ps_add(out, tree->kind == PV_TREE_DO ? PV_PS_DO : PV_PS_WHILE);
    if (tree->kind == PV_TREE_WHILE)
        loop->cond = condition(ctx, tree->cond);
    fill_body(ctx, out, &loop->body, tree->body);
    if (tree->kind == PV_TREE_DO)
        loop->cond = condition(ctx, tree->cond);
}

static void add_block(struct pv_cctx *ctx, struct pv_pout *out, const struct pv_tree *tree)
{
    pv_pblock *outside = out->at;
    if (tree->is_scope)
        pv_ps_enter(out, &pv_ps_add(out, PV_PS_BLOCK)->body);
    for (int i = 0; i < tree->children.n; i++)
        pv_userstmt(ctx, out, tree->children.v[i]);
    pv_ps_enter(out, outside);
}

static void add_return(struct pv_cctx *ctx, struct pv_pout *out, const struct pv_tree *tree)
{
    if (!ctx->device || ctx->device->code)
        ctx->failure = "a 'return' inside a region";
    else
        pv_ps_add(out, PV_PS_RETURN)->expr = tree->expr ? pv_bodyexpr(ctx, tree->expr) : NULL;
}

void pv_userstmt(struct pv_cctx *ctx, struct pv_pout *out, const struct pv_tree *tree)
{
    switch (tree->kind) {
    case PV_TREE_BLOCK:
        add_block(ctx, out, tree);
        break;
    case PV_TREE_EXPR:
        pv_ps_expr(out, expr_statement(ctx, tree->expr));
        break;
    case PV_TREE_DECL:
        add_decl(ctx, out, tree);
        break;
    case PV_TREE_IF:
        add_if(ctx, out, tree);
        break;
    case PV_TREE_FOR:
        add_for(ctx, out, tree);
        break;
    case PV_TREE_WHILE:
    case PV_TREE_DO:
        add_while(ctx, out, tree);
        break;
    case PV_TREE_BREAK:
        pv_ps_add(out, PV_PS_BREAK);
        break;
    case PV_TREE_CONTINUE:
        pv_ps_add(out, PV_PS_CONTINUE);
        break;
    case PV_TREE_RETURN:
        add_return(ctx, out, tree);
        break;
    case PV_TREE_NULL:
    case PV_TREE_PENCIL:
    case PV_TREE_LIVE_OUT:
        break;
    }
}
