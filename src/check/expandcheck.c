/* Compares the flow of values before and after arrays were given copies. */
#include "check/expandcheck.h"

#include "base/islx.h"

#include <isl/map.h>

/* The instances of new statements: { L[i] }. */
static __isl_give isl_union_set *new_instances(const struct pv_scop *scop, int n_stmts)
{
    isl_union_set *all = isl_union_set_empty_ctx(scop->ctx);
    for (int i = n_stmts; i < scop->stmts.n; i++)
        all = isl_union_set_add_set(all, isl_set_copy(scop->stmts.v[i]->domain));
    return all;
}

/* The same with their references: { [L[i] -> R[]] }. */
static __isl_give isl_union_set *new_references(const struct pv_scop *scop, int n_stmts)
{
    isl_union_set *all = isl_union_set_empty_ctx(scop->ctx);
    for (int i = n_stmts; i < scop->stmts.n; i++)
        for (int j = 0; j < scop->stmts.v[i]->accesses.n; j++)
            all = isl_union_set_add_set(all,
                                        pv_stmt_get_tagged_domain(scop->stmts.v[i], scop->stmts.v[i]->accesses.v[j]));
    return all;
}

/* { L[i] -> A[a] }: the writes of new statements to arrays that the code after the region may read. */
static __isl_give isl_union_map *new_writes(const struct pv_scop *scop, int n_stmts)
{
    isl_union_map *all = isl_union_map_empty_ctx(scop->ctx);
    for (int i = n_stmts; i < scop->stmts.n; i++)
        for (int j = 0; j < scop->stmts.v[i]->accesses.n; j++)
            if (!scop->stmts.v[i]->accesses.v[j]->array->is_dead_after)
                all = isl_union_map_union(all, pv_access_get(scop->stmts.v[i]->accesses.v[j], PV_MUST_WRITE));
    return all;
}

/* Are "a" and "b" equal for the parameters that "scop" may have? */
static isl_bool are_equal(const struct pv_scop *scop, __isl_keep isl_union_map *a, __isl_keep isl_union_map *b)
{
    isl_bool is_same = isl_union_map_is_equal(a, b);
    if (is_same != isl_bool_false)
        return is_same;
    a = isl_union_map_intersect_params(isl_union_map_copy(a), isl_set_copy(scop->context));
    b = isl_union_map_intersect_params(isl_union_map_copy(b), isl_set_copy(scop->context));
    is_same = isl_union_map_is_equal(a, b);
    isl_union_map_free(a);
    isl_union_map_free(b);
    return is_same;
}

/* What statements of the program read from before the region, { S[i] -> A[a] }: themselves, or where a new statement has read it
 * for them. */
static __isl_give isl_union_map *trace_live_in(const struct pv_scop *scop, int n_stmts, const struct pv_deps *after)
{
    isl_union_set *added = new_instances(scop, n_stmts);
    isl_union_map *fetched = isl_union_map_intersect_domain(isl_union_map_copy(after->live_in),
                                                            isl_union_set_copy(added));
    isl_union_map *traced = isl_union_map_apply_domain(fetched, isl_union_map_copy(after->flow));
    isl_union_map *own = isl_union_map_subtract_domain(isl_union_map_copy(after->live_in), added);
    return isl_union_map_union(own, traced);
}

/* Are the values that references read from each other the same, and those from before the region? New statements read and hand
 * over copies of values only. */
static isl_bool has_same_flow(const struct pv_scop *scop, int n_stmts, const struct pv_deps *before,
                              const struct pv_deps *after)
{
    isl_union_set *added = new_references(scop, n_stmts);
    isl_union_map *own = isl_union_map_subtract_range(isl_union_map_copy(after->tagged_flow),
                                                      isl_union_set_copy(added));
    own = isl_union_map_subtract_domain(own, added);
    isl_bool is_same = are_equal(scop, own, before->tagged_flow);
    isl_union_map_free(own);
    isl_union_map *live_in = trace_live_in(scop, n_stmts, after);
    if (is_same == isl_bool_true)
        is_same = are_equal(scop, live_in, before->live_in);
    isl_union_map_free(live_in);
    return is_same;
}

/* Are the values the same that the region leaves behind? What new statements leave behind is traced to its writes. */
static isl_bool has_same_ends(const struct pv_scop *scop, int n_stmts, const struct pv_deps *before,
                              const struct pv_deps *after)
{
    isl_union_set *added = new_instances(scop, n_stmts);
    isl_union_map *copied = isl_union_map_intersect_domain(isl_union_map_copy(after->live_out),
                                                           isl_union_set_copy(added));
    isl_union_map *writes = new_writes(scop, n_stmts);
    isl_bool is_same = are_equal(scop, copied, writes);
    isl_union_map_free(writes);
    isl_union_map *traced = isl_union_map_apply_range(isl_union_map_copy(after->flow), copied);
    isl_union_map *ends = isl_union_map_subtract_domain(isl_union_map_copy(after->live_out), added);
    ends = isl_union_map_union(ends, traced);
    if (is_same == isl_bool_true)
        is_same = are_equal(scop, ends, before->live_out);
    isl_union_map_free(ends);
    return is_same;
}

isl_bool pv_expandcheck(const struct pv_scop *scop, int n_stmts, const struct pv_deps *before,
                        const struct pv_deps *after)
{
    isl_bool is_same = has_same_flow(scop, n_stmts, before, after);
    return is_same == isl_bool_true ? has_same_ends(scop, n_stmts, before, after) : is_same;
}
