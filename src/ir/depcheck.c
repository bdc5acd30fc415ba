/* Checks orders of instances against the dependences. */
#include "ir/depcheck.h"

#include "ir/pairorder.h"

#include <isl/map.h>

/* A search for pairs that do not go forward. Pairs are looked at one statement with another: what isl finds out about
 * them all at once goes through sets of distances, which take far more time to compute. */
struct search {
    isl_union_pw_multi_aff *times; /* { x -> [t] } */
    isl_union_map *relation;       /* the same */
    isl_space *range;              /* { [t] }, the same for all x */
    bool is_one_enough;            /* the first that is found ends the search */
    bool may_be_same;              /* x -> x counts as forward */
    bool has_found;
    isl_union_map *backward; /* { x -> y } */
};

/* Keep the times' space; an error where "map" has another. */
static isl_stat take_range(__isl_take isl_map *map, void *user)
{
    isl_space **range = user, *here = isl_space_range(isl_map_get_space(map));
    isl_map_free(map);
    isl_bool is_same = *range ? isl_space_is_equal(*range, here) : isl_bool_true;
    if (*range)
        isl_space_free(here);
    else
        *range = here;
    return is_same == isl_bool_true ? isl_stat_ok : isl_stat_error;
}

/* { x -> [t] } for the x of "space"; defined nowhere if they have no place in the order. */
static __isl_give isl_pw_multi_aff *get_times(const struct search *search, __isl_take isl_space *space)
{
    space = isl_space_map_from_domain_and_range(space, isl_space_copy(search->range));
    return isl_union_pw_multi_aff_extract_pw_multi_aff(search->times, space);
}

/* { [x -> y] -> t(x) - t(y) } for the pairs of "space" { x -> y }. */
static __isl_give isl_pw_multi_aff *get_lead(const struct search *search, __isl_take isl_space *space)
{
    isl_pw_multi_aff *first = get_times(search, isl_space_domain(isl_space_copy(space)));
    isl_pw_multi_aff *second = get_times(search, isl_space_range(isl_space_copy(space)));
    first = isl_pw_multi_aff_pullback_multi_aff(first, isl_multi_aff_domain_map(isl_space_copy(space)));
    second = isl_pw_multi_aff_pullback_multi_aff(second, isl_multi_aff_range_map(space));
    return isl_pw_multi_aff_sub(first, second);
}

/* Is "value" the same everywhere? Then "*sign" is its sign. */
static bool has_one_sign(__isl_keep isl_pw_aff *value, int *sign)
{
    if (isl_pw_aff_isa_aff(value) != isl_bool_true)
        return false;
    isl_aff *aff = isl_pw_aff_as_aff(isl_pw_aff_copy(value));
    bool is_constant = isl_aff_is_cst(aff) == isl_bool_true;
    isl_val *constant = isl_aff_get_constant_val(aff);
    *sign = isl_val_sgn(constant);
    isl_val_free(constant);
    isl_aff_free(aff);
    return is_constant;
}

static __isl_give isl_set *empty_like(__isl_keep isl_set *set)
{
    return isl_set_empty(isl_set_get_space(set));
}

/* Take from "*together" { [x -> y] } what has a negative "lead", which goes forward, and what has a positive one,
 * which is the result. */
static __isl_give isl_set *take_apart(isl_set **together, __isl_take isl_pw_aff *lead)
{
    isl_set *backward;
    int sign;
    if (has_one_sign(lead, &sign)) {
        backward = sign > 0 ? isl_set_copy(*together) : empty_like(*together);
        if (sign) {
            isl_set *none = empty_like(*together);
            isl_set_free(*together);
            *together = none;
        }
        isl_pw_aff_free(lead);
        return backward;
    }
    backward = isl_set_intersect(isl_set_copy(*together), isl_pw_aff_pos_set(isl_pw_aff_copy(lead)));
    *together = isl_set_intersect(*together, isl_pw_aff_zero_set(lead));
    return backward;
}

/* "pairs" { [x -> y] } without { [x -> x] }. */
static __isl_give isl_set *drop_same(__isl_take isl_set *pairs)
{
    isl_space *space = isl_space_unwrap(isl_set_get_space(pairs));
    if (isl_space_tuple_is_equal(space, isl_dim_in, space, isl_dim_out) == isl_bool_true)
        return isl_set_subtract(pairs, isl_map_wrap(isl_map_identity(space)));
    isl_space_free(space);
    return pairs;
}

/* { [x -> y] -> [t] }: the time of one end of "pairs", which "end" { [x -> y] -> z } gives. */
static __isl_give isl_map *time_of_end(const struct search *search, __isl_take isl_map *end)
{
    isl_space *space = isl_space_range(isl_map_get_space(end));
    space = isl_space_map_from_domain_and_range(space, isl_space_copy(search->range));
    isl_map *times = isl_union_map_extract_map(search->relation, space);
    return isl_map_apply_range(end, isl_map_coalesce(times));
}

/* Find a pair that does not go forward where times are functions by cases: cases multiply, and are often one convex relation.
 * All times are then dimensions of one set. */
static isl_stat find_one_by_relation(__isl_take isl_map *pairs, struct search *search)
{
    isl_map *all = isl_map_universe(isl_map_get_space(pairs));
    isl_map *first = time_of_end(search, isl_map_domain_map(isl_map_copy(all)));
    isl_map *second = time_of_end(search, isl_map_range_map(all));
    isl_map *times = isl_map_intersect_domain(isl_map_flat_range_product(first, second), isl_map_wrap(pairs));
    int n = (int)isl_space_dim(search->range, isl_dim_set);
    isl_bool is_found = isl_map_is_empty(times) < 0 ? isl_bool_error : isl_bool_false;
    for (int i = 0; i <= n && is_found == isl_bool_false; i++) {
        isl_map *backward = isl_map_copy(times);
        if (i < n) {
            backward = isl_map_order_gt(backward, isl_dim_out, i, isl_dim_out, n + i);
            times = isl_map_equate(times, isl_dim_out, i, isl_dim_out, n + i);
        }
        is_found = isl_bool_not(isl_map_is_empty(backward));
        if (is_found == isl_bool_true)
            search->backward = isl_union_map_add_map(search->backward, isl_set_unwrap(isl_map_domain(backward)));
        else
            isl_map_free(backward);
    }
    isl_map_free(times);
    search->has_found = search->has_found || is_found == isl_bool_true;
    return is_found < 0 ? isl_stat_error : isl_stat_ok;
}

/* Is the time of either end of pairs in "space" { x -> y } a function by cases? */
static bool has_cases(const struct search *search, __isl_take isl_space *space)
{
    isl_pw_multi_aff *first = get_times(search, isl_space_domain(isl_space_copy(space)));
    isl_pw_multi_aff *second = get_times(search, isl_space_range(space));
    bool has = isl_pw_multi_aff_n_piece(first) > 1 || isl_pw_multi_aff_n_piece(second) > 1;
    isl_pw_multi_aff_free(first);
    isl_pw_multi_aff_free(second);
    return has;
}

/* Pairs of one statement with another, piece by piece. */
struct part_search {
    struct search *search;
    struct pv_arena *arena;
    isl_space *params;
    pv_time_list first, second; /* the times of their ends */
    isl_map *rest;              /* those of which machine words do not tell that they go forward */
};

/* The times of the statement of "space". */
static pv_time_list read_times(const struct part_search *part, __isl_take isl_space *space)
{
    pv_time_list list = {0};
    isl_pw_multi_aff *times = get_times(part->search, space);
    for (int i = 0; i < (int)isl_pw_multi_aff_dim(times, isl_dim_out); i++) {
        struct pv_time time;
        isl_pw_aff *function = isl_pw_multi_aff_get_pw_aff(times, i);
        pv_time_read(part->arena, part->params, function, &time);
        isl_pw_aff_free(function);
        pv_push(part->arena, &list, time);
    }
    isl_pw_multi_aff_free(times);
    return list;
}

static isl_stat look_at_part(__isl_take isl_basic_map *map, void *user)
{
    struct part_search *part = user;
    struct search *search = part->search;
    const struct pv_pair_times times = {.x = &part->first, .y = &part->second};
    if (search->is_one_enough && search->has_found) {
        isl_basic_map_free(map);
        return isl_stat_ok;
    }
    struct pv_pair_rows *rows = pv_pair_rows_read(part->arena, part->params, isl_basic_map_copy(map));
    enum pv_pair_answer is_forward = rows ? pv_pair_rows_are_forward(rows, &times) : PV_PAIRS_UNKNOWN;
    if (rows)
        pv_pair_rows_free(rows);
    if (is_forward == PV_PAIRS_YES) {
        isl_basic_map_free(map);
    } else if (is_forward == PV_PAIRS_NO && search->is_one_enough && !search->may_be_same) {
        search->has_found = true;
        search->backward = isl_union_map_add_map(search->backward, isl_map_from_basic_map(map));
    } else {
        part->rest = isl_map_union(part->rest, isl_map_from_basic_map(map));
    }
    return isl_stat_ok;
}

/* The part of "pairs" of which machine words do not tell that it goes forward. Ends the search where they tell that something
 * goes backward, and that is enough. */
static __isl_give isl_map *drop_forward(__isl_take isl_map *pairs, struct search *search)
{
    struct part_search part = {.search = search, .arena = pv_arena_new()};
    isl_space *space = isl_map_get_space(pairs);
    part.params = isl_space_params(isl_space_copy(space));
    part.rest = isl_map_empty(isl_space_copy(space));
    part.first = read_times(&part, isl_space_domain(isl_space_copy(space)));
    part.second = read_times(&part, isl_space_range(space));
    if (isl_map_foreach_basic_map(pairs, look_at_part, &part) < 0)
        part.rest = isl_map_free(part.rest);
    isl_space_free(part.params);
    isl_map_free(pairs);
    pv_arena_free(part.arena);
    return part.rest;
}

static isl_stat find_backward(__isl_take isl_map *pairs, void *user)
{
    struct search *search = user;
    if (!search->is_one_enough || !search->has_found)
        pairs = drop_forward(pairs, search);
    isl_bool is_done = isl_map_plain_is_empty(pairs);
    if (is_done || (search->is_one_enough && search->has_found)) {
        isl_map_free(pairs);
        return is_done < 0 ? isl_stat_error : isl_stat_ok;
    }
    if (search->is_one_enough && !search->may_be_same && has_cases(search, isl_map_get_space(pairs)))
        return find_one_by_relation(pairs, search);
    isl_pw_multi_aff *lead = get_lead(search, isl_map_get_space(pairs));
    isl_set *together = isl_map_wrap(pairs);
    together = isl_set_intersect(together, isl_pw_multi_aff_domain(isl_pw_multi_aff_copy(lead)));
    isl_set *backward = empty_like(together);
    int n = (int)isl_pw_multi_aff_dim(lead, isl_dim_out);
    isl_bool is_empty = isl_bool_true;
    for (int i = 0; i < n && is_empty == isl_bool_true && isl_set_is_empty(together) == isl_bool_false; i++) {
        backward = isl_set_union(backward, take_apart(&together, isl_pw_multi_aff_get_pw_aff(lead, i)));
        if (search->is_one_enough)
            is_empty = isl_set_is_empty(backward);
    }
    isl_pw_multi_aff_free(lead);
    if (is_empty == isl_bool_true) {
        backward = isl_set_union(backward, search->may_be_same ? drop_same(together) : together);
        is_empty = isl_set_is_empty(backward);
    } else {
        isl_set_free(together);
    }
    if (is_empty == isl_bool_false) {
        search->has_found = true;
        search->backward = isl_union_map_add_map(search->backward, isl_set_unwrap(backward));
    } else {
        isl_set_free(backward);
    }
    return is_empty < 0 ? isl_stat_error : isl_stat_ok;
}

/* What is not forward of "pairs", found in the way "search" says. */
static __isl_give isl_union_map *search_backward(__isl_take isl_union_map *pairs, __isl_keep isl_union_map *order,
                                                 struct search search)
{
    isl_union_map *times = isl_union_map_align_params(isl_union_map_copy(order), isl_union_map_get_space(pairs));
    pairs = isl_union_map_align_params(pairs, isl_union_map_get_space(times));
    search.backward = isl_union_map_empty(isl_union_map_get_space(pairs));
    isl_stat stat = isl_union_map_foreach_map(times, take_range, &search.range);
    search.relation = isl_union_map_copy(times);
    search.times = isl_union_pw_multi_aff_from_union_map(times);
    if (stat == isl_stat_ok && search.range)
        stat = isl_union_map_foreach_map(pairs, find_backward, &search);
    if (stat < 0)
        search.backward = isl_union_map_free(search.backward);
    isl_union_map_free(pairs);
    isl_union_map_free(search.relation);
    isl_union_pw_multi_aff_free(search.times);
    isl_space_free(search.range);
    return search.backward;
}

static isl_bool finds_none(__isl_take isl_union_map *pairs, __isl_keep isl_union_map *order, struct search search)
{
    isl_union_map *backward = search_backward(pairs, order, search);
    isl_bool is_empty = isl_union_map_is_empty(backward);
    isl_union_map_free(backward);
    return is_empty;
}

isl_bool pv_order_is_forward(__isl_take isl_union_map *pairs, __isl_keep isl_union_map *order)
{
    return finds_none(pairs, order, (struct search){.is_one_enough = true});
}

__isl_give isl_union_map *pv_order_backward_part(__isl_take isl_union_map *pairs, __isl_keep isl_union_map *order)
{
    return search_backward(pairs, order, (struct search){.is_one_enough = false});
}

static __isl_give isl_union_map *restrict_params(const struct pv_scop *scop, __isl_keep isl_union_map *pairs)
{
    return isl_union_map_intersect_params(isl_union_map_copy(pairs), isl_set_copy(scop->context));
}

/* Do all "pairs" go forward under the context of "scop"? What does so without a context does so under any, and is found
 * much faster. */
static isl_bool is_forward_in_context(const struct pv_scop *scop, __isl_keep isl_union_map *pairs,
                                      __isl_keep isl_union_map *order)
{
    isl_bool result = pv_order_is_forward(isl_union_map_copy(pairs), order);
    return result ? result : pv_order_is_forward(restrict_params(scop, pairs), order);
}

/* "map" and all of { x -> x } for x like those in "set". */
static __isl_give isl_union_map *with_identity(__isl_keep isl_union_map *map, __isl_take isl_union_set *set)
{
    return isl_union_map_union(isl_union_map_copy(map), isl_union_set_identity(isl_union_set_universe(set)));
}

/* { [S[i] -> R[]] -> [T[j] -> Q[]] } to { S[i] -> T[j] } */
static __isl_give isl_union_map *untag_pairs(__isl_take isl_union_map *pairs)
{
    return isl_union_map_range_factor_domain(isl_union_map_domain_factor_domain(pairs));
}

/* See pv_order_takes_turns(), for "flow" in all its pieces or for its hull, which is taken. */
static isl_bool take_turns(__isl_take isl_union_map *flow, __isl_keep isl_union_map *swapped, enum pv_tagging tagging,
                           __isl_keep isl_union_map *order)
{
    /* From the start of the range that came first to all references of the one that came second. */
    isl_union_set *ends = isl_union_map_domain(isl_union_map_copy(swapped));
    isl_union_set *starts = isl_union_map_range(isl_union_map_copy(swapped));
    isl_union_map *reach = isl_union_map_apply_range(with_identity(flow, ends), isl_union_map_copy(swapped));
    reach = isl_union_map_apply_range(reach, with_identity(flow, starts));
    isl_union_map_free(flow);
    isl_union_map *back = isl_union_map_reverse(tagging == PV_TAGGED ? untag_pairs(reach) : reach);
    /* An instance may end one range and start the other: it reads before it writes. */
    return finds_none(back, order, (struct search){.is_one_enough = true, .may_be_same = true});
}

static isl_bool is_one_piece(__isl_keep isl_map *map, void *user)
{
    (void)user;
    return isl_bool_ok(isl_map_n_basic_map(map) == 1);
}

isl_bool pv_order_takes_turns(__isl_keep isl_union_map *flow, __isl_keep isl_union_map *swapped,
                              enum pv_tagging tagging, __isl_keep isl_union_map *order)
{
    if (isl_union_map_every_map(flow, is_one_piece, NULL) == isl_bool_true) /* its own hull */
        return take_turns(isl_union_map_copy(flow), swapped, tagging, order);
    isl_union_map *hull = isl_union_map_simple_hull(isl_union_map_copy(flow));
    isl_bool result = take_turns(hull, swapped, tagging, order);
    return result == isl_bool_false ? take_turns(isl_union_map_copy(flow), swapped, tagging, order) : result;
}

/* Are all references of the live ranges that "swapped" { [S[i] -> R[]] -> [T[j] -> Q[]] } is about in "known"? */
static isl_bool are_known(const struct pv_deps *deps, __isl_keep isl_union_map *swapped,
                          __isl_take isl_union_set *known)
{
    isl_union_set *ends = isl_union_map_domain(isl_union_map_copy(swapped));
    isl_union_set *starts = isl_union_map_range(isl_union_map_copy(swapped));
    isl_union_map *first = isl_union_map_intersect_range(isl_union_map_copy(deps->tagged_flow),
                                                         isl_union_set_copy(ends));
    isl_union_map *second = isl_union_map_intersect_domain(isl_union_map_copy(deps->tagged_flow),
                                                           isl_union_set_copy(starts));
    isl_union_set *touched = isl_union_set_union(ends, starts);
    touched = isl_union_set_union(touched, isl_union_map_domain(first));
    touched = isl_union_set_union(touched, isl_union_map_range(second));
    isl_bool result = isl_union_set_is_subset(touched, known);
    isl_union_set_free(touched);
    isl_union_set_free(known);
    return result;
}

/* Are the live ranges that "swapped" { [S[i] -> R[]] -> [T[j] -> Q[]] }, pairs of the last reference of one and the
 * first of another, brings into the opposite order apart from each other? "order" is { S[i] -> [t] }, "tagged" the same
 * of references. */
static isl_bool are_apart(const struct pv_deps *deps, __isl_take isl_union_map *swapped,
                          __isl_keep isl_union_map *order, __isl_keep isl_union_map *tagged)
{
    isl_bool is_apart = are_known(deps, swapped, isl_union_map_domain(isl_union_map_copy(tagged)));
    if (is_apart == isl_bool_true)
        is_apart = pv_order_takes_turns(deps->tagged_flow, swapped, PV_TAGGED, order);
    isl_union_map_free(swapped);
    return is_apart;
}

/* { [S[i] -> R[]] -> [t] } */
static __isl_give isl_union_map *tag_order(const struct pv_scop *scop, __isl_keep isl_union_map *order)
{
    isl_union_map *tagger = isl_union_map_from_union_pw_multi_aff(pv_scop_get_tagger(scop));
    return isl_union_map_apply_range(tagger, isl_union_map_copy(order));
}

/* What is so without a context is so under any. */
static isl_bool keeps_live_ranges_apart(const struct pv_scop *scop, const struct pv_deps *deps,
                                        __isl_keep isl_union_map *order)
{
    isl_bool result = pv_order_is_forward(isl_union_map_copy(deps->order), order);
    if (result)
        return result;
    isl_union_map *tagged = tag_order(scop, order);
    isl_union_map *swapped = pv_order_backward_part(isl_union_map_copy(deps->tagged_order), tagged);
    result = are_apart(deps, isl_union_map_copy(swapped), order, tagged);
    if (result == isl_bool_false)
        result = are_apart(deps, restrict_params(scop, swapped), order, tagged);
    isl_union_map_free(swapped);
    isl_union_map_free(tagged);
    return result;
}

isl_bool pv_order_is_legal(const struct pv_scop *scop, const struct pv_deps *deps, __isl_take isl_union_map *order)
{
    isl_bool result = is_forward_in_context(scop, deps->flow, order);
    bool may_move = deps->order && deps->tagged_order && deps->forced;
    if (result == isl_bool_true)
        result = is_forward_in_context(scop, may_move ? deps->forced : deps->false_deps, order);
    if (result == isl_bool_true && may_move)
        result = keeps_live_ranges_apart(scop, deps, order);
    isl_union_map_free(order);
    return result;
}
