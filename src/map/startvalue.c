/* Finds the constant that elements hold before a reduction. */
#include "map/startvalue.h"

#include "base/islx.h"

#include <isl/map.h>
#include <string.h>

struct search {
    const struct pv_scop *scop;
    const struct pv_reduction *reduction;
    const struct pv_stmt *stmt;
    isl_union_map *together;     /* { S[i] -> T[j] }: all pairs at the same point */
    const struct pv_expr *value; /* so far; NULL before the first source */
    bool is_known;
};

/* The constant that "stmt" assigns through "access", if that is all it does; NULL otherwise. */
static const struct pv_expr *assigned_constant(const struct pv_stmt *stmt, const struct pv_access *access)
{
    const struct pv_tree *body = stmt->body;
    if (!body || body->kind != PV_TREE_EXPR || body->expr->kind != PV_EXPR_OP || body->expr->op != PV_OP_ASSIGN ||
        body->expr->args[0] != access->expr)
        return NULL;
    const struct pv_expr *value = body->expr->args[1];
    while (value->kind == PV_EXPR_CAST && value->is_implicit)
        value = value->args[0];
    return value->kind == PV_EXPR_INT || value->kind == PV_EXPR_FLOAT ? value : NULL;
}

static bool is_same_constant(const struct pv_expr *a, const struct pv_expr *b)
{
    if (a->kind != b->kind)
        return false;
    return a->kind == PV_EXPR_INT ? a->value == b->value : !strcmp(a->text, b->text);
}

/* Does "source", a reference of "stmt", write a constant, the same as all others? */
static bool agrees(struct search *search, const struct pv_stmt *stmt, const struct pv_access *source)
{
    const struct pv_expr *value = source ? assigned_constant(stmt, source) : NULL;
    if (!value || (search->value && !is_same_constant(search->value, value)))
        return false;
    search->value = value;
    return true;
}

/* Look at "map" { [S[i] -> R[]] -> [T[j] -> Q[]] }, some of the flow. */
static isl_stat look_at_flow(__isl_take isl_map *map, void *user)
{
    struct search *search = user;
    const struct pv_stmt *from, *to;
    const struct pv_access *source = pv_scop_find_access(search->scop, isl_space_domain(isl_map_get_space(map)), &from);
    const struct pv_access *sink = pv_scop_find_access(search->scop, isl_space_range(isl_map_get_space(map)), &to);
    if (to != search->stmt || (sink && !pv_reduction_has(search->reduction, sink))) {
        isl_map_free(map);
        return isl_stat_ok;
    }
    isl_union_map *pairs = isl_union_map_from_map(isl_map_factor_domain(map));
    bool is_own = sink && from == search->stmt && source && pv_reduction_has(search->reduction, source);
    if (is_own)
        search->is_known = search->is_known && isl_union_map_is_subset(pairs, search->together) == isl_bool_true;
    else
        search->is_known = search->is_known && sink && agrees(search, from, source);
    isl_union_map_free(pairs);
    return search->is_known ? isl_stat_ok : isl_stat_error;
}

/* Look at "map" { S[i] -> A[a] }, reads of what was there before the region. */
static isl_stat look_at_live_in(__isl_take isl_map *map, void *user)
{
    struct search *search = user;
    const char *stmt = isl_map_get_tuple_name(map, isl_dim_in);
    const char *array = pv_space_root_name(isl_space_range(isl_map_get_space(map)));
    if (!strcmp(stmt, search->stmt->name) && !strcmp(array, search->reduction->array->name) &&
        isl_map_plain_is_empty(map) != isl_bool_true)
        search->is_known = false;
    isl_map_free(map);
    return isl_stat_ok;
}

const struct pv_expr *pv_start_value_find(const struct pv_conflicts *conflicts, const struct pv_reduction *reduction,
                                          const struct pv_stmt *stmt, __isl_keep isl_union_map *points)
{
    const struct pv_deps *deps = conflicts->deps;
    if (!deps->tagged_flow || !deps->live_in)
        return NULL;
    struct search search = {.scop = conflicts->scop, .reduction = reduction, .stmt = stmt, .is_known = true};
    isl_union_map *back = isl_union_map_reverse(isl_union_map_copy(points));
    search.together = isl_union_map_apply_range(isl_union_map_copy(points), back);
    isl_union_map_foreach_map(deps->live_in, look_at_live_in, &search);
    if (search.is_known)
        isl_union_map_foreach_map(deps->tagged_flow, look_at_flow, &search);
    isl_union_map_free(search.together);
    return search.is_known ? search.value : NULL;
}
