/* Expressions: accesses, operators, calls and constants. */
#include "ir/expr.h"

#include <inttypes.h>
#include <string.h>

static const struct {
    const char *spelling;
    int arity;
} ops[] = {
#define PV_OP_ROW(name, spelling, arity) [PV_OP_##name] = {spelling, arity},
    PV_OPS(PV_OP_ROW)
#undef PV_OP_ROW
};

const char *pv_op_spelling(enum pv_op op)
{
    return ops[op].spelling;
}

int pv_op_arity(enum pv_op op)
{
    return ops[op].arity;
}

bool pv_op_is_assignment(enum pv_op op)
{
    return op >= PV_OP_ASSIGN && op <= PV_OP_OR_ASSIGN;
}

enum pv_op pv_op_of_assignment(enum pv_op op)
{
    switch (op) {
    case PV_OP_MUL_ASSIGN:
        return PV_OP_MUL;
    case PV_OP_DIV_ASSIGN:
        return PV_OP_DIV;
    case PV_OP_MOD_ASSIGN:
        return PV_OP_MOD;
    case PV_OP_ADD_ASSIGN:
        return PV_OP_ADD;
    case PV_OP_SUB_ASSIGN:
        return PV_OP_SUB;
    case PV_OP_SHL_ASSIGN:
        return PV_OP_SHL;
    case PV_OP_SHR_ASSIGN:
        return PV_OP_SHR;
    case PV_OP_AND_ASSIGN:
        return PV_OP_BITAND;
    case PV_OP_XOR_ASSIGN:
        return PV_OP_BITXOR;
    case PV_OP_OR_ASSIGN:
        return PV_OP_BITOR;
    default:
        return op;
    }
}

bool pv_op_is_step(enum pv_op op)
{
    return op >= PV_OP_PREINC && op <= PV_OP_POSTDEC;
}

pv_int128 pv_expr_int_value(const struct pv_expr *expr)
{
    bool is_unsigned = expr->type->kind == PV_TYPE_INT && !expr->type->is_signed;
    return is_unsigned ? (pv_int128)(uint64_t)expr->value : (pv_int128)expr->value;
}

struct pv_expr *pv_expr_new(struct pv_arena *arena, enum pv_expr_kind kind, const struct pv_ctype *type,
                            struct pv_range range)
{
    struct pv_expr *expr = pv_new(arena, struct pv_expr);
    expr->kind = kind;
    expr->type = type;
    expr->range = range;
    return expr;
}

struct pv_expr *pv_expr_new_int(struct pv_arena *arena, int64_t value, const struct pv_ctype *type,
                                struct pv_range range)
{
    struct pv_expr *expr = pv_expr_new(arena, PV_EXPR_INT, type, range);
    expr->value = value;
    return expr;
}

struct pv_expr *pv_expr_converted(struct pv_arena *arena, struct pv_expr *expr, const struct pv_ctype *type)
{
    if (expr->type->bits == type->bits && expr->type->is_signed == type->is_signed)
        return expr;
    struct pv_expr *cast = pv_expr_new(arena, PV_EXPR_CAST, type, expr->range);
    cast->n_args = 1;
    cast->args = pv_new_array(arena, struct pv_expr *, 1);
    cast->args[0] = expr;
    return cast;
}

struct pv_expr *pv_expr_new_op(struct pv_arena *arena, enum pv_op op, const struct pv_ctype *type,
                               struct pv_range range, struct pv_expr *a, struct pv_expr *b)
{
    struct pv_expr *expr = pv_expr_new(arena, PV_EXPR_OP, type, range);
    expr->op = op;
    expr->n_args = b ? 2 : 1;
    expr->args = pv_new_array(arena, struct pv_expr *, expr->n_args);
    expr->args[0] = a;
    if (b)
        expr->args[1] = b;
    return expr;
}

struct pv_expr *pv_expr_copy(struct pv_arena *arena, const struct pv_expr *expr)
{
    if (!expr)
        return NULL;
    struct pv_expr *copy = pv_new(arena, struct pv_expr);
    *copy = *expr;
    if (expr->n_args)
        copy->args = pv_new_array(arena, struct pv_expr *, expr->n_args);
    for (int i = 0; i < expr->n_args; i++)
        copy->args[i] = pv_expr_copy(arena, expr->args[i]);
    if (expr->n_steps)
        copy->steps = pv_new_array(arena, struct pv_step, expr->n_steps);
    for (int i = 0; i < expr->n_steps; i++) {
        copy->steps[i] = expr->steps[i];
        copy->steps[i].index = pv_expr_copy(arena, expr->steps[i].index);
    }
    return copy;
}

bool pv_expr_visit(struct pv_expr *expr, bool (*visit)(struct pv_expr *expr, void *user), void *user)
{
    if (!expr)
        return true;
    if (!visit(expr, user))
        return false;
    for (int i = 0; i < expr->n_args; i++)
        if (!pv_expr_visit(expr->args[i], visit, user))
            return false;
    for (int i = 0; i < expr->n_steps; i++)
        if (!pv_expr_visit(expr->steps[i].index, visit, user))
            return false;
    return true;
}

struct pv_expr *pv_expr_map(struct pv_expr *expr, struct pv_expr *(*map)(struct pv_expr *expr, void *user), void *user)
{
    if (!expr)
        return NULL;
    for (int i = 0; i < expr->n_args; i++)
        expr->args[i] = pv_expr_map(expr->args[i], map, user);
    for (int i = 0; i < expr->n_steps; i++)
        if (expr->steps[i].kind == PV_STEP_INDEX)
            expr->steps[i].index = pv_expr_map(expr->steps[i].index, map, user);
    return map(expr, user);
}

bool pv_expr_is_null(const struct pv_expr *expr)
{
    while (expr->kind == PV_EXPR_CAST)
        expr = expr->args[0];
    return expr->kind == PV_EXPR_INT && expr->value == 0;
}

struct name_search {
    const struct pv_var *var;
    bool is_found;
};

static bool look_for_var(struct pv_expr *expr, void *user)
{
    struct name_search *search = user;
    search->is_found = search->is_found || (expr->kind == PV_EXPR_ACCESS && expr->var == search->var);
    return !search->is_found;
}

bool pv_expr_names(struct pv_expr *expr, const struct pv_var *var)
{
    struct name_search search = {var, false};
    if (expr)
        pv_expr_visit(expr, look_for_var, &search);
    return search.is_found;
}

bool pv_expr_is_var(const struct pv_expr *expr, const struct pv_var *var)
{
    return expr->kind == PV_EXPR_ACCESS && expr->var == var && expr->n_steps == 0;
}

const struct pv_ctype *pv_step_type(const struct pv_ctype *type, const struct pv_step *step)
{
    return step->kind == PV_STEP_FIELD ? step->field->type : type->elem;
}

bool pv_path_is_through_pointer(const struct pv_expr *path, int i)
{
    const struct pv_ctype *type = path->var->type;
    for (int j = 0; j < i; j++)
        type = pv_step_type(type, &path->steps[j]);
    return path->steps[i].kind == PV_STEP_INDEX && (type->kind == PV_TYPE_POINTER || (i == 0 && path->var->is_decayed));
}

int pv_path_last_pointer(const struct pv_expr *path, int n)
{
    for (int i = n - 1; i >= 0; i--)
        if (pv_path_is_through_pointer(path, i))
            return i;
    return -1;
}

static bool is_same_step(const struct pv_step *a, const struct pv_step *b)
{
    return a->kind == b->kind &&
           (a->kind == PV_STEP_FIELD ? a->field == b->field : pv_expr_is_same(a->index, b->index));
}

bool pv_expr_is_same(const struct pv_expr *a, const struct pv_expr *b)
{
    bool is_plain = a->kind == PV_EXPR_INT || a->kind == PV_EXPR_ACCESS || a->kind == PV_EXPR_OP ||
                    a->kind == PV_EXPR_CAST;
    bool is_alike = is_plain && a->kind == b->kind && a->type->kind == b->type->kind &&
                    a->type->size == b->type->size && a->type->is_signed == b->type->is_signed;
    if (!is_alike || a->value != b->value || a->var != b->var || a->n_args != b->n_args || a->n_steps != b->n_steps ||
        (a->kind == PV_EXPR_OP && a->op != b->op))
        return false;
    for (int i = 0; i < a->n_args; i++)
        if (!pv_expr_is_same(a->args[i], b->args[i]))
            return false;
    for (int i = 0; i < a->n_steps; i++)
        if (!is_same_step(&a->steps[i], &b->steps[i]))
            return false;
    return true;
}

/* Binding strength of C's operators, loosest first. */
enum precedence {
    PREC_COMMA,
    PREC_ASSIGN,
    PREC_COND,
    PREC_LOR,
    PREC_LAND,
    PREC_BITOR,
    PREC_BITXOR,
    PREC_BITAND,
    PREC_EQUALITY,
    PREC_RELATION,
    PREC_SHIFT,
    PREC_SUM,
    PREC_PRODUCT,
    PREC_UNARY,
    PREC_POSTFIX,
};

/* Of the operators that are neither assignments nor prefixes. */
static const enum precedence precedences[] = {
    [PV_OP_COMMA] = PREC_COMMA,     [PV_OP_COND] = PREC_COND,   [PV_OP_LOR] = PREC_LOR,
    [PV_OP_LAND] = PREC_LAND,       [PV_OP_BITOR] = PREC_BITOR, [PV_OP_BITXOR] = PREC_BITXOR,
    [PV_OP_BITAND] = PREC_BITAND,   [PV_OP_EQ] = PREC_EQUALITY, [PV_OP_NE] = PREC_EQUALITY,
    [PV_OP_LT] = PREC_RELATION,     [PV_OP_GT] = PREC_RELATION, [PV_OP_LE] = PREC_RELATION,
    [PV_OP_GE] = PREC_RELATION,     [PV_OP_SHL] = PREC_SHIFT,   [PV_OP_SHR] = PREC_SHIFT,
    [PV_OP_ADD] = PREC_SUM,         [PV_OP_SUB] = PREC_SUM,     [PV_OP_MUL] = PREC_PRODUCT,
    [PV_OP_DIV] = PREC_PRODUCT,     [PV_OP_MOD] = PREC_PRODUCT, [PV_OP_POSTINC] = PREC_POSTFIX,
    [PV_OP_POSTDEC] = PREC_POSTFIX,
};

static enum precedence op_precedence(enum pv_op op)
{
    bool is_listed = (size_t)op < sizeof(precedences) / sizeof(*precedences) &&
                     (precedences[op] != PREC_COMMA || op == PV_OP_COMMA);
    if (is_listed)
        return precedences[op];
    return pv_op_is_assignment(op) ? PREC_ASSIGN : PREC_UNARY;
}

/* What a constant of "type" without a text of its own needs behind its digits. */
static const char *int_suffix(const struct pv_ctype *type)
{
    if (type->kind != PV_TYPE_INT || type->bits < 32)
        return "";
    if (type->bits == 32)
        return type->is_signed ? "" : "u";
    bool is_long_long = type->spelling && strstr(type->spelling, "long long");
    if (is_long_long)
        return type->is_signed ? "ll" : "ull";
    return type->is_signed ? "l" : "ul";
}

static bool is_negative_constant(const struct pv_expr *expr)
{
    return expr->kind == PV_EXPR_INT && !expr->text && pv_expr_int_value(expr) < 0;
}

static enum precedence expr_precedence(const struct pv_expr *expr)
{
    if (expr->kind == PV_EXPR_CAST)
        return expr->is_implicit ? expr_precedence(expr->args[0]) : PREC_UNARY;
    if (expr->kind == PV_EXPR_OP)
        return op_precedence(expr->op);
    if (!is_negative_constant(expr))
        return PREC_POSTFIX;
    /* The smallest value has no literal: it is printed as a difference. */
    return pv_expr_int_value(expr) == pv_ctype_min(expr->type) && expr->type->bits >= 32 ? PREC_SUM : PREC_UNARY;
}

static void print_int(struct pv_sb *out, const struct pv_expr *expr)
{
    if (expr->text) {
        pv_sb_add(out, expr->text);
        return;
    }
    const char *suffix = int_suffix(expr->type);
    if (expr_precedence(expr) == PREC_SUM)
        pv_sb_printf(out, "-%" PRId64 "%s - 1", -(expr->value + 1), suffix);
    else if (expr->type->kind == PV_TYPE_INT && !expr->type->is_signed)
        pv_sb_printf(out, "%" PRIu64 "%s", (uint64_t)expr->value, suffix);
    else
        pv_sb_printf(out, "%" PRId64 "%s", expr->value, suffix);
}

/* Print "expr" in parentheses if it binds less tightly than "needed". */
static void print_operand(struct pv_sb *out, const struct pv_expr *expr, enum precedence needed,
                          const struct pv_expr_printer *printer)
{
    bool parens = expr_precedence(expr) < needed;
    if (parens)
        pv_sb_add(out, "(");
    pv_expr_print(out, expr, printer);
    if (parens)
        pv_sb_add(out, ")");
}

static void print_access(struct pv_sb *out, const struct pv_expr *expr, const struct pv_expr_printer *printer)
{
    if (printer && printer->access && printer->access(out, expr, printer->user))
        return;
    pv_sb_add(out, expr->var->name);
    for (int i = 0; i < expr->n_steps; i++) {
        const struct pv_step *step = &expr->steps[i];
        if (step->kind == PV_STEP_FIELD) {
            if (step->field->name[0])
                pv_sb_printf(out, ".%s", step->field->name);
            continue;
        }
        pv_sb_add(out, "[");
        pv_expr_print(out, step->index, printer);
        pv_sb_add(out, "]");
    }
}

static void print_args(struct pv_sb *out, const struct pv_expr *expr, const struct pv_expr_printer *printer)
{
    pv_sb_add(out, "(");
    for (int i = 0; i < expr->n_args; i++) {
        if (i)
            pv_sb_add(out, ", ");
        print_operand(out, expr->args[i], PREC_ASSIGN, printer);
    }
    pv_sb_add(out, ")");
}

/* Print a prefix operator. Two signs in a row would read as one token: they are kept apart. */
static void print_prefix(struct pv_sb *out, const struct pv_expr *expr, const struct pv_expr_printer *printer)
{
    pv_sb_add(out, pv_op_spelling(expr->op));
    size_t start = out->n;
    print_operand(out, expr->args[0], PREC_UNARY, printer);
    if (out->n == start || out->text[start - 1] != out->text[start])
        return;
    struct pv_sb operand = {0};
    pv_sb_add(&operand, out->text + start);
    out->n = start;
    pv_sb_printf(out, "(%s)", operand.text);
    pv_sb_free(&operand);
}

static void print_binary(struct pv_sb *out, const struct pv_expr *expr, const struct pv_expr_printer *printer)
{
    enum precedence own = op_precedence(expr->op);
    bool to_the_right = pv_op_is_assignment(expr->op);
    print_operand(out, expr->args[0], to_the_right ? PREC_UNARY : own, printer);
    pv_sb_printf(out, expr->op == PV_OP_COMMA ? "%s " : " %s ", pv_op_spelling(expr->op));
    print_operand(out, expr->args[1], to_the_right ? own : own + 1, printer);
}

static void print_op(struct pv_sb *out, const struct pv_expr *expr, const struct pv_expr_printer *printer)
{
    if (expr->op == PV_OP_COND) {
        print_operand(out, expr->args[0], PREC_LOR, printer);
        pv_sb_add(out, " ? ");
        print_operand(out, expr->args[1], PREC_COND, printer);
        pv_sb_add(out, " : ");
        print_operand(out, expr->args[2], PREC_COND, printer);
    } else if (pv_op_arity(expr->op) == 2) {
        print_binary(out, expr, printer);
    } else if (op_precedence(expr->op) == PREC_POSTFIX) {
        print_operand(out, expr->args[0], PREC_POSTFIX, printer);
        pv_sb_add(out, pv_op_spelling(expr->op));
    } else {
        print_prefix(out, expr, printer);
    }
}

void pv_expr_print(struct pv_sb *out, const struct pv_expr *expr, const struct pv_expr_printer *printer)
{
    switch (expr->kind) {
    case PV_EXPR_INT:
        print_int(out, expr);
        break;
    case PV_EXPR_FLOAT:
    case PV_EXPR_STRING:
        pv_sb_add(out, expr->text);
        break;
    case PV_EXPR_ACCESS:
        print_access(out, expr, printer);
        break;
    case PV_EXPR_OP:
        print_op(out, expr, printer);
        break;
    case PV_EXPR_CALL:
        pv_sb_add(out, expr->text);
        print_args(out, expr, printer);
        break;
    case PV_EXPR_CAST:
        if (expr->is_implicit) {
            pv_expr_print(out, expr->args[0], printer);
            break;
        }
        pv_sb_printf(out, "(%s)", expr->type->spelling);
        print_operand(out, expr->args[0], PREC_UNARY, printer);
        break;
    }
}

const char *pv_path_text(struct pv_arena *arena, const struct pv_expr *path, int n)
{
    struct pv_sb text = {0};
    pv_sb_add(&text, pv_var_text(arena, path->var));
    for (int i = 0; i < n; i++) {
        const struct pv_step *step = &path->steps[i];
        bool is_arrow = step->kind == PV_STEP_INDEX && step->index->kind == PV_EXPR_INT && !step->index->value &&
                        i + 1 < n && path->steps[i + 1].kind == PV_STEP_FIELD;
        if (is_arrow) {
            pv_sb_printf(&text, "->%s", path->steps[++i].field->name);
        } else if (step->kind == PV_STEP_FIELD) {
            pv_sb_printf(&text, ".%s", step->field->name);
        } else {
            pv_sb_add(&text, "[");
            pv_expr_print(&text, step->index, NULL);
            pv_sb_add(&text, "]");
        }
    }
    const char *result = pv_strdup(arena, text.text);
    pv_sb_free(&text);
    return result;
}

const char *pv_var_text(struct pv_arena *arena, const struct pv_var *var)
{
    if (!var->value || var->value->kind != PV_EXPR_ACCESS)
        return var->name;
    return pv_path_text(arena, var->value, var->value->n_steps);
}
