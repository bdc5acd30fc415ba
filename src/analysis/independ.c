/* Removes the dependences that "#pragma pencil independent" rules out. */
#include "analysis/independ.h"

#include "base/islx.h"

#include <isl/map.h>
#include <string.h>

/* Is "array" what an independent loop reduces into? */
static bool is_reduced(const struct pv_independence *independence, const struct pv_array *array)
{
    for (int i = 0; i < independence->reductions.n; i++)
        if (array->var && independence->reductions.v[i].var == array->var)
            return true;
    return false;
}

/* The accesses { S[i] -> A[a] } to all that "independence" reduces into. */
static __isl_give isl_union_map *accesses_to_reduced(const struct pv_scop *scop,
                                                     const struct pv_independence *independence, enum pv_relation which)
{
    isl_union_map *all = isl_union_map_empty_ctx(scop->ctx);
    for (int i = 0; i < scop->stmts.n; i++)
        for (int j = 0; j < scop->stmts.v[i]->accesses.n; j++)
            if (is_reduced(independence, scop->stmts.v[i]->accesses.v[j]->array))
                all = isl_union_map_union(all, pv_access_get(scop->stmts.v[i]->accesses.v[j], which));
    return all;
}

/* { S[i] -> T[j] }: pairs that meet in a variable which the loop reduces into. The user has not said that these may
 * overlap, only that their order does not matter. */
static __isl_give isl_union_map *reduced_pairs(const struct pv_scop *scop, const struct pv_independence *independence)
{
    isl_union_map *writes = accesses_to_reduced(scop, independence, PV_MAY_WRITE);
    isl_union_map *all = accesses_to_reduced(scop, independence, PV_MAY_READ);
    all = isl_union_map_union(all, isl_union_map_copy(writes));
    isl_union_map *pairs = isl_union_map_apply_range(all, isl_union_map_reverse(writes));
    isl_union_map *back = isl_union_map_reverse(isl_union_map_copy(pairs));
    return isl_union_map_union(pairs, back);
}

__isl_give isl_union_map *pv_independ_pairs(const struct pv_scop *scop)
{
    isl_union_map *all = isl_union_map_empty_ctx(scop->ctx);
    for (int i = 0; i < scop->independences.n; i++) {
        isl_union_map *pairs = pv_independence_get_pairs(&scop->independences.v[i]);
        if (scop->independences.v[i].reductions.n)
            pairs = isl_union_map_subtract(pairs, reduced_pairs(scop, &scop->independences.v[i]));
        all = isl_union_map_union(all, pairs);
    }
    return pv_union_map_coalesce(all);
}

/* The name of the array that "map", one piece of the order dependences, is about. */
static const char *array_name(__isl_keep isl_map *map)
{
    return pv_space_root_name(isl_space_range(isl_space_unwrap(isl_space_range(isl_map_get_space(map)))));
}

static bool stays_apart(const struct pv_independence *independence, const char *name)
{
    for (int i = 0; i < independence->reductions.n; i++)
        if (!strcmp(independence->reductions.v[i].var->id, name))
            return true;
    for (int i = 0; i < independence->locals.n; i++)
        if (!strcmp(independence->locals.v[i]->name, name))
            return true;
    return false;
}

/* Pieces of the order dependences: those about what the loop declares or reduces into, and the rest. */
struct partition {
    const struct pv_independence *independence;
    isl_union_map *local, *other;
};

static isl_stat sort_piece(__isl_take isl_map *map, void *user)
{
    struct partition *parts = user;
    isl_union_map **side = stays_apart(parts->independence, array_name(map)) ? &parts->local : &parts->other;
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
