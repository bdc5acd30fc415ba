/* Lowers the expressions of the user's statements, with their new references. */
#include "lower/bodyexpr.h"

#include <inttypes.h>
#include <string.h>

/* Operators. */

static enum pv_cprec op_precedence(enum pv_op op)
{
    switch (op) {
    case PV_OP_COMMA:
        return PV_CPREC_COMMA;
    case PV_OP_COND:
        return PV_CPREC_COND;
    case PV_OP_LOR:
        return PV_CPREC_LOR;
    case PV_OP_LAND:
        return PV_CPREC_LAND;
    case PV_OP_BITOR:
    case PV_OP_BITXOR:
    case PV_OP_BITAND:
        return PV_CPREC_BITS;
    case PV_OP_EQ:
    case PV_OP_NE:
        return PV_CPREC_EQUALITY;
    case PV_OP_LT:
    case PV_OP_GT:
    case PV_OP_LE:
    case PV_OP_GE:
        return PV_CPREC_RELATION;
    case PV_OP_SHL:
    case PV_OP_SHR:
        return PV_CPREC_SHIFT;
    case PV_OP_ADD:
    case PV_OP_SUB:
        return PV_CPREC_SUM;
    case PV_OP_MUL:
    case PV_OP_DIV:
    case PV_OP_MOD:
        return PV_CPREC_PRODUCT;
    case PV_OP_POSTINC:
    case PV_OP_POSTDEC:
        return PV_CPREC_POSTFIX;
    default:
        return pv_op_is_assignment(op) ? PV_CPREC_ASSIGN : PV_CPREC_UNARY;
    }
}

/* What an operand of a binary operator must bind like to stand without parentheses. */
static enum pv_cprec needed_left(enum pv_op op)
{
    enum pv_cprec own = op_precedence(op);
    switch (own) {
    case PV_CPREC_LOR:
    case PV_CPREC_LAND:
        return PV_CPREC_EQUALITY;
    case PV_CPREC_EQUALITY:
    case PV_CPREC_RELATION:
        return PV_CPREC_SUM;
    case PV_CPREC_BITS:
    case PV_CPREC_SHIFT:
        return PV_CPREC_PRODUCT;
    default:
        return own;
    }
}

static bool is_op(const struct pv_expr *expr, enum pv_op op)
{
    while (expr->kind == PV_EXPR_CAST && expr->is_implicit)
        expr = expr->args[0];
    return expr->kind == PV_EXPR_OP && expr->op == op;
}

static pv_px *lower_body_binary(struct pv_cctx *ctx, const struct pv_expr *expr)
{
    enum pv_cprec own = op_precedence(expr->op), left = needed_left(expr->op), right = left;
    if (own == PV_CPREC_ASSIGN)
        left = PV_CPREC_UNARY;
    else if (own == PV_CPREC_SUM || own == PV_CPREC_PRODUCT || own == PV_CPREC_COMMA)
        right = own + 1;
    bool is_chain = is_op(expr->args[0], expr->op) && own < PV_CPREC_SUM && own != PV_CPREC_EQUALITY &&
                    own != PV_CPREC_RELATION && own != PV_CPREC_ASSIGN;
    bool is_not = is_op(expr->args[0], PV_OP_NOT) && own > PV_CPREC_LAND;
    pv_px *a = pv_bodyexpr(ctx, expr->args[0]), *b = pv_bodyexpr(ctx, expr->args[1]);
    pv_px *first = pv_px_operand(ctx->arena, a, is_not ? PV_CPREC_POSTFIX : is_chain ? own : left);
    bool doubles_sign = (own == PV_CPREC_SUM) && pv_px_begins_with(b, '-');
    pv_px *second = pv_px_operand(ctx->arena, b, doubles_sign ? PV_CPREC_POSTFIX : right);
    return pv_px_binary(ctx->arena, first, pv_op_spelling(expr->op), second, own);
}

static bool is_constant(const struct pv_expr *expr)
{
    return expr->kind == PV_EXPR_INT || expr->kind == PV_EXPR_FLOAT;
}

void pv_bodyexpr_note_choice(struct pv_cctx *ctx)
{
    if (ctx->device)
        ctx->device->chooses = true;
}

/* The condition of "?:". In OpenCL C it cannot be a floating-point number. */
static pv_px *lower_choice(struct pv_cctx *ctx, const struct pv_expr *expr)
{
    pv_px *px = pv_bodyexpr(ctx, expr);
    if (!ctx->device || expr->type->kind != PV_TYPE_FLOAT)
        return px;
    return pv_px_binary(ctx->arena, pv_px_operand(ctx->arena, px, PV_CPREC_SUM), "!=", pv_px_number(ctx->arena, 0),
                        PV_CPREC_EQUALITY);
}

static pv_px *lower_body_op(struct pv_cctx *ctx, const struct pv_expr *expr)
{
    if (expr->op == PV_OP_COND) {
        if (!is_constant(expr->args[1]) && !is_constant(expr->args[2]))
            pv_bodyexpr_note_choice(ctx);
        pv_px *c = lower_choice(ctx, expr->args[0]), *a = pv_bodyexpr(ctx, expr->args[1]),
              *b = pv_bodyexpr(ctx, expr->args[2]);
        return pv_px_cond(ctx->arena, pv_px_operand(ctx->arena, c, PV_CPREC_LOR),
                          pv_px_operand(ctx->arena, a, PV_CPREC_LOR), pv_px_operand(ctx->arena, b, PV_CPREC_COND));
    }
    if (pv_op_arity(expr->op) == 2)
        return lower_body_binary(ctx, expr);
    const char *op = pv_op_spelling(expr->op);
    pv_px *a = pv_bodyexpr(ctx, expr->args[0]);
    if (op_precedence(expr->op) == PV_CPREC_POSTFIX)
        return pv_px_postfix(ctx->arena, pv_px_operand(ctx->arena, a, PV_CPREC_POSTFIX), op);
    bool doubles_sign = pv_px_begins_with(a, op[0]);
    pv_px *operand = pv_px_operand(ctx->arena, a, doubles_sign ? PV_CPREC_POSTFIX : PV_CPREC_UNARY);
    if (doubles_sign && operand == a)
        operand = pv_px_paren(ctx->arena, a);
    return pv_px_prefix(ctx->arena, op, operand);
}

/* The value of a scalar, of the scalar's own type: arithmetic on it must mean what it meant. */
static pv_px *lower_value(struct pv_cctx *ctx, const struct pv_code_value *value)
{
    pv_px *px = pv_astexpr(ctx, value->value);
    const struct pv_ctype *type = value->expr->var->type;
    bool promotes_to_int = type->bits < 32 || (type->bits == 32 && type->is_signed);
    bool may_stay = promotes_to_int && px->width != PV_WIDTH_LONG && type->bits > 1;
    if (may_stay && px->width == PV_WIDTH_INT)
        return px;
    pv_px *cast = pv_px_cast(ctx->arena, pv_spell_type_here(ctx, type), pv_px_operand(ctx->arena, px, PV_CPREC_UNARY));
    return may_stay ? pv_px_by_width(ctx->arena, px, cast) : cast;
}

/* The scalar that stands for the element "expr" in the statement that is printed, or NULL. */
static pv_px *find_scalar(const struct pv_cctx *ctx, const struct pv_expr *expr)
{
    for (int i = ctx->first_in_use; i < ctx->first_in_use + ctx->n_in_use; i++) {
        const struct pv_cscalar *scalar = &ctx->scalars.v[i];
        if (scalar->expr != expr || scalar->leaf != ctx->leaf)
            continue;
        pv_px *name = pv_px_name(ctx->arena, scalar->name);
        return scalar->subscript ? pv_px_index(ctx->arena, name, pv_px_name(ctx->arena, scalar->subscript)) : name;
    }
    return NULL;
}

/* Subscript "n" of "expr", at "step". */
static pv_px *lower_subscript(struct pv_cctx *ctx, const struct pv_code_access *access, const struct pv_step *step,
                              int n)
{
    return access ? pv_astexpr(ctx, access->subscripts.v[n]) : pv_bodyexpr(ctx, step->index);
}

/* "base" with the subscripts of "expr" that belong to "buffer". "*n" is set to their number. */
static pv_px *lower_buffer_subscripts(struct pv_cctx *ctx, const struct pv_expr *expr,
                                      const struct pv_code_access *access, const struct pv_code_buffer *buffer,
                                      pv_px *base, int *n)
{
    *n = pv_array_n_subscripts(buffer->device->array);
    if (expr->n_steps < *n) {
        ctx->failure = "an access to a part of an array";
        *n = expr->n_steps;
        return base;
    }
    pv_px **subs = pv_alloc(ctx->arena, sizeof(pv_px *) * (size_t)(*n + 1));
    for (int i = 0; i < *n; i++)
        subs[i] = lower_subscript(ctx, access, &expr->steps[i], i);
    return pv_buffer_subscripted(ctx, buffer, base, subs, *n);
}

static pv_px *lower_local(struct pv_cctx *ctx, const struct pv_code_access *access)
{
    pv_px *px = pv_px_name(ctx->arena, pv_spell_local(ctx, access->local));
    for (int i = 0; i < access->local->n_dims; i++) {
        pv_px *subscript = pv_astexpr(ctx, access->subscripts.v[i]);
        if (access->local->is_window)
            subscript = pv_buffer_in_window(ctx, subscript, i);
        px = pv_px_index(ctx->arena, px, subscript);
    }
    return px;
}

/* How many of the first subscripts of "var" say which copy is meant, where each thread has one; else 0. */
static int n_thread_subscripts(const struct pv_cctx *ctx, const struct pv_var *var)
{
    for (int i = 0; i < ctx->per_thread.n; i++)
        if (ctx->per_thread.v[i]->var == var)
            return ctx->per_thread.v[i]->n_copies;
    return 0;
}

/* Subscript "n" of those: the copy is that of the thread. */
static pv_px *thread_subscript(struct pv_cctx *ctx, int n)
{
    const char *callee = pv_printf(ctx->arena, "%sthread", ctx->naming->own);
    return n ? pv_px_number(ctx->arena, 0) : pv_px_call(ctx->arena, callee, 0, NULL);
}

static pv_px *lower_access(struct pv_cctx *ctx, const struct pv_expr *expr)
{
    const struct pv_code_value *value = pv_code_find_value(ctx->leaf, expr);
    if (value)
        return lower_value(ctx, value);
    pv_px *scalar = find_scalar(ctx, expr);
    if (scalar)
        return scalar;
    pv_px *px = pv_px_name(ctx->arena, pv_spell_name(ctx, expr->var));
    if (ctx->device && !expr->n_steps && pv_ctype_is_indexable(expr->type)) /* is it null? */
        return px;
    const struct pv_code_access *access = pv_code_find_access(ctx->leaf, expr);
    if (access && access->local)
        return lower_local(ctx, access);
    const struct pv_code_buffer *buffer = pv_buffer_find(ctx, expr->var);
    int n = 0, n_thread = n_thread_subscripts(ctx, expr->var);
    if (buffer)
        px = lower_buffer_subscripts(ctx, expr, access, buffer, px, &n);
    for (int i = n; i < expr->n_steps; i++) {
        const struct pv_step *step = &expr->steps[i];
        if (step->kind == PV_STEP_INDEX && n < n_thread)
            px = pv_px_index(ctx->arena, px, thread_subscript(ctx, n++));
        else if (step->kind == PV_STEP_INDEX)
            px = pv_px_index(ctx->arena, px, lower_subscript(ctx, access, step, n++));
        else if (step->field->name[0])
            px = pv_px_field(ctx->arena, px, pv_spell_field(ctx, step->field));
    }
    return px;
}

/* How a device calls the function of "call"; NULL where it has the constant "*result" instead. "*cast" is set to what its arguments must be converted to, and "*result" to what
 * its value must be; NULL: to nothing. Where functions have one name for several types, C's own conversion must be said. */
static const char *device_callee(struct pv_cctx *ctx, const struct pv_expr *call, const char **cast,
                                 const char **result)
{
    struct pv_cdevice *device = ctx->device;
    struct pv_math_function known;
    if (call->callee && call->callee->body) {
        bool is_new = true;
        for (int i = 0; i < device->functions.n; i++)
            is_new = is_new && device->functions.v[i] != call->callee;
        if (is_new)
            pv_push(ctx->arena, &device->functions, call->callee);
        return pv_spell_function(ctx, call->callee);
    }
    if (!pv_math_function_find(call->text, &known)) {
        ctx->failure = pv_printf(ctx->arena, "a call of '%s'", call->text);
        return call->text;
    }
    if (known.constant) {
        device->uses_double = device->uses_double || !known.is_float;
        *result = known.constant;
        return NULL;
    }
    *cast = known.is_integer ? pv_spell_type_here(ctx, call->type) : known.is_float ? "float" : "double";
    device->uses_double = device->uses_double || (!known.is_float && !known.is_integer);
    if (known.is_integer && device->is_opencl)
        *result = *cast;
    if (known.is_integer)
        return "abs";
    return device->is_opencl ? known.name : call->text;
}

static pv_px *lower_call(struct pv_cctx *ctx, const struct pv_expr *expr)
{
    const char *cast = NULL, *result = NULL;
    const char *callee = ctx->device ? device_callee(ctx, expr, &cast, &result) : expr->text;
    if (!callee)
        return pv_px_literal(ctx->arena, result, PV_CPREC_POSTFIX);
    pv_px **args = pv_alloc(ctx->arena, sizeof(pv_px *) * (size_t)(expr->n_args + 1));
    for (int i = 0; i < expr->n_args; i++) {
        args[i] = pv_px_operand(ctx->arena, pv_bodyexpr(ctx, expr->args[i]), cast ? PV_CPREC_UNARY : PV_CPREC_ASSIGN);
        if (cast)
            args[i] = pv_px_cast(ctx->arena, cast, args[i]);
    }
    pv_px *call = pv_px_call(ctx->arena, callee, expr->n_args, args);
    if (!result)
        return call;
    struct pv_px *converted = pv_new(ctx->arena, struct pv_px);
    *converted = *pv_px_cast(ctx->arena, result, call);
    converted->prec = PV_CPREC_POSTFIX;
    return converted;
}

/* An integer constant without the names and macros it may have been written with. */
static pv_px *lower_number(struct pv_cctx *ctx, const struct pv_expr *expr)
{
    const struct pv_ctype *type = expr->type;
    const char *suffix = type->bits > 32 ? pv_spell_wide_suffix(ctx) : "";
    if (!type->is_signed && type->bits >= 32)
        return pv_px_literal(ctx->arena, pv_printf(ctx->arena, "%" PRIu64 "u%s", (uint64_t)expr->value, suffix),
                             PV_CPREC_POSTFIX);
    if (expr->value == INT64_MIN || (expr->value == INT32_MIN && type->bits <= 32))
        return pv_px_literal(ctx->arena, pv_printf(ctx->arena, "(-%" PRId64 "%s - 1)", -(expr->value + 1), suffix),
                             PV_CPREC_POSTFIX);
    return pv_px_literal(ctx->arena, pv_printf(ctx->arena, "%" PRId64 "%s", expr->value, suffix),
                         expr->value < 0 ? PV_CPREC_UNARY : PV_CPREC_POSTFIX);
}

static pv_px *lower_literal(struct pv_cctx *ctx, const struct pv_expr *expr)
{
    if (ctx->device && expr->kind == PV_EXPR_INT)
        return lower_number(ctx, expr);
    if (ctx->device && expr->kind == PV_EXPR_FLOAT)
        pv_spell_type_here(ctx, expr->type);
    struct pv_sb line = {0};
    pv_expr_print(&line, expr, NULL);
    /* A constant as written may be any expression. */
    bool is_one_token = expr->kind != PV_EXPR_INT || strspn(line.text, "0123456789abcdefABCDEFxXuUlL") == line.n;
    bool is_name = line.n &&
                   strspn(line.text, "_0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") == line.n;
    bool is_tight = is_one_token || is_name || (line.n && line.text[0] == '\'');
    pv_px *px = pv_px_literal(ctx->arena, pv_strdup(ctx->arena, line.text),
                              is_tight ? PV_CPREC_POSTFIX : PV_CPREC_COMMA);
    pv_sb_free(&line);
    return px;
}

pv_px *pv_bodyexpr(struct pv_cctx *ctx, const struct pv_expr *expr)
{
    switch (expr->kind) {
    case PV_EXPR_ACCESS:
        return lower_access(ctx, expr);
    case PV_EXPR_OP:
        return lower_body_op(ctx, expr);
    case PV_EXPR_CALL:
        return lower_call(ctx, expr);
    case PV_EXPR_CAST:
        if (expr->is_implicit)
            return pv_bodyexpr(ctx, expr->args[0]);
        if (ctx->device && expr->type->kind == PV_TYPE_POINTER && pv_expr_is_null(expr))
            return pv_px_number(ctx->arena, 0);
        return pv_px_cast(ctx->arena, ctx->device ? pv_spell_type_here(ctx, expr->type) : expr->type->spelling,
                          pv_px_operand(ctx->arena, pv_bodyexpr(ctx, expr->args[0]), PV_CPREC_UNARY));
    default:
        return lower_literal(ctx, expr);
    }
}
