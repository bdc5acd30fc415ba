/* Turns expressions of libclang into expressions of ours. */
#include "front/extract.h"

#include "front/moving.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct pv_range range_of(struct pv_extract *x, const struct pv_node *node)
{
    return pv_cursor_range(x->clang, node->cursor);
}

static struct pv_loc loc_of(struct pv_extract *x, const struct pv_node *node)
{
    return range_of(x, node).begin;
}

static const struct pv_ctype *type_of(struct pv_extract *x, const struct pv_node *node)
{
    return pv_type_of(x->types, node->type);
}

static struct pv_expr *refuse(struct pv_extract *x, const struct pv_node *node, const char *what, const char *remedy)
{
    pv_extract_refuse(x, loc_of(x, node), remedy, "%s is not supported in a region", what);
    return NULL;
}

/* The only expression below "node", or NULL when there are none or several. */
static const struct pv_node *only_expr(const struct pv_node *node)
{
    const struct pv_node *found = NULL;
    for (const struct pv_node *kid = node->kids; kid; kid = kid->next) {
        if (!kid->is_expr)
            continue;
        if (found)
            return NULL;
        found = kid;
    }
    return found;
}

static bool is_extension(const struct pv_node *node)
{
    enum pv_op op;
    return node->kind == PV_NODE_UNARY && pv_cursor_unary_op(node->cursor, &op) == PV_UNARY_EXTENSION;
}

const struct pv_node *pv_node_strip(const struct pv_node *node)
{
    for (;;) {
        bool is_wrapper = node->kind == PV_NODE_PAREN || node->kind == PV_NODE_UNEXPOSED_EXPR || is_extension(node);
        const struct pv_node *inner = is_wrapper ? only_expr(node) : NULL;
        if (!inner)
            return node;
        node = inner;
    }
}

/* Constants. */

/* The number or quoted text spelled at the start of "node", or NULL where there is none. */
static const char *spelled_literal(struct pv_extract *x, const struct pv_node *node)
{
    size_t size;
    unsigned offset;
    const char *text = pv_cursor_spelled_text(x->clang, node->cursor, &size, &offset);
    if (!text)
        return NULL;
    const char *p = text + offset, *end = text + size;
    if (*p == '\'') {
        for (p++; p < end && *p != '\'' && *p != '\n'; p++)
            p += *p == '\\' && p + 1 < end;
        return p < end && *p == '\'' ? pv_strndup(x->arena, text + offset, (size_t)(p + 1 - text) - offset) : NULL;
    }
    if (!isdigit((unsigned char)*p) && *p != '.')
        return NULL;
    bool is_hex = end - p > 1 && p[0] == '0' && (p[1] == 'x' || p[1] == 'X');
    for (p++; p < end; p++) {
        char last = (char)tolower((unsigned char)p[-1]);
        bool is_sign = (*p == '+' || *p == '-') && (last == 'p' || (last == 'e' && !is_hex));
        if (!isalnum((unsigned char)*p) && *p != '.' && *p != '_' && !is_sign)
            break;
    }
    return pv_strndup(x->arena, text + offset, (size_t)(p - text) - offset);
}

/* Read an integer literal of digits and suffix. */
static bool parse_int(const char *text, int64_t *value)
{
    if (!text || (text[0] == '0' && (text[1] == 'b' || text[1] == 'B')))
        return false;
    char *end;
    errno = 0;
    *value = (int64_t)strtoull(text, &end, 0);
    return !errno && end != text && end[strspn(end, "uUlL")] == '\0';
}

static struct pv_expr *read_int(struct pv_extract *x, const struct pv_node *node)
{
    const char *text = spelled_literal(x, node);
    int64_t value;
    if (!parse_int(text, &value)) {
        if (text && text[0] != '\'' && !isdigit((unsigned char)text[0]))
            text = NULL;
        if (!pv_cursor_eval_int(node->cursor, &value))
            return refuse(x, node, "a constant of more than 64 bits", NULL);
    }
    struct pv_expr *expr = pv_expr_new_int(x->arena, value, type_of(x, node), range_of(x, node));
    expr->text = text;
    return expr;
}

/* Any other expression with a constant integer value: sizeof, offsetof, an enumerator. */
static struct pv_expr *read_constant(struct pv_extract *x, const struct pv_node *node, const char *what)
{
    const struct pv_ctype *type = type_of(x, node);
    int64_t value;
    if (type->kind != PV_TYPE_INT || !pv_cursor_eval_int(node->cursor, &value))
        return refuse(x, node, what, NULL);
    return pv_expr_new_int(x->arena, value, type, range_of(x, node));
}

/* The shortest decimal text that reads back as "value"; "suffix" is that of its type. */
static const char *shortest_float(struct pv_arena *arena, double value, const char *suffix)
{
    bool is_single = suffix[0] == 'f';
    char text[64];
    for (int digits = 1; digits <= 17; digits++) {
        snprintf(text, sizeof(text), "%.*g", digits, value);
        if (is_single ? strtof(text, NULL) == (float)value : strtod(text, NULL) == value)
            break;
    }
    bool is_plain = !strpbrk(text, ".e");
    return pv_printf(arena, "%s%s%s", text, is_plain ? ".0" : "", suffix);
}

static struct pv_expr *read_float(struct pv_extract *x, const struct pv_node *node)
{
    const struct pv_ctype *type = type_of(x, node);
    struct pv_expr *expr = pv_expr_new(x->arena, PV_EXPR_FLOAT, type, range_of(x, node));
    expr->text = spelled_literal(x, node);
    if (expr->text && expr->text[0] != '\'')
        return expr;
    double value;
    if (type->size > (int64_t)sizeof(double) || !pv_cursor_eval_float(node->cursor, &value) || !isfinite(value))
        return refuse(x, node, "this floating constant, which a macro makes up,", "write the constant out");
    expr->text = shortest_float(x->arena, value, type->size == (int64_t)sizeof(float) ? "f" : "");
    return expr;
}

/* Places. */

static bool refuse_place(struct pv_extract *x, const struct pv_node *node, const char *what, const char *remedy)
{
    refuse(x, node, what, remedy);
    return false;
}

static const struct pv_alias *find_alias(const struct pv_extract *x, const struct pv_var *var)
{
    for (int i = x->aliases.n - 1; i >= 0; i--)
        if (x->aliases.v[i].var == var)
            return &x->aliases.v[i];
    return NULL;
}

static bool name_place(struct pv_extract *x, const struct pv_node *node, struct pv_place *place)
{
    struct pv_cursor target;
    enum pv_node_kind kind = pv_cursor_target(node->cursor, &target) ? pv_cursor_kind(target) : PV_NODE_OTHER;
    if (kind != PV_NODE_VAR && kind != PV_NODE_PARAM)
        return refuse_place(x, node, "a function used as a value", "call it by its name");
    struct pv_var *var = pv_extract_var(x, target);
    if (var->is_thread_local)
        return refuse_place(x, node, pv_printf(x->arena, "the thread-local variable '%s'", var->name),
                            "copy it into a local variable before the region");
    *place = pv_place_of_var(var);
    return true;
}

/* Extend "path" by the steps from "record" to the field "name", which may stand in anonymous members. */
static bool find_field(const struct pv_record *record, const char *name, struct pv_arena *arena, struct pv_place *place)
{
    for (int i = 0; i < record->n_fields; i++) {
        const struct pv_field *field = &record->fields[i];
        if (!strcmp(field->name, name)) {
            pv_place_add_field(arena, place, field);
            return true;
        }
    }
    for (int i = 0; i < record->n_fields; i++) {
        const struct pv_field *field = &record->fields[i];
        struct pv_place inner = *place;
        if (field->name[0] || field->type->kind != PV_TYPE_RECORD)
            continue;
        inner = pv_place_copy(arena, place);
        pv_place_add_field(arena, &inner, field);
        if (find_field(field->type->record, name, arena, &inner)) {
            *place = inner;
            return true;
        }
    }
    return false;
}

static bool member_place(struct pv_extract *x, const struct pv_node *node, struct pv_place *place)
{
    const struct pv_node *base = only_expr(node);
    if (!base)
        return refuse_place(x, node, "this access to a member", NULL);
    bool through_pointer = pv_cxtype_is_indexable(base->type);
    bool is_good = through_pointer ? pv_extract_pointee(x, base, place) : pv_extract_place(x, base, place);
    if (!is_good)
        return false;
    if (place->type->kind != PV_TYPE_RECORD ||
        !find_field(place->type->record, pv_cursor_name(x->clang, node->cursor), x->arena, place))
        return refuse_place(x, node, "this access to a member", NULL);
    return true;
}

/* Move "place" by the value of "index". */
static bool move_place(struct pv_extract *x, const struct pv_node *node, struct pv_place *place,
                       const struct pv_node *index, bool is_backwards)
{
    struct pv_expr *expr = pv_extract_expr(x, index);
    if (!expr)
        return false;
    if (expr->type->kind != PV_TYPE_INT)
        return refuse_place(x, index, "a subscript that is not an integer", NULL);
    if (!pv_place_move(x->types, x->arena, place, expr, is_backwards))
        return refuse_place(x, node, "pointer arithmetic on the address of an object that is not an array element",
                            NULL);
    return true;
}

/* Is "node" a pointer? libclang shows a parameter written as an array as one even where it is read. */
static bool is_pointer_node(const struct pv_node *node)
{
    return pv_cxtype_is_indexable(node->type);
}

static bool subscript_place(struct pv_extract *x, const struct pv_node *node, struct pv_place *place)
{
    const struct pv_node *a = node->kids, *b = a ? a->next : NULL;
    if (!b || (!is_pointer_node(a) && !is_pointer_node(b)))
        return refuse_place(x, node, "an element of a vector", NULL);
    const struct pv_node *base = is_pointer_node(a) ? a : b, *index = base == a ? b : a;
    return pv_extract_pointee(x, base, place) && move_place(x, node, place, index, false);
}

static bool read_place(struct pv_extract *x, const struct pv_node *node, struct pv_place *place)
{
    enum pv_op op;
    switch (node->kind) {
    case PV_NODE_NAME:
        return name_place(x, node, place);
    case PV_NODE_MEMBER:
        return member_place(x, node, place);
    case PV_NODE_SUBSCRIPT:
        return subscript_place(x, node, place);
    case PV_NODE_UNARY:
        if (pv_cursor_unary_op(node->cursor, &op) != PV_UNARY_DEREF || !only_expr(node))
            return refuse_place(x, node, "this expression as a place in memory", NULL);
        if (!pv_extract_pointee(x, only_expr(node), place))
            return false;
        place->is_whole = false;
        return true;
    case PV_NODE_COMPOUND_LITERAL:
        return refuse_place(x, node, "a compound literal", "declare a variable with this value before the region");
    case PV_NODE_CALL:
        return refuse_place(x, node, "a member of the result of a call", "assign the result first");
    default:
        return refuse_place(x, node, "this expression as a place in memory", NULL);
    }
}

bool pv_extract_place(struct pv_extract *x, const struct pv_node *node, struct pv_place *place)
{
    node = pv_node_strip(node);
    if (!pv_extract_enter(x, node))
        return false;
    bool is_good = read_place(x, node, place);
    pv_extract_leave(x);
    return is_good;
}

/* Pointers. */

/* The pointer that "node" names, if what is in work changes it and nothing else may; NULL for others. "*moving" is what is
 * known about it, NULL where it is met first. */
static struct pv_var *moving_pointer(struct pv_extract *x, const struct pv_node *node, struct pv_moving **moving)
{
    struct pv_cursor target;
    node = pv_node_strip(node);
    if (node->kind != PV_NODE_NAME || !pv_cursor_target(node->cursor, &target) ||
        (pv_cursor_kind(target) != PV_NODE_VAR && pv_cursor_kind(target) != PV_NODE_PARAM))
        return NULL;
    struct pv_var *var = pv_extract_var(x, target);
    if (!pv_moving_is_changed(x, target) && !pv_moving_find(x, var))
        return NULL;
    const struct pv_ctype *type = var->type;
    bool is_plain = pv_ctype_is_indexable(type) && (type->kind == PV_TYPE_POINTER || var->is_decayed) &&
                    type->elem->kind != PV_TYPE_OTHER && !type->is_volatile && !var->address_taken &&
                    !var->address_passed && !var->stands_for;
    *moving = is_plain ? pv_moving_find(x, var) : NULL;
    return is_plain ? var : NULL;
}

/* The place that a pointer that moves points at. */
static bool moving_pointee(struct pv_extract *x, const struct pv_node *node, struct pv_place *place)
{
    struct pv_moving *moving;
    struct pv_var *var = moving_pointer(x, node, &moving);
    if (!var)
        return false;
    if (!moving)
        moving = pv_moving_from_itself(x, var, range_of(x, node));
    *place = pv_moving_place(x, moving, range_of(x, node));
    return true;
}

/* The place an expression of pointer type that is stored somewhere, or of array type, points at. */
static bool stored_pointee(struct pv_extract *x, const struct pv_node *node, struct pv_place *place)
{
    if (moving_pointee(x, node, place)) {
        const char *bad = pv_place_obstacle(x->arena, place);
        return !bad || refuse_place(x, node, bad, NULL);
    }
    if (!pv_extract_place(x, node, place))
        return false;
    const struct pv_alias *alias = place->steps.n == 0 ? find_alias(x, place->var) : NULL;
    if (alias) {
        *place = pv_place_copy(x->arena, &alias->place);
        return true;
    }
    if (!pv_ctype_is_indexable(place->type) || place->type->elem->kind == PV_TYPE_OTHER)
        return refuse_place(x, node, "a pointer to this type", NULL);
    const char *obstacle = pv_place_obstacle(x->arena, place);
    if (obstacle)
        return refuse_place(x, node, obstacle, NULL);
    pv_place_enter(x->types, x->arena, place, range_of(x, node));
    return true;
}

static bool sum_pointee(struct pv_extract *x, const struct pv_node *node, struct pv_place *place)
{
    enum pv_op op = PV_OP_COMMA;
    const struct pv_node *a = node->kids, *b = a ? a->next : NULL;
    if (!b || !pv_cursor_binary_op(node->cursor, &op) || (op != PV_OP_ADD && op != PV_OP_SUB))
        return refuse_place(x, node, op == PV_OP_ASSIGN ? "an assignment to a pointer" : "this pointer expression",
                            "use subscripts of one pointer that does not change in the region");
    const struct pv_node *base = is_pointer_node(a) ? a : b, *index = base == a ? b : a;
    return pv_extract_pointee(x, base, place) && move_place(x, node, place, index, op == PV_OP_SUB);
}

static bool unary_pointee(struct pv_extract *x, const struct pv_node *node, struct pv_place *place)
{
    enum pv_op op = PV_OP_NOT;
    enum pv_unary unary = pv_cursor_unary_op(node->cursor, &op);
    if (unary == PV_UNARY_DEREF)
        return stored_pointee(x, node, place);
    if (unary == PV_UNARY_OP && pv_op_is_step(op) && only_expr(node) && moving_pointee(x, only_expr(node), place)) {
        struct pv_step *last = &place->steps.v[place->steps.n - 1];
        last->index = pv_expr_new_op(x->arena, op, last->index->type, range_of(x, node), last->index, NULL);
        return true;
    }
    if (unary != PV_UNARY_OP || op != PV_OP_ADDRESS || !only_expr(node))
        return refuse_place(x, node, "a change of a pointer",
                            "use subscripts of one pointer that does not change in the region");
    if (!pv_extract_place(x, only_expr(node), place))
        return false;
    if (place->steps.n == 0 && find_alias(x, place->var))
        return refuse_place(x, node, "the address of a pointer declared in the region", NULL);
    place->is_whole = false;
    return true;
}

static bool cast_pointee(struct pv_extract *x, const struct pv_node *node, struct pv_place *place)
{
    const struct pv_node *inner = only_expr(node);
    const struct pv_ctype *type = type_of(x, node);
    if (!inner || !pv_ctype_is_indexable(type_of(x, inner)))
        return refuse_place(x, node, "a pointer made from a number", NULL);
    if (!pv_extract_pointee(x, inner, place))
        return false;
    if (!pv_type_same_layout(type->elem, place->type)) {
        pv_extract_refuse(x, loc_of(x, node), "declare the pointer with the type it is used with",
                          "a conversion from '%s' to '%s' in an access is not supported in a region",
                          type_of(x, inner)->spelling, type->spelling);
        return false;
    }
    return true;
}

static bool read_pointee(struct pv_extract *x, const struct pv_node *node, struct pv_place *place)
{
    switch (node->kind) {
    case PV_NODE_NAME:
    case PV_NODE_MEMBER:
    case PV_NODE_SUBSCRIPT:
        return stored_pointee(x, node, place);
    case PV_NODE_BINARY:
        return sum_pointee(x, node, place);
    case PV_NODE_COMPOUND_ASSIGN:
        return refuse_place(x, node, "an assignment to a pointer",
                            "use subscripts of one pointer that does not change in the region");
    case PV_NODE_UNARY:
        return unary_pointee(x, node, place);
    case PV_NODE_CAST:
        return cast_pointee(x, node, place);
    case PV_NODE_COMPOUND_LITERAL:
        return refuse_place(x, node, "a compound literal", "declare a variable with this value before the region");
    case PV_NODE_LABEL_ADDRESS:
        return refuse_place(x, node, "the address of a label", NULL);
    case PV_NODE_VA_ARG:
        return refuse_place(x, node, "'va_arg'", NULL);
    case PV_NODE_STRING_LITERAL:
        return refuse_place(x, node, "an access to a string literal", NULL);
    case PV_NODE_CALL:
        return refuse_place(x, node, "an access through a pointer that a call returns",
                            "assign it to a pointer before the region");
    case PV_NODE_CONDITIONAL:
        return refuse_place(x, node, "a choice between pointers", "choose before the region, or use 'if'");
    default:
        return refuse_place(x, node, "this pointer expression", NULL);
    }
}

/* May what is at "place" be accessed as a "type", to which C converted the pointer by itself? */
static bool is_compatible(const struct pv_place *place, const struct pv_ctype *type)
{
    const struct pv_ctype *from = pv_ctype_innermost(place->type, false), *to = pv_ctype_innermost(type, false);
    bool same_shape = (place->type->kind == PV_TYPE_ARRAY) == (type->kind == PV_TYPE_ARRAY);
    return same_shape && pv_type_same_layout(from, to);
}

bool pv_extract_pointee(struct pv_extract *x, const struct pv_node *outer, struct pv_place *place)
{
    const struct pv_node *node = pv_node_strip(outer);
    if (!pv_extract_enter(x, node))
        return false;
    bool is_good = read_pointee(x, node, place);
    pv_extract_leave(x);
    const struct pv_ctype *type = type_of(x, outer);
    if (is_good && node != outer && pv_ctype_is_indexable(type) && !is_compatible(place, type->elem)) {
        pv_extract_refuse(x, loc_of(x, outer), "declare the pointer with the type it is used with",
                          "a conversion from '%s' to '%s' in an access is not supported in a region",
                          type_of(x, node)->spelling, type->spelling);
        return false;
    }
    return is_good;
}

/* Values. */

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
    const struct pv_ctype *type = type_of(x, node);
    const struct pv_node *inner = only_expr(node);
    struct pv_expr *expr = pv_extract_expr(x, inner);
    if (!expr)
        return NULL;
    const struct pv_ctype *from = expr->type;
    if (!is_implicit && pv_ctype_is_indexable(from) && type->kind != PV_TYPE_VOID)
        return refuse(x, node, "a number made from a pointer", NULL);
    if (!is_implicit)
        return convert(x, expr, type, range_of(x, node), false);
    bool is_test = type->kind == PV_TYPE_INT && type->bits == 1 && pv_ctype_is_indexable(from);
    bool is_scalar = is_test || (pv_ctype_is_arithmetic(type) && pv_ctype_is_arithmetic(from));
    if (is_scalar)
        return is_value_changing(from, type) ? convert(x, expr, type, range_of(x, node), true) : expr;
    if (type->kind == PV_TYPE_RECORD && from->kind == PV_TYPE_RECORD && type->record == from->record)
        return expr;
    if (type->kind == PV_TYPE_VOID)
        return expr;
    return refuse(x, node, "this conversion", NULL);
}

static struct pv_expr *new_op(struct pv_extract *x, enum pv_op op, const struct pv_node *node, struct pv_expr **args)
{
    struct pv_expr *expr = pv_expr_new(x->arena, PV_EXPR_OP, type_of(x, node), range_of(x, node));
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
        return refuse(x, node, "'?:' without a middle operand and with a side effect", "write the middle operand");
    return new_op(x, PV_OP_COND, node, args);
}

static struct pv_expr *read_unexposed(struct pv_extract *x, const struct pv_node *node)
{
    const struct pv_node *inner = only_expr(node);
    if (inner)
        return read_conversion(x, node, true);
    if (node->n_kids == 4 && node->kids->is_expr && node->last_kid->is_expr)
        return read_elvis(x, node);
    return read_constant(x, node, "this expression");
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
        return pv_expr_new_int(x->arena, pv_cursor_enumerator_value(target), type_of(x, node), range_of(x, node));
    if (pv_cursor_target(node->cursor, &target) && is_known_constant(target, &value))
        return pv_expr_new_int(x->arena, value, type_of(x, node), range_of(x, node));
    struct pv_place place;
    if (!name_place(x, node, &place))
        return NULL;
    const char *obstacle = pv_place_obstacle(x->arena, &place);
    return obstacle ? refuse(x, node, obstacle, NULL) : pv_place_access(x->arena, &place, range_of(x, node));
}

static struct pv_expr *read_access(struct pv_extract *x, const struct pv_node *node)
{
    struct pv_place place;
    if (!pv_extract_place(x, node, &place))
        return NULL;
    const char *obstacle = pv_place_obstacle(x->arena, &place);
    return obstacle ? refuse(x, node, obstacle, NULL) : pv_place_access(x->arena, &place, range_of(x, node));
}

/* A comparison of two pointers, or their difference, in terms of subscripts; NULL where it is something else, or where no
 * subscript tells. */
static struct pv_expr *compare_places(struct pv_extract *x, const struct pv_node *node, enum pv_op op)
{
    const struct pv_node *a = node->kids, *b = a ? a->next : NULL;
    bool are_pointers = b && is_pointer_node(a) && is_pointer_node(b);
    if (!are_pointers || !(op == PV_OP_SUB || (op >= PV_OP_LT && op <= PV_OP_NE)))
        return NULL;
    struct pv_moving *moving;
    if (op != PV_OP_SUB && !moving_pointer(x, a, &moving) && !moving_pointer(x, b, &moving))
        return NULL;
    const struct pv_node *left = pv_node_strip(a), *right = pv_node_strip(b);
    if (type_of(x, left)->kind == PV_TYPE_INT || type_of(x, right)->kind == PV_TYPE_INT)
        return NULL;
    struct pv_place from, to;
    if (!pv_extract_pointee(x, left, &from) || !pv_extract_pointee(x, right, &to))
        return NULL;
    return pv_moving_compare(x, op, &from, &to, type_of(x, node), range_of(x, node));
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
            return refuse(x, node, "this operator", NULL);
        args[i] = pv_extract_expr(x, kid);
        if (!args[i])
            return NULL;
    }
    if (!args[0])
        return refuse(x, node, "this operator", NULL);
    bool is_write = pv_op_is_assignment(op) || pv_op_is_step(op);
    if (is_write && args[0]->kind != PV_EXPR_ACCESS)
        return refuse(x, node, "this assignment", NULL);
    if (is_write && pv_ctype_is_indexable(args[0]->type))
        return refuse(x, node, "an assignment to a pointer",
                      "use subscripts of one pointer that does not change in the region");
    if (is_write && pv_type_holds_pointer(args[0]->type))
        return refuse(x, node, "a copy of a structure that holds pointers", "copy its members one by one");
    bool is_difference = op == PV_OP_SUB && pv_ctype_is_indexable(args[0]->type);
    if (is_difference)
        return refuse(x, node, "a difference of pointers", "compute it before the region");
    return new_op(x, op, node, args);
}

static struct pv_expr *read_binary(struct pv_extract *x, const struct pv_node *node)
{
    enum pv_op op;
    if (!pv_cursor_binary_op(node->cursor, &op))
        return refuse(x, node, "this operator", NULL);
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
        return only_expr(node) ? pv_extract_expr(x, only_expr(node)) : NULL;
    default:
        return refuse(x, node, "this operator", NULL);
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
        return refuse(x, node, "a call through a function pointer", "call the function by its name");
    const char *name = pv_cursor_name(x->clang, callee);
    const char *obstacle = pv_library_obstacle(name);
    if (obstacle)
        return refuse(x, node, pv_printf(x->arena, "'%s'", obstacle), NULL);
    const struct pv_ctype *type = type_of(x, node);
    if (type->kind == PV_TYPE_OTHER)
        return refuse(x, node, pv_printf(x->arena, "a call that returns '%s'", type->spelling), NULL);
    struct pv_expr *call = pv_expr_new(x->arena, PV_EXPR_CALL, type, range_of(x, node));
    call->text = name;
    call->args = pv_new_array(x->arena, struct pv_expr *, node->n_kids);
    for (const struct pv_node *kid = node->kids->next; kid; kid = kid->next) {
        struct pv_expr *arg = kid->is_expr ? pv_extract_expr(x, kid) : NULL;
        if (!arg)
            return refuse(x, kid, "this argument", NULL);
        call->args[call->n_args++] = arg;
    }
    call->callee = pv_extract_function(x, callee);
    return call;
}

static struct pv_expr *read_string(struct pv_extract *x, const struct pv_node *node)
{
    struct pv_expr *expr = pv_expr_new(x->arena, PV_EXPR_STRING, type_of(x, node), range_of(x, node));
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
        const struct pv_node *inner = only_expr(node);
        struct pv_expr *expr = inner ? pv_extract_expr(x, inner) : NULL;
        return expr ? convert(x, expr, type_of(x, node), range_of(x, node), false) : NULL;
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
    const struct pv_ctype *type = type_of(x, node);
    if (type->kind == PV_TYPE_INT) {
        struct pv_expr *null = pv_extract_expr(x, node);
        return null ? convert(x, null, type_of(x, outer), range_of(x, outer), true) : NULL;
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
        return refuse(x, node, obstacle, NULL);
    return pv_place_pointer(x->types, x->arena, &place, range_of(x, outer));
}

/* What "node" is called when it cannot be handled. */
static struct pv_expr *refuse_kind(struct pv_extract *x, const struct pv_node *node)
{
    switch (node->kind) {
    case PV_NODE_COMPOUND_LITERAL:
        return refuse(x, node, "a compound literal", "declare a variable with this value before the region");
    case PV_NODE_STATEMENT_EXPR:
        return refuse(x, node, "a statement expression", "use a function");
    case PV_NODE_LABEL_ADDRESS:
        return refuse(x, node, "the address of a label", NULL);
    case PV_NODE_VA_ARG:
        return refuse(x, node, "'va_arg'", NULL);
    case PV_NODE_IMAGINARY_LITERAL:
        return refuse(x, node, "a complex number", NULL);
    case PV_NODE_INIT_LIST:
        return refuse(x, node, "this initialiser", NULL);
    default:
        return refuse(x, node, "this expression", NULL);
    }
}

static struct pv_expr *read_value(struct pv_extract *x, const struct pv_node *node)
{
    switch (node->kind) {
    case PV_NODE_PAREN:
        return only_expr(node) ? pv_extract_expr(x, only_expr(node)) : refuse(x, node, "this expression", NULL);
    case PV_NODE_UNEXPOSED_EXPR:
        return read_unexposed(x, node);
    case PV_NODE_NAME:
        return read_name(x, node);
    case PV_NODE_MEMBER:
    case PV_NODE_SUBSCRIPT:
        return read_access(x, node);
    case PV_NODE_INT_LITERAL:
    case PV_NODE_CHAR_LITERAL:
        return read_int(x, node);
    case PV_NODE_FLOAT_LITERAL:
        return read_float(x, node);
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
        return only_expr(node) ? read_conversion(x, node, false) : refuse(x, node, "this conversion", NULL);
    case PV_NODE_CALL:
        return read_call(x, node);
    case PV_NODE_SIZEOF:
        return read_constant(x, node, "'sizeof' of something of variable size");
    case PV_NODE_BOOL_LITERAL:
        return read_constant(x, node, "this constant");
    case PV_NODE_GENERIC:
        return read_constant(x, node, "'_Generic'");
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
    const struct pv_ctype *type = type_of(x, node);
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
    return pv_moving_assign(x, pointer, &place, range_of(x, node));
}

/* "node", a change of the pointer "var", as one of its scalars. */
static struct pv_expr *read_pointer_change(struct pv_extract *x, const struct pv_node *node, struct pv_var *var,
                                           struct pv_moving *moving, enum pv_op op)
{
    const struct pv_node *operand = node->kids->next;
    if (op == PV_OP_ASSIGN)
        return pv_extract_pointer_value(x, node, var, operand);
    if (!moving)
        moving = pv_moving_from_itself(x, var, range_of(x, node));
    if (pv_op_is_step(op))
        return pv_moving_step(x, moving, op, NULL, range_of(x, node));
    struct pv_expr *by = pv_extract_expr(x, operand);
    if (by && by->type->kind != PV_TYPE_INT)
        return refuse(x, operand, "a subscript that is no integer", NULL);
    return by ? pv_moving_step(x, moving, op, by, range_of(x, node)) : NULL;
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
        return second ? pv_expr_new_op(x->arena, op, second->type, range_of(x, node), first, second) : NULL;
    }
    bool is_change = (is_unary && pv_op_is_step(op)) ||
                     (is_binary && (op == PV_OP_ASSIGN || op == PV_OP_ADD_ASSIGN || op == PV_OP_SUB_ASSIGN));
    struct pv_moving *moving = NULL;
    struct pv_var *var = is_change && node->kids ? moving_pointer(x, node->kids, &moving) : NULL;
    return var ? read_pointer_change(x, node, var, moving, op) : pv_extract_expr(x, outer);
}
