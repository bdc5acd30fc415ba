/* Keeps what the generator of syntax trees knows at a place: the loops around it, and the conditions that hold. */
#include "ast/stock.h"

#include <isl/local_space.h>
#include <isl/space.h>

struct pv_stock pv_stock_new(struct pv_gen *gen, __isl_take isl_set *context)
{
    struct pv_stock place = {.gen = gen};
    place.sure = isl_set_from_params(context);
    place.known = isl_set_copy(place.sure);
    isl_space *space = isl_space_map_from_set(isl_set_get_space(place.sure));
    place.times = isl_multi_aff_zero(space);
    return place;
}

struct pv_stock pv_stock_copy(const struct pv_stock *place)
{
    struct pv_stock copy = *place;
    copy.depths = pv_new_array(place->gen->arena, int, place->n + 1);
    for (int i = 0; i < place->n; i++)
        copy.depths[i] = place->depths[i];
    copy.sure = isl_set_copy(place->sure);
    copy.known = isl_set_copy(place->known);
    copy.times = isl_multi_aff_copy(place->times);
    return copy;
}

void pv_stock_free(struct pv_stock *place)
{
    isl_set_free(place->sure);
    isl_set_free(place->known);
    isl_multi_aff_free(place->times);
}

void pv_stock_ensure(struct pv_stock *place, __isl_take isl_set *set)
{
    place->sure = isl_set_intersect(place->sure, isl_set_copy(set));
    place->known = isl_set_intersect(place->known, set);
}

void pv_stock_expect(struct pv_stock *place, __isl_take isl_set *set)
{
    place->known = isl_set_intersect(place->known, set);
}

__isl_give isl_set *pv_stock_lift(__isl_take isl_set *set)
{
    return isl_set_add_dims(set, isl_dim_set, 1);
}

/* { [c, i] -> [c] } */
static __isl_give isl_multi_aff *drop_last(__isl_keep isl_space *space)
{
    isl_space *both = isl_space_map_from_set(isl_space_add_dims(isl_space_copy(space), isl_dim_set, 1));
    isl_multi_aff *identity = isl_multi_aff_identity(both);
    return isl_multi_aff_drop_dims(identity, isl_dim_out, (unsigned)isl_space_dim(space, isl_dim_set), 1);
}

void pv_stock_enter(struct pv_stock *place, int depth, __isl_take isl_set *sure, __isl_take isl_set *known)
{
    int *depths = pv_new_array(place->gen->arena, int, place->n + 1);
    for (int i = 0; i < place->n; i++)
        depths[i] = place->depths[i];
    depths[place->n++] = depth;
    place->depths = depths;
    isl_space *space = isl_set_get_space(place->sure);
    place->times = isl_multi_aff_pullback_multi_aff(place->times, drop_last(space));
    isl_space_free(space);
    place->sure = isl_set_intersect(pv_stock_lift(place->sure), sure);
    place->known = isl_set_intersect(pv_stock_lift(place->known), known);
}

__isl_give isl_aff *pv_stock_iterator(const struct pv_stock *place, int loop)
{
    isl_local_space *ls = isl_local_space_from_space(isl_set_get_space(place->sure));
    return isl_aff_var_on_domain(ls, isl_dim_set, (unsigned)loop);
}

void pv_stock_fix(struct pv_stock *place, __isl_take isl_aff *value)
{
    isl_multi_aff *more = isl_multi_aff_from_aff(value);
    place->times = isl_multi_aff_flat_range_product(place->times, more);
}

__isl_give isl_multi_aff *pv_stock_times_and_next(const struct pv_stock *place)
{
    isl_space *space = isl_set_get_space(place->sure);
    isl_multi_aff *times = isl_multi_aff_pullback_multi_aff(isl_multi_aff_copy(place->times), drop_last(space));
    isl_local_space *ls = isl_local_space_from_space(isl_space_add_dims(space, isl_dim_set, 1));
    isl_aff *next = isl_aff_var_on_domain(ls, isl_dim_set, (unsigned)place->n);
    return isl_multi_aff_flat_range_product(times, isl_multi_aff_from_aff(next));
}
