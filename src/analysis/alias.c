/* Decides which pointers and arrays may refer to the same memory. */
#include "analysis/alias.h"

#include "base/islx.h"

#include <isl/map.h>

/* Is the memory reached through pointers in memory, of which what is known of the variable says nothing? */
static bool is_indirect(const struct pv_memory *memory)
{
    return memory->array && memory->array->is_indirect;
}

/* Is the memory reached through a pointer, not part of the variable itself? */
static bool is_pointed_at(const struct pv_memory *memory)
{
    return is_indirect(memory) ||
           (memory->array && (memory->var->is_decayed || memory->var->type->kind == PV_TYPE_POINTER));
}

static bool is_character(const struct pv_ctype *type)
{
    return type->kind == PV_TYPE_INT && type->size == 1;
}

static bool types_may_overlap(const struct pv_ctype *a, const struct pv_ctype *b);

/* The same where "record" is a structure or a union: one of its members must be met. */
static bool member_may_overlap(const struct pv_record *record, const struct pv_ctype *type)
{
    if (!record || !record->is_complete || !record->n_fields)
        return true;
    for (int i = 0; i < record->n_fields; i++)
        if (types_may_overlap(pv_ctype_innermost(record->fields[i].type, false), type))
            return true;
    return false;
}

/* May C let two pointers to these types point at the same bytes? */
static bool types_may_overlap(const struct pv_ctype *a, const struct pv_ctype *b)
{
    if (is_character(a) || is_character(b) || a->kind == PV_TYPE_OTHER || b->kind == PV_TYPE_OTHER)
        return true;
    if (a->kind == PV_TYPE_RECORD)
        return member_may_overlap(a->record, b);
    if (b->kind == PV_TYPE_RECORD)
        return member_may_overlap(b->record, a);
    return a->kind == b->kind && a->size == b->size;
}

/* Can the pointer to "memory" not have been computed from another variable of the function? */
static bool is_unrelated(const struct pv_memory *memory)
{
    return !is_indirect(memory) && (memory->var->keeps_argument || memory->var->is_fresh);
}

/* Does the pointer of "a" promise that it alone leads to its memory, and keep the promise in the case of "b"? A pointer that
 * was computed from it shares the promise. */
static bool is_promised(const struct pv_memory *a, const struct pv_memory *b)
{
    bool shares_promise = is_pointed_at(b) && !(b->var->is_restrict && !is_indirect(b)) && !is_unrelated(b);
    return a->var->is_restrict && !is_indirect(a) && !shares_promise;
}

/* Did the memory of "a", reached through a pointer, not exist when the pointer to that of "b" got its value, or is it
 * of another kind? */
static bool is_newer(const struct pv_memory *a, const struct pv_memory *b)
{
    return a->var->is_fresh && !is_indirect(a) && (!is_pointed_at(b) || is_unrelated(b));
}

/* Can no pointer, or at least not that of "b", point at "a", a variable? */
static bool is_out_of_reach(const struct pv_memory *a, const struct pv_memory *b)
{
    bool is_automatic = a->var->storage != PV_STORAGE_GLOBAL && !a->var->is_static;
    bool is_later = a->array && a->array->is_local;
    return is_automatic && (is_later || a->var->is_hidden || (b->var->keeps_argument && !is_indirect(b)));
}

static bool are_apart(const struct pv_memory *a, const struct pv_memory *b)
{
    if (!is_pointed_at(a))
        return !is_pointed_at(b) || is_out_of_reach(a, b) || is_promised(b, a) || is_newer(b, a);
    if (!is_pointed_at(b))
        return are_apart(b, a);
    return is_promised(a, b) || is_promised(b, a) || is_newer(a, b) || is_newer(b, a);
}

/* Is the memory of "b", an array, known to be apart from the place "a"? */
static bool is_apart_from_place(const struct pv_memory *b, const struct pv_memory *a)
{
    const struct pv_var *root = a->place->var;
    if (b->array->is_local || b->var == root)
        return true; /* the front end has compared paths that begin at one variable */
    if (!is_pointed_at(b)) {
        bool follows = root->type->kind == PV_TYPE_POINTER || root->is_decayed;
        return !follows || is_out_of_reach(b, a);
    }
    bool is_promised_to_b = b->var->is_restrict && !is_indirect(b);
    return is_promised_to_b || (b->var->is_fresh && !is_indirect(b) && root->keeps_argument);
}

bool pv_alias_may_clash(const struct pv_memory *a, const struct pv_memory *b)
{
    if (a->place || b->place) {
        const struct pv_memory *place = a->place ? a : b, *other = a->place ? b : a;
        return other->array && other->is_written && types_may_overlap(place->elem, other->elem) &&
               !is_apart_from_place(other, place);
    }
    return a->var != b->var && (a->is_written || b->is_written) && types_may_overlap(a->elem, b->elem) &&
           !are_apart(a, b);
}

/* Is "memory" a variable without parts? */
static bool is_single(const struct pv_memory *memory)
{
    return !is_pointed_at(memory) && !memory->array->n_dims && memory->elem->kind != PV_TYPE_RECORD;
}

bool pv_alias_may_mix(const struct pv_memory *a, const struct pv_memory *b)
{
    if (!a->array || !b->array || a->var == b->var || is_single(a) || is_single(b))
        return false;
    if (!is_pointed_at(a))
        return is_pointed_at(b) && !is_out_of_reach(a, b) && !is_newer(b, a);
    if (!is_pointed_at(b))
        return pv_alias_may_mix(b, a);
    return !is_newer(a, b) && !is_newer(b, a);
}

static bool is_written(const struct pv_scop *scop, const struct pv_array *array)
{
    for (int i = 0; i < scop->stmts.n; i++)
        for (int j = 0; j < scop->stmts.v[i]->accesses.n; j++)
            if (scop->stmts.v[i]->accesses.v[j]->array == array && scop->stmts.v[i]->accesses.v[j]->is_write)
                return true;
    return false;
}

/* Where symbolic constants are found. */
struct constants {
    const struct pv_scop *scop;
    pv_memories *list;
};

static void add_constant(struct constants *constants, struct pv_var *var);

static bool add_leaf(struct pv_expr *expr, void *user)
{
    if (expr->kind == PV_EXPR_ACCESS && !expr->n_steps)
        add_constant(user, expr->var);
    return true;
}

/* Add the memory of "var", or of those that its value is made of. Members of structures among these are known not to
 * change. */
static void add_constant(struct constants *constants, struct pv_var *var)
{
    if (var->value) {
        pv_expr_visit(var->value, add_leaf, constants);
        return;
    }
    struct pv_memory memory = {.var = var, .elem = var->type};
    if (!var->is_hidden && !var->type->is_const && pv_ctype_is_arithmetic(var->type))
        pv_push(constants->scop->arena, constants->list, memory);
}

/* Is there memory in "list" for "place", wherever "guard" (may be NULL) holds? */
static bool has_place(const pv_memories *list, const struct pv_expr *place, __isl_keep isl_set *guard)
{
    for (int i = 0; i < list->n; i++) {
        const struct pv_memory *memory = &list->v[i];
        bool is_same = memory->place && pv_expr_is_same(memory->place, place);
        if (is_same &&
            (!memory->place_guard || (guard && isl_set_plain_is_equal(memory->place_guard, guard) == isl_bool_true)))
            return true;
    }
    return false;
}

/* Add the members of structures that names are read from and that writes may reach by their types. */
static void add_places(const struct pv_scop *scop, pv_memories *list)
{
    for (int i = 0; i < scop->named.n; i++) {
        const struct pv_named *named = &scop->named.v[i];
        for (int j = 0; j < named->apart.n; j++) {
            struct pv_expr *place = named->apart.v[j];
            struct pv_memory memory = {
                .var = named->var, .elem = place->type, .place = place, .place_guard = named->guard};
            if (!has_place(list, place, named->guard))
                pv_push(scop->arena, list, memory);
        }
    }
}

pv_memories pv_alias_find(const struct pv_scop *scop)
{
    pv_memories list = {0};
    for (int i = 0; i < scop->arrays.n; i++) {
        struct pv_array *array = scop->arrays.v[i];
        if (array->kind != PV_ARRAY_DATA || !array->var)
            continue;
        struct pv_memory memory = {
            .array = array, .var = array->var, .elem = array->elem, .is_written = is_written(scop, array)};
        if (is_pointed_at(&memory) || !array->var->is_hidden)
            pv_push(scop->arena, &list, memory);
    }
    add_places(scop, &list);
    struct constants constants = {scop, &list};
    for (int i = 0; i < scop->parameters.n; i++)
        add_constant(&constants, scop->parameters.v[i]);
    return list;
}

static struct pv_array *new_common_element(struct pv_scop *scop)
{
    struct pv_array *array = pv_new(scop->arena, struct pv_array);
    array->kind = PV_ARRAY_OVERLAP;
    array->name = "__pave_overlap";
    isl_space *space = isl_space_set_alloc(scop->ctx, 0, 0);
    array->extent = isl_set_universe(pv_space_set_tuple_name(space, isl_dim_set, array->name));
    pv_push(scop->arena, &scop->arrays, array);
    return array;
}

/* { S[i] -> common[] } for the instances that "relation" names. */
static __isl_give isl_union_map *to_common(__isl_keep isl_union_map *relation, const struct pv_array *common)
{
    isl_union_set *instances = isl_union_map_domain(isl_union_map_copy(relation));
    return isl_union_map_from_domain_and_range(instances, isl_union_set_from_set(isl_set_copy(common->extent)));
}

static void add_common_access(struct pv_scop *scop, struct pv_stmt *stmt, const struct pv_access *access,
                              struct pv_array *common)
{
    struct pv_access *extra = pv_new(scop->arena, struct pv_access);
    extra->tag = pv_printf(scop->arena, "%s_overlap", access->tag);
    extra->array = common;
    extra->overlap_of = access->array;
    extra->is_read = access->is_read;
    extra->is_write = access->is_write;
    extra->may_read = to_common(access->may_read, common);
    extra->may_write = to_common(access->may_write, common);
    extra->must_write = isl_union_map_empty_ctx(scop->ctx);
    extra->kill = isl_union_map_empty_ctx(scop->ctx);
    pv_push(scop->arena, &stmt->accesses, extra);
}

void pv_alias_keep_order(struct pv_scop *scop, int n_list, struct pv_array *const *list)
{
    struct pv_array *common = n_list ? new_common_element(scop) : NULL;
    for (int i = 0; i < scop->stmts.n && common; i++) {
        struct pv_stmt *stmt = scop->stmts.v[i];
        int n = stmt->accesses.n;
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n_list; k++)
                if (stmt->accesses.v[j]->array == list[k] && !stmt->accesses.v[j]->is_kill)
                    add_common_access(scop, stmt, stmt->accesses.v[j], common);
    }
}

bool pv_alias_keeps_order(const struct pv_scop *scop)
{
    for (int i = 0; i < scop->arrays.n; i++)
        if (scop->arrays.v[i]->kind == PV_ARRAY_OVERLAP)
            return true;
    return false;
}
