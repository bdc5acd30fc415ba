/* Checks whether a subtree of the schedule still respects the dependences. */
#include "map/subtreecheck.h"

#include "ir/depcheck.h"

struct below {
    isl_schedule_node *node;
    struct pv_loop_place place; /* without a loop of its own */
    struct pv_timetable *table; /* the times of the tree below */
    isl_union_map *order;       /* the same as { S[i] -> [t] }; NULL: not needed so far */
};

static __isl_keep isl_union_map *order_of(struct below *below)
{
    if (!below->order)
        below->order = isl_schedule_node_get_subtree_schedule_union_map(below->node);
    return below->order;
}

/* All flow of "array" { S[i] -> T[j] }, in the whole region. */
static __isl_give isl_union_map *flow_of(const struct pv_conflicts *conflicts, const struct pv_array *array)
{
    isl_union_map *flow = isl_union_map_empty_ctx(conflicts->scop->ctx);
    for (int i = 0; i < conflicts->all.n; i++)
        if (conflicts->all.v[i].array == array || !conflicts->all.v[i].array)
            flow = isl_union_map_union(flow, isl_union_map_copy(conflicts->all.v[i].flow));
    return flow;
}

/* Are all of "flow" that end in one of "ends", and all that start in one of "starts", within one iteration of the loops
 * around? */
static isl_bool are_inside(const struct below *below, __isl_keep isl_union_map *flow, __isl_take isl_union_set *ends,
                           __isl_take isl_union_set *starts)
{
    isl_union_map *first = isl_union_map_intersect_range(isl_union_map_copy(flow), ends);
    isl_union_map *second = isl_union_map_intersect_domain(isl_union_map_copy(flow), starts);
    isl_bool result = pv_loop_place_has(&below->place, first);
    if (result == isl_bool_true)
        result = pv_loop_place_has(&below->place, second);
    isl_union_map_free(first);
    isl_union_map_free(second);
    return result;
}

/* Are the live ranges of "array" that "swapped" { S[i] -> T[j] }, from the end of one to the start of another in the
 * same iteration of the loops around, brings into the opposite order apart from each other, and both within that
 * iteration? */
static isl_bool are_apart(const struct pv_conflicts *conflicts, struct below *below, const struct pv_array *array,
                          __isl_take isl_union_map *swapped)
{
    isl_union_map *flow = flow_of(conflicts, array);
    isl_bool result = are_inside(below, flow, isl_union_map_domain(isl_union_map_copy(swapped)),
                                 isl_union_map_range(isl_union_map_copy(swapped)));
    if (result == isl_bool_true)
        result = pv_order_takes_turns(flow, swapped, PV_UNTAGGED, order_of(below));
    isl_union_map_free(flow);
    isl_union_map_free(swapped);
    return result;
}

/* Do all of "pairs" go forward? */
static isl_bool are_forward(struct below *below, const struct pv_pair_list *pairs)
{
    isl_union_map *rest;
    enum pv_pair_answer verdict = pv_timetable_is_forward(below->table, pairs, &rest);
    if (verdict != PV_PAIRS_UNKNOWN)
        return isl_bool_ok(verdict == PV_PAIRS_YES);
    isl_bool result = pv_order_is_forward(pv_loop_place_local(&below->place, rest), order_of(below));
    isl_union_map_free(rest);
    return result;
}

/* Are the instances that meet in one array in order? */
static isl_bool is_conflict_kept(const struct pv_conflicts *conflicts, struct below *below,
                                 const struct pv_conflict *conflict)
{
    isl_bool result = are_forward(below, &conflict->flow_pairs);
    if (result == isl_bool_true)
        result = are_forward(below, &conflict->forced_pairs);
    if (result == isl_bool_true)
        result = are_forward(below, &conflict->other_pairs);
    else
        return result;
    bool may_move = conflicts->deps->tagged_order && conflict->array;
    if (result != isl_bool_false || !may_move)
        return result;
    isl_union_map *other = pv_loop_place_local(&below->place, conflict->other);
    return are_apart(conflicts, below, conflict->array, pv_order_backward_part(other, order_of(below)));
}

/* The children of a set run in any order, while isl's relation for the tree has them in that of the tree. */
struct set_check {
    const struct pv_conflicts *conflicts;
    isl_bool result; /* does none of them depend on another? */
};

/* Do all of "pairs" { S[i] -> T[j] } that start in a child of the set "node" end there? */
static isl_bool stay_in_children(__isl_take isl_union_map *pairs, __isl_keep isl_schedule_node *node)
{
    isl_bool stay = isl_union_map_is_empty(pairs);
    int n = stay == isl_bool_false ? (int)isl_schedule_node_n_children(node) : 0;
    for (int c = 0; c < n && (c == 0 || stay == isl_bool_true); c++) {
        isl_schedule_node *child = isl_schedule_node_get_child(node, c);
        isl_union_set *inside = isl_schedule_node_filter_get_filter(child);
        isl_union_map *out = isl_union_map_intersect_domain(isl_union_map_copy(pairs), isl_union_set_copy(inside));
        out = isl_union_map_subtract_range(out, inside);
        stay = isl_union_map_is_empty(out);
        isl_union_map_free(out);
        isl_schedule_node_free(child);
    }
    isl_union_map_free(pairs);
    return stay;
}

static isl_bool check_set(__isl_keep isl_schedule_node *node, void *user)
{
    struct set_check *check = user;
    if (check->result != isl_bool_true || isl_schedule_node_get_type(node) != isl_schedule_node_set)
        return isl_bool_ok(check->result == isl_bool_true);
    struct pv_loop_place place = {.domain = pv_instances_at(node)};
    if (isl_schedule_node_get_schedule_depth(node) > 0)
        place.around = isl_schedule_node_get_prefix_schedule_multi_union_pw_aff(node);
    for (int i = 0; i < check->conflicts->all.n; i++) {
        const struct pv_conflict *conflict = &check->conflicts->all.v[i];
        isl_union_map *const kinds[] = {conflict->flow, conflict->forced, conflict->other};
        for (int k = 0; k < 3 && check->result == isl_bool_true; k++)
            check->result = stay_in_children(pv_loop_place_local(&place, kinds[k]), node);
    }
    pv_loop_place_free(&place);
    return isl_bool_ok(check->result == isl_bool_true);
}

/* Do the children of all sets in the tree at "node" not depend on each other? */
static isl_bool are_sets_free(const struct pv_conflicts *conflicts, __isl_keep isl_schedule_node *node)
{
    struct set_check check = {conflicts, isl_bool_true};
    if (isl_schedule_node_foreach_descendant_top_down(node, check_set, &check) < 0)
        return isl_bool_error;
    return check.result;
}

isl_bool pv_subtree_is_legal(const struct pv_conflicts *conflicts, __isl_keep isl_schedule_node *node)
{
    struct below below = {.node = node, .place = {.domain = pv_instances_at(node)}};
    if (isl_schedule_node_get_schedule_depth(node) > 0)
        below.place.around = isl_schedule_node_get_prefix_schedule_multi_union_pw_aff(node);
    below.table = pv_timetable_new(conflicts->scop, &below.place);
    pv_timetable_add_subtree(below.table, node);
    isl_bool result = below.place.domain ? isl_bool_true : isl_bool_error;
    for (int i = 0; i < conflicts->all.n && result == isl_bool_true; i++)
        result = is_conflict_kept(conflicts, &below, &conflicts->all.v[i]);
    if (result == isl_bool_true)
        result = are_sets_free(conflicts, node);
    pv_timetable_free(below.table);
    pv_loop_place_free(&below.place);
    isl_union_map_free(below.order);
    return result;
}
