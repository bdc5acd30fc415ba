/* Orders the parts of statements: as the program does, or as the scheduler finds. */
#include "schedule/divide.h"

#include "base/islx.h"
#include "schedule/constraints.h"

#include <isl/schedule_node.h>

/* Loops with parts of their range. */

/* A part of the range of a loop. */
struct range {
    isl_union_set *instances; /* { S[i] } */
    int n_upper;              /* cuts in whose upper part it lies */
};

/* The parts of one loop. */
struct ranges {
    const struct pv_split *split;
    isl_union_set *domain; /* { S[i] }: the instances that the loop executes */
    int depth;
    PV_VEC(struct range) v;
};

/* Does "cut" go through a loop that executes an instance of "domain", inside "depth" loops? */
static bool goes_through(const struct pv_split *split, const struct pv_cut *cut, __isl_keep isl_union_set *domain,
                         int depth)
{
    bool found = false;
    for (int i = 0; i < split->scop->stmts.n && cut->depth == depth && !found; i++) {
        isl_set *own = isl_union_set_extract_set(domain, isl_set_get_space(split->scop->stmts.v[i]->domain));
        found = cut->below[i] && isl_set_plain_is_empty(own) == isl_bool_false;
        isl_set_free(own);
    }
    return found;
}

/* { S[i] }: one side of "cut" for all statements in its loop. */
static __isl_give isl_union_set *side_of(const struct pv_split *split, const struct pv_cut *cut, bool is_upper)
{
    isl_union_set *side = isl_union_set_empty_ctx(split->scop->ctx);
    for (int i = 0; i < split->scop->stmts.n; i++)
        if (cut->below[i])
            side = isl_union_set_add_set(side, pv_cut_get_side(split, cut, i, is_upper));
    return side;
}

/* Add "range", divided by the cuts from number "from" on. False where isl failed. */
static bool add_ranges(struct ranges *ranges, struct range range, int from)
{
    const struct pv_split *split = ranges->split;
    while (from < split->cuts.n && !goes_through(split, &split->cuts.v[from], ranges->domain, ranges->depth))
        from++;
    isl_union_set *here = isl_union_set_intersect(isl_union_set_copy(ranges->domain),
                                                  isl_union_set_copy(range.instances));
    isl_bool is_empty = isl_union_set_is_empty(here);
    isl_union_set_free(here);
    bool is_done = is_empty >= 0;
    for (int side = 0; side < 2 && is_empty == isl_bool_false && from < split->cuts.n; side++) {
        isl_union_set *instances = isl_union_set_intersect(isl_union_set_copy(range.instances),
                                                           side_of(split, &split->cuts.v[from], side));
        is_done = add_ranges(ranges, (struct range){instances, range.n_upper + side}, from + 1) && is_done;
    }
    if (is_empty == isl_bool_false && from == split->cuts.n)
        pv_push(split->arena, &ranges->v, range);
    else
        isl_union_set_free(range.instances);
    return is_done;
}

/* Do the iterators of the loop "node", inside "depth" others, become smaller? */
static bool goes_down(const struct pv_split *split, __isl_keep isl_schedule_node *node, int depth)
{
    isl_multi_union_pw_aff *band = isl_schedule_node_band_get_partial_schedule(node);
    isl_union_pw_aff *loop = isl_multi_union_pw_aff_get_union_pw_aff(band, 0);
    bool found = false, is_down = false;
    for (int i = 0; i < split->scop->stmts.n && !found; i++) {
        isl_space *space = isl_space_from_domain(isl_set_get_space(split->scop->stmts.v[i]->domain));
        isl_pw_aff *values = isl_union_pw_aff_extract_pw_aff(loop, isl_space_add_dims(space, isl_dim_out, 1));
        found = isl_pw_aff_n_piece(values) == 1;
        if (found) {
            isl_aff *aff = isl_pw_aff_as_aff(isl_pw_aff_copy(values));
            isl_val *step = isl_aff_get_coefficient_val(aff, isl_dim_in, depth);
            is_down = isl_val_is_neg(step) == isl_bool_true;
            isl_val_free(step);
            isl_aff_free(aff);
        }
        isl_pw_aff_free(values);
    }
    isl_union_pw_aff_free(loop);
    isl_multi_union_pw_aff_free(band);
    return is_down;
}

/* Put a sequence of the parts of its range in the place of the loop "node". */
static __isl_give isl_schedule_node *divide_band(__isl_take isl_schedule_node *node, void *user)
{
    const struct pv_split *split = user;
    if (isl_schedule_node_get_type(node) != isl_schedule_node_band)
        return node;
    struct ranges ranges = {.split = split,
                            .domain = isl_schedule_node_get_domain(node),
                            .depth = (int)isl_schedule_node_get_schedule_depth(node)};
    struct range all = {isl_schedule_node_get_universe_domain(node), 0};
    bool is_done = add_ranges(&ranges, all, 0), is_down = goes_down(split, node, ranges.depth);
    isl_union_set_list *filters = isl_union_set_list_alloc(split->scop->ctx, ranges.v.n);
    for (int n = 0; n <= split->cuts.n; n++)
        for (int i = 0; i < ranges.v.n; i++)
            if (ranges.v.v[i].n_upper == (is_down ? split->cuts.n - n : n))
                filters = isl_union_set_list_add(filters, isl_union_set_copy(ranges.v.v[i].instances));
    for (int i = 0; i < ranges.v.n; i++)
        isl_union_set_free(ranges.v.v[i].instances);
    isl_union_set_free(ranges.domain);
    if (!is_done)
        node = isl_schedule_node_free(node);
    if (ranges.v.n > 1)
        return isl_schedule_node_insert_sequence(node, filters);
    isl_union_set_list_free(filters);
    return node;
}

__isl_give isl_schedule *pv_divide_loops(const struct pv_split *split)
{
    return isl_schedule_map_schedule_node_bottom_up(pv_schedule_original(split->scop), divide_band, (void *)split);
}

/* Parts as statements. */

/* A part of a statement, which is a statement for the scheduler. */
struct part {
    int stmt;          /* its number */
    isl_set *set;      /* { S[i] } */
    isl_multi_aff *to; /* { S[i] -> P[i] } */
};

struct parts {
    const struct pv_split *split;
    PV_VEC(struct part) v;
};

/* The parts of all statements that the scheduler orders. */
static struct parts get_parts(const struct pv_split *split)
{
    const struct pv_scop *scop = split->scop;
    struct parts parts = {.split = split};
    for (int i = 0; i < scop->stmts.n; i++) {
        isl_set_list *list = scop->stmts.v[i]->kind == PV_STMT_KILL ? NULL : pv_split_get_parts(split, i);
        for (int k = 0; list && k < (int)isl_set_list_n_set(list); k++) {
            const char *name = pv_printf(split->arena, "%s.%d", scop->stmts.v[i]->name, k);
            isl_set *set = isl_set_list_get_at(list, k);
            isl_multi_aff *to = isl_multi_aff_identity(isl_space_map_from_set(isl_set_get_space(set)));
            struct part part = {i, set, pv_multi_aff_set_tuple_name(to, isl_dim_out, name)};
            pv_push(split->arena, &parts.v, part);
        }
        isl_set_list_free(list);
    }
    return parts;
}

static void free_parts(struct parts *parts)
{
    for (int i = 0; i < parts->v.n; i++) {
        isl_set_free(parts->v.v[i].set);
        isl_multi_aff_free(parts->v.v[i].to);
    }
}

/* { S[i] -> P[i] } for all parts. */
static __isl_give isl_union_map *to_parts(const struct parts *parts)
{
    isl_union_map *result = isl_union_map_empty_ctx(parts->split->scop->ctx);
    for (int i = 0; i < parts->v.n; i++) {
        isl_map *map = isl_map_from_multi_aff(isl_multi_aff_copy(parts->v.v[i].to));
        result = isl_union_map_add_map(result, isl_map_intersect_domain(map, isl_set_copy(parts->v.v[i].set)));
    }
    return result;
}

/* { P[i] -> S[i] } for all parts. */
static __isl_give isl_union_pw_multi_aff *from_parts(const struct parts *parts)
{
    return isl_union_pw_multi_aff_from_union_map(isl_union_map_reverse(to_parts(parts)));
}

/* The function in "values" { P[i] -> [f(i)] } for "part", as { S[i] -> [f(i)] }; NULL where there is none, or several. */
static __isl_give isl_pw_aff *function_of(const struct part *part, __isl_keep isl_union_pw_aff *values)
{
    isl_space *space = isl_space_from_domain(isl_space_range(isl_multi_aff_get_space(part->to)));
    isl_pw_aff *own = isl_union_pw_aff_extract_pw_aff(values, isl_space_add_dims(space, isl_dim_out, 1));
    if (isl_pw_aff_n_piece(own) < 1)
        return isl_pw_aff_free(own);
    return isl_pw_aff_pullback_multi_aff(own, isl_multi_aff_copy(part->to));
}

/* "values" { P[i] -> [f(i)] } as a function { S[i] -> [f(i)] }: one of as few pieces as can be told by looking. */
static __isl_give isl_union_pw_aff *on_statements(const struct parts *parts, __isl_take isl_union_pw_aff *values)
{
    isl_union_pw_aff *result = isl_union_pw_aff_empty(isl_union_pw_aff_get_space(values));
    for (int first = 0, end; first < parts->v.n; first = end) {
        isl_pw_aff *all = NULL, *common = NULL;
        bool is_common = true;
        for (end = first; end < parts->v.n && parts->v.v[end].stmt == parts->v.v[first].stmt; end++) {
            isl_pw_aff *own = function_of(&parts->v.v[end], values);
            if (!own)
                continue;
            is_common = is_common && (!common || isl_pw_aff_plain_is_equal(common, own) == isl_bool_true);
            common = common ? common : isl_pw_aff_copy(own);
            own = isl_pw_aff_intersect_domain(own, isl_set_copy(parts->v.v[end].set));
            all = all ? isl_pw_aff_union_add(all, own) : own;
        }
        isl_pw_aff *chosen = is_common ? common : all;
        isl_pw_aff_free(is_common ? all : common);
        if (chosen)
            result = isl_union_pw_aff_union_add(result, isl_union_pw_aff_from_pw_aff(chosen));
    }
    isl_union_pw_aff_free(values);
    return result;
}

static __isl_give isl_schedule *join_parts(const struct parts *parts, __isl_take isl_schedule_node *node);

/* The loops "node", and all below, for statements. */
static __isl_give isl_schedule *join_band(const struct parts *parts, __isl_keep isl_schedule_node *node)
{
    int n = (int)isl_schedule_node_band_n_member(node);
    isl_multi_union_pw_aff *band = isl_schedule_node_band_get_partial_schedule(node);
    for (int i = 0; i < n; i++)
        band = isl_multi_union_pw_aff_set_union_pw_aff(
            band, i, on_statements(parts, isl_multi_union_pw_aff_get_union_pw_aff(band, i)));
    isl_schedule *order = join_parts(parts, isl_schedule_node_get_child(node, 0));
    order = isl_schedule_insert_partial_schedule(order, band);
    isl_schedule_node *root = isl_schedule_get_root(order), *own = isl_schedule_node_get_child(root, 0);
    isl_schedule_node_free(root);
    isl_schedule_free(order);
    own = isl_schedule_node_band_set_permutable(own, isl_schedule_node_band_get_permutable(node) == isl_bool_true);
    for (int i = 0; i < n; i++) {
        isl_bool is_parallel = isl_schedule_node_band_member_get_coincident(node, i);
        own = isl_schedule_node_band_member_set_coincident(own, i, is_parallel == isl_bool_true);
    }
    order = isl_schedule_node_get_schedule(own);
    isl_schedule_node_free(own);
    return order;
}

/* The instances { P[i] } as { S[i] }. */
static __isl_give isl_union_set *join_instances(const struct parts *parts, __isl_take isl_union_set *instances)
{
    return isl_union_set_apply(instances, isl_union_map_reverse(to_parts(parts)));
}

/* The tree at "node", which is taken, for statements; NULL where it has other nodes than loops and sequences. */
static __isl_give isl_schedule *join_parts(const struct parts *parts, __isl_take isl_schedule_node *node)
{
    isl_schedule *order = NULL;
    enum isl_schedule_node_type type = isl_schedule_node_get_type(node);
    int n = (int)isl_schedule_node_n_children(node);
    if (type == isl_schedule_node_band) {
        order = join_band(parts, node);
    } else if (type == isl_schedule_node_leaf) {
        order = isl_schedule_from_domain(join_instances(parts, isl_schedule_node_get_domain(node)));
    } else if (type == isl_schedule_node_domain || type == isl_schedule_node_filter) {
        order = join_parts(parts, isl_schedule_node_get_child(node, 0));
    } else if (type == isl_schedule_node_sequence || type == isl_schedule_node_set) {
        for (int i = 0; i < n; i++) {
            isl_schedule *next = join_parts(parts, isl_schedule_node_get_child(node, i));
            order = !i                              ? next
                    : type == isl_schedule_node_set ? isl_schedule_set(order, next)
                                                    : isl_schedule_sequence(order, next);
        }
    }
    isl_schedule_node_free(node);
    return order;
}

__isl_give isl_schedule *pv_divide_schedule(const struct pv_split *split, const struct pv_deps *deps,
                                            const struct pv_schedule_params *params, struct pv_schedule_report *report)
{
    struct parts parts = get_parts(split);
    isl_schedule_constraints *sc = pv_constraints_from_deps(
        split->scop, deps, params->move_live_ranges ? PV_LIVE_RANGES_MAY_MOVE : PV_LIVE_RANGES_KEEP_ORDER);
    sc = isl_schedule_constraints_apply(sc, to_parts(&parts));
    isl_schedule *original = isl_schedule_pullback_union_pw_multi_aff(pv_divide_loops(split), from_parts(&parts));
    isl_schedule *schedule = NULL;
    if (sc && original)
        schedule = pv_schedule_from_order(sc, original, params, report, NULL);
    else
        isl_schedule_constraints_free(sc);
    isl_schedule_free(original);
    if (schedule) {
        isl_schedule_node *root = isl_schedule_get_root(schedule);
        isl_schedule_free(schedule);
        schedule = join_parts(&parts, root);
    }
    free_parts(&parts);
    return schedule;
}
