/* Makes the calls that stand for statements in the AST. */
#include "ast/usergen.h"

#include "ast/affexpr.h"
#include "ast/bandgen.h"
#include "ast/site.h"
#include "base/islx.h"

#include <isl/map.h>

/* The instance that "map" { [c] -> S[i] } has for each [c]. A simpler function that has the same values is preferred. */
static __isl_give isl_pw_multi_aff *instance_of(__isl_keep isl_map *map)
{
    isl_map *hull = isl_map_from_basic_map(isl_map_affine_hull(isl_map_copy(map)));
    isl_bool is_function = isl_map_is_single_valued(hull);
    if (is_function == isl_bool_true)
        return isl_pw_multi_aff_from_map(hull);
    isl_map_free(hull);
    return isl_pw_multi_aff_coalesce(isl_pw_multi_aff_from_map(isl_map_copy(map)));
}

/* Tell that "call" stands at "place", where "here" holds, and runs "executed". */
static void tell_of_call(const struct pv_stock *place, __isl_keep isl_set *here, __isl_keep isl_map *executed,
                         struct pv_an *call)
{
    isl_union_map *all = isl_union_map_from_map(isl_map_copy(executed));
    struct pv_site site = {.arena = place->gen->arena, .place = place, .sure = here, .executed = all};
    place->gen->hooks->call(&site, call, place->gen->hooks->user);
    isl_union_map_free(all);
}

/* A call for the only instance that "map" { [c] -> S[i] } has at each time. */
static void add_call(const struct pv_stock *place, __isl_take isl_map *map, pv_grafts *list)
{
    struct pv_gen *gen = place->gen;
    isl_set *guard = isl_set_compute_divs(isl_map_domain(isl_map_copy(map)));
    guard = pv_set_coalesce(isl_set_gist(guard, isl_set_copy(place->known)));
    isl_set *here = isl_set_intersect(isl_set_copy(place->known), isl_set_copy(guard));
    struct pv_an *node = pv_an_new(gen->arena, PV_AN_USER);
    node->name = isl_map_has_tuple_name(map, isl_dim_out) == isl_bool_true
                     ? pv_strdup(gen->arena, isl_map_get_tuple_name(map, isl_dim_out))
                     : "";
    isl_pw_multi_aff *instance = instance_of(map);
    for (int i = 0; i < (int)isl_pw_multi_aff_dim(instance, isl_dim_out); i++) {
        pv_ax *arg = pv_pw_aff_expr(place, here, isl_pw_multi_aff_get_pw_aff(instance, i), true);
        pv_push(gen->arena, &node->args, arg);
    }
    isl_pw_multi_aff_free(instance);
    if (gen->hooks)
        tell_of_call(place, here, map, node);
    isl_set_free(here);
    isl_map_free(map);
    pv_anodes nodes = {0};
    pv_push(gen->arena, &nodes, node);
    pv_graft_add(gen, list, guard, &nodes);
}

static void add_calls(const struct pv_bandgen *band, const struct pv_stock *place, __isl_take isl_union_map *executed,
                      pv_grafts *list)
{
    (void)band;
    isl_map_list *maps = pv_executed_maps(executed);
    for (int i = 0; i < (int)isl_map_list_n_map(maps); i++)
        add_call(place, isl_map_list_get_at(maps, i), list);
    isl_map_list_free(maps);
    isl_union_map_free(executed);
}

/* Several instances of one statement at a time: their own dimensions tell them apart. */
static void add_loops(const struct pv_stock *place, __isl_take isl_map *map, int depth, pv_grafts *list)
{
    int n = (int)isl_map_dim(map, isl_dim_out);
    struct pv_bandgen_member *members = pv_new_array(place->gen->arena, struct pv_bandgen_member, n + 1);
    for (int i = 0; i < n; i++)
        members[i] = (struct pv_bandgen_member){-1, depth + i};
    struct pv_bandgen band = {.n_members = n, .members = members, .inner = add_calls};
    isl_map *apart = isl_map_flatten_domain(isl_map_range_map(map));
    pv_bandgen_run(&band, place, isl_union_map_from_map(apart), list);
}

void pv_user_generate(const struct pv_stock *place, __isl_take isl_union_map *executed, int depth, pv_grafts *list)
{
    isl_map_list *maps = pv_executed_maps(executed);
    for (int i = 0; i < (int)isl_map_list_n_map(maps); i++) {
        isl_map *map = isl_map_list_get_at(maps, i);
        if (isl_map_is_single_valued(map) == isl_bool_true)
            add_call(place, map, list);
        else
            add_loops(place, map, depth, list);
    }
    isl_map_list_free(maps);
    isl_union_map_free(executed);
}
