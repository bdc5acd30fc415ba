/* The polyhedral model of a region: statements, domains, accesses, context, schedule. */
#include "ir/scop.h"

#include "base/islx.h"

#include <isl/map.h>
#include <string.h>

void pv_access_free(struct pv_access *access)
{
    isl_multi_pw_aff_free(access->index);
    pv_products_free(&access->bounds);
    isl_union_map_free(access->may_read);
    isl_union_map_free(access->may_write);
    isl_union_map_free(access->must_write);
    isl_union_map_free(access->kill);
}

void pv_stmt_free(struct pv_stmt *stmt)
{
    isl_set_free(stmt->domain);
    for (int i = 0; i < stmt->accesses.n; i++)
        pv_access_free(stmt->accesses.v[i]);
    for (int i = 0; i < stmt->substs.n; i++)
        isl_pw_aff_free(stmt->substs.v[i].value);
}

void pv_scop_free(struct pv_scop *scop)
{
    if (!scop)
        return;
    for (int i = 0; i < scop->stmts.n; i++)
        pv_stmt_free(scop->stmts.v[i]);
    for (int i = 0; i < scop->arrays.n; i++)
        pv_array_free(scop->arrays.v[i]);
    for (int i = 0; i < scop->independences.n; i++)
        isl_union_set_free(scop->independences.v[i].domain);
    for (int i = 0; i < scop->named.n; i++)
        isl_set_free(scop->named.v[i].guard);
    isl_set_free(scop->context);
    pv_guard_free(&scop->guard);
    isl_schedule_free(scop->schedule);
}

void pv_scop_assume(struct pv_scop *scop, __isl_take isl_set *condition)
{
    struct pv_guard *guard = &scop->guard;
    if (!guard->context)
        guard->context = isl_set_copy(scop->context);
    guard->assumed = guard->assumed ? isl_set_intersect(guard->assumed, isl_set_copy(condition))
                                    : isl_set_copy(condition);
    scop->context = pv_set_coalesce(isl_set_intersect(scop->context, condition));
}

static bool is_complete(const struct pv_stmt *stmt)
{
    for (int i = 0; i < stmt->accesses.n; i++) {
        const struct pv_access *access = stmt->accesses.v[i];
        if (!access->may_read || !access->may_write || !access->must_write || !access->kill)
            return false;
    }
    for (int i = 0; i < stmt->substs.n; i++)
        if (!stmt->substs.v[i].value)
            return false;
    return stmt->domain;
}

bool pv_scop_is_complete(const struct pv_scop *scop)
{
    for (int i = 0; i < scop->stmts.n; i++)
        if (!is_complete(scop->stmts.v[i]))
            return false;
    for (int i = 0; i < scop->arrays.n; i++)
        if (!scop->arrays.v[i]->extent)
            return false;
    return scop->context && scop->schedule;
}

__isl_give isl_union_set *pv_scop_get_instances(const struct pv_scop *scop)
{
    isl_union_set *all = isl_union_set_empty_ctx(scop->ctx);
    for (int i = 0; i < scop->stmts.n; i++)
        all = isl_union_set_add_set(all, isl_set_copy(scop->stmts.v[i]->domain));
    return all;
}

__isl_give isl_union_map *pv_access_get(const struct pv_access *access, enum pv_relation which)
{
    switch (which) {
    case PV_MAY_READ:
        return isl_union_map_copy(access->may_read);
    case PV_MAY_WRITE:
        return isl_union_map_copy(access->may_write);
    case PV_MUST_WRITE:
        return isl_union_map_copy(access->must_write);
    case PV_KILL:
        return isl_union_map_copy(access->kill);
    }
    return NULL;
}

__isl_give isl_union_map *pv_scop_get_accesses(const struct pv_scop *scop, enum pv_relation which)
{
    isl_union_map *all = isl_union_map_empty_ctx(scop->ctx);
    for (int i = 0; i < scop->stmts.n; i++) {
        const struct pv_stmt *stmt = scop->stmts.v[i];
        isl_union_map *own = isl_union_map_empty_ctx(scop->ctx);
        for (int j = 0; j < stmt->accesses.n; j++)
            own = isl_union_map_union(own, pv_access_get(stmt->accesses.v[j], which));
        /* Instances that are dead have left the domain since. */
        own = isl_union_map_intersect_domain(own, isl_union_set_from_set(isl_set_copy(stmt->domain)));
        all = isl_union_map_union(all, own);
    }
    return all;
}

__isl_give isl_set *pv_stmt_get_tagged_domain(const struct pv_stmt *stmt, const struct pv_access *access)
{
    isl_space *tag = isl_space_set_alloc(isl_set_get_ctx(stmt->domain), 0, 0);
    tag = pv_space_set_tuple_name(tag, isl_dim_set, access->tag);
    isl_map *map = isl_map_from_domain_and_range(isl_set_copy(stmt->domain), isl_set_universe(tag));
    return isl_map_wrap(map);
}

/* { [S[i] -> R[]] -> S[i] } for one reference. */
static __isl_give isl_pw_multi_aff *tagger_of(const struct pv_stmt *stmt, const struct pv_access *access)
{
    isl_set *domain = pv_stmt_get_tagged_domain(stmt, access);
    isl_space *space = isl_space_unwrap(isl_set_get_space(domain));
    isl_multi_aff *ma = isl_multi_aff_domain_map(space);
    return isl_pw_multi_aff_intersect_domain(isl_pw_multi_aff_from_multi_aff(ma), domain);
}

__isl_give isl_union_pw_multi_aff *pv_scop_get_tagger(const struct pv_scop *scop)
{
    isl_union_pw_multi_aff *all = isl_union_pw_multi_aff_empty(isl_space_params_alloc(scop->ctx, 0));
    for (int i = 0; i < scop->stmts.n; i++) {
        const struct pv_stmt *stmt = scop->stmts.v[i];
        for (int j = 0; j < stmt->accesses.n; j++)
            all = isl_union_pw_multi_aff_add_pw_multi_aff(all, tagger_of(stmt, stmt->accesses.v[j]));
    }
    return all;
}

/* A reference whose relation is told of its tag. */
struct tagging {
    const struct pv_stmt *stmt;
    const char *tag;
    isl_union_map *result; /* { [S[i] -> R[]] -> A[a] } */
};

/* Add "map" { S[i] -> A[a] }. Instances that are dead have left the domain since. */
static isl_stat add_tagged(__isl_take isl_map *map, void *user)
{
    struct tagging *tagging = user;
    map = isl_map_intersect_domain(map, isl_set_copy(tagging->stmt->domain));
    isl_space *space = isl_space_domain(isl_map_get_space(map));
    space = isl_space_add_dims(isl_space_from_domain(space), isl_dim_out, 0);
    space = isl_space_set_tuple_name(space, isl_dim_out, tagging->tag);
    map = isl_map_preimage_domain_multi_aff(map, isl_multi_aff_domain_map(space));
    tagging->result = isl_union_map_add_map(tagging->result, map);
    return tagging->result ? isl_stat_ok : isl_stat_error;
}

__isl_give isl_union_map *pv_scop_get_tagged_accesses(const struct pv_scop *scop, enum pv_relation which)
{
    struct tagging tagging = {.result = isl_union_map_empty_ctx(scop->ctx)};
    isl_stat stat = isl_stat_ok;
    for (int i = 0; i < scop->stmts.n; i++) {
        tagging.stmt = scop->stmts.v[i];
        for (int j = 0; j < tagging.stmt->accesses.n && stat == isl_stat_ok; j++) {
            tagging.tag = tagging.stmt->accesses.v[j]->tag;
            isl_union_map *relation = pv_access_get(tagging.stmt->accesses.v[j], which);
            stat = isl_union_map_foreach_map(relation, add_tagged, &tagging);
            isl_union_map_free(relation);
        }
    }
    return stat == isl_stat_ok ? tagging.result : isl_union_map_free(tagging.result);
}

/* { S[i] -> [i_0, ..., i_depth] } for each statement of a set. */
struct prefixes {
    int n_dims;
    isl_union_map *result;
};

static isl_stat add_prefix(__isl_take isl_set *set, void *user)
{
    struct prefixes *data = user;
    int n = (int)isl_set_dim(set, isl_dim_set);
    isl_map *map = isl_map_identity(isl_space_map_from_set(isl_set_get_space(set)));
    map = isl_map_intersect_domain(map, set);
    map = isl_map_set_tuple_id(map, isl_dim_out, pv_id_alloc(isl_map_get_ctx(map), "_", NULL));
    map = isl_map_reset_tuple_id(map, isl_dim_out);
    map = isl_map_project_out(map, isl_dim_out, (unsigned)data->n_dims, (unsigned)(n - data->n_dims));
    data->result = isl_union_map_add_map(data->result, map);
    return isl_stat_ok;
}

__isl_give isl_union_map *pv_independence_get_pairs(const struct pv_independence *independence)
{
    isl_ctx *ctx = isl_union_set_get_ctx(independence->domain);
    struct prefixes data = {independence->depth + 1, isl_union_map_empty_ctx(ctx)};
    isl_union_set_foreach_set(independence->domain, add_prefix, &data);
    isl_space *space = isl_space_map_from_set(isl_space_set_alloc(ctx, 0, (unsigned)data.n_dims));
    isl_map *same = isl_map_universe(space);
    for (int i = 0; i < independence->depth; i++)
        same = isl_map_equate(same, isl_dim_in, i, isl_dim_out, i);
    isl_map *equal = isl_map_equate(isl_map_copy(same), isl_dim_in, independence->depth, isl_dim_out,
                                    independence->depth);
    isl_union_map *differ = isl_union_map_from_map(isl_map_subtract(same, equal));
    isl_union_map *pairs = isl_union_map_apply_range(isl_union_map_copy(data.result), differ);
    return isl_union_map_apply_range(pairs, isl_union_map_reverse(data.result));
}

struct pv_stmt *pv_scop_find_stmt(const struct pv_scop *scop, const char *name)
{
    for (int i = 0; i < scop->stmts.n; i++)
        if (!strcmp(scop->stmts.v[i]->name, name))
            return scop->stmts.v[i];
    return NULL;
}

const struct pv_access *pv_scop_find_access(const struct pv_scop *scop, __isl_take isl_space *space,
                                            const struct pv_stmt **stmt)
{
    space = isl_space_unwrap(space);
    const char *name = isl_space_get_tuple_name(space, isl_dim_in);
    const char *tag = isl_space_get_tuple_name(space, isl_dim_out);
    const struct pv_access *found = NULL;
    *stmt = name ? pv_scop_find_stmt(scop, name) : NULL;
    for (int i = 0; *stmt && tag && i < (*stmt)->accesses.n; i++)
        if (!strcmp((*stmt)->accesses.v[i]->tag, tag))
            found = (*stmt)->accesses.v[i];
    isl_space_free(space);
    return found;
}

struct pv_array *pv_scop_find_array(const struct pv_scop *scop, const char *name)
{
    for (int i = 0; i < scop->arrays.n; i++)
        if (!strcmp(scop->arrays.v[i]->name, name))
            return scop->arrays.v[i];
    return NULL;
}
