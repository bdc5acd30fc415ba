/* Finds scalars of which copies let another loop be the innermost one. */
#include "analysis/spread.h"

#include <isl/map.h>

/* Does iterator "dim" advance "access" by one element, or not at all? 1, 0, or -1 for another distance. */
static int stride_of(const struct pv_access *access, int dim)
{
    int n = access->index ? (int)isl_multi_pw_aff_dim(access->index, isl_dim_out) : -1, stride = n < 0 ? -1 : 0;
    for (int i = 0; i < n && stride >= 0; i++) {
        isl_pw_aff *subscript = isl_multi_pw_aff_get_pw_aff(access->index, i);
        isl_bool moves = isl_pw_aff_involves_dims(subscript, isl_dim_in, (unsigned)dim, 1);
        isl_aff *aff = moves == isl_bool_true && isl_pw_aff_isa_aff(subscript) == isl_bool_true
                           ? isl_pw_aff_as_aff(isl_pw_aff_copy(subscript))
                           : NULL;
        isl_val *factor = aff ? isl_aff_get_coefficient_val(aff, isl_dim_in, dim) : NULL;
        if (moves == isl_bool_true)
            stride = factor && i == n - 1 && isl_val_is_one(factor) == isl_bool_true ? 1 : -1;
        isl_val_free(factor);
        isl_aff_free(aff);
        isl_pw_aff_free(subscript);
    }
    return stride;
}

/* How many references of "stmt" advance by one element with iterator "dim"; -1 where some advance by more. */
static int count_rows(const struct pv_stmt *stmt, int dim)
{
    int n = 0;
    for (int i = 0; i < stmt->accesses.n && n >= 0; i++) {
        int stride = stmt->accesses.v[i]->array->n_dims ? stride_of(stmt->accesses.v[i], dim) : 0;
        n = stride < 0 ? -1 : n + stride;
    }
    return n;
}

static bool is_ref_of(const struct pv_web *web, const struct pv_access *access)
{
    for (int i = 0; i < web->refs.n; i++)
        if (web->refs.v[i].access == access)
            return true;
    return false;
}

/* The flow inside of one web. */
struct flow {
    const struct pv_scop *scop;
    const struct pv_web *web;
    int dim;
    bool keeps; /* iterator "dim" */
};

static isl_stat look_at_flow(__isl_take isl_map *map, void *user)
{
    struct flow *flow = user;
    const struct pv_stmt *source, *sink;
    const struct pv_access *from = pv_scop_find_access(flow->scop, isl_space_domain(isl_map_get_space(map)), &source);
    const struct pv_access *to = pv_scop_find_access(flow->scop, isl_space_range(isl_map_get_space(map)), &sink);
    if (!flow->keeps || !from || !to || !is_ref_of(flow->web, from) || !is_ref_of(flow->web, to)) {
        isl_map_free(map);
        return isl_stat_ok;
    }
    isl_map *pairs = isl_map_factor_domain(map);
    isl_map *same = isl_map_equate(isl_map_universe(isl_map_get_space(pairs)), isl_dim_in, flow->dim, isl_dim_out,
                                   flow->dim);
    flow->keeps = isl_map_is_subset(pairs, same) == isl_bool_true;
    isl_map_free(pairs);
    isl_map_free(same);
    return isl_stat_ok;
}

static bool keeps_iterator(const struct pv_webs *webs, const struct pv_web *web, int dim)
{
    struct flow flow = {webs->scop, web, dim, true};
    return isl_union_map_foreach_map(webs->deps->tagged_flow, look_at_flow, &flow) >= 0 && flow.keeps;
}

/* The loops that are around all references of "web". */
static int common_depth(const struct pv_web *web)
{
    int depth = web->refs.v[0].stmt->n_iterators;
    for (int i = 1; i < web->refs.n; i++)
        depth = web->refs.v[i].stmt->n_iterators < depth ? web->refs.v[i].stmt->n_iterators : depth;
    return depth;
}

static bool is_shared(const struct pv_webs *webs, const struct pv_stmt *stmt)
{
    for (int i = 0; i < webs->scop->stmts.n; i++)
        if (webs->scop->stmts.v[i] == stmt)
            return webs->is_shared[i];
    return false;
}

/* Does "stmt" read a value of "web"? */
static bool reads(const struct pv_web *web, const struct pv_stmt *stmt)
{
    for (int i = 0; i < web->refs.n; i++)
        if (web->refs.v[i].stmt == stmt && web->refs.v[i].access->is_read)
            return true;
    return false;
}

/* The statement that accumulates the value of "web" in a long loop inside "depth" others, of which threads may share one; NULL where
 * there is none. */
static const struct pv_stmt *find_computation(const struct pv_webs *webs, const struct pv_web *web, int depth)
{
    for (int i = 0; i < web->refs.n; i++) {
        const struct pv_stmt *stmt = web->refs.v[i].stmt;
        for (int d = depth; d < stmt->n_iterators && web->refs.v[i].access->is_write; d++)
            if (is_shared(webs, stmt) && reads(web, stmt) && pv_stmt_is_long(stmt, d))
                return stmt;
    }
    return NULL;
}

/* The loop that should number the copies of "web"; -1: none. */
static int find_loop(const struct pv_webs *webs, const struct pv_web *web)
{
    int depth = common_depth(web), best = -1, most = 0;
    const struct pv_stmt *stmt = depth ? find_computation(webs, web, depth) : NULL;
    for (int d = 0; stmt && d < depth; d++) {
        int n = count_rows(stmt, d);
        if (n > most && keeps_iterator(webs, web, d)) {
            best = d;
            most = n;
        }
    }
    return best;
}

static bool is_candidate(const struct pv_webs *webs, const struct pv_web *web)
{
    return web->refs.n > 1 && pv_array_is_plain_scalar(web->array) && web->is_text && web->is_initialised &&
           !web->is_lasting && pv_webs_are_all_modelled(webs, web->array);
}

bool pv_spread_find(struct pv_webs *webs)
{
    bool *below = pv_new_array(webs->arena, bool, webs->scop->stmts.n + 1);
    for (int i = 0; i < webs->all.n; i++) {
        struct pv_web *web = webs->all.v[i];
        int loop = is_candidate(webs, web) ? find_loop(webs, web) : -1;
        if (loop < 0)
            continue;
        pv_push(webs->arena, &web->loops, loop);
        web->below = below;
    }
    return true;
}
