#include "analysis/alias.h"

#include "base/islx.h"

#include <isl/map.h>

/* Is the memory of "array" reached through a pointer that promises nothing? */
static bool is_unrestricted(const struct pv_array *array)
{
    if (array->kind != PV_ARRAY_DATA || !array->var)
        return false;
    const struct pv_var *var = array->var;
    return (var->is_decayed || var->type->kind == PV_TYPE_POINTER) && !var->is_restrict;
}

static bool is_character(const struct pv_ctype *type)
{
    return type->kind == PV_TYPE_INT && type->size == 1;
}

/* May C let two pointers to these types point at the same bytes? */
static bool types_may_overlap(const struct pv_ctype *a, const struct pv_ctype *b)
{
    if (is_character(a) || is_character(b))
        return true;
    if (a->kind == PV_TYPE_RECORD || b->kind == PV_TYPE_RECORD)
        return a->kind != b->kind || a->record == b->record;
    return a->kind == b->kind && a->size == b->size;
}

static bool is_written(const struct pv_scop *scop, const struct pv_array *array)
{
    for (int i = 0; i < scop->stmts.n; i++)
        for (int j = 0; j < scop->stmts.v[i]->accesses.n; j++)
            if (scop->stmts.v[i]->accesses.v[j]->array == array && scop->stmts.v[i]->accesses.v[j]->is_write)
                return true;
    return false;
}

typedef PV_VEC(struct pv_array *) arrays;

/* Does "array" meet another of "list" in a way that matters? */
static bool may_clash(const struct pv_scop *scop, const struct pv_array *array, const arrays *list)
{
    bool written = is_written(scop, array);
    for (int i = 0; i < list->n; i++) {
        const struct pv_array *other = list->v[i];
        if (other != array && types_may_overlap(array->elem, other->elem) && (written || is_written(scop, other)))
            return true;
    }
    return false;
}

/* The arrays that may overlap another one, where one of the two is written. */
static arrays clashing(const struct pv_scop *scop)
{
    arrays open = {0}, result = {0};
    for (int i = 0; i < scop->arrays.n; i++)
        if (is_unrestricted(scop->arrays.v[i]))
            pv_push(scop->arena, &open, scop->arrays.v[i]);
    for (int i = 0; i < open.n; i++)
        if (may_clash(scop, open.v[i], &open))
            pv_push(scop->arena, &result, open.v[i]);
    return result;
}

void pv_alias_report(const struct pv_scop *scop, struct pv_diag *diag)
{
    arrays list = clashing(scop);
    if (!list.n)
        return;
    struct pv_sb names = {0};
    for (int i = 0; i < list.n; i++)
        pv_sb_printf(&names, "%s'%s'", !i ? "" : i < list.n - 1 ? ", " : " and ", list.v[i]->var->name);
    pv_warn(diag, scop->region->range.begin, "%s are taken not to overlap", names.text);
    pv_note(diag, list.v[0]->var->decl, "declare them 'restrict', or use --no-assume-restrict if they may overlap");
    pv_sb_free(&names);
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
    extra->is_read = access->is_read;
    extra->is_write = access->is_write;
    extra->may_read = to_common(access->may_read, common);
    extra->may_write = to_common(access->may_write, common);
    extra->must_write = isl_union_map_empty_ctx(scop->ctx);
    extra->kill = isl_union_map_empty_ctx(scop->ctx);
    pv_push(scop->arena, &stmt->accesses, extra);
}

void pv_alias_respect(struct pv_scop *scop)
{
    arrays list = clashing(scop);
    if (!list.n)
        return;
    struct pv_array *common = new_common_element(scop);
    for (int i = 0; i < scop->stmts.n; i++) {
        struct pv_stmt *stmt = scop->stmts.v[i];
        int n = stmt->accesses.n;
        for (int j = 0; j < n; j++)
            for (int k = 0; k < list.n; k++)
                if (stmt->accesses.v[j]->array == list.v[k] && !stmt->accesses.v[j]->is_kill)
                    add_common_access(scop, stmt, stmt->accesses.v[j], common);
    }
}
