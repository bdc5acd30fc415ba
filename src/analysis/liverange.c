/* Computes live-out accesses, and the order and forced dependences that keep live ranges apart. */
#include "analysis/liverange.h"

#include "base/islx.h"

#include "analysis/flow.h"
#include "analysis/independ.h"

#include <isl/map.h>
#include <string.h>

static __isl_give isl_union_map *no_cut(const struct pv_scop *scop)
{
    return isl_union_map_empty_ctx(scop->ctx);
}

/* The part of a relation to elements that is about some arrays alone. */
struct array_filter {
    const struct pv_scop *scop;
    isl_union_map *result;
};

/* Of arrays that may be read after the region: what the others hold in the end is nothing to anybody. */
static isl_stat keep_lasting(__isl_take isl_map *map, void *user)
{
    struct array_filter *filter = user;
    const struct pv_array *array = pv_scop_find_array(filter->scop,
                                                      pv_space_root_name(isl_space_range(isl_map_get_space(map))));
    if (array && array->is_dead_after)
        isl_map_free(map);
    else
        filter->result = isl_union_map_add_map(filter->result, map);
    return isl_stat_ok;
}

/* The tagged accesses to such arrays. */
static __isl_give isl_union_map *lasting_accesses(const struct pv_scop *scop, enum pv_relation which)
{
    struct array_filter filter = {scop, isl_union_map_empty_ctx(scop->ctx)};
    isl_union_map *all = pv_scop_get_tagged_accesses(scop, which);
    if (isl_union_map_foreach_map(all, keep_lasting, &filter) < 0)
        filter.result = isl_union_map_free(filter.result);
    isl_union_map_free(all);
    return filter.result;
}

/* The part of "writes" { [S[i] -> R[]] -> A[a] } that a later kill of the same element ends. */
static __isl_give isl_union_map *killed_writes(const struct pv_scop *scop, __isl_take isl_union_map *writes)
{
    isl_union_map *full = pv_flow_between(scop, PV_TAGGED, lasting_accesses(scop, PV_KILL), writes, no_cut(scop), NULL);
    /* { source -> [sink -> A[a]] } to { source -> A[a] } */
    return isl_union_map_range_factor_range(full);
}

bool pv_liverange_compute(const struct pv_scop *scop, struct pv_deps *deps)
{
    isl_union_map *live = lasting_accesses(scop, PV_MAY_WRITE);
    live = isl_union_map_subtract(live, isl_union_map_copy(deps->overwritten));
    isl_union_map *killed = killed_writes(scop, isl_union_map_copy(live));
    live = isl_union_map_subtract(live, killed);
    deps->live_out = pv_union_map_coalesce(isl_union_map_domain_factor_domain(live));
    return deps->live_out;
}

bool pv_liverange_compute_memory_based(const struct pv_scop *scop, struct pv_deps *deps)
{
    deps->live_out = isl_union_map_empty_ctx(scop->ctx);
    for (int i = 0; i < scop->stmts.n; i++)
        for (int j = 0; j < scop->stmts.v[i]->accesses.n; j++) {
            const struct pv_access *access = scop->stmts.v[i]->accesses.v[j];
            if (!access->array->is_local)
                deps->live_out = isl_union_map_union(deps->live_out, pv_access_get(access, PV_MAY_WRITE));
        }
    return deps->live_out;
}

/* The writes { [S[i] -> R[]] -> A[a] } that nothing reads: live ranges of no length. Element by element: one
 * reference may write several, of which some are read. */
static __isl_give isl_union_map *unmatched_writes(const struct pv_scop *scop, const struct pv_deps *deps)
{
    isl_union_map *writes = pv_scop_get_tagged_accesses(scop, PV_MAY_WRITE);
    return isl_union_map_subtract(writes, isl_union_map_copy(deps->matched));
}

/* { [S[i] -> R[]] -> [[T[j] -> Q[]] -> A[a]] }: from each read, and each write that nothing reads, to each later
 * write of the element. No write cuts: it may itself be moved away. */
static __isl_give isl_union_map *full_order(const struct pv_scop *scop, const struct pv_deps *deps)
{
    isl_union_map *sinks = pv_scop_get_tagged_accesses(scop, PV_MAY_WRITE);
    isl_union_map *sources = pv_scop_get_tagged_accesses(scop, PV_MAY_READ);
    sources = isl_union_map_union(sources, unmatched_writes(scop, deps));
    return pv_flow_between(scop, PV_TAGGED, sinks, sources, no_cut(scop), NULL);
}

/* { [S[i] -> R[]] -> [T[j] -> Q[]] }: R touches, as "source" says, what Q touches later, as "sink" says. Takes both. */
static __isl_give isl_union_map *touch_later(const struct pv_scop *scop, __isl_take isl_union_map *sink,
                                             __isl_take isl_union_map *source)
{
    isl_union_map *full = pv_flow_between(scop, PV_TAGGED, sink, source, no_cut(scop), NULL);
    return isl_union_map_range_factor_domain(full);
}

/* Reads with more than one source among the writes that may reach them. */
struct shared {
    isl_union_map *from_sinks; /* { [sink -> A[a]] -> source } */
    isl_union_map *result;     /* the part of it for sinks of which one has several sources */
};

static isl_stat keep_shared(__isl_take isl_set *sinks, void *user)
{
    struct shared *shared = user;
    isl_union_set *all = isl_union_set_from_set(isl_set_universe(isl_set_get_space(sinks)));
    isl_union_map *own = isl_union_map_intersect_domain(isl_union_map_copy(shared->from_sinks), all);
    isl_set_free(sinks);
    if (isl_union_map_is_single_valued(own) == isl_bool_true)
        isl_union_map_free(own);
    else
        shared->result = isl_union_map_union(shared->result, own);
    return shared->result ? isl_stat_ok : isl_stat_error;
}

/* The part of "reached" { source -> [sink -> A[a]] } whose sinks have sources in more than one place. Reference by reference: that
 * one read has several sources says nothing about the others. */
static __isl_give isl_union_map *shared_part(__isl_take isl_union_map *reached)
{
    struct shared shared = {.result = isl_union_map_empty_ctx(isl_union_map_get_ctx(reached))};
    shared.from_sinks = isl_union_map_reverse(reached);
    isl_union_set *sinks = isl_union_map_domain(isl_union_map_copy(shared.from_sinks));
    isl_stat status = isl_union_set_foreach_set(sinks, keep_shared, &shared);
    isl_union_set_free(sinks);
    isl_union_map_free(shared.from_sinks);
    return status == isl_stat_ok ? isl_union_map_reverse(shared.result) : isl_union_map_free(shared.result);
}

/* Writes that may reach one and the same read keep their order: the last of them is what the read sees. Where
 * every read has one source, as in programs without control that depends on data, there are none. */
static __isl_give isl_union_map *shared_sinks(const struct pv_scop *scop, const struct pv_deps *deps)
{
    /* { [S[i] -> R[]] -> [[T[j] -> Q[]] -> A[a]] }: a read that R may reach, and what R writes */
    isl_union_map *writes = pv_scop_get_tagged_accesses(scop, PV_MAY_WRITE);
    isl_union_map *reached = isl_union_map_range_product(isl_union_map_copy(deps->tagged_flow), writes);
    reached = shared_part(reached);
    return touch_later(scop, isl_union_map_copy(reached), reached);
}

/* { [S[i] -> R[]] -> A[a] }: the part of the tagged accesses that "untagged" { S[i] -> A[a] } names. */
static __isl_give isl_union_map *tag_accesses(const struct pv_scop *scop, enum pv_relation which,
                                              __isl_keep isl_union_map *untagged)
{
    isl_union_map *all = pv_scop_get_tagged_accesses(scop, which);
    isl_union_set *tagged = isl_union_map_domain(isl_union_map_universe(isl_union_map_copy(all)));
    isl_union_pw_multi_aff *untag = isl_union_map_domain_map_union_pw_multi_aff(isl_union_set_unwrap(tagged));
    isl_union_map *named = isl_union_map_preimage_domain_union_pw_multi_aff(isl_union_map_copy(untagged), untag);
    return isl_union_map_intersect(all, named);
}

/* { [S[i] -> R[]] -> [T[j] -> Q[]] }: what lives on after the region, written by Q, is not overwritten. "lasts" is those of
 * these writes { [T[j] -> Q[]] -> A[a] }, which are taken. */
static __isl_give isl_union_map *before_last(const struct pv_scop *scop, __isl_take isl_union_map *lasts)
{
    return touch_later(scop, lasts, pv_scop_get_tagged_accesses(scop, PV_MAY_WRITE));
}

/* The other pairs that stay in order: what comes from before the region is read first. */
static __isl_give isl_union_map *after_first(const struct pv_scop *scop, const struct pv_deps *deps)
{
    isl_union_map *writes = pv_scop_get_tagged_accesses(scop, PV_MAY_WRITE);
    isl_union_map *all = touch_later(scop, writes, tag_accesses(scop, PV_MAY_READ, deps->live_in));
    return isl_union_map_union(all, shared_sinks(scop, deps));
}

/* Is "element", which is taken, a scalar? These can be given a copy per iteration. */
static bool is_scalar(const struct pv_scop *scop, __isl_take isl_space *element)
{
    const struct pv_array *array = pv_scop_find_array(scop, pv_space_root_name(element));
    return array && array->kind == PV_ARRAY_DATA && !array->n_dims && array->elem->kind != PV_TYPE_RECORD;
}

/* The part of the order that is about more than scalars. */
static isl_stat keep_array(__isl_take isl_map *map, void *user)
{
    struct array_filter *filter = user;
    isl_space *element = isl_space_range(isl_space_unwrap(isl_space_range(isl_map_get_space(map))));
    if (is_scalar(filter->scop, element))
        isl_map_free(map);
    else
        filter->result = isl_union_map_add_map(filter->result, map);
    return isl_stat_ok;
}

static __isl_give isl_union_map *about_arrays(const struct pv_scop *scop, __isl_keep isl_union_map *full)
{
    struct array_filter filter = {scop, isl_union_map_empty_ctx(scop->ctx)};
    isl_union_map_foreach_map(full, keep_array, &filter);
    return filter.result;
}

/* The part of writes { [S[i] -> R[]] -> A[a] } that is about scalars. */
static isl_stat keep_scalar(__isl_take isl_map *map, void *user)
{
    struct array_filter *filter = user;
    if (is_scalar(filter->scop, isl_space_range(isl_map_get_space(map))))
        filter->result = isl_union_map_add_map(filter->result, map);
    else
        isl_map_free(map);
    return isl_stat_ok;
}

/* What must be kept however live ranges are reordered. A scalar whose last write is certain to happen can be given a copy
 * per iteration, of which the last is kept: pairs that end at such a write are not among those that keep a loop from being
 * parallel. */
static bool compute_forced(const struct pv_scop *scop, struct pv_deps *deps)
{
    isl_union_map *lasts = tag_accesses(scop, PV_MAY_WRITE, deps->live_out);
    isl_union_map *certain = tag_accesses(scop, PV_MUST_WRITE, deps->live_out);
    struct array_filter scalars = {scop, isl_union_map_empty_ctx(scop->ctx)};
    isl_union_map_foreach_map(certain, keep_scalar, &scalars);
    isl_union_map_free(certain);
    lasts = isl_union_map_subtract(lasts, isl_union_map_copy(scalars.result));
    isl_union_map *apart = isl_union_map_union(before_last(scop, lasts), after_first(scop, deps));
    isl_union_map *all = isl_union_map_union(isl_union_map_copy(apart), before_last(scop, scalars.result));
    deps->tagged_forced = pv_union_map_coalesce(all);
    deps->forced = pv_flow_untag(isl_union_map_copy(deps->tagged_forced));
    deps->apart = pv_flow_untag(pv_union_map_coalesce(apart));
    return deps->forced && deps->apart;
}

bool pv_liverange_compute_order(const struct pv_scop *scop, struct pv_deps *deps)
{
    isl_union_map *full = pv_independ_relieve(scop, full_order(scop, deps));
    isl_union_map *arrays = about_arrays(scop, full);
    deps->tagged_order = pv_union_map_coalesce(isl_union_map_range_factor_domain(full));
    deps->order = pv_flow_untag(isl_union_map_copy(deps->tagged_order));
    deps->array_order = pv_flow_untag(isl_union_map_range_factor_domain(arrays));
    bool ok = compute_forced(scop, deps);
    deps->independent = pv_independ_pairs(scop);
    return ok && deps->tagged_order && deps->order && deps->array_order && deps->independent;
}
