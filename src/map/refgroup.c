/* Groups the references below a node that access the same elements. */
#include "map/refgroup.h"

#include "ir/kernel.h"

/* Add the references of "stmt" made by "here", a part of its domain. */
static void add_stmt(struct pv_arena *arena, const struct pv_stmt *stmt, __isl_take isl_union_set *here, pv_refs *refs)
{
    for (int i = 0; i < stmt->accesses.n; i++) {
        const struct pv_access *access = stmt->accesses.v[i];
        if (access->array->kind != PV_ARRAY_DATA || (!access->is_read && !access->is_write))
            continue;
        struct pv_ref ref = {stmt, access, isl_union_set_copy(here)};
        pv_push(arena, refs, ref);
    }
    isl_union_set_free(here);
}

bool pv_refs_find(struct pv_arena *arena, const struct pv_scop *scop, __isl_keep isl_union_set *domain, pv_refs *refs)
{
    for (int i = 0; i < scop->stmts.n; i++) {
        const struct pv_stmt *stmt = scop->stmts.v[i];
        if (!stmt->body)
            continue;
        isl_union_set *here = isl_union_set_from_set(isl_set_copy(stmt->domain));
        here = isl_union_set_intersect(here, isl_union_set_copy(domain));
        isl_bool is_empty = isl_union_set_is_empty(here);
        if (is_empty == isl_bool_false)
            add_stmt(arena, stmt, here, refs);
        else
            isl_union_set_free(here);
        if (is_empty < 0)
            return false;
    }
    return true;
}

void pv_refs_free(pv_refs *refs)
{
    for (int i = 0; i < refs->n; i++)
        isl_union_set_free(refs->v[i].domain);
    refs->n = 0;
}

/* Copies of arrays with more dimensions are never small. */
static const int most_dims = 8;

bool pv_ref_is_replaceable(const struct pv_ref *ref)
{
    return !ref->access->array->n_linear && pv_ref_is_copyable(ref);
}

bool pv_ref_is_copyable(const struct pv_ref *ref)
{
    const struct pv_access *access = ref->access;
    const struct pv_array *array = access->array;
    if (ref->stmt->kind != PV_STMT_EXPR || ref->stmt->has_effects || ref->stmt->body->kind != PV_TREE_EXPR)
        return false;
    if (!access->index || !access->expr || access->expr->kind != PV_EXPR_ACCESS || !array->n_dims ||
        array->is_indirect || !array->elem || !pv_ctype_is_arithmetic(array->elem))
        return false;
    for (int i = 0; i < access->expr->n_steps; i++)
        if (access->expr->steps[i].kind != PV_STEP_INDEX)
            return false;
    return access->expr->n_steps == pv_array_n_subscripts(array) && array->n_dims <= most_dims &&
           (int)isl_multi_pw_aff_dim(access->index, isl_dim_out) == array->n_dims;
}

__isl_give isl_map *pv_ref_elements(const struct pv_ref *ref, __isl_keep isl_union_map *prefix, bool writes)
{
    isl_union_map *all = pv_access_get(ref->access, PV_MAY_WRITE);
    if (!writes)
        all = isl_union_map_union(all, pv_access_get(ref->access, PV_MAY_READ));
    all = isl_union_map_intersect_domain(all, isl_union_set_copy(ref->domain));
    isl_space *space = isl_set_get_space(ref->access->array->extent);
    isl_union_map *by_prefix = isl_union_map_apply_domain(all, isl_union_map_copy(prefix));
    isl_union_set *points = isl_union_map_range(isl_union_map_copy(prefix));
    isl_set *domain = isl_set_from_union_set(points);
    isl_space *from = isl_space_align_params(isl_set_get_space(domain), isl_space_copy(space));
    space = isl_space_align_params(space, isl_space_copy(from));
    isl_space *both = isl_space_map_from_domain_and_range(from, space);
    isl_set_free(domain);
    isl_map *map = isl_union_map_extract_map(by_prefix, both);
    isl_union_map_free(by_prefix);
    return isl_map_coalesce(map);
}

__isl_give isl_map *pv_ref_group_elements(const pv_ref_group *group, __isl_keep isl_union_map *prefix)
{
    isl_map *all = pv_ref_elements(group->v[0], prefix, false);
    for (int i = 1; i < group->n; i++)
        all = isl_map_union(all, pv_ref_elements(group->v[i], prefix, false));
    return isl_map_coalesce(all);
}

isl_bool pv_refs_conflict(const struct pv_ref *a, const struct pv_ref *b, __isl_keep isl_union_map *prefix)
{
    if (a->access->array != b->access->array || (!a->access->is_write && !b->access->is_write))
        return isl_bool_false;
    isl_map *of_a = pv_ref_elements(a, prefix, false), *of_b = pv_ref_elements(b, prefix, false);
    isl_bool is_disjoint = isl_map_is_disjoint(of_a, of_b);
    isl_map_free(of_a);
    isl_map_free(of_b);
    return isl_bool_not(is_disjoint);
}
