/* Turns expressions of libclang into expressions of ours. */
#include "front/extract.h"

#include "front/constants.h"
#include "front/moving.h"

#include <string.h>

/* "expr" converted to "type", by the user or by C. */
static struct pv_expr *convert(struct pv_extract *x, struct pv_expr *expr, const struct pv_ctype *type,
                               struct pv_range range, bool is_implicit)
{
    struct pv_expr *cast = pv_expr_new(x->arena, PV_EXPR_CAST, type, range);
    cast->n_args = 1;
    cast->args = pv_new_array(x->arena, struct pv_expr *, 1);
    cast->args[0] = expr;
    cast->is_implicit = is_implicit;
    return cast;
}

/* Can a conversion from "from" to "to" change a value, or the arithmetic done with it? */
static bool is_value_changing(const struct pv_ctype *from, const struct pv_ctype *to)
{
    if (from->kind != to->kind)
        return true;
    if (from->kind == PV_TYPE_INT)
        return from->bits != to->bits || from->is_signed != to->is_signed;
    return from->kind == PV_TYPE_FLOAT && from->size != to->size;
}

static struct pv_expr *read_conversion(struct pv_extract *x, const struct pv_node *node, bool is_implicit)
{
    const struct pv_ctype *type = pv_node_type(x, node);
    const struct pv_node *inner = pv_node_only_expr(node);
    struct pv_expr *expr = pv_extract_expr(x, inner);
    if (!expr)
        return NULL;
    const struct pv_ctype *from = expr->type;
    if (!is_implicit && pv_ctype_is_indexable(from) && type->kind != PV_TYPE_VOID)
        return pv_node_refuse(x, node, "a number made from a pointer", NULL);
    if (!is_implicit)
        return convert(x, expr, type, pv_node_range(x, node), false);
    bool is_test = type->kind == PV_TYPE_INT && type->bits == 1 && pv_ctype_is_indexable(from);
    bool is_scalar = is_test || (pv_ctype_is_arithmetic(type) && pv_ctype_is_arithmetic(from));
    if (is_scalar)
        return is_value_changing(from, type) ? convert(x, expr, type, pv_node_range(x, node), true) : expr;
    if (type->kind == PV_TYPE_RECORD && from->kind == PV_TYPE_RECORD && type->record == from->record)
        return expr;
    if (type->kind == PV_TYPE_VOID)
        return expr;
    return pv_node_refuse(x, node, "this conversion", NULL);
}

static struct pv_expr *new_op(struct pv_extract *x, enum pv_op op, const struct pv_node *node, struct pv_expr **args)
{
    struct pv_expr *expr = pv_expr_new(x->arena, PV_EXPR_OP, pv_node_type(x, node), pv_node_range(x, node));
    expr->op = op;
    expr->n_args = pv_op_arity(op);
    expr->args = pv_new_array(x->arena, struct pv_expr *, expr->n_args);
    for (int i = 0; i < expr->n_args; i++)
        expr->args[i] = args[i];
    return expr;
}

static bool has_no_effect(struct pv_expr *expr, void *user)
{
    (void)user;
    bool is_write = expr->kind == PV_EXPR_OP && (pv_op_is_assignment(expr->op) || pv_op_is_step(expr->op));
    return !is_write && expr->kind != PV_EXPR_CALL;
}

/* x ?: y becomes x ? x : y. libclang shows x three times before y: plain, as condition, as value. */
static struct pv_expr *read_elvis(struct pv_extract *x, const struct pv_node *node)
{
    struct pv_expr *args[3] = {0};
    const struct pv_node *kid = node->kids->next;
    for (int i = 0; i < 3; i++, kid = kid->next) {
        args[i] = pv_extract_expr(x, kid);
        if (!args[i])
            return NULL;
    }
    if (!pv_expr_visit(args[0], has_no_effect, NULL))
        return pv_node_refuse(x, node, "'?:' without a middle operand and with a side effect",
                              "write the middle operand");
    return new_op(x, PV_OP_COND, node, args);
}

static struct pv_expr *read_unexposed(struct pv_extract *x, const struct pv_node *node)
{
    const struct pv_node *inner = pv_node_only_expr(node);
    if (inner)
        return read_conversion(x, node, true);
    if (node->n_kids == 4 && node->kids->is_expr && node->last_kid->is_expr)
        return read_elvis(x, node);
    return pv_constant_other(x, node, "this expression");
}

/* Is "target" a constant variable of integer type whose value is written down? */
static bool is_known_constant(struct pv_cursor target, int64_t *value)
{
    struct pv_cursor init;
    struct pv_cxtype type = pv_cursor_type(target);
    enum pv_cxtype_kind kind = pv_cxtype_kind(type);
    return pv_cursor_kind(target) == PV_NODE_VAR && pv_cxtype_is_const(type) && !pv_cxtype_is_volatile(type) &&
           (kind == PV_CXTYPE_SIGNED || kind == PV_CXTYPE_UNSIGNED) && pv_cursor_initialiser(target, &init) &&
           pv_cursor_eval_int(init, value);
}

static struct pv_expr *read_name(struct pv_extract *x, const struct pv_node *node)
{
    struct pv_cursor target;
    int64_t value;
    if (pv_cursor_target(node->cursor, &target) && pv_cursor_kind(target) == PV_NODE_ENUMERATOR)
        return pv_expr_new_int(x->arena, pv_cursor_enumerator_value(target), pv_node_type(x, node),
                               pv_node_range(x, node));
    if (pv_cursor_target(node->cursor, &target) && is_known_constant(target, &value))
        return pv_expr_new_int(x->arena, value, pv_node_type(x, node), pv_node_range(x, node));
    struct pv_place place;
    if (!pv_extract_name(x, node, &place))
        return NULL;
    const char *obstacle = pv_place_obstacle(x->arena, &place);
    return obstacle ? pv_node_refuse(x, node, obstacle, NULL)
                    : pv_place_access(x->arena, &place, pv_node_range(x, node));
}

static struct pv_expr *read_access(struct pv_extract *x, const struct pv_node *node)
{
    struct pv_place place;
    if (!pv_extract_place(x, node, &place))
        return NULL;
    const char *obstacle = pv_place_obstacle(x->arena, &place);
    return obstacle ? pv_node_refuse(x, node, obstacle, NULL)
                    : pv_place_access(x->arena, &place, pv_node_range(x, node));
}

/* A comparison of two pointers, or their difference, in terms of subscripts; NULL where it is something else, or where no
 * subscript tells. */
static struct pv_expr *compare_places(struct pv_extract *x, const struct pv_node *node, enum pv_op op)
{
    const struct pv_node *a = node->kids, *b = a ? a->next : NULL;
    bool are_pointers = b && pv_node_is_pointer(a) && pv_node_is_pointer(b);
    if (!are_pointers || !(op == PV_OP_SUB || (op >= PV_OP_LT && op <= PV_OP_NE)))
        return NULL;
    struct pv_moving *moving;
    if (op != PV_OP_SUB && !pv_extract_moving(x, a, &moving) && !pv_extract_moving(x, b, &moving))
        return NULL;
    const struct pv_node *left = pv_node_strip(a), *right = pv_node_strip(b);
    if (pv_node_type(x, left)->kind == PV_TYPE_INT || pv_node_type(x, right)->kind == PV_TYPE_INT)
        return NULL;
    struct pv_place from, to;
    if (!pv_extract_pointee(x, left, &from) || !pv_extract_pointee(x, right, &to))
        return NULL;
    return pv_moving_compare(x, op, &from, &to, pv_node_type(x, node), pv_node_range(x, node));
}

/* An operator with the operands below "node". */
static struct pv_expr *read_operator(struct pv_extract *x, const struct pv_node *node, enum pv_op op)
{
    struct pv_expr *args[3] = {0};
    const struct pv_node *kid = node->kids;
    struct pv_expr *compared = compare_places(x, node, op);
    if (compared || x->refused)
        return compared;
    for (int i = 0; i < pv_op_arity(op); i++, kid = kid->next) {
        if (!kid)
            return pv_node_refuse(x, node, "this operator", NULL);
        args[i] = pv_extract_expr(x, kid);
        if (!args[i])
            return NULL;
    }
    if (!args[0])
        return pv_node_refuse(x, node, "this operator", NULL);
    bool is_write = pv_op_is_assignment(op) || pv_op_is_step(op);
    if (is_write && args[0]->kind != PV_EXPR_ACCESS)
        return pv_node_refuse(x, node, "this assignment", NULL);
    if (is_write && pv_ctype_is_indexable(args[0]->type))
        return pv_node_refuse(x, node, "an assignment to a pointer",
                              "use subscripts of one pointer that does not change in the region");
    if (is_write && pv_type_holds_pointer(args[0]->type))
        return pv_node_refuse(x, node, "a copy of a structure that holds pointers", "copy its members one by one");
    bool is_difference = op == PV_OP_SUB && pv_ctype_is_indexable(args[0]->type);
    if (is_difference)
        return pv_node_refuse(x, node, "a difference of pointers", "compute it before the region");
    return new_op(x, op, node, args);
}

static struct pv_expr *read_binary(struct pv_extract *x, const struct pv_node *node)
{
    enum pv_op op;
    if (!pv_cursor_binary_op(node->cursor, &op))
        return pv_node_refuse(x, node, "this operator", NULL);
    return read_operator(x, node, op);
}

static struct pv_expr *read_unary(struct pv_extract *x, const struct pv_node *node)
{
    enum pv_op op;
    switch (pv_cursor_unary_op(node->cursor, &op)) {
    case PV_UNARY_OP:
        return read_operator(x, node, op);
    case PV_UNARY_DEREF:
        return read_access(x, node);
    case PV_UNARY_EXTENSION:
        return pv_node_only_expr(node) ? pv_extract_expr(x, pv_node_only_expr(node)) : NULL;
    default:
        return pv_node_refuse(x, node, "this operator", NULL);
    }
}

bool pv_extract_callee(const struct pv_node *call, struct pv_cursor *callee)
{
    const struct pv_node *name = call->kids ? pv_node_strip(call->kids) : NULL;
    return name && name->kind == PV_NODE_NAME && pv_cursor_target(name->cursor, callee) &&
           pv_cursor_kind(*callee) == PV_NODE_FUNCTION;
}

static struct pv_expr *read_call(struct pv_extract *x, const struct pv_node *node)
{
    struct pv_cursor callee;
    if (!pv_extract_callee(node, &callee))
        return pv_node_refuse(x, node, "a call through a function pointer", "call the function by its name");
    const char *name = pv_cursor_name(x->clang, callee);
    const char *obstacle = pv_library_obstacle(name);
    if (obstacle)
        return pv_node_refuse(x, node, pv_printf(x->arena, "'%s'", obstacle), NULL);
    const struct pv_ctype *type = pv_node_type(x, node);
    if (type->kind == PV_TYPE_OTHER)
        return pv_node_refuse(x, node, pv_printf(x->arena, "a call that returns '%s'", type->spelling), NULL);
    struct pv_expr *call = pv_expr_new(x->arena, PV_EXPR_CALL, type, pv_node_range(x, node));
    call->text = name;
    call->args = pv_new_array(x->arena, struct pv_expr *, node->n_kids);
    for (const struct pv_node *kid = node->kids->next; kid; kid = kid->next) {
        struct pv_expr *arg = kid->is_expr ? pv_extract_expr(x, kid) : NULL;
        if (!arg)
            return pv_node_refuse(x, kid, "this argument", NULL);
        call->args[call->n_args++] = arg;
    }
    call->callee = pv_extract_function(x, callee);
    return call;
}

static struct pv_expr *read_string(struct pv_extract *x, const struct pv_node *node)
{
    struct pv_expr *expr = pv_expr_new(x->arena, PV_EXPR_STRING, pv_node_type(x, node), pv_node_range(x, node));
    expr->text = pv_cursor_name(x->clang, node->cursor);
    return expr;
}

/* Read a pointer value that is no place: a string, the result of a call, a conversion. */
static struct pv_expr *read_pointer_value(struct pv_extract *x, const struct pv_node *node, bool *is_value)
{
    *is_value = true;
    switch (node->kind) {
    case PV_NODE_STRING_LITERAL:
        return read_string(x, node);
    case PV_NODE_CALL:
        return read_call(x, node);
    case PV_NODE_CAST: {
        const struct pv_node *inner = pv_node_only_expr(node);
        struct pv_expr *expr = inner ? pv_extract_expr(x, inner) : NULL;
        return expr ? convert(x, expr, pv_node_type(x, node), pv_node_range(x, node), false) : NULL;
    }
    default:
        *is_value = false;
        return NULL;
    }
}

/* A value of pointer type: an argument of a call, or something compared. */
static struct pv_expr *read_pointer(struct pv_extract *x, const struct pv_node *outer)
{
    const struct pv_node *node = pv_node_strip(outer);
    const struct pv_ctype *type = pv_node_type(x, node);
    if (type->kind == PV_TYPE_INT) {
        struct pv_expr *null = pv_extract_expr(x, node);
        return null ? convert(x, null, pv_node_type(x, outer), pv_node_range(x, outer), true) : NULL;
    }
    bool is_value;
    struct pv_expr *value = read_pointer_value(x, node, &is_value);
    if (is_value)
        return value;
    struct pv_place place;
    if (!pv_extract_pointee(x, node, &place))
        return NULL;
    const char *obstacle = place.is_whole ? NULL : pv_place_obstacle(x->arena, &place);
    if (obstacle)
        return pv_node_refuse(x, node, obstacle, NULL);
    return pv_place_pointer(x->types, x->arena, &place, pv_node_range(x, outer));
}

/* What "node" is called when it cannot be handled. */
static struct pv_expr *refuse_kind(struct pv_extract *x, const struct pv_node *node)
{
    switch (node->kind) {
    case PV_NODE_COMPOUND_LITERAL:
        return pv_node_refuse(x, node, "a compound literal", "declare a variable with this value before the region");
    case PV_NODE_STATEMENT_EXPR:
        return pv_node_refuse(x, node, "a statement expression", "use a function");
    case PV_NODE_LABEL_ADDRESS:
        return pv_node_refuse(x, node, "the address of a label", NULL);
    case PV_NODE_VA_ARG:
        return pv_node_refuse(x, node, "'va_arg'", NULL);
    case PV_NODE_IMAGINARY_LITERAL:
        return pv_node_refuse(x, node, "a complex number", NULL);
    case PV_NODE_INIT_LIST:
        return pv_node_refuse(x, node, "this initialiser", NULL);
    default:
        return pv_node_refuse(x, node, "this expression", NULL);
    }
}

static struct pv_expr *read_value(struct pv_extract *x, const struct pv_node *node)
{
    const struct pv_node *inner = pv_node_only_expr(node);
    switch (node->kind) {
    case PV_NODE_PAREN:
        return inner ? pv_extract_expr(x, inner) : pv_node_refuse(x, node, "this expression", NULL);
    case PV_NODE_UNEXPOSED_EXPR:
        return read_unexposed(x, node);
    case PV_NODE_NAME:
        return read_name(x, node);
    case PV_NODE_MEMBER:
    case PV_NODE_SUBSCRIPT:
        return read_access(x, node);
    case PV_NODE_INT_LITERAL:
    case PV_NODE_CHAR_LITERAL:
        return pv_constant_int(x, node);
    case PV_NODE_FLOAT_LITERAL:
        return pv_constant_float(x, node);
    case PV_NODE_STRING_LITERAL:
        return read_string(x, node);
    case PV_NODE_UNARY:
        return read_unary(x, node);
    case PV_NODE_BINARY:
    case PV_NODE_COMPOUND_ASSIGN:
        return read_binary(x, node);
    case PV_NODE_CONDITIONAL:
        return read_operator(x, node, PV_OP_COND);
    case PV_NODE_CAST:
        return inner ? read_conversion(x, node, false) : pv_node_refuse(x, node, "this conversion", NULL);
    case PV_NODE_CALL:
        return read_call(x, node);
    case PV_NODE_SIZEOF:
        return pv_constant_other(x, node, "'sizeof' of something of variable size");
    case PV_NODE_BOOL_LITERAL:
        return pv_constant_other(x, node, "this constant");
    case PV_NODE_GENERIC:
        return pv_constant_other(x, node, "'_Generic'");
    default:
        return refuse_kind(x, node);
    }
}

/* Is "node" a pointer or array to be read through as one: not assigned to, not stepped? */
static bool is_pointer_value(const struct pv_ctype *type, const struct pv_node *node)
{
    if (!pv_ctype_is_indexable(type))
        return false;
    return node->kind != PV_NODE_COMPOUND_ASSIGN && node->kind != PV_NODE_INIT_LIST;
}

struct pv_expr *pv_extract_expr(struct pv_extract *x, const struct pv_node *node)
{
    if (!pv_extract_enter(x, node))
        return NULL;
    const struct pv_ctype *type = pv_node_type(x, node);
    struct pv_expr *expr = is_pointer_value(type, node) ? read_pointer(x, node) : read_value(x, node);
    pv_extract_leave(x);
    return expr;
}

/* Changes of pointers. */

/* "pointer = value", where the pointer moves. */
struct pv_expr *pv_extract_pointer_value(struct pv_extract *x, const struct pv_node *node, struct pv_var *pointer,
                                         const struct pv_node *value)
{
    struct pv_place place;
    if (!pv_extract_pointee(x, value, &place))
        return NULL;
    return pv_moving_assign(x, pointer, &place, pv_node_range(x, node));
}

/* "node", a change of the pointer "var", as one of its scalars. */
static struct pv_expr *read_pointer_change(struct pv_extract *x, const struct pv_node *node, struct pv_var *var,
                                           struct pv_moving *moving, enum pv_op op)
{
    const struct pv_node *operand = node->kids->next;
    if (op == PV_OP_ASSIGN)
        return pv_extract_pointer_value(x, node, var, operand);
    if (!moving)
        moving = pv_moving_from_itself(x, var, pv_node_range(x, node));
    if (pv_op_is_step(op))
        return pv_moving_step(x, moving, op, NULL, pv_node_range(x, node));
    struct pv_expr *by = pv_extract_expr(x, operand);
    if (by && by->type->kind != PV_TYPE_INT)
        return pv_node_refuse(x, operand, "a subscript that is no integer", NULL);
    return by ? pv_moving_step(x, moving, op, by, pv_node_range(x, node)) : NULL;
}

struct pv_expr *pv_extract_effect(struct pv_extract *x, const struct pv_node *outer)
{
    const struct pv_node *node = pv_node_strip(outer);
    enum pv_op op = PV_OP_NOT;
    bool is_unary = node->kind == PV_NODE_UNARY && pv_cursor_unary_op(node->cursor, &op) == PV_UNARY_OP;
    bool is_binary = (node->kind == PV_NODE_BINARY || node->kind == PV_NODE_COMPOUND_ASSIGN) &&
                     pv_cursor_binary_op(node->cursor, &op) && node->n_kids == 2;
    if (is_binary && op == PV_OP_COMMA) {
        struct pv_expr *first = pv_extract_effect(x, node->kids);
        struct pv_expr *second = first ? pv_extract_effect(x, node->kids->next) : NULL;
        return second ? pv_expr_new_op(x->arena, op, second->type, pv_node_range(x, node), first, second) : NULL;
    }
    bool is_change = (is_unary && pv_op_is_step(op)) ||
                     (is_binary && (op == PV_OP_ASSIGN || op == PV_OP_ADD_ASSIGN || op == PV_OP_SUB_ASSIGN));
    struct pv_moving *moving = NULL;
    struct pv_var *var = is_change && node->kids ? pv_extract_moving(x, node->kids, &moving) : NULL;
    return var ? read_pointer_change(x, node, var, moving, op) : pv_extract_expr(x, outer);
}
