#include "analysis/independ.h"

#include "base/islx.h"

#include <isl/map.h>
#include <string.h>

__isl_give isl_union_map *pv_independ_pairs(const struct pv_scop *scop)
{
    isl_union_map *all = isl_union_map_empty_ctx(scop->ctx);
    for (int i = 0; i < scop->independences.n; i++)
        all = isl_union_map_union(all, pv_independence_get_pairs(&scop->independences.v[i]));
    return pv_union_map_coalesce(all);
}

/* The name of the array that "map", one piece of the order dependences, is about. */
static const char *array_name(__isl_keep isl_map *map)
{
    isl_space *element = isl_space_range(isl_space_unwrap(isl_space_range(isl_map_get_space(map))));
    while (isl_space_is_wrapping(element) == isl_bool_true)
        element = isl_space_domain(isl_space_unwrap(element));
    const char *name = isl_space_get_tuple_name(element, isl_dim_set);
    isl_space_free(element);
    return name;
}

static bool is_local_to(const struct pv_independence *independence, const char *name)
{
    for (int i = 0; i < independence->locals.n; i++)
        if (name && !strcmp(independence->locals.v[i]->name, name))
            return true;
    return false;
}

/* Pieces of the order dependences: those about what the loop declares, and the rest. */
struct partition {
    const struct pv_independence *independence;
    isl_union_map *local, *other;
};

static isl_stat sort_piece(__isl_take isl_map *map, void *user)
{
    struct partition *parts = user;
    isl_union_map **side = is_local_to(parts->independence, array_name(map)) ? &parts->local : &parts->other;
    *side = isl_union_map_add_map(*side, map);
    return isl_stat_ok;
}

/* { [S[i] -> R[]] -> [T[j] -> Q[]] : S[i] -> T[j] in "pairs" } */
static __isl_give isl_union_map *tag_pairs(const struct pv_scop *scop, __isl_take isl_union_map *pairs)
{
    isl_union_map *tagger = isl_union_map_from_union_pw_multi_aff(pv_scop_get_tagger(scop));
    pairs = isl_union_map_apply_range(isl_union_map_copy(tagger), pairs);
    return isl_union_map_apply_range(pairs, isl_union_map_reverse(tagger));
}

/* "full" without the pairs { x -> y }, whatever the element: { x -> [y -> A[a]] }. */
static __isl_give isl_union_map *subtract_pairs(__isl_take isl_union_map *full, __isl_take isl_union_map *pairs)
{
    /* { [x -> y] -> A[a] } is "full" in another order; the pairs are its domain. */
    full = isl_union_map_uncurry(full);
    full = isl_union_map_subtract_domain(full, isl_union_map_wrap(pairs));
    return isl_union_map_curry(full);
}

__isl_give isl_union_map *pv_independ_relieve(const struct pv_scop *scop, __isl_take isl_union_map *full)
{
    for (int i = 0; i < scop->independences.n; i++) {
        const struct pv_independence *independence = &scop->independences.v[i];
        isl_ctx *ctx = scop->ctx;
        struct partition parts = {independence, isl_union_map_empty_ctx(ctx), isl_union_map_empty_ctx(ctx)};
        isl_union_map_foreach_map(full, sort_piece, &parts);
        isl_union_map_free(full);
        isl_union_map *pairs = tag_pairs(scop, pv_independence_get_pairs(independence));
        full = isl_union_map_union(parts.local, subtract_pairs(parts.other, pairs));
    }
    return full;
}
