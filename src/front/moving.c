/* Follows pointers that move with the loops: each becomes a base and a subscript. */
#include "front/moving.h"

bool pv_moving_is_changed(const struct pv_extract *x, struct pv_cursor decl)
{
    const struct pv_symbol *symbol = x->scopes ? pv_scopes_symbol(x->scopes, decl) : NULL;
    if (!symbol || !symbol->is_local || pv_cursor_is_static(decl))
        return false;
    for (int i = 0; i < symbol->uses.n; i++) {
        unsigned at = symbol->uses.v[i].offset;
        bool is_inside = !x->region.end.file || (x->region.begin.offset <= at && at < x->region.end.offset);
        if (symbol->uses.v[i].is_write && is_inside)
            return true;
    }
    return false;
}

struct pv_moving *pv_moving_find(const struct pv_extract *x, const struct pv_var *var)
{
    for (int i = 0; i < x->moving.n; i++)
        if (x->moving.v[i]->var == var)
            return x->moving.v[i];
    return NULL;
}

static struct pv_expr *access_of(struct pv_extract *x, struct pv_var *var, struct pv_range range)
{
    struct pv_expr *expr = pv_expr_new(x->arena, PV_EXPR_ACCESS, var->type, range);
    expr->var = var;
    return expr;
}

/* A scalar that holds a subscript of "var". */
static struct pv_var *new_offset(struct pv_extract *x, struct pv_var *var, int number)
{
    struct pv_var *offset = pv_new(x->arena, struct pv_var);
    offset->name = var->name;
    offset->id = pv_printf(x->arena, "%s__offset%d", var->id, number);
    offset->type = pv_type_ptrdiff(x->types);
    offset->storage = PV_STORAGE_LOCAL;
    offset->is_hidden = true;
    offset->decl = var->decl;
    offset->scope = var->scope;
    offset->function = var->function;
    offset->offset_of = var;
    return offset;
}

/* Does the subscript "i" of "place" stay the same, so that it needs no scalar? */
static bool is_fixed(const struct pv_place *place, int i)
{
    const struct pv_step *step = &place->steps.v[i];
    return step->kind == PV_STEP_FIELD || (i + 1 < place->steps.n && step->index->kind == PV_EXPR_INT);
}

static struct pv_moving *new_moving(struct pv_extract *x, struct pv_var *var, const struct pv_place *place)
{
    struct pv_moving *moving = pv_new(x->arena, struct pv_moving);
    moving->var = var;
    moving->place = pv_place_copy(x->arena, place);
    moving->place.is_whole = false;
    for (int i = 0; i < place->steps.n; i++) {
        struct pv_var *offset = is_fixed(place, i) ? NULL : new_offset(x, var, moving->offsets.n);
        pv_push(x->arena, &moving->offsets, offset);
        if (!offset)
            continue;
        moving->place.steps.v[i].index = access_of(x, offset, place->steps.v[i].index->range);
        moving->place.steps.v[i].is_flat = true;
    }
    pv_push(x->arena, &x->moving, moving);
    return moving;
}

struct pv_moving *pv_moving_from_itself(struct pv_extract *x, struct pv_var *var, struct pv_range range)
{
    struct pv_place place = pv_place_of_var(var);
    pv_place_enter(x->types, x->arena, &place, range);
    return new_moving(x, var, &place);
}

static bool is_no_offset(struct pv_expr *expr, void *user)
{
    (void)user;
    return expr->kind != PV_EXPR_ACCESS || !expr->var->offset_of;
}

bool pv_moving_is_place(const struct pv_place *place)
{
    for (int i = 0; i < place->steps.n; i++)
        if (place->steps.v[i].kind == PV_STEP_INDEX && !pv_expr_visit(place->steps.v[i].index, is_no_offset, NULL))
            return true;
    return false;
}

struct pv_place pv_moving_place(struct pv_extract *x, const struct pv_moving *moving, struct pv_range range)
{
    struct pv_place place = pv_place_copy(x->arena, &moving->place);
    for (int i = 0; i < place.steps.n; i++)
        if (moving->offsets.v[i])
            place.steps.v[i].index->range = range;
    return place;
}

struct pv_expr *pv_moving_step(struct pv_extract *x, const struct pv_moving *moving, enum pv_op op,
                               struct pv_expr *operand, struct pv_range range)
{
    struct pv_var *offset = moving->offsets.v[moving->offsets.n - 1];
    return pv_expr_new_op(x->arena, op, offset->type, range, access_of(x, offset, range), operand);
}

/* Do the two lead from the same variable through the same fields, with as many subscripts? */
static bool is_same_shape(const struct pv_place *a, const struct pv_place *b)
{
    if (a->var != b->var || a->steps.n != b->steps.n)
        return false;
    for (int i = 0; i < a->steps.n; i++) {
        const struct pv_step *s = &a->steps.v[i], *t = &b->steps.v[i];
        if (s->kind != t->kind || (s->kind == PV_STEP_FIELD && s->field != t->field))
            return false;
    }
    return true;
}

/* Has "place" the fixed subscripts of "moving"? */
static bool has_fixed(const struct pv_moving *moving, const struct pv_place *place)
{
    for (int i = 0; i < place->steps.n; i++)
        if (place->steps.v[i].kind == PV_STEP_INDEX && !moving->offsets.v[i] &&
            !pv_expr_is_same(place->steps.v[i].index, moving->place.steps.v[i].index))
            return false;
    return true;
}

static struct pv_expr *widened(struct pv_extract *x, struct pv_expr *expr)
{
    const struct pv_ctype *wide = pv_type_ptrdiff(x->types);
    if (expr->type->bits == wide->bits && expr->type->is_signed)
        return expr;
    struct pv_expr *cast = pv_expr_new(x->arena, PV_EXPR_CAST, wide, expr->range);
    cast->n_args = 1;
    cast->args = pv_new_array(x->arena, struct pv_expr *, 1);
    cast->args[0] = expr;
    cast->is_exact = true;
    return cast;
}

struct pv_expr *pv_moving_assign(struct pv_extract *x, struct pv_var *var, const struct pv_place *place,
                                 struct pv_range range)
{
    struct pv_moving *moving = pv_moving_find(x, var);
    if (!place->steps.n || place->steps.v[place->steps.n - 1].kind != PV_STEP_INDEX) {
        pv_extract_refuse(x, range.begin, "use the variable itself",
                          "pointer '%s' to a single variable is not supported in a region", var->name);
        return NULL;
    }
    if (!moving)
        moving = new_moving(x, var, place);
    if (!is_same_shape(&moving->place, place) || !has_fixed(moving, place)) {
        pv_extract_refuse(x, range.begin, "use another pointer here",
                          "pointer '%s' changes from one array to another, which is not supported in a region",
                          var->name);
        return NULL;
    }
    struct pv_expr *all = NULL;
    for (int i = 0; i < place->steps.n; i++) {
        struct pv_var *offset = moving->offsets.v[i];
        if (!offset)
            continue;
        struct pv_expr *one = pv_expr_new_op(x->arena, PV_OP_ASSIGN, offset->type, range, access_of(x, offset, range),
                                             widened(x, place->steps.v[i].index));
        all = all ? pv_expr_new_op(x->arena, PV_OP_COMMA, offset->type, range, all, one) : one;
    }
    return all;
}

/* The last subscript of "place" as a wide number. */
static struct pv_expr *last_subscript(struct pv_extract *x, const struct pv_place *place)
{
    return widened(x, pv_expr_copy(x->arena, place->steps.v[place->steps.n - 1].index));
}

/* Is "place" an element behind a plain pointer? */
static bool is_behind_pointer(const struct pv_place *place)
{
    return place->steps.n == 1 && place->var->type->kind == PV_TYPE_POINTER;
}

struct pv_expr *pv_moving_compare(struct pv_extract *x, enum pv_op op, const struct pv_place *a,
                                  const struct pv_place *b, const struct pv_ctype *type, struct pv_range range)
{
    bool is_same = is_same_shape(a, b), is_indexed = a->steps.n && b->steps.n;
    is_indexed = is_indexed && a->steps.v[a->steps.n - 1].kind == PV_STEP_INDEX &&
                 b->steps.v[b->steps.n - 1].kind == PV_STEP_INDEX;
    for (int i = 0; is_same && i + 1 < a->steps.n; i++)
        if (a->steps.v[i].kind == PV_STEP_INDEX && !pv_expr_is_same(a->steps.v[i].index, b->steps.v[i].index))
            is_same = false;
    if (!is_indexed || (!is_same && !(is_behind_pointer(a) && is_behind_pointer(b))))
        return NULL;
    struct pv_expr *from = last_subscript(x, b);
    if (!is_same) {
        struct pv_expr *distance = pv_expr_new_op(x->arena, PV_OP_SUB, from->type, range, access_of(x, b->var, range),
                                                  access_of(x, a->var, range));
        from = pv_expr_new_op(x->arena, PV_OP_ADD, from->type, range, from, distance);
    }
    return pv_expr_new_op(x->arena, op, type, range, last_subscript(x, a), from);
}

void pv_moving_declare(struct pv_extract *x, struct pv_tree *block)
{
    struct pv_tree *all = pv_tree_new(x->arena, PV_TREE_BLOCK, block->range);
    for (int i = 0; i < x->moving.n; i++) {
        const struct pv_moving *moving = x->moving.v[i];
        for (int j = 0; j < moving->offsets.n; j++) {
            if (!moving->offsets.v[j])
                continue;
            struct pv_tree *decl = pv_tree_new(x->arena, PV_TREE_DECL,
                                               (struct pv_range){block->range.begin, block->range.begin});
            decl->var = moving->offsets.v[j];
            if (moving->place.var == moving->var)
                decl->expr = pv_expr_new_int(x->arena, 0, decl->var->type, decl->range);
            pv_push(x->arena, &all->children, decl);
        }
    }
    for (int i = 0; i < block->children.n; i++)
        pv_push(x->arena, &all->children, block->children.v[i]);
    block->children.v = all->children.v;
    block->children.n = all->children.n;
    block->children.cap = all->children.cap;
}

void pv_moving_finish(struct pv_extract *x, struct pv_region *region)
{
    for (int i = 0; i < x->moving.n; i++) {
        const struct pv_moving *moving = x->moving.v[i];
        struct pv_moved moved = {.var = moving->var,
                                 .place = pv_place_access(x->arena, &moving->place, region->range),
                                 .is_from_itself = moving->place.var == moving->var};
        pv_push(x->arena, &region->moved, moved);
    }
}
