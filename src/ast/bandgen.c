/* Scans the members of a band from the outermost to the innermost (document 001, Algorithms 1 and 2). */
#include "ast/bandgen.h"

#include "ast/domains.h"
#include "ast/loopgen.h"
#include "ast/orders.h"
#include "ast/shift.h"
#include "base/islx.h"

#include <isl/map.h>
#include <isl/space.h>
#include <isl/union_set.h>
#include <isl/val.h>
#include <string.h>

/* A member of a band at a place. */
struct scan {
    const struct pv_bandgen *band;
    const struct pv_stock *place;
    int member;
    bool is_isolated; /* in the isolated part */
};

static void scan_members(const struct scan *scan, __isl_take isl_union_map *executed, pv_grafts *list);

static bool is_separation_class(__isl_keep isl_map *map)
{
    return isl_map_has_tuple_name(map, isl_dim_out) == isl_bool_true &&
           !strcmp(isl_map_get_tuple_name(map, isl_dim_out), "separation_class");
}

static int compare_maps(__isl_keep isl_map *a, __isl_keep isl_map *b)
{
    const char *x = isl_map_has_tuple_name(a, isl_dim_out) == isl_bool_true ? isl_map_get_tuple_name(a, isl_dim_out)
                                                                            : "";
    const char *y = isl_map_has_tuple_name(b, isl_dim_out) == isl_bool_true ? isl_map_get_tuple_name(b, isl_dim_out)
                                                                            : "";
    int order = strcmp(x, y);
    return order ? order : (int)isl_map_dim(a, isl_dim_out) - (int)isl_map_dim(b, isl_dim_out);
}

static int compare_in_list(__isl_keep isl_map *a, __isl_keep isl_map *b, void *user)
{
    (void)user;
    return compare_maps(a, b);
}

__isl_give isl_map_list *pv_executed_maps(__isl_keep isl_union_map *executed)
{
    return isl_map_list_sort(isl_union_map_get_map_list(executed), compare_in_list, NULL);
}

/* Parts of a domain. */

/* How many members there are after the one that is scanned. */
static int n_after(const struct scan *scan)
{
    return scan->band->n_members - scan->member - 1;
}

/* One loop, or value, of the member. */
static void scan_part(const struct scan *scan, __isl_take isl_union_map *executed, struct pv_part *part,
                      pv_grafts *list)
{
    struct pv_level level;
    executed = pv_executed_within(executed, isl_set_copy(part->exact), n_after(scan));
    if (isl_union_map_is_empty(executed) != isl_bool_false) {
        isl_union_map_free(executed);
        return;
    }
    pv_level_enter(&level, scan->place, scan->band->members[scan->member].depth, isl_basic_set_copy(part->bounds),
                   &executed);
    struct scan inner = *scan;
    inner.place = &level.inside;
    inner.member++;
    pv_grafts grafts = {0};
    struct pv_gen *gen = scan->place->gen;
    bool together = gen->keeps_together;
    gen->keeps_together = gen->keeps_below;
    scan_members(&inner, executed, &grafts);
    gen->keeps_together = together;
    pv_level_leave(&level, &grafts, list);
}

/* The values of all statements, one set for each. */
static __isl_give isl_set_list *domains_of(__isl_keep isl_union_map *executed, int pos)
{
    isl_map_list *maps = pv_executed_maps(executed);
    isl_set_list *domains = isl_set_list_alloc(isl_union_map_get_ctx(executed), 4);
    for (int i = 0; i < (int)isl_map_list_n_map(maps); i++) {
        isl_map *map = isl_map_list_get_at(maps, i);
        domains = isl_set_list_add(domains, pv_domain_of(map, pos));
        isl_map_free(map);
    }
    isl_map_list_free(maps);
    return domains;
}

/* The values { [c, i] } that "executed" has, with their strides. */
static __isl_give isl_set *exact_values(__isl_keep isl_union_map *executed, int pos)
{
    isl_union_set *domain = isl_union_map_domain(isl_union_map_copy(executed));
    isl_set_list *sets = isl_union_set_get_set_list(domain);
    isl_union_set_free(domain);
    isl_set *all = NULL;
    for (int i = 0; i < (int)isl_set_list_n_set(sets); i++) {
        isl_set *set = isl_set_list_get_at(sets, i);
        unsigned n = (unsigned)isl_set_dim(set, isl_dim_set), first = (unsigned)pos + 1;
        set = isl_set_project_out(set, isl_dim_set, first, n - first);
        all = all ? isl_set_union(all, set) : set;
    }
    isl_set_list_free(sets);
    return all;
}

/* All values in "domain", in the way "type" asks for. */
static void scan_domain(const struct scan *scan, __isl_take isl_union_map *executed, __isl_take isl_set *domain,
                        enum isl_ast_loop_type type, pv_grafts *list)
{
    pv_parts parts = {0};
    bool is_unrolled = false;
    executed = pv_executed_within(executed, isl_set_copy(domain), n_after(scan));
    if (type == isl_ast_loop_unroll) {
        isl_set *strided = isl_set_intersect(exact_values(executed, scan->place->n), isl_set_copy(domain));
        is_unrolled = pv_domain_unroll(scan->place, domain, strided, &parts);
        isl_set_free(strided);
    }
    if (!is_unrolled) {
        isl_set_list *domains = domains_of(executed, scan->place->n);
        pv_domain_split(scan->place, domain, domains, type, &parts);
        isl_set_list_free(domains);
    }
    for (int i = 0; i < parts.n; i++)
        scan_part(scan, isl_union_map_copy(executed), &parts.v[i], list);
    pv_parts_free(&parts);
    isl_set_free(domain);
    isl_union_map_free(executed);
}

/* Options. */

static enum isl_ast_loop_type type_in_tree(const struct scan *scan)
{
    int position = scan->band->members[scan->member].position;
    if (!scan->band->node || position < 0)
        return isl_ast_loop_default;
    return scan->is_isolated ? isl_schedule_node_band_member_get_isolate_ast_loop_type(scan->band->node, position)
                             : isl_schedule_node_band_member_get_ast_loop_type(scan->band->node, position);
}

/* "set" { [t] }, as far as the members up to the one that is scanned are concerned, as a condition on the iterators and its
 * value: { [c, i] }. */
static __isl_give isl_set *in_iterators(const struct scan *scan, __isl_take isl_set *set)
{
    isl_multi_aff *times = pv_stock_times_and_next(scan->place);
    unsigned n = (unsigned)isl_set_dim(set, isl_dim_set), first = (unsigned)isl_multi_aff_dim(times, isl_dim_out);
    if (n > first)
        set = isl_set_project_out(set, isl_dim_set, first, n - first);
    return isl_set_preimage_multi_aff(set, times);
}

/* The values { [c, i] } that the flat options want in the way "name". */
static __isl_give isl_set *wanted_by(const struct scan *scan, const char *name, __isl_keep isl_set *domain)
{
    isl_set *wanted = isl_set_empty(isl_set_get_space(domain));
    isl_map_list *maps = isl_union_map_get_map_list(scan->band->options);
    for (int i = 0; i < (int)isl_map_list_n_map(maps); i++) {
        isl_map *map = isl_map_list_get_at(maps, i);
        bool is_it = isl_map_has_tuple_name(map, isl_dim_out) == isl_bool_true &&
                     !strcmp(isl_map_get_tuple_name(map, isl_dim_out), name) && isl_map_dim(map, isl_dim_out) == 1;
        if (!is_it) {
            isl_map_free(map);
            continue;
        }
        map = isl_map_fix_si(map, isl_dim_out, 0, scan->band->members[scan->member].position);
        isl_set *values = isl_map_domain(map);
        if (scan->band->may_shift) { /* whatever the values are */
            isl_space *space = isl_set_get_space(wanted);
            bool is_wanted = isl_set_is_empty(values) == isl_bool_false;
            isl_set_free(values);
            values = is_wanted ? isl_set_universe(space) : isl_set_empty(space);
        } else {
            values = in_iterators(scan, values);
        }
        wanted = isl_set_union(wanted, values);
    }
    isl_map_list_free(maps);
    wanted = isl_set_remove_divs_involving_dims(isl_set_remove_unknown_divs(wanted), isl_dim_set,
                                                (unsigned)scan->place->n, 1);
    return wanted;
}

static const struct {
    const char *name;
    enum isl_ast_loop_type type;
} ways[] = {
    {"unroll", isl_ast_loop_unroll},
    {"atomic", isl_ast_loop_atomic},
    {"separate", isl_ast_loop_separate},
    {NULL, isl_ast_loop_default},
};
enum { n_ways = sizeof(ways) / sizeof(ways[0]) };

/* By the ways of the flat options, which may be different for different values. Values of two ways that take turns all get the
 * default. */
static void scan_by_ways(const struct scan *scan, __isl_take isl_union_map *executed, __isl_take isl_set *domain,
                         pv_grafts *list)
{
    struct pv_arena *arena = scan->place->gen->arena;
    isl_set *parts[n_ways], *rest = domain;
    struct pv_orders orders = pv_orders_new(arena, n_ways);
    for (int i = 0; i < n_ways; i++) {
        isl_set *wanted = ways[i].name ? wanted_by(scan, ways[i].name, rest) : isl_set_copy(rest);
        parts[i] = pv_set_coalesce(isl_set_intersect(isl_set_copy(rest), isl_set_copy(wanted)));
        rest = isl_set_subtract(rest, wanted);
    }
    isl_set_free(rest);
    for (int i = 0; i < n_ways; i++)
        for (int j = 0; j < n_ways; j++)
            orders.before[i * n_ways + j] = i != j && pv_orders_precedes(parts[i], parts[j], scan->place->n);
    int group[n_ways], n = pv_orders_group(arena, &orders, group);
    for (int g = 0; g < n; g++) {
        isl_set *all = NULL;
        enum isl_ast_loop_type type = isl_ast_loop_default;
        for (int i = 0; i < n_ways; i++)
            if (group[i] == g) {
                type = all ? isl_ast_loop_default : ways[i].type;
                all = all ? isl_set_union(all, isl_set_copy(parts[i])) : isl_set_copy(parts[i]);
            }
        if (isl_set_is_empty(all) == isl_bool_false)
            scan_domain(scan, isl_union_map_copy(executed), all, type, list);
        else
            isl_set_free(all);
    }
    for (int i = 0; i < n_ways; i++)
        isl_set_free(parts[i]);
    isl_union_map_free(executed);
}

/* The parts of "*domain" { [c, i] } that the option separation_class puts in classes. What is in no class is left in
 * "*domain". */
static __isl_give isl_set_list *take_classes(const struct scan *scan, isl_set **domain)
{
    isl_set_list *classes = isl_set_list_alloc(isl_set_get_ctx(*domain), 2);
    isl_map_list *maps = isl_union_map_get_map_list(scan->band->options);
    for (int i = 0; i < (int)isl_map_list_n_map(maps); i++) {
        isl_map *map = isl_map_list_get_at(maps, i); /* { [t] -> separation_class[[d] -> [class]] } */
        if (!is_separation_class(map) || isl_map_dim(map, isl_dim_out) != 2) {
            isl_map_free(map);
            continue;
        }
        map = isl_map_fix_si(map, isl_dim_out, 0, scan->band->members[scan->member].position);
        isl_basic_map_list *parts = isl_map_get_basic_map_list(map);
        for (int j = 0; j < (int)isl_basic_map_list_n_basic_map(parts); j++) {
            isl_set *own = isl_set_from_basic_set(isl_basic_map_domain(isl_basic_map_list_get_at(parts, j)));
            own = isl_set_remove_divs_involving_dims(isl_set_remove_unknown_divs(in_iterators(scan, own)), isl_dim_set,
                                                     (unsigned)scan->place->n, 1);
            isl_set *part = isl_set_intersect(isl_set_copy(*domain), isl_set_copy(own));
            *domain = isl_set_subtract(*domain, own);
            classes = isl_set_list_add(classes, pv_set_coalesce(part));
        }
        isl_basic_map_list_free(parts);
        isl_map_free(map);
    }
    isl_map_list_free(maps);
    return classes;
}

/* By the flat options: the classes of values first, each on its own. */
static void scan_by_options(const struct scan *scan, __isl_take isl_union_map *executed, __isl_take isl_set *domain,
                            pv_grafts *list)
{
    isl_set_list *classes = take_classes(scan, &domain);
    if (!isl_set_list_n_set(classes)) {
        isl_set_list_free(classes);
        scan_by_ways(scan, executed, domain, list);
        return;
    }
    pv_parts parts = {0};
    domain = isl_set_make_disjoint(pv_set_coalesce(domain)); /* it may be on both sides of a class */
    isl_basic_set_list *others = isl_set_get_basic_set_list(domain);
    for (int i = 0; i < (int)isl_basic_set_list_n_basic_set(others); i++)
        classes = isl_set_list_add(classes, isl_set_from_basic_set(isl_basic_set_list_get_at(others, i)));
    isl_basic_set_list_free(others);
    isl_set_free(domain);
    pv_domain_sort(scan->place, classes, &parts);
    for (int i = 0; i < parts.n; i++)
        if (isl_set_is_empty(parts.v[i].exact) == isl_bool_false)
            scan_by_ways(scan, isl_union_map_copy(executed), isl_set_copy(parts.v[i].exact), list);
    pv_parts_free(&parts);
    isl_union_map_free(executed);
}

/* Isolation (section 5.6). */

/* "set" is an isolate option: isolate[[outer] -> [t]]; as { [outer, t] }. NULL for any other. */
static __isl_give isl_set *isolate_of(__isl_take isl_set *set)
{
    bool is_it = isl_set_has_tuple_name(set) == isl_bool_true && !strcmp(isl_set_get_tuple_name(set), "isolate") &&
                 isl_set_is_wrapping(set) == isl_bool_true;
    if (is_it)
        return isl_set_flatten(isl_map_wrap(isl_set_unwrap(set)));
    isl_set_free(set);
    return NULL;
}

__isl_give isl_set *pv_band_isolated(__isl_keep isl_schedule_node *node)
{
    isl_union_set *options = isl_schedule_node_band_get_ast_build_options(node);
    isl_set_list *sets = isl_union_set_get_set_list(options);
    isl_set *found = NULL;
    for (int i = 0; i < (int)isl_set_list_n_set(sets) && !found; i++)
        found = isolate_of(isl_set_list_get_at(sets, i));
    isl_set_list_free(sets);
    isl_union_set_free(options);
    return found;
}

/* The values { [c, i] } of the isolated part; NULL where there is none in "domain". */
static __isl_give isl_set *isolated_values(const struct scan *scan, __isl_keep isl_set *domain)
{
    if (!scan->band->isolated)
        return NULL;
    isl_set *set = in_iterators(scan, isl_set_copy(scan->band->isolated));
    set = isl_set_remove_divs_involving_dims(isl_set_remove_unknown_divs(set), isl_dim_set, (unsigned)scan->place->n,
                                             1);
    set = isl_set_from_basic_set(isl_set_simple_hull(set));
    set = isl_set_intersect(set, isl_set_copy(domain));
    if (isl_set_is_empty(set) == isl_bool_false)
        return set;
    isl_set_free(set);
    return NULL;
}

/* The points of "domain" that come before, or else after, some point of "set", in a loop over dimension "pos". */
static __isl_give isl_set *beside(__isl_keep isl_set *domain, __isl_keep isl_set *set, int pos, bool is_before)
{
    isl_map *pairs = isl_map_from_domain_and_range(isl_set_copy(set), isl_set_copy(domain));
    for (int i = 0; i < pos; i++)
        pairs = isl_map_equate(pairs, isl_dim_in, i, isl_dim_out, i);
    pairs = is_before ? isl_map_order_gt(pairs, isl_dim_in, pos, isl_dim_out, pos)
                      : isl_map_order_lt(pairs, isl_dim_in, pos, isl_dim_out, pos);
    isl_set *result = isl_map_range(pairs);
    return isl_set_compute_divs(result);
}

static void scan_isolated(const struct scan *scan, __isl_take isl_union_map *executed, __isl_take isl_set *domain,
                          __isl_take isl_set *center, pv_grafts *list)
{
    int pos = scan->place->n;
    isl_set *before = isl_set_subtract(beside(domain, center, pos, true), isl_set_copy(center));
    isl_set *after = isl_set_subtract(beside(domain, center, pos, false), isl_set_copy(center));
    after = isl_set_subtract(after, isl_set_copy(before));
    isl_set *other = isl_set_subtract(domain, isl_set_copy(center));
    other = isl_set_subtract(isl_set_subtract(other, isl_set_copy(before)), isl_set_copy(after));
    isl_set *parts[] = {before, center, after, other};
    for (int i = 0; i < 4; i++) {
        struct scan part = *scan;
        part.is_isolated = i == 1;
        parts[i] = pv_set_coalesce(parts[i]);
        if (isl_set_is_empty(parts[i]) == isl_bool_false)
            scan_domain(&part, isl_union_map_copy(executed), parts[i], type_in_tree(&part), list);
        else
            isl_set_free(parts[i]);
    }
    isl_union_map_free(executed);
}

/* Components. */

static __isl_give isl_set *union_of_sets(__isl_take isl_set_list *sets)
{
    isl_set *all = NULL;
    for (int i = 0; i < (int)isl_set_list_n_set(sets); i++)
        all = all ? isl_set_union(all, isl_set_list_get_at(sets, i)) : isl_set_list_get_at(sets, i);
    isl_set_list_free(sets);
    return pv_set_coalesce(all);
}

/* Statements that take turns. */
static void scan_component(const struct scan *scan, __isl_take isl_union_map *executed, pv_grafts *list)
{
    isl_set *domain = union_of_sets(domains_of(executed, scan->place->n));
    isl_set *center = isolated_values(scan, domain);
    if (center)
        scan_isolated(scan, executed, domain, center, list);
    else if (scan->band->options && scan->band->members[scan->member].position >= 0)
        scan_by_options(scan, executed, domain, list);
    else {
        struct scan plain = *scan;
        plain.is_isolated = false;
        scan_domain(&plain, executed, domain, type_in_tree(&plain), list);
    }
}

/* The same where strides with different offsets are made one stride. */
static void scan_shifted(const struct scan *scan, __isl_take isl_union_map *executed, pv_grafts *list)
{
    if (!scan->band->may_shift || !pv_shift(&executed, scan->place->n)) {
        scan_component(scan, executed, list);
        return;
    }
    struct pv_bandgen band = *scan->band;
    struct pv_arena *arena = scan->place->gen->arena;
    struct pv_bandgen_member *members = pv_new_array(arena, struct pv_bandgen_member, band.n_members + 1);
    for (int i = 0; i <= band.n_members; i++)
        members[i] = scan->band->members[i > scan->member ? i - 1 : i];
    members[scan->member + 1].position = -1;
    band.members = members;
    band.n_members++;
    struct scan inner = *scan;
    inner.band = &band;
    scan_component(&inner, executed, list);
}

static void scan_members(const struct scan *scan, __isl_take isl_union_map *executed, pv_grafts *list)
{
    if (scan->member == scan->band->n_members) {
        scan->band->inner(scan->band, scan->place, executed, list);
        return;
    }
    isl_map_list *maps = pv_executed_maps(executed);
    int n = (int)isl_map_list_n_map(maps);
    int *group = pv_new_array(scan->place->gen->arena, int, n > 0 ? n + 1 : 1);
    int n_groups = pv_orders_components(scan->place->gen, maps, scan->place->n, scan->band->child, group);
    for (int g = 0; g < n_groups && n > 0; g++) {
        isl_union_map *part = isl_union_map_empty(isl_union_map_get_space(executed));
        for (int i = 0; i < n; i++)
            if (group[i] == g)
                part = isl_union_map_add_map(part, isl_map_list_get_at(maps, i));
        scan_shifted(scan, part, list);
    }
    isl_map_list_free(maps);
    isl_union_map_free(executed);
}

void pv_bandgen_run(const struct pv_bandgen *band, const struct pv_stock *place, __isl_take isl_union_map *executed,
                    pv_grafts *list)
{
    struct scan scan = {.band = band, .place = place};
    scan_members(&scan, executed, list);
}
