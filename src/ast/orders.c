/* Orders statements and parts of schedules (document 001, section 5.7). */
#include "ast/orders.h"

#include <isl/space.h>
#include <isl/union_map.h>
#include <isl/union_set.h>

struct pv_orders pv_orders_new(struct pv_arena *arena, int n)
{
    return (struct pv_orders){n, pv_new_array(arena, bool, n *n + 1)};
}

/* "orders" with all that follows from it. */
static bool *closure(struct pv_arena *arena, const struct pv_orders *orders)
{
    int n = orders->n;
    bool *reach = pv_new_array(arena, bool, n *n + 1);
    for (int i = 0; i < n * n; i++)
        reach[i] = orders->before[i];
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; reach[i * n + k] && j < n; j++)
                reach[i * n + j] |= reach[k * n + j];
    return reach;
}

/* May thing "i" come next: has all that must come before it a group, but for those in a cycle with it? */
static bool is_next(const struct pv_orders *orders, const bool *reach, const int *group, int i)
{
    int n = orders->n;
    for (int j = 0; j < n; j++)
        if (group[j] < 0 && j != i && reach[j * n + i] && !reach[i * n + j])
            return false;
    return true;
}

int pv_orders_group(struct pv_arena *arena, const struct pv_orders *orders, int *group)
{
    int n = orders->n, n_groups = 0;
    bool *reach = closure(arena, orders);
    for (int i = 0; i < n; i++)
        group[i] = -1;
    for (int done = 0; done < n; n_groups++) {
        int first = 0;
        while (group[first] >= 0 || !is_next(orders, reach, group, first))
            first++;
        for (int j = first; j < n; j++)
            if (j == first || (group[j] < 0 && reach[first * n + j] && reach[j * n + first])) {
                group[j] = n_groups;
                done++;
            }
    }
    return n_groups;
}

/* { [c, i] -> [c, i'] }: pairs of points of "a" and "b" with the same first "n" dimensions. */
static __isl_give isl_map *pairs(__isl_take isl_set *a, __isl_take isl_set *b, int n)
{
    isl_map *all = isl_map_from_domain_and_range(a, b);
    for (int i = 0; i < n; i++)
        all = isl_map_equate(all, isl_dim_in, i, isl_dim_out, i);
    return all;
}

/* Is there a pair in "all" whose first point is less, or else greater, in dimension "pos"? */
static bool has_pair(__isl_keep isl_map *all, int pos, bool is_less)
{
    isl_map *found = is_less ? isl_map_order_lt(isl_map_copy(all), isl_dim_in, pos, isl_dim_out, pos)
                             : isl_map_order_gt(isl_map_copy(all), isl_dim_in, pos, isl_dim_out, pos);
    bool result = isl_map_is_empty(found) != isl_bool_true;
    isl_map_free(found);
    return result;
}

bool pv_orders_precedes(__isl_keep isl_set *a, __isl_keep isl_set *b, int pos)
{
    isl_map *all = pairs(isl_set_copy(a), isl_set_copy(b), pos);
    bool result = has_pair(all, pos, true);
    isl_map_free(all);
    return result;
}

/* Pairs of statements. */

/* What is known of the order of two statements. */
struct pair {
    struct pv_gen *gen;
    bool before, after; /* must the first come before the second, or after it? */
};

static void both_ways(struct pair *pair)
{
    pair->before = pair->after = true;
}

/* Compare the dimensions from "pos" on of the points in "all"; return the pairs of equal points. If "is_symmetric", the mirror
 * image of each pair is in "all" as well. */
static __isl_give isl_map *compare_times(struct pair *pair, __isl_take isl_map *all, int pos, bool is_symmetric)
{
    int n = (int)isl_map_dim(all, isl_dim_in);
    for (int i = pos; i < n && !(pair->before && pair->after); i++) {
        pair->before = pair->before || has_pair(all, i, true);
        pair->after = is_symmetric ? pair->before : pair->after || has_pair(all, i, false);
        all = isl_map_equate(all, isl_dim_in, i, isl_dim_out, i);
    }
    return all;
}

/* Compare by "node" the instances in "together" { S[i] -> T[j] }, which nothing around it tells apart. */
static void compare_below(struct pair *pair, __isl_take isl_map *together, __isl_take isl_schedule_node *node);

static void compare_child(struct pair *pair, __isl_take isl_map *together, __isl_keep isl_schedule_node *node, int pos)
{
    compare_below(pair, together, isl_schedule_node_get_child(node, pos));
}

/* The part of "set" { S[i]; ... } in the space of the domain, or else the range, of "map". */
static __isl_give isl_set *part_for(__isl_keep isl_union_set *set, __isl_keep isl_map *map, enum isl_dim_type type)
{
    isl_space *space = isl_map_get_space(map);
    space = type == isl_dim_in ? isl_space_domain(space) : isl_space_range(space);
    return isl_union_set_extract_set(set, space);
}

/* The part of "order" { S[i] -> [t]; ... } for the domain, or else the range, of "map". */
static __isl_give isl_map *order_for(__isl_keep isl_union_map *order, __isl_keep isl_map *map, enum isl_dim_type type)
{
    isl_set *universe = isl_set_universe(type == isl_dim_in ? isl_space_domain(isl_map_get_space(map))
                                                            : isl_space_range(isl_map_get_space(map)));
    isl_union_map *part = isl_union_map_intersect_domain(isl_union_map_copy(order), isl_union_set_from_set(universe));
    if (isl_union_map_n_map(part) == 1)
        return isl_map_from_union_map(part);
    isl_union_map_free(part);
    return NULL;
}

static void compare_band(struct pair *pair, __isl_take isl_map *together, __isl_keep isl_schedule_node *node)
{
    isl_union_map *order = isl_schedule_node_band_get_partial_schedule_union_map(node);
    isl_map *a = order_for(order, together, isl_dim_in), *b = order_for(order, together, isl_dim_out);
    isl_union_map_free(order);
    if (!a || !b) { /* a band without members */
        isl_map_free(a);
        isl_map_free(b);
        compare_child(pair, together, node, 0);
        return;
    }
    isl_map *times = isl_map_apply_domain(isl_map_copy(together), isl_map_copy(a));
    times = isl_map_apply_range(times, isl_map_copy(b));
    times = compare_times(pair, times, 0, false);
    isl_map *equal = isl_map_apply_range(a, isl_map_reverse(b));
    isl_map_free(times);
    if (pair->before && pair->after) {
        isl_map_free(equal);
        isl_map_free(together);
        return;
    }
    compare_child(pair, isl_map_intersect(together, equal), node, 0);
}

/* "together" with the domain in child "i" of "node" and the range in child "j". */
static __isl_give isl_map *in_children(__isl_keep isl_map *together, __isl_keep isl_schedule_node *node, int i, int j)
{
    isl_schedule_node *first = isl_schedule_node_get_child(node, i), *second = isl_schedule_node_get_child(node, j);
    isl_union_set *a = isl_schedule_node_filter_get_filter(first), *b = isl_schedule_node_filter_get_filter(second);
    isl_map *result = isl_map_intersect_domain(isl_map_copy(together), part_for(a, together, isl_dim_in));
    result = isl_map_intersect_range(result, part_for(b, together, isl_dim_out));
    isl_union_set_free(a);
    isl_union_set_free(b);
    isl_schedule_node_free(first);
    isl_schedule_node_free(second);
    return result;
}

static void compare_children(struct pair *pair, __isl_take isl_map *together, __isl_keep isl_schedule_node *node)
{
    int n = (int)isl_schedule_node_n_children(node);
    bool is_sequence = isl_schedule_node_get_type(node) == isl_schedule_node_sequence;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n && !(pair->before && pair->after); j++) {
            if (!is_sequence && i != j)
                continue;
            isl_map *here = in_children(together, node, i, j);
            if (isl_map_is_empty(here) == isl_bool_true) {
                isl_map_free(here);
            } else if (i == j) {
                compare_child(pair, here, node, i);
            } else {
                pair->before = pair->before || i < j;
                pair->after = pair->after || i > j;
                isl_map_free(here);
            }
        }
    isl_map_free(together);
}

static void compare_below(struct pair *pair, __isl_take isl_map *together, __isl_take isl_schedule_node *node)
{
    enum isl_schedule_node_type type = isl_schedule_node_get_type(node);
    if ((pair->before && pair->after) || isl_map_is_empty(together) == isl_bool_true) {
        isl_map_free(together);
    } else if (type == isl_schedule_node_leaf) {
        if (pair->gen->params->group_coscheduled)
            both_ways(pair);
        isl_map_free(together);
    } else if (type == isl_schedule_node_band) {
        compare_band(pair, together, node);
    } else if (type == isl_schedule_node_sequence || type == isl_schedule_node_set) {
        compare_children(pair, together, node);
    } else if (type == isl_schedule_node_filter || type == isl_schedule_node_mark ||
               type == isl_schedule_node_context || type == isl_schedule_node_guard) {
        compare_child(pair, together, node, 0);
    } else { /* nodes that bring other instances: whoever comes together stays together */
        both_ways(pair);
        isl_map_free(together);
    }
    isl_schedule_node_free(node);
}

/* How the times of two statements compare. It is the same for all statements with these times. */
struct verdict {
    bool is_known, before, after;
    bool is_apart; /* no time is in both */
};

/* The statements of a band and what is known of their times. */
struct comparison {
    struct pv_gen *gen;
    int pos; /* the first dimension to compare */
    int n_times;
    isl_set **times;          /* { [c, t] }, each once */
    int *kind;                /* by statement: its position in "times" */
    struct verdict *verdicts; /* by pair of positions in "times" */
};

/* Find the times of the statements of "executed", and which statements share them. */
static struct comparison find_times(struct pv_gen *gen, __isl_keep isl_map_list *executed, int pos)
{
    int n = (int)isl_map_list_n_map(executed);
    struct comparison all = {.gen = gen, .pos = pos, .kind = pv_new_array(gen->arena, int, n)};
    all.times = pv_new_array(gen->arena, isl_set *, n);
    for (int i = 0; i < n; i++) {
        isl_set *times = isl_map_domain(isl_map_list_get_at(executed, i));
        int kind = 0;
        while (kind < all.n_times && isl_set_plain_is_equal(all.times[kind], times) != isl_bool_true)
            kind++;
        all.kind[i] = kind;
        if (kind == all.n_times)
            all.times[all.n_times++] = times;
        else
            isl_set_free(times);
    }
    all.verdicts = pv_new_array(gen->arena, struct verdict, all.n_times * all.n_times);
    return all;
}

/* Compare the times at positions "a" and "b". */
static const struct verdict *compare_kinds(struct comparison *all, int a, int b)
{
    int n = all->n_times;
    struct verdict *verdict = &all->verdicts[a * n + b];
    if (verdict->is_known)
        return verdict;
    struct pair pair = {.gen = all->gen};
    isl_map *equal = pairs(isl_set_copy(all->times[a]), isl_set_copy(all->times[b]), all->pos);
    equal = compare_times(&pair, equal, all->pos, a == b);
    *verdict = (struct verdict){.is_known = true, .before = pair.before, .after = pair.after};
    verdict->is_apart = !(pair.before && pair.after) && isl_map_is_empty(equal) == isl_bool_true;
    isl_map_free(equal);
    all->verdicts[b * n + a] = *verdict;
    all->verdicts[b * n + a].before = verdict->after;
    all->verdicts[b * n + a].after = verdict->before;
    return &all->verdicts[a * n + b];
}

/* Compare statements "i" and "j", first by their times, then by "child". */
static struct pair compare_statements(struct comparison *all, __isl_keep isl_map_list *executed, int i, int j,
                                      __isl_keep isl_schedule_node *child)
{
    const struct verdict *verdict = compare_kinds(all, all->kind[i], all->kind[j]);
    struct pair pair = {all->gen, verdict->before, verdict->after};
    if (verdict->is_apart || (pair.before && pair.after))
        return pair;
    if (all->gen->keeps_together) {
        both_ways(&pair);
        return pair;
    }
    if (!child) {
        if (all->gen->params->group_coscheduled)
            both_ways(&pair);
        return pair;
    }
    isl_map *a = isl_map_list_get_at(executed, i), *b = isl_map_list_get_at(executed, j);
    compare_below(&pair, isl_map_apply_range(isl_map_reverse(a), b), isl_schedule_node_copy(child));
    return pair;
}

/* Add to "reach", what must come before what by way of others, that "i" comes before "j". */
static void connect(bool *reach, int n, int i, int j)
{
    for (int a = 0; a < n; a++)
        for (int b = 0; (a == i || reach[a * n + i]) && b < n; b++)
            reach[a * n + b] |= b == j || reach[j * n + b];
}

int pv_orders_components(struct pv_gen *gen, __isl_keep isl_map_list *executed, int pos,
                         __isl_keep isl_schedule_node *child, int *group)
{
    int n = (int)isl_map_list_n_map(executed);
    if (n <= 1) {
        group[0] = 0;
        return 1;
    }
    struct pv_orders orders = pv_orders_new(gen->arena, n);
    struct comparison all = find_times(gen, executed, pos);
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++) {
            if (orders.before[i * n + j] && orders.before[j * n + i])
                continue; /* they are in one component already */
            struct pair pair = compare_statements(&all, executed, i, j, child);
            if (pair.before)
                connect(orders.before, n, i, j);
            if (pair.after)
                connect(orders.before, n, j, i);
        }
    for (int i = 0; i < all.n_times; i++)
        isl_set_free(all.times[i]);
    return pv_orders_group(gen->arena, &orders, group);
}
