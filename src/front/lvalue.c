/* Turns lvalues and pointer values into paths from a variable. */
#include "front/lvalue.h"

struct pv_place pv_place_of_var(struct pv_var *var)
{
    return (struct pv_place){.var = var, .type = var->type};
}

struct pv_place pv_place_copy(struct pv_arena *arena, const struct pv_place *place)
{
    struct pv_place copy = *place;
    copy.steps.v = NULL;
    copy.steps.n = copy.steps.cap = 0;
    for (int i = 0; i < place->steps.n; i++) {
        struct pv_step step = place->steps.v[i];
        step.index = pv_expr_copy(arena, step.index);
        pv_push(arena, &copy.steps, step);
    }
    return copy;
}

void pv_place_add_field(struct pv_arena *arena, struct pv_place *place, const struct pv_field *field)
{
    struct pv_step step = {.kind = PV_STEP_FIELD, .field = field};
    pv_push(arena, &place->steps, step);
    place->type = field->type;
    place->is_whole = false;
}

void pv_place_enter(struct pv_types *types, struct pv_arena *arena, struct pv_place *place, struct pv_range range)
{
    struct pv_expr *zero = pv_expr_new_int(arena, 0, pv_type_int(types), range);
    struct pv_step step = {.kind = PV_STEP_INDEX, .index = zero};
    pv_push(arena, &place->steps, step);
    place->type = place->type->elem;
    place->is_whole = true;
}

static bool is_zero(const struct pv_expr *expr)
{
    return expr->kind == PV_EXPR_INT && expr->value == 0;
}

/* "expr" as a value of the type of pointer differences. The conversion is written out where C would
 * not make it by itself. */
static struct pv_expr *widen(struct pv_types *types, struct pv_arena *arena, struct pv_expr *expr, bool is_written)
{
    const struct pv_ctype *wide = pv_type_ptrdiff(types);
    if (expr->type->bits == wide->bits && expr->type->is_signed)
        return expr;
    if (expr->kind == PV_EXPR_INT)
        return pv_expr_new_int(arena, expr->value, wide, expr->range);
    struct pv_expr *cast = pv_expr_new(arena, PV_EXPR_CAST, wide, expr->range);
    cast->n_args = 1;
    cast->args = pv_new_array(arena, struct pv_expr *, 1);
    cast->args[0] = expr;
    cast->is_implicit = !is_written;
    return cast;
}

/* "index" with its sign turned. A constant stays one. */
static struct pv_expr *negate(struct pv_types *types, struct pv_arena *arena, struct pv_expr *index)
{
    const struct pv_ctype *wide = pv_type_ptrdiff(types);
    if (index->kind == PV_EXPR_INT && index->value > INT32_MIN && index->value <= INT32_MAX)
        return pv_expr_new_int(arena, -index->value, pv_type_int(types), index->range);
    return pv_expr_new_op(arena, PV_OP_NEG, wide, index->range, widen(types, arena, index, true), NULL);
}

/* The sum or difference of two subscripts. C adds them to a pointer one after the other: neither
 * their sum nor a conversion between their types may wrap around, so they are added in a wide type. */
static struct pv_expr *combine(struct pv_types *types, struct pv_arena *arena, struct pv_expr *a, struct pv_expr *b,
                               bool is_backwards)
{
    bool both_small = a->kind == PV_EXPR_INT && b->kind == PV_EXPR_INT && a->value >= INT32_MIN / 4 &&
                      a->value <= INT32_MAX / 4 && b->value >= INT32_MIN / 4 && b->value <= INT32_MAX / 4;
    if (both_small)
        return pv_expr_new_int(arena, is_backwards ? a->value - b->value : a->value + b->value, pv_type_int(types),
                               a->range);
    bool is_b_unsigned = b->type->bits == 64 && !b->type->is_signed;
    return pv_expr_new_op(arena, is_backwards ? PV_OP_SUB : PV_OP_ADD, pv_type_ptrdiff(types), b->range,
                          widen(types, arena, a, true), widen(types, arena, b, is_b_unsigned));
}

bool pv_place_move(struct pv_types *types, struct pv_arena *arena, struct pv_place *place, struct pv_expr *index,
                   bool is_backwards)
{
    struct pv_step *last = place->steps.n ? &place->steps.v[place->steps.n - 1] : NULL;
    if (!last || last->kind != PV_STEP_INDEX)
        return is_zero(index);
    if (place->is_whole || is_zero(last->index))
        last->index = is_backwards ? negate(types, arena, index) : index;
    else if (!is_zero(index))
        last->index = combine(types, arena, last->index, index, is_backwards);
    last->is_flat = last->is_flat || (place->is_pointed_at && !is_zero(index));
    place->is_whole = false;
    return true;
}

static struct pv_expr *access_of_steps(struct pv_arena *arena, const struct pv_place *place, int n,
                                       const struct pv_ctype *type, struct pv_range range)
{
    struct pv_expr *expr = pv_expr_new(arena, PV_EXPR_ACCESS, type, range);
    expr->var = place->var;
    expr->n_steps = n;
    expr->steps = n ? pv_new_array(arena, struct pv_step, n) : NULL;
    for (int i = 0; i < n; i++)
        expr->steps[i] = place->steps.v[i];
    return expr;
}

struct pv_expr *pv_place_access(struct pv_arena *arena, const struct pv_place *place, struct pv_range range)
{
    return access_of_steps(arena, place, place->steps.n, place->type, range);
}

static const struct pv_ctype *step_type(const struct pv_ctype *type, const struct pv_step *step)
{
    return step->kind == PV_STEP_FIELD ? step->field->type : type->elem;
}

struct pv_expr *pv_place_pointer(struct pv_types *types, struct pv_arena *arena, const struct pv_place *place,
                                 struct pv_range range)
{
    if (!place->is_whole) {
        const struct pv_ctype *type = pv_type_pointer_to(types, place->type);
        struct pv_expr *access = pv_place_access(arena, place, range);
        return pv_expr_new_op(arena, PV_OP_ADDRESS, type, range, access, NULL);
    }
    const struct pv_ctype *type = place->var->type;
    int n = place->steps.n - 1;
    for (int i = 0; i < n; i++)
        type = step_type(type, &place->steps.v[i]);
    return access_of_steps(arena, place, n, type, range);
}

const char *pv_place_obstacle(struct pv_arena *arena, const struct pv_place *place)
{
    const struct pv_ctype *type = place->var->type;
    for (int i = 0; i < place->steps.n; i++) {
        const struct pv_step *step = &place->steps.v[i];
        if (type->is_volatile)
            return "a volatile variable";
        if (step->kind == PV_STEP_FIELD && type->record->is_union)
            return "a union";
        if (step->kind == PV_STEP_FIELD && step->field->is_bitfield)
            return "a bit-field";
        type = step_type(type, step);
    }
    return pv_type_obstacle(arena, type);
}
