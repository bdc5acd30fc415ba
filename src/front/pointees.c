/* Finds the object that an lvalue names, or that a pointer value points at. */
#include "front/extract.h"
#include "front/moving.h"

#include <string.h>

static bool refuse_place(struct pv_extract *x, const struct pv_node *node, const char *what, const char *remedy)
{
    pv_node_refuse(x, node, what, remedy);
    return false;
}

static const struct pv_alias *find_alias(const struct pv_extract *x, const struct pv_var *var)
{
    for (int i = x->aliases.n - 1; i >= 0; i--)
        if (x->aliases.v[i].var == var)
            return &x->aliases.v[i];
    return NULL;
}

bool pv_extract_name(struct pv_extract *x, const struct pv_node *node, struct pv_place *place)
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
    const struct pv_node *base = pv_node_only_expr(node);
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

static bool subscript_place(struct pv_extract *x, const struct pv_node *node, struct pv_place *place)
{
    const struct pv_node *a = node->kids, *b = a ? a->next : NULL;
    if (!b || (!pv_node_is_pointer(a) && !pv_node_is_pointer(b)))
        return refuse_place(x, node, "an element of a vector", NULL);
    const struct pv_node *base = pv_node_is_pointer(a) ? a : b, *index = base == a ? b : a;
    return pv_extract_pointee(x, base, place) && move_place(x, node, place, index, false);
}

static bool read_place(struct pv_extract *x, const struct pv_node *node, struct pv_place *place)
{
    enum pv_op op;
    switch (node->kind) {
    case PV_NODE_NAME:
        return pv_extract_name(x, node, place);
    case PV_NODE_MEMBER:
        return member_place(x, node, place);
    case PV_NODE_SUBSCRIPT:
        return subscript_place(x, node, place);
    case PV_NODE_UNARY:
        if (pv_cursor_unary_op(node->cursor, &op) != PV_UNARY_DEREF || !pv_node_only_expr(node))
            return refuse_place(x, node, "this expression as a place in memory", NULL);
        if (!pv_extract_pointee(x, pv_node_only_expr(node), place))
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

struct pv_var *pv_extract_moving(struct pv_extract *x, const struct pv_node *node, struct pv_moving **moving)
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
    struct pv_var *var = pv_extract_moving(x, node, &moving);
    if (!var)
        return false;
    if (!moving)
        moving = pv_moving_from_itself(x, var, pv_node_range(x, node));
    *place = pv_moving_place(x, moving, pv_node_range(x, node));
    place->is_pointed_at = true;
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
        place->is_pointed_at = true;
        return true;
    }
    if (!pv_ctype_is_indexable(place->type) || place->type->elem->kind == PV_TYPE_OTHER)
        return refuse_place(x, node, "a pointer to this type", NULL);
    const char *obstacle = pv_place_obstacle(x->arena, place);
    if (obstacle)
        return refuse_place(x, node, obstacle, NULL);
    pv_place_enter(x->types, x->arena, place, pv_node_range(x, node));
    return true;
}

static bool sum_pointee(struct pv_extract *x, const struct pv_node *node, struct pv_place *place)
{
    enum pv_op op = PV_OP_COMMA;
    const struct pv_node *a = node->kids, *b = a ? a->next : NULL;
    if (!b || !pv_cursor_binary_op(node->cursor, &op) || (op != PV_OP_ADD && op != PV_OP_SUB))
        return refuse_place(x, node, op == PV_OP_ASSIGN ? "an assignment to a pointer" : "this pointer expression",
                            "use subscripts of one pointer that does not change in the region");
    const struct pv_node *base = pv_node_is_pointer(a) ? a : b, *index = base == a ? b : a;
    return pv_extract_pointee(x, base, place) && move_place(x, node, place, index, op == PV_OP_SUB);
}

static bool unary_pointee(struct pv_extract *x, const struct pv_node *node, struct pv_place *place)
{
    enum pv_op op = PV_OP_NOT;
    enum pv_unary unary = pv_cursor_unary_op(node->cursor, &op);
    if (unary == PV_UNARY_DEREF)
        return stored_pointee(x, node, place);
    if (unary == PV_UNARY_OP && pv_op_is_step(op) && pv_node_only_expr(node) &&
        moving_pointee(x, pv_node_only_expr(node), place)) {
        struct pv_step *last = &place->steps.v[place->steps.n - 1];
        last->index = pv_expr_new_op(x->arena, op, last->index->type, pv_node_range(x, node), last->index, NULL);
        return true;
    }
    if (unary != PV_UNARY_OP || op != PV_OP_ADDRESS || !pv_node_only_expr(node))
        return refuse_place(x, node, "a change of a pointer",
                            "use subscripts of one pointer that does not change in the region");
    if (!pv_extract_place(x, pv_node_only_expr(node), place))
        return false;
    if (place->steps.n == 0 && find_alias(x, place->var))
        return refuse_place(x, node, "the address of a pointer declared in the region", NULL);
    place->is_whole = false;
    return true;
}

static bool cast_pointee(struct pv_extract *x, const struct pv_node *node, struct pv_place *place)
{
    const struct pv_node *inner = pv_node_only_expr(node);
    const struct pv_ctype *type = pv_node_type(x, node);
    if (!inner || !pv_ctype_is_indexable(pv_node_type(x, inner)))
        return refuse_place(x, node, "a pointer made from a number", NULL);
    if (!pv_extract_pointee(x, inner, place))
        return false;
    if (!pv_type_same_layout(type->elem, place->type)) {
        pv_extract_refuse(x, pv_node_loc(x, node), "declare the pointer with the type it is used with",
                          "a conversion from '%s' to '%s' in an access is not supported in a region",
                          pv_node_type(x, inner)->spelling, type->spelling);
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
    const struct pv_ctype *type = pv_node_type(x, outer);
    if (is_good && node != outer && pv_ctype_is_indexable(type) && !is_compatible(place, type->elem)) {
        pv_extract_refuse(x, pv_node_loc(x, outer), "declare the pointer with the type it is used with",
                          "a conversion from '%s' to '%s' in an access is not supported in a region",
                          pv_node_type(x, node)->spelling, type->spelling);
        return false;
    }
    return is_good;
}
