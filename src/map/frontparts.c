/* Divides the tiles of a wavefront into those that need barriers and those that do not. */
#include "map/frontparts.h"

#include "map/frontmem.h"
#include "map/tile.h"

#include <isl/map.h>
#include <isl/union_map.h>
#include <isl/union_set.h>

/* Statements that may have code of their own for full tiles. */
enum { MOST_FREE = 4 };

static isl_stat add_tiles(__isl_take isl_set *set, void *user)
{
    isl_set **all = user;
    set = isl_set_remove_divs(set);
    *all = *all ? isl_set_union(*all, set) : set;
    return *all ? isl_stat_ok : isl_stat_error;
}

/* { [t] }: at least the tiles of "instances" { S[i] }. */
static __isl_give isl_set *tiles_of(const struct pv_front_tiles *tiles, __isl_take isl_union_set *instances)
{
    isl_union_map *map = isl_union_map_from_multi_union_pw_aff(isl_multi_union_pw_aff_copy(tiles->tiles));
    isl_union_set *exact = isl_union_map_range(isl_union_map_intersect_domain(map, instances));
    isl_set *all = isl_set_empty(isl_multi_union_pw_aff_get_space(tiles->tiles));
    if (isl_union_set_foreach_set(exact, add_tiles, &all) < 0)
        all = isl_set_free(all);
    isl_union_set_free(exact);
    return isl_set_coalesce(all);
}

static isl_stat add_between_statements(__isl_take isl_map *map, void *user)
{
    isl_union_map **between = user;
    isl_space *space = isl_map_get_space(map);
    isl_bool is_one = isl_space_tuple_is_equal(space, isl_dim_in, space, isl_dim_out);
    isl_space_free(space);
    if (is_one == isl_bool_false)
        *between = isl_union_map_add_map(*between, isl_map_copy(map));
    isl_map_free(map);
    return is_one < 0 ? isl_stat_error : isl_stat_ok;
}

/* The part of "pairs" between two statements. */
static __isl_give isl_union_map *between_statements(__isl_keep isl_union_map *pairs)
{
    isl_union_map *between = isl_union_map_empty(isl_union_map_get_space(pairs));
    if (isl_union_map_foreach_map(pairs, add_between_statements, &between) < 0)
        return isl_union_map_free(between);
    return between;
}

/* The dependent pairs of "domain" { S[i] } within one tile. */
static __isl_give isl_union_map *find_pairs(struct pv_gridding *gridding, const struct pv_front_tiles *tiles,
                                            __isl_keep isl_union_set *domain)
{
    isl_union_map *pairs = pv_deps_get_validity(gridding->conflicts->deps);
    pairs = isl_union_map_intersect_domain(pairs, isl_union_set_copy(domain));
    pairs = isl_union_map_intersect_range(pairs, isl_union_set_copy(domain));
    return isl_union_map_eq_at_multi_union_pw_aff(pairs, isl_multi_union_pw_aff_copy(tiles->tiles));
}

/* { [t] }: the full tiles; none if not all members of the deep band are tiled. */
static __isl_give isl_set *find_full(const struct pv_front_tiles *tiles)
{
    struct pv_tile_params params = {.sizes = tiles->sizes, .n = tiles->n};
    if ((int)isl_schedule_node_band_n_member(tiles->deep) != tiles->n)
        return isl_set_empty(isl_multi_union_pw_aff_get_space(tiles->tiles));
    isl_set *full = isl_set_flatten(pv_tile_get_full(tiles->deep, &params));
    return isl_set_align_params(full, isl_multi_union_pw_aff_get_space(tiles->tiles));
}

/* { [t] }: of the tiles "all", those where no instance depends on another one that differs in a member of the deep band other
 * than "serial". "carried" are the tiles where one differs, by member. */
static __isl_give isl_set *free_beside(const struct pv_front_tiles *tiles, __isl_keep isl_set *all,
                                       __isl_keep isl_set_list *carried, int serial)
{
    isl_set *free = isl_set_copy(all);
    for (int i = 0; i < tiles->n; i++)
        if (i != serial)
            free = isl_set_subtract(free, isl_set_list_get_set(carried, i));
    return isl_set_coalesce(free);
}

/* By member of the deep band, the tiles with instances that depend on ones that differ in it. */
static __isl_give isl_set_list *find_carried(const struct pv_front_tiles *tiles, __isl_keep isl_union_map *pairs)
{
    isl_multi_union_pw_aff *members = isl_schedule_node_band_get_partial_schedule(tiles->deep);
    isl_set_list *all = isl_set_list_alloc(isl_union_map_get_ctx(pairs), tiles->n);
    for (int i = 0; i < tiles->n; i++) {
        isl_union_pw_aff *member = isl_multi_union_pw_aff_get_union_pw_aff(members, i);
        isl_union_map *same = isl_union_map_eq_at_multi_union_pw_aff(isl_union_map_copy(pairs),
                                                                     isl_multi_union_pw_aff_from_union_pw_aff(member));
        same = isl_union_map_subtract(isl_union_map_copy(pairs), same);
        all = isl_set_list_add(all, tiles_of(tiles, isl_union_map_domain(same)));
    }
    isl_multi_union_pw_aff_free(members);
    return all;
}

/* { S[i] }: the instances of "domain" in the tiles "free". Statement by statement: each is in some of their pieces only. */
static __isl_give isl_union_set *take_instances(const struct pv_front_tiles *tiles, __isl_keep isl_union_set *domain,
                                                __isl_keep isl_set *free)
{
    isl_union_set *all = isl_union_set_empty(isl_union_set_get_space(domain));
    isl_set_list *stmts = isl_union_set_get_set_list(domain);
    for (int i = 0; i < (int)isl_set_list_n_set(stmts); i++) {
        isl_union_set *stmt = isl_union_set_from_set(isl_set_list_get_set(stmts, i));
        isl_set *own = isl_set_intersect(tiles_of(tiles, isl_union_set_copy(stmt)), isl_set_copy(free));
        isl_union_map *map = isl_union_map_from_multi_union_pw_aff(isl_multi_union_pw_aff_copy(tiles->tiles));
        map = isl_union_map_intersect_domain(map, stmt);
        map = isl_union_map_intersect_range(map, isl_union_set_from_set(isl_set_coalesce(own)));
        all = isl_union_set_union(all, isl_union_map_domain(map));
    }
    isl_set_list_free(stmts);
    return isl_union_set_coalesce(all);
}

/* { S[i] }: the instances of "domain" in tiles where no instance depends on one of another statement, or on one that differs in
 * more than one member of the deep band, the same in all such tiles: threads can share the others. Some of the tiles are full:
 * others may have too few instances for dependences. */
static __isl_give isl_union_set *find_free(struct pv_gridding *gridding, const struct pv_front_tiles *tiles,
                                           __isl_keep isl_union_set *domain)
{
    isl_union_map *pairs = find_pairs(gridding, tiles, domain);
    isl_set *all = tiles_of(tiles, isl_union_set_copy(domain));
    all = isl_set_coalesce(isl_set_subtract(all, tiles_of(tiles, isl_union_map_domain(between_statements(pairs)))));
    isl_set_list *carried = find_carried(tiles, pairs);
    isl_set *free = isl_set_empty(isl_set_get_space(all)), *full = find_full(tiles);
    for (int serial = 0; serial < tiles->n && isl_set_is_empty(free) == isl_bool_true; serial++) {
        isl_set_free(free);
        free = free_beside(tiles, all, carried, serial);
        if (isl_set_is_disjoint(free, full) != isl_bool_false) {
            isl_set_free(free);
            free = isl_set_empty(isl_set_get_space(all));
        }
    }
    isl_union_map_free(pairs);
    isl_set_free(all);
    isl_set_free(full);
    isl_set_list_free(carried);
    isl_union_set *inside = take_instances(tiles, domain, free);
    isl_set_free(free);
    return inside;
}

/* Replace the tree at "node", of one statement in free tiles, by the deep band, if threads can share a member of it there: a step
 * without barriers inside. Then "*is_free" is set. */
static __isl_give isl_schedule_node *make_free(struct pv_gridding *gridding, struct pv_kernel *kernel,
                                               __isl_take isl_schedule_node *node, const struct pv_front_tiles *tiles,
                                               isl_multi_union_pw_aff **threads, bool *is_free)
{
    isl_multi_union_pw_aff *members = isl_schedule_node_band_get_partial_schedule(tiles->deep);
    members = isl_multi_union_pw_aff_intersect_domain(members, isl_schedule_node_get_domain(node));
    isl_union_map *order = isl_union_map_from_multi_union_pw_aff(isl_multi_union_pw_aff_copy(members));
    isl_bool is_total = isl_union_map_is_injective(order);
    isl_union_map_free(order);
    isl_schedule_node *band = isl_schedule_node_cut(isl_schedule_node_copy(node));
    band = isl_schedule_node_insert_partial_schedule(band, members);
    band = isl_schedule_node_band_set_permutable(band, 1);
    struct pv_share_choice choice = {0};
    if (is_total < 0 || !band || !pv_share_choose(gridding->conflicts, band, &choice)) {
        isl_schedule_node_free(band);
        return isl_schedule_node_free(node);
    }
    *is_free = is_total && choice.n && choice.n < tiles->n && choice.n <= kernel->n_axes && !choice.sharing.privates.n;
    isl_schedule_node_free(*is_free ? node : band);
    if (!*is_free)
        return node;
    bool ok = true;
    struct pv_mark *copies = tiles->has_copies
                                 ? NULL
                                 : pv_frontmem_plan(gridding->conflicts, gridding->params, kernel, band, &ok);
    band = pv_front_step_mark(gridding, kernel, band, &choice, threads);
    if (!ok || !band || !copies)
        return ok ? band : isl_schedule_node_free(band);
    copies->depth = (int)isl_schedule_node_get_schedule_depth(band);
    return isl_schedule_node_insert_mark(band, pv_mark_get_id(isl_schedule_node_get_ctx(band), copies));
}

/* Mark each part of the sequence "node". The first "n_free" are free tiles of one statement each. "*is_free" is set if one of them
 * needs no barriers. */
static __isl_give isl_schedule_node *mark_divided(struct pv_gridding *gridding, struct pv_kernel *kernel,
                                                  __isl_take isl_schedule_node *node,
                                                  const struct pv_front_tiles *tiles, isl_multi_union_pw_aff **threads,
                                                  int n_free, bool *is_free)
{
    int n = (int)isl_schedule_node_n_children(node);
    for (int i = 0; node && i < n; i++) {
        int depth = (int)isl_schedule_node_get_tree_depth(node);
        bool is_free_part = false;
        node = isl_schedule_node_child(isl_schedule_node_child(node, i), 0);
        if (i < n_free)
            node = make_free(gridding, kernel, node, tiles, threads, &is_free_part);
        if (node && !is_free_part)
            node = pv_front_steps_mark(gridding, kernel, node, tiles->steps, tiles->has_copies, threads);
        if (node)
            node = isl_schedule_node_ancestor(node, (int)isl_schedule_node_get_tree_depth(node) - depth);
        *is_free = *is_free || is_free_part;
    }
    return node;
}

/* Divide what "node" executes into the instances "inside" of each statement, and the others, and mark each part. NULL if isl
 * failed, or if no part needs less than others. */
static __isl_give isl_schedule_node *divide(struct pv_gridding *gridding, struct pv_kernel *kernel,
                                            __isl_take isl_schedule_node *node, const struct pv_front_tiles *tiles,
                                            __isl_keep isl_union_set *inside, isl_multi_union_pw_aff **threads)
{
    isl_union_set *others = isl_union_set_subtract(isl_schedule_node_get_domain(node), isl_union_set_copy(inside));
    isl_union_set_list *parts = isl_union_set_list_from_union_set(isl_union_set_coalesce(others));
    isl_set_list *free = isl_union_set_get_set_list(inside);
    int n = (int)isl_set_list_n_set(free);
    bool is_free = false;
    for (int i = 0; i < n; i++)
        parts = isl_union_set_list_insert(parts, (unsigned)i, isl_union_set_from_set(isl_set_list_get_set(free, i)));
    isl_set_list_free(free);
    node = isl_schedule_node_insert_sequence(node, parts);
    node = mark_divided(gridding, kernel, node, tiles, threads, n, &is_free);
    return is_free ? node : isl_schedule_node_free(node);
}

__isl_give isl_schedule_node *pv_front_parts_mark(struct pv_gridding *gridding, struct pv_kernel *kernel,
                                                  __isl_take isl_schedule_node *node,
                                                  const struct pv_front_tiles *tiles, isl_multi_union_pw_aff **threads)
{
    isl_union_set *domain = isl_schedule_node_get_domain(node);
    isl_union_set *inside = find_free(gridding, tiles, domain);
    int n = (int)isl_union_set_n_set(inside);
    isl_schedule_node *divided = NULL;
    if (isl_union_set_is_empty(inside) == isl_bool_false && n <= MOST_FREE)
        divided = divide(gridding, kernel, isl_schedule_node_copy(node), tiles, inside, threads);
    isl_union_set_free(domain);
    isl_union_set_free(inside);
    if (divided) {
        isl_schedule_node_free(node);
        return divided;
    }
    *threads = isl_multi_union_pw_aff_free(*threads);
    return pv_front_steps_mark(gridding, kernel, node, tiles->steps, tiles->has_copies, threads);
}
