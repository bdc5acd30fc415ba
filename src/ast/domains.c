/* Splits the values of a member of a band into loops (document 001, sections 5.2, 5.4 and 5.5). */
#include "ast/domains.h"

#include "ast/orders.h"
#include "base/islx.h"

#include <isl/constraint.h>
#include <isl/ilp.h>
#include <isl/local_space.h>
#include <isl/stride_info.h>
#include <isl/val.h>

/* More parts of one loop, or more copies of one that is unrolled, are too much code. */
enum { max_parts = 64, max_copies = 1024 };

void pv_parts_free(pv_parts *parts)
{
    for (int i = 0; i < parts->n; i++) {
        isl_basic_set_free(parts->v[i].bounds);
        isl_set_free(parts->v[i].exact);
    }
    parts->n = 0;
}

__isl_give isl_set *pv_domain_of(__isl_keep isl_map *executed, int pos)
{
    isl_set *domain = isl_map_domain(isl_map_copy(executed));
    unsigned n = (unsigned)isl_set_dim(domain, isl_dim_set), first = (unsigned)pos + 1;
    domain = isl_set_project_out(domain, isl_dim_set, first, n > first ? n - first : 0);
    domain = isl_set_remove_unknown_divs(domain);
    return isl_set_remove_divs_involving_dims(domain, isl_dim_set, (unsigned)pos, 1);
}

/* Constraints that hold in all of "set" { [c, i] }, i at "pos". None has a division that depends on i, not even where coalescing has
 * made one of divisions that do not: it would bound i by itself. */
static __isl_give isl_basic_set *bounds_of(__isl_keep isl_set *set, int pos)
{
    isl_basic_set *hull = isl_set_simple_hull(isl_set_copy(set));
    return isl_basic_set_remove_divs_involving_dims(hull, isl_dim_set, (unsigned)pos, 1);
}

static void add_part(const struct pv_stock *place, pv_parts *parts, __isl_take isl_set *exact)
{
    struct pv_part part = {bounds_of(exact, place->n), exact};
    pv_push(place->gen->arena, parts, part);
}

/* The union of the sets of one group. */
static __isl_give isl_set *union_of(__isl_keep isl_set_list *sets, const int *group, int number)
{
    isl_set *all = NULL;
    for (int i = 0; i < (int)isl_set_list_n_set(sets); i++)
        if (group[i] == number) {
            isl_set *set = isl_set_list_get_at(sets, i);
            all = all ? isl_set_union(all, set) : set;
        }
    return all;
}

void pv_domain_sort(const struct pv_stock *place, __isl_take isl_set_list *sets, pv_parts *parts)
{
    struct pv_arena *arena = place->gen->arena;
    int n = (int)isl_set_list_n_set(sets);
    struct pv_orders orders = pv_orders_new(arena, n > 0 ? n : 0);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            isl_set *a = isl_set_list_get_at(sets, i), *b = isl_set_list_get_at(sets, j);
            orders.before[i * n + j] = i != j && pv_orders_precedes(a, b, place->n);
            isl_set_free(a);
            isl_set_free(b);
        }
    int *group = pv_new_array(arena, int, orders.n + 1);
    int n_groups = pv_orders_group(arena, &orders, group);
    for (int i = 0; i < n_groups; i++)
        add_part(place, parts, pv_set_coalesce(union_of(sets, group, i)));
    isl_set_list_free(sets);
}

/* Append the basic sets of "set", made disjoint, to "list". */
static __isl_give isl_set_list *add_disjoint(__isl_take isl_set_list *list, __isl_take isl_set *set)
{
    set = isl_set_make_disjoint(pv_set_coalesce(set));
    isl_basic_set_list *parts = isl_set_get_basic_set_list(set);
    for (int i = 0; i < (int)isl_basic_set_list_n_basic_set(parts); i++) {
        isl_basic_set *part = isl_basic_set_list_get_at(parts, i);
        if (isl_basic_set_is_empty(part) == isl_bool_true)
            isl_basic_set_free(part);
        else
            list = isl_set_list_add(list, isl_set_from_basic_set(part));
    }
    isl_basic_set_list_free(parts);
    isl_set_free(set);
    return list;
}

/* Each of "pieces" as its parts inside and outside "set", and what of "set" is in none of them. */
static __isl_give isl_set_list *refine(__isl_take isl_set_list *pieces, __isl_take isl_set *set)
{
    isl_set_list *result = isl_set_list_alloc(isl_set_get_ctx(set), 8);
    isl_set *rest = isl_set_copy(set);
    for (int i = 0; i < (int)isl_set_list_n_set(pieces); i++) {
        isl_set *piece = isl_set_list_get_at(pieces, i);
        rest = isl_set_subtract(rest, isl_set_copy(piece));
        result = add_disjoint(result, isl_set_intersect(isl_set_copy(piece), isl_set_copy(set)));
        result = add_disjoint(result, isl_set_subtract(piece, isl_set_copy(set)));
    }
    isl_set_free(set);
    isl_set_list_free(pieces);
    return add_disjoint(result, rest);
}

/* The values of all statements in parts in which the same statements have values; NULL where there are too many parts. */
static __isl_give isl_set_list *separate(__isl_keep isl_set *domain, __isl_keep isl_set_list *domains)
{
    isl_set_list *pieces = isl_set_list_alloc(isl_set_get_ctx(domain), 8);
    for (int i = 0; i < (int)isl_set_list_n_set(domains); i++) {
        isl_set *own = isl_set_intersect(isl_set_list_get_at(domains, i), isl_set_copy(domain));
        pieces = refine(pieces, own);
        if ((int)isl_set_list_n_set(pieces) > max_parts)
            return isl_set_list_free(pieces);
    }
    return pieces;
}

/* Strides. */

__isl_give isl_set *pv_domain_stride(__isl_keep isl_set *domain, int pos, __isl_give isl_val **stride,
                                     __isl_give isl_aff **offset)
{
    isl_space *space = isl_set_get_space(domain);
    isl_stride_info *info = isl_set_get_stride_info(domain, pos);
    *stride = isl_stride_info_get_stride(info);
    *offset = isl_stride_info_get_offset(info);
    isl_stride_info_free(info);
    if (isl_val_gt_si(*stride, 1) != isl_bool_true)
        return isl_set_universe(space);
    isl_aff *value = isl_aff_var_on_domain(isl_local_space_from_space(space), isl_dim_set, (unsigned)pos);
    value = isl_aff_mod_val(isl_aff_sub(value, isl_aff_copy(*offset)), isl_val_copy(*stride));
    return isl_set_from_basic_set(isl_aff_zero_basic_set(value));
}

/* Unrolling. */

/* The first value that "constraint" allows in dimension "pos", given the stride and its offset; NULL where it is no lower
 * bound. */
static __isl_give isl_aff *lower_bound(__isl_take isl_constraint *constraint, int pos, __isl_keep isl_val *stride,
                                       __isl_keep isl_aff *offset)
{
    isl_aff *bound = NULL;
    if (isl_constraint_is_div_constraint(constraint) != isl_bool_true &&
        isl_constraint_is_lower_bound(constraint, isl_dim_set, (unsigned)pos) == isl_bool_true) {
        bound = isl_aff_ceil(isl_constraint_get_bound(constraint, isl_dim_set, pos));
        isl_aff *more = isl_aff_sub(bound, isl_aff_copy(offset));
        more = isl_aff_ceil(isl_aff_scale_down_val(more, isl_val_copy(stride)));
        bound = isl_aff_add(isl_aff_scale_val(more, isl_val_copy(stride)), isl_aff_copy(offset));
    }
    isl_constraint_free(constraint);
    return bound;
}

/* How many values "domain" has at most from "bound" on; NULL where there is no end. */
static __isl_give isl_val *n_values(__isl_keep isl_set *domain, __isl_keep isl_aff *bound, int pos,
                                    __isl_keep isl_val *stride)
{
    isl_local_space *ls = isl_local_space_from_space(isl_set_get_space(domain));
    isl_aff *distance = isl_aff_sub(isl_aff_var_on_domain(ls, isl_dim_set, (unsigned)pos), isl_aff_copy(bound));
    distance = isl_aff_floor(isl_aff_scale_down_val(distance, isl_val_copy(stride)));
    isl_val *most = isl_set_max_val(domain, distance);
    isl_aff_free(distance);
    if (isl_val_is_int(most) == isl_bool_true)
        return isl_val_add_ui(most, 1);
    isl_val_free(most);
    return NULL;
}

/* The lower bound of "domain" from which there are the fewest values, and their number; NULL where there is none. */
static __isl_give isl_aff *best_bound(__isl_keep isl_set *domain, int pos, __isl_keep isl_val *stride,
                                      __isl_keep isl_aff *offset, __isl_give isl_val **n)
{
    isl_basic_set *hull = bounds_of(domain, pos);
    isl_constraint_list *constraints = isl_basic_set_get_constraint_list(hull);
    isl_aff *best = NULL;
    *n = NULL;
    for (int i = 0; i < (int)isl_constraint_list_n_constraint(constraints); i++) {
        isl_aff *bound = lower_bound(isl_constraint_list_get_at(constraints, i), pos, stride, offset);
        isl_val *values = bound ? n_values(domain, bound, pos, stride) : NULL;
        if (!values || (*n && isl_val_ge(values, *n) == isl_bool_true)) {
            isl_aff_free(bound);
            isl_val_free(values);
            continue;
        }
        isl_aff_free(best);
        isl_val_free(*n);
        best = bound;
        *n = values;
    }
    isl_constraint_list_free(constraints);
    isl_basic_set_free(hull);
    return best;
}

/* Append "n" slices of "domain", from "first" on. */
static void add_slices(const struct pv_stock *place, __isl_keep isl_set *domain, __isl_take isl_aff *first, int n,
                       __isl_keep isl_val *stride, pv_parts *parts)
{
    isl_local_space *ls = isl_local_space_from_space(isl_set_get_space(domain));
    isl_aff *value = isl_aff_sub(isl_aff_var_on_domain(ls, isl_dim_set, (unsigned)place->n), first);
    for (int i = 0; i < n; i++) {
        isl_set *slice = isl_set_from_basic_set(isl_aff_zero_basic_set(isl_aff_copy(value)));
        slice = isl_set_intersect(slice, isl_set_copy(domain));
        if (isl_set_is_empty(slice) == isl_bool_true)
            isl_set_free(slice);
        else
            add_part(place, parts, pv_set_coalesce(slice));
        value = isl_aff_add_constant_val(value, isl_val_neg(isl_val_copy(stride)));
    }
    isl_aff_free(value);
}

bool pv_domain_unroll(const struct pv_stock *place, __isl_keep isl_set *domain, __isl_keep isl_set *strided,
                      pv_parts *parts)
{
    isl_val *stride, *n;
    isl_aff *offset;
    isl_set *allowed = pv_domain_stride(strided, place->n, &stride, &offset);
    isl_set_free(allowed);
    isl_set *bounded = isl_set_intersect(isl_set_copy(domain), pv_stock_lift(isl_set_copy(place->known)));
    isl_aff *first = best_bound(bounded, place->n, stride, offset, &n);
    isl_set_free(bounded);
    bool ok = first && isl_val_cmp_si(n, max_copies) <= 0;
    if (ok)
        add_slices(place, domain, first, (int)isl_val_get_num_si(n), stride, parts);
    else
        isl_aff_free(first);
    isl_val_free(n);
    isl_val_free(stride);
    isl_aff_free(offset);
    return ok;
}

void pv_domain_split(const struct pv_stock *place, __isl_keep isl_set *domain, __isl_keep isl_set_list *domains,
                     enum isl_ast_loop_type type, pv_parts *parts)
{
    if (type == isl_ast_loop_atomic) {
        add_part(place, parts, isl_set_copy(domain));
        return;
    }
    isl_set_list *sets = type == isl_ast_loop_separate ? separate(domain, domains) : NULL;
    if (!sets) {
        sets = add_disjoint(isl_set_list_alloc(place->gen->ctx, 4), isl_set_copy(domain));
        if ((int)isl_set_list_n_set(sets) > max_parts) {
            isl_set_list_free(sets);
            add_part(place, parts, isl_set_copy(domain));
            return;
        }
    }
    pv_domain_sort(place, sets, parts);
}
