/* Finds what a loop of a schedule tree executes, and the pairs of instances that meet in one run of it. */
#include "map/loopplace.h"

#include <isl/aff.h>
#include <isl/id.h>
#include <isl/map.h>
#include <isl/set.h>
#include <stdbool.h>

struct reached {
    isl_union_set *all;    /* instances of the schedule */
    isl_union_set *result; /* so far */
};

static isl_stat add_reached(__isl_take isl_set *here, void *user)
{
    struct reached *reached = user;
    isl_set *all = isl_union_set_extract_set(reached->all, isl_set_get_space(here));
    if (isl_set_plain_is_equal(here, all) == isl_bool_true) {
        isl_space *space = isl_set_get_space(here);
        isl_set_free(here);
        here = isl_set_universe(space);
    }
    isl_set_free(all);
    reached->result = isl_union_set_add_set(reached->result, here);
    return reached->result ? isl_stat_ok : isl_stat_error;
}

__isl_give isl_union_set *pv_instances_at(__isl_keep isl_schedule_node *node)
{
    isl_schedule_node *root = isl_schedule_node_root(isl_schedule_node_copy(node));
    struct reached reached = {.all = isl_schedule_node_domain_get_domain(root)};
    isl_schedule_node_free(root);
    reached.result = isl_union_set_empty(isl_union_set_get_space(reached.all));
    isl_union_set *here = isl_schedule_node_get_domain(node);
    if (isl_union_set_foreach_set(here, add_reached, &reached) < 0)
        reached.result = isl_union_set_free(reached.result);
    isl_union_set_free(here);
    isl_union_set_free(reached.all);
    return reached.result;
}

unsigned pv_member_bit(int pos)
{
    return pos >= 0 && pos < 32 ? 1u << pos : 0;
}

struct pv_loop_place pv_loop_place_at(__isl_keep isl_schedule_node *node, int pos, unsigned fixed)
{
    isl_multi_union_pw_aff *partial = isl_schedule_node_band_get_partial_schedule(node);
    struct pv_loop_place place = {pv_instances_at(node), NULL, isl_multi_union_pw_aff_get_union_pw_aff(partial, pos)};
    if (isl_schedule_node_get_schedule_depth(node) > 0)
        place.around = isl_schedule_node_get_prefix_schedule_multi_union_pw_aff(node);
    for (int i = 0; i < (int)isl_schedule_node_band_n_member(node); i++) {
        if (!(fixed & pv_member_bit(i)))
            continue;
        isl_multi_union_pw_aff *one = isl_multi_union_pw_aff_from_union_pw_aff(
            isl_multi_union_pw_aff_get_union_pw_aff(partial, i));
        place.around = place.around ? isl_multi_union_pw_aff_flat_range_product(place.around, one) : one;
    }
    isl_multi_union_pw_aff_free(partial);
    return place;
}

void pv_loop_place_free(struct pv_loop_place *place)
{
    isl_union_set_free(place->domain);
    isl_multi_union_pw_aff_free(place->around);
    isl_union_pw_aff_free(place->member);
}

/* The pairs with both ends in statements of some place. */
struct near_pairs {
    isl_set_list *executed; /* what the place executes, a set for each statement */
    isl_union_map *result;  /* { S[i] -> T[j] }, so far */
};

/* Is "id", which is taken, the name of a statement of the place? */
static bool is_near(const struct near_pairs *near, __isl_take isl_id *id)
{
    bool is_found = false;
    for (int i = 0; i < (int)isl_set_list_n_set(near->executed) && !is_found; i++) {
        isl_set *executed = isl_set_list_get_at(near->executed, i);
        isl_id *other = isl_set_get_tuple_id(executed);
        is_found = id == other;
        isl_id_free(other);
        isl_set_free(executed);
    }
    isl_id_free(id);
    return is_found;
}

static isl_stat add_near(__isl_take isl_map *map, void *user)
{
    struct near_pairs *near = user;
    if (is_near(near, isl_map_get_tuple_id(map, isl_dim_in)) && is_near(near, isl_map_get_tuple_id(map, isl_dim_out)))
        near->result = isl_union_map_add_map(near->result, map);
    else
        isl_map_free(map);
    return near->result ? isl_stat_ok : isl_stat_error;
}

/* The part of "pairs" between statements of "place". Most dependences are about others, and isl takes much longer to
 * find that out. */
static __isl_give isl_union_map *between_statements(const struct pv_loop_place *place, __isl_keep isl_union_map *pairs)
{
    struct near_pairs near = {isl_union_set_get_set_list(place->domain),
                              isl_union_map_empty(isl_union_map_get_space(pairs))};
    if (isl_union_map_foreach_map(pairs, add_near, &near) < 0)
        near.result = isl_union_map_free(near.result);
    isl_set_list_free(near.executed);
    return near.result;
}

__isl_give isl_union_map *pv_loop_place_local(const struct pv_loop_place *place, __isl_keep isl_union_map *pairs)
{
    isl_union_map *local = between_statements(place, pairs);
    if (isl_union_map_is_empty(local) == isl_bool_true)
        return local;
    local = isl_union_map_intersect_domain(local, isl_union_set_copy(place->domain));
    local = isl_union_map_intersect_range(local, isl_union_set_copy(place->domain));
    if (place->around)
        local = isl_union_map_eq_at_multi_union_pw_aff(local, isl_multi_union_pw_aff_copy(place->around));
    return local;
}

/* All pairs of the statements in "pairs". What consists of few pieces is fast to compare with; the part of "pairs"
 * with some property has as many as "pairs". */
static __isl_give isl_union_map *all_like(__isl_keep isl_union_map *pairs)
{
    return isl_union_map_universe(isl_union_map_copy(pairs));
}

isl_bool pv_loop_place_has(const struct pv_loop_place *place, __isl_keep isl_union_map *pairs)
{
    isl_union_map *all = all_like(pairs);
    isl_union_map *local = pv_loop_place_local(place, all);
    isl_bool result = isl_union_map_is_subset(pairs, local);
    isl_union_map_free(all);
    isl_union_map_free(local);
    return result;
}

isl_bool pv_loop_place_is_within(const struct pv_loop_place *place, __isl_keep isl_union_map *pairs)
{
    isl_multi_union_pw_aff *member = isl_multi_union_pw_aff_from_union_pw_aff(isl_union_pw_aff_copy(place->member));
    isl_union_map *within = isl_union_map_eq_at_multi_union_pw_aff(all_like(pairs), member);
    isl_bool result = isl_union_map_is_subset(pairs, within);
    isl_union_map_free(within);
    return result;
}
