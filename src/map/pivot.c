/* Divides the instances of a step by planes on which all its dependences begin or end, such as the row and the column that one step
 * of Floyd and Warshall's algorithm, or of Gauss and Jordan's, reads and changes. Beside these planes the step is parallel. */
#include "map/pivot.h"

#include "map/gridshare.h"
#include "map/subtreecheck.h"

#include <isl/aff.h>
#include <isl/constraint.h>
#include <isl/map.h>
#include <isl/set.h>

/* Two planes, a row and a column, make nine parts. */
enum { MOST_PLANES = 2, MOST_PARTS = 9 };

/* All statements have the same iterators "i" and are executed at the same time; points [i] stand for their instances. */
struct pivot {
    isl_union_set *instances;     /* { S[i] }: what the band executes */
    isl_set *domain;              /* { [i] }: the same */
    isl_map *local;               /* { [i] -> [j] }: dependences within one iteration of the loops around it, i != j */
    isl_map *outer;               /* { [i] -> [t] }: the iterators of these loops */
    isl_aff *planes[MOST_PLANES]; /* { [i] -> [f(i)] }: f(i) is 0 on the plane */
    int n_planes;
    isl_set
        *parts[MOST_PARTS]; /* { [i] }: without the constraints of the domain; in the order of execution in the end */
    int n_parts;
};

static void free_pivot(struct pivot *pivot)
{
    isl_union_set_free(pivot->instances);
    isl_set_free(pivot->domain);
    isl_map_free(pivot->local);
    isl_map_free(pivot->outer);
    for (int i = 0; i < pivot->n_planes; i++)
        isl_aff_free(pivot->planes[i]);
    for (int i = 0; i < pivot->n_parts; i++)
        isl_set_free(pivot->parts[i]);
}

static __isl_give isl_set *plane_set(__isl_keep isl_aff *plane)
{
    return isl_set_from_basic_set(isl_aff_zero_basic_set(isl_aff_copy(plane)));
}

/* Has dimension "pos" of the instances in "part" one value in each iteration of the loops around? */
static isl_bool is_fixed(const struct pivot *pivot, __isl_keep isl_set *part, int pos)
{
    isl_map *instances = isl_map_reverse(isl_map_intersect_domain(isl_map_copy(pivot->outer), isl_set_copy(part)));
    int n = (int)isl_map_dim(instances, isl_dim_out);
    instances = isl_map_project_out(instances, isl_dim_out, (unsigned)pos + 1, (unsigned)(n - pos - 1));
    instances = isl_map_project_out(instances, isl_dim_out, 0, (unsigned)pos);
    isl_bool result = isl_map_is_single_valued(instances);
    isl_map_free(instances);
    return result;
}

/* The search for a plane that one end of some dependences lies on. */
struct plane_search {
    struct pivot *pivot;
    isl_basic_set *end; /* { S[i] } */
    bool is_found, is_failed;
};

static isl_stat try_plane(__isl_take isl_constraint *constraint, void *user)
{
    struct plane_search *search = user;
    struct pivot *pivot = search->pivot;
    isl_aff *plane = isl_constraint_get_aff(constraint);
    bool is_usable = isl_constraint_is_equality(constraint) == isl_bool_true && isl_aff_dim(plane, isl_dim_div) == 0;
    bool is_old = search->is_found || pivot->n_planes == MOST_PLANES;
    isl_constraint_free(constraint);
    if (is_usable && !is_old) {
        /* What holds for all instances, or in each iteration of the loops around for all or none, is no plane among them. */
        isl_set *on = isl_set_intersect(plane_set(plane), isl_set_copy(pivot->domain));
        isl_map *same = isl_map_apply_range(isl_map_copy(pivot->outer), isl_map_reverse(isl_map_copy(pivot->outer)));
        isl_set *beside = isl_set_subtract(isl_set_copy(pivot->domain), isl_set_copy(on));
        same = isl_map_intersect_range(isl_map_intersect_domain(same, on), beside);
        isl_bool is_none = isl_map_is_empty(same);
        isl_map_free(same);
        search->is_failed = is_none < 0;
        search->is_found = is_none == isl_bool_false;
    }
    if (is_usable && !is_old && search->is_found)
        pivot->planes[pivot->n_planes++] = plane;
    else
        isl_aff_free(plane);
    return search->is_failed ? isl_stat_error : isl_stat_ok;
}

/* Is "end" { S[i] } on a plane, perhaps a new one? It is freed. */
static isl_bool is_on_plane(struct pivot *pivot, __isl_take isl_basic_set *end)
{
    for (int i = 0; i < pivot->n_planes; i++) {
        isl_basic_set *plane = isl_aff_zero_basic_set(isl_aff_copy(pivot->planes[i]));
        isl_bool is_on = isl_basic_set_is_subset(end, plane);
        isl_basic_set_free(plane);
        if (is_on != isl_bool_false) {
            isl_basic_set_free(end);
            return is_on;
        }
    }
    struct plane_search search = {.pivot = pivot, .end = isl_basic_set_affine_hull(end)};
    isl_stat stat = isl_basic_set_foreach_constraint(search.end, try_plane, &search);
    isl_basic_set_free(search.end);
    return stat < 0 ? isl_bool_error : isl_bool_ok(search.is_found);
}

/* Look for a plane that one end of "pairs" lies on; no further ones where there is none. */
static isl_stat look_at_pairs(__isl_take isl_basic_map *pairs, void *user)
{
    struct pivot *pivot = user;
    isl_bool is_on = is_on_plane(pivot, isl_basic_map_domain(isl_basic_map_copy(pairs)));
    if (is_on == isl_bool_false)
        is_on = is_on_plane(pivot, isl_basic_map_range(isl_basic_map_copy(pairs)));
    isl_basic_map_free(pairs);
    return is_on == isl_bool_true ? isl_stat_ok : isl_stat_error;
}

/* Add the part of "part" on one side of a plane, or on it, unless it is empty. Both are taken. False where isl failed. */
static bool add_part(struct pivot *pivot, isl_set **parts, int *n, __isl_take isl_set *part,
                     __isl_take isl_basic_set *side)
{
    part = isl_set_intersect(part, isl_set_from_basic_set(side));
    isl_bool is_out = isl_set_is_disjoint(part, pivot->domain);
    if (is_out == isl_bool_false)
        parts[(*n)++] = part;
    else
        isl_set_free(part);
    return is_out >= 0;
}

/* Divide all instances by the planes. */
static bool divide(struct pivot *pivot)
{
    pivot->parts[pivot->n_parts++] = isl_set_universe(isl_set_get_space(pivot->domain));
    for (int p = 0; p < pivot->n_planes; p++) {
        isl_set *parts[MOST_PARTS];
        isl_aff *plane = pivot->planes[p];
        int n = 0;
        bool ok = true;
        for (int i = 0; i < pivot->n_parts; i++) {
            isl_set *part = pivot->parts[i];
            ok = ok && add_part(pivot, parts, &n, isl_set_copy(part), isl_aff_neg_basic_set(isl_aff_copy(plane))) &&
                 add_part(pivot, parts, &n, isl_set_copy(part), isl_aff_zero_basic_set(isl_aff_copy(plane))) &&
                 add_part(pivot, parts, &n, isl_set_copy(part),
                          isl_aff_neg_basic_set(isl_aff_neg(isl_aff_copy(plane))));
            isl_set_free(part);
        }
        for (int i = 0; i < n; i++)
            pivot->parts[i] = parts[i];
        pivot->n_parts = n;
        if (!ok)
            return false;
    }
    return true;
}

/* Does an instance in part "to" depend on one in part "from"? */
static isl_bool depends(const struct pivot *pivot, int from, int to)
{
    isl_map *pairs = isl_map_intersect_domain(isl_map_copy(pivot->local), isl_set_copy(pivot->parts[from]));
    pairs = isl_map_intersect_range(pairs, isl_set_copy(pivot->parts[to]));
    isl_bool is_none = isl_map_is_empty(pairs);
    isl_map_free(pairs);
    return isl_bool_not(is_none);
}

/* Put the parts in an order in which each comes after those it depends on. No where there is none, or a part depends on
 * itself. */
static isl_bool order_parts(struct pivot *pivot)
{
    bool after[MOST_PARTS][MOST_PARTS], is_done[MOST_PARTS] = {false};
    isl_set *ordered[MOST_PARTS];
    int n = 0;
    for (int i = 0; i < pivot->n_parts; i++)
        for (int j = 0; j < pivot->n_parts; j++) {
            isl_bool is_after = depends(pivot, i, j);
            if (is_after < 0 || (is_after && i == j))
                return is_after < 0 ? isl_bool_error : isl_bool_false;
            after[j][i] = is_after;
        }
    for (int found = 0; found >= 0;) {
        found = -1;
        for (int i = 0; i < pivot->n_parts && found < 0; i++) {
            bool is_ready = !is_done[i];
            for (int j = 0; j < pivot->n_parts; j++)
                is_ready = is_ready && (is_done[j] || !after[i][j]);
            found = is_ready ? i : -1;
        }
        if (found >= 0) {
            is_done[found] = true;
            ordered[n++] = pivot->parts[found];
        }
    }
    if (n < pivot->n_parts)
        return isl_bool_false;
    for (int i = 0; i < n; i++)
        pivot->parts[i] = ordered[i];
    return isl_bool_true;
}

/* A part, and what takes its place for each statement. */
struct statement_parts {
    isl_set *part;
    int dim;                    /* of the points */
    isl_union_set *filter;      /* { S[i] } */
    isl_union_pw_aff *iterator; /* { S[i] -> [i_dim] } */
};

static isl_stat add_to_filter(__isl_take isl_set *instances, void *user)
{
    struct statement_parts *parts = user;
    isl_id *id = isl_set_get_tuple_id(instances);
    isl_set_free(instances);
    parts->filter = isl_union_set_add_set(parts->filter, isl_set_set_tuple_id(isl_set_copy(parts->part), id));
    return parts->filter ? isl_stat_ok : isl_stat_error;
}

static isl_stat add_to_iterator(__isl_take isl_set *instances, void *user)
{
    struct statement_parts *parts = user;
    isl_local_space *space = isl_local_space_from_space(isl_set_get_space(instances));
    isl_set_free(instances);
    isl_aff *iterator = isl_aff_var_on_domain(space, isl_dim_set, (unsigned)parts->dim);
    parts->iterator = isl_union_pw_aff_add_pw_aff(parts->iterator, isl_pw_aff_from_aff(iterator));
    return parts->iterator ? isl_stat_ok : isl_stat_error;
}

/* { S[i] }: the instances that the points of "part" stand for. */
static __isl_give isl_union_set *filter_of(const struct pivot *pivot, __isl_keep isl_set *part)
{
    isl_union_set *none = isl_union_set_empty(isl_union_set_get_space(pivot->instances));
    struct statement_parts parts = {.part = part, .filter = none};
    if (isl_union_set_foreach_set(pivot->instances, add_to_filter, &parts) < 0)
        return isl_union_set_free(parts.filter);
    return parts.filter;
}

/* { S[i] -> [i_dim] } for all statements. */
static __isl_give isl_union_pw_aff *iterator_of(const struct pivot *pivot, int dim)
{
    isl_union_pw_aff *none = isl_union_pw_aff_empty(isl_union_set_get_space(pivot->instances));
    struct statement_parts parts = {.dim = dim, .iterator = none};
    if (isl_union_set_foreach_set(pivot->instances, add_to_iterator, &parts) < 0)
        return isl_union_pw_aff_free(parts.iterator);
    return parts.iterator;
}

/* Below the filter "node", a band of the dimensions that have several values in "part". */
static __isl_give isl_schedule_node *insert_band(const struct pivot *pivot, __isl_take isl_schedule_node *node,
                                                 __isl_keep isl_set *part)
{
    isl_union_pw_aff_list *members = isl_union_pw_aff_list_alloc(isl_set_get_ctx(part), 0);
    int n = (int)isl_set_dim(part, isl_dim_set);
    for (int i = 0; i < n; i++) {
        isl_bool fixed = is_fixed(pivot, part, i);
        if (fixed < 0)
            members = isl_union_pw_aff_list_free(members);
        if (fixed == isl_bool_false)
            members = isl_union_pw_aff_list_add(members, iterator_of(pivot, i));
    }
    n = (int)isl_union_pw_aff_list_n_union_pw_aff(members);
    if (n < 1) {
        isl_union_pw_aff_list_free(members);
        return n < 0 ? isl_schedule_node_free(node) : node;
    }
    isl_space *space = isl_space_set_from_params(isl_space_params(isl_set_get_space(part)));
    space = isl_space_add_dims(space, isl_dim_set, (unsigned)n);
    isl_multi_union_pw_aff *band = isl_multi_union_pw_aff_from_union_pw_aff_list(space, members);
    node = isl_schedule_node_insert_partial_schedule(isl_schedule_node_child(node, 0), band);
    node = isl_schedule_node_band_set_permutable(node, 1);
    for (int i = 0; i < n; i++)
        node = isl_schedule_node_band_member_set_coincident(node, i, 1);
    return isl_schedule_node_parent(node);
}

/* The parts one after the other, in place of the bands at "node". */
static __isl_give isl_schedule_node *insert_parts(const struct pivot *pivot, __isl_take isl_schedule_node *node)
{
    isl_union_set_list *filters = isl_union_set_list_alloc(isl_schedule_node_get_ctx(node), pivot->n_parts);
    for (int i = 0; i < pivot->n_parts; i++)
        filters = isl_union_set_list_add(filters, filter_of(pivot, pivot->parts[i]));
    while (isl_schedule_node_get_type(node) == isl_schedule_node_band)
        node = isl_schedule_node_delete(node);
    node = isl_schedule_node_insert_sequence(node, filters);
    for (int i = 0; i < pivot->n_parts && node; i++) {
        isl_set *part = isl_set_intersect(isl_set_copy(pivot->parts[i]), isl_set_copy(pivot->domain));
        node = isl_schedule_node_parent(insert_band(pivot, isl_schedule_node_child(node, i), part));
        isl_set_free(part);
    }
    return node;
}

/* What is below the bands at "node": a leaf, or statements in a sequence. NULL where it is something else. */
static __isl_give isl_schedule_node *below_bands(__isl_keep isl_schedule_node *node)
{
    isl_schedule_node *below = isl_schedule_node_copy(node);
    while (isl_schedule_node_get_type(below) == isl_schedule_node_band)
        below = isl_schedule_node_child(below, 0);
    enum isl_schedule_node_type type = isl_schedule_node_get_type(below);
    bool is_simple = type == isl_schedule_node_leaf || type == isl_schedule_node_sequence;
    for (int i = 0; is_simple && i < (int)isl_schedule_node_n_children(below); i++) {
        isl_schedule_node *leaf = isl_schedule_node_grandchild(isl_schedule_node_copy(below), i, 0);
        is_simple = isl_schedule_node_get_type(leaf) == isl_schedule_node_leaf;
        isl_schedule_node_free(leaf);
    }
    return is_simple ? below : isl_schedule_node_free(below);
}

/* A walk over relations of the statements, which makes one of points. */
struct to_points {
    isl_map *result; /* NULL before the first */
    bool are_equal;  /* so far, all relations are the same */
};

static isl_stat add_points(__isl_take isl_map *map, void *user)
{
    struct to_points *points = user;
    map = isl_map_reset_tuple_id(map, isl_dim_in);
    if (isl_map_has_tuple_id(map, isl_dim_out) == isl_bool_true)
        map = isl_map_reset_tuple_id(map, isl_dim_out);
    if (points->result && points->are_equal)
        points->are_equal = isl_map_is_equal(map, points->result) == isl_bool_true;
    points->result = points->result ? isl_map_union(points->result, map) : map;
    return points->result ? isl_stat_ok : isl_stat_error;
}

static isl_stat compare_dims(__isl_take isl_map *map, void *user)
{
    int *n = user, own = (int)isl_map_dim(map, isl_dim_in);
    bool is_equal = own >= 0 && (*n < 0 || *n == own);
    isl_map_free(map);
    *n = own;
    return is_equal ? isl_stat_ok : isl_stat_error;
}

/* Have all statements in "times" { S[i] -> [t] } as many iterators, and are those of equal value executed at the same time? */
static bool are_alike(__isl_keep isl_union_map *times)
{
    struct to_points points = {NULL, true};
    int n = -1;
    if (isl_union_map_foreach_map(times, compare_dims, &n) < 0)
        return false;
    isl_stat stat = isl_union_map_foreach_map(times, add_points, &points);
    isl_map_free(points.result);
    return n > 0 && stat >= 0 && points.are_equal;
}

/* { [i] -> [j] }: "pairs" { S[i] -> T[j] } of the statements of "pivot", i != j. NULL where isl failed. */
static __isl_give isl_map *pairs_of_points(__isl_take isl_union_map *pairs, __isl_keep isl_set *domain)
{
    isl_space *space = isl_space_map_from_set(isl_set_get_space(domain));
    struct to_points points = {isl_map_empty(isl_space_copy(space)), false};
    isl_stat stat = isl_union_map_foreach_map(pairs, add_points, &points);
    isl_union_map_free(pairs);
    isl_map *result = isl_map_subtract(points.result, isl_map_identity(space));
    return stat < 0 ? isl_map_free(result) : result;
}

static isl_stat add_instances(__isl_take isl_set *instances, void *user)
{
    isl_set **points = user;
    instances = isl_set_reset_tuple_id(instances);
    *points = *points ? isl_set_union(*points, instances) : instances;
    return *points ? isl_stat_ok : isl_stat_error;
}

/* The dependences of arrays at "place". Scalars may get a copy for each thread; whether they do is seen when it is done. */
static __isl_give isl_union_map *local_pairs(const struct pv_conflicts *conflicts, const struct pv_loop_place *place)
{
    isl_union_map *all = isl_union_map_empty(isl_union_set_get_space(place->domain));
    for (int i = 0; i < conflicts->all.n; i++) {
        const struct pv_conflict *conflict = &conflicts->all.v[i];
        if (conflict->array && !conflict->array->n_dims)
            continue;
        all = isl_union_map_union(all, pv_loop_place_local(place, conflict->flow));
        all = isl_union_map_union(all, pv_loop_place_local(place, conflict->other));
    }
    return all;
}

/* { [i] -> [t] }: the times of the statements in "times" { S[i] -> [t] }, which are alike. */
static __isl_give isl_map *times_of_points(__isl_take isl_union_map *times)
{
    struct to_points points = {NULL, false};
    isl_stat stat = isl_union_map_foreach_map(times, add_points, &points);
    isl_union_map_free(times);
    return stat < 0 ? isl_map_free(points.result) : points.result;
}

/* Set the points of "pivot" for what is below "node". No where the statements there are not alike. */
static isl_bool find_points(const struct pv_conflicts *conflicts, __isl_keep isl_schedule_node *node,
                            struct pivot *pivot)
{
    isl_schedule_node *below = isl_schedule_node_get_schedule_depth(node) > 0 ? below_bands(node) : NULL;
    if (!below)
        return isl_bool_false;
    isl_union_map *times = isl_schedule_node_get_prefix_schedule_union_map(below);
    bool alike = are_alike(times);
    isl_union_map_free(times);
    isl_schedule_node_free(below);
    if (!alike)
        return isl_bool_false;
    pivot->instances = isl_schedule_node_get_domain(node);
    if (isl_union_set_foreach_set(pivot->instances, add_instances, &pivot->domain) < 0)
        return isl_bool_error;
    if (!pivot->domain)
        return isl_bool_false;
    struct pv_loop_place place = pv_loop_place_at(node, 0, 0);
    pivot->local = pairs_of_points(local_pairs(conflicts, &place), pivot->domain);
    pv_loop_place_free(&place);
    pivot->outer = isl_map_intersect_domain(times_of_points(isl_schedule_node_get_prefix_schedule_union_map(node)),
                                            isl_set_copy(pivot->domain));
    return pivot->outer && pivot->local ? isl_bool_true : isl_bool_error;
}

/* Find the parts of what is below "node", which pv_pivot_try() looks at. */
static isl_bool find_parts(const struct pv_conflicts *conflicts, __isl_keep isl_schedule_node *node,
                           struct pivot *pivot)
{
    isl_bool has_points = find_points(conflicts, node, pivot);
    if (has_points != isl_bool_true)
        return has_points;
    isl_bool is_free = isl_map_is_empty(pivot->local);
    if (is_free != isl_bool_false)
        return isl_bool_not(is_free);
    /* A walk that ends early has found pairs beside all planes, or isl has failed, which shows in what follows. */
    if (isl_map_foreach_basic_map(pivot->local, look_at_pairs, pivot) < 0)
        return isl_bool_false;
    if (!divide(pivot))
        return isl_bool_error;
    return order_parts(pivot);
}

/* Divide what is below the band "node", where threads can share no loop of it, if that is possible and worth it. "*is_done"
 * says whether nothing below is to be looked at. */
static __isl_give isl_schedule_node *divide_band(const struct pv_conflicts *conflicts,
                                                 __isl_take isl_schedule_node *node, bool *is_done)
{
    struct pv_share_choice choice = {0};
    struct pivot pivot = {0};
    if (!pv_share_choose(conflicts, node, &choice))
        return isl_schedule_node_free(node);
    *is_done = choice.n > 0;
    if (*is_done)
        return node;
    isl_bool has_parts = find_parts(conflicts, node, &pivot);
    if (has_parts == isl_bool_true) {
        isl_schedule_node *divided = insert_parts(&pivot, isl_schedule_node_copy(node));
        isl_bool is_right = pv_subtree_is_legal(conflicts, divided);
        has_parts = is_right == isl_bool_true ? pv_share_has_any(conflicts, divided) : is_right;
        *is_done = has_parts == isl_bool_true;
        isl_schedule_node_free(*is_done ? node : divided);
        node = *is_done ? divided : node;
    }
    free_pivot(&pivot);
    return has_parts < 0 ? isl_schedule_node_free(node) : node;
}

__isl_give isl_schedule_node *pv_pivot_divide(const struct pv_conflicts *conflicts, __isl_take isl_schedule_node *node)
{
    bool is_done = false;
    if (isl_schedule_node_get_type(node) == isl_schedule_node_band)
        node = divide_band(conflicts, node, &is_done);
    int n = node && !is_done ? (int)isl_schedule_node_n_children(node) : 0;
    for (int i = 0; i < n; i++)
        node = isl_schedule_node_parent(pv_pivot_divide(conflicts, isl_schedule_node_child(node, i)));
    return node;
}
