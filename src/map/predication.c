/* Proves that points beyond the iteration domain do no harm, so that statements need no predicate. */
#include "map/predication.h"

#include <isl/map.h>
#include <isl/union_map.h>

static bool is_local_to(const struct pv_mark *mark, const struct pv_access *access)
{
    for (int i = 0; mark && i < mark->locals.n; i++)
        for (int j = 0; j < mark->locals.v[i]->accesses.n; j++)
            if (mark->locals.v[i]->accesses.v[j] == access)
                return true;
    return false;
}

/* Nothing in such an expression can go wrong, whatever the values. */
static bool check_harmless(struct pv_expr *expr, void *user)
{
    bool *is_harmless = user, is_float = expr->type && expr->type->kind == PV_TYPE_FLOAT;
    switch (expr->kind) {
    case PV_EXPR_ACCESS:
        return false; /* subscripts do not count */
    case PV_EXPR_INT:
    case PV_EXPR_FLOAT:
        break;
    case PV_EXPR_CAST:
    case PV_EXPR_OP:
        *is_harmless = *is_harmless && is_float;
        break;
    default:
        *is_harmless = false;
        break;
    }
    return *is_harmless;
}

/* Does the one statement of "refs" work on copies alone, and write those in registers? */
static bool works_on_copies(const pv_refs *refs, const struct pv_stage *stage)
{
    bool is_harmless = true;
    for (int i = 0; i < refs->n; i++) {
        const struct pv_access *access = refs->v[i].access;
        bool is_own = is_local_to(stage->privates, access);
        bool is_copy = is_own || is_local_to(stage->inner, access) || is_local_to(stage->outer, access);
        bool is_scalar = !access->array->n_dims && !access->is_write;
        if (refs->v[i].stmt != refs->v[0].stmt || (!is_copy && !is_scalar) || (access->is_write && !is_own) ||
            refs->v[i].stmt->kind != PV_STMT_EXPR || refs->v[i].stmt->body->kind != PV_TREE_EXPR)
            return false;
    }
    if (refs->n)
        pv_expr_visit(refs->v[0].stmt->body->expr, check_harmless, &is_harmless);
    return refs->n && is_harmless;
}

/* Have all points of a tile the same iterations of the loops below, "node"? */
static isl_bool is_product(const struct pv_localplan *plan, __isl_keep isl_schedule_node *node)
{
    isl_union_map *below = isl_schedule_node_get_subtree_schedule_union_map(node);
    below = isl_union_map_intersect_domain(below, isl_schedule_node_get_domain(node));
    isl_union_map *of_point = isl_union_map_apply_domain(isl_union_map_copy(below), isl_union_map_copy(plan->point));
    isl_union_map *of_tile = isl_union_map_apply_domain(below, isl_union_map_copy(plan->tile));
    isl_union_map *tile_of = isl_union_map_apply_range(isl_union_map_reverse(isl_union_map_copy(plan->point)),
                                                       isl_union_map_copy(plan->tile));
    tile_of = isl_union_map_intersect_domain(tile_of, isl_union_map_domain(isl_union_map_copy(of_point)));
    isl_union_map *all = isl_union_map_apply_range(tile_of, of_tile);
    isl_bool is_same = isl_union_map_is_subset(all, of_point);
    isl_union_map_free(all);
    isl_union_map_free(of_point);
    return is_same;
}

/* "map" { S[i] -> ... }, the part for "domain", on all instances that one can think of. */
static __isl_give isl_map *beyond_domain(__isl_keep isl_union_map *all, __isl_keep isl_set *domain)
{
    isl_union_set *instances = isl_union_set_from_set(isl_set_copy(domain));
    isl_union_map *part = isl_union_map_intersect_domain(isl_union_map_copy(all), instances);
    return isl_map_gist_domain(isl_map_from_union_map(part), isl_set_copy(domain));
}

/* Instances { S[i] }, also such as do not exist, in the tiles that "domain" has points in and with their iterations of
 * the loops below, "node". */
static __isl_give isl_set *all_points(const struct pv_localplan *plan, __isl_keep isl_schedule_node *node,
                                      __isl_keep isl_set *domain)
{
    isl_union_map *below = isl_schedule_node_get_subtree_schedule_union_map(node);
    isl_map *key = isl_map_flat_range_product(beyond_domain(plan->tile, domain), beyond_domain(below, domain));
    isl_union_map_free(below);
    isl_set *values = isl_set_apply(isl_set_copy(domain), isl_map_copy(key));
    return isl_set_apply(values, isl_map_reverse(key));
}

/* Does "access", also in "points" that do not exist, stay within the box that "local" is a copy of? */
static isl_bool stays_in_copy(const struct pv_local *local, const struct pv_access *access, __isl_keep isl_set *domain,
                              __isl_keep isl_set *points)
{
    if (!access->index)
        return isl_bool_false;
    isl_multi_pw_aff *index = isl_multi_pw_aff_gist(isl_multi_pw_aff_copy(access->index), isl_set_copy(domain));
    isl_map *around = isl_map_intersect_domain(beyond_domain(local->prefix, domain), isl_set_copy(points));
    isl_map *elements = isl_map_apply_domain(isl_map_from_multi_pw_aff(index), around);
    isl_map *first = isl_map_from_multi_aff(isl_multi_aff_copy(local->offset));
    isl_set *places = isl_map_range(isl_map_sum(elements, isl_map_neg(first)));
    isl_set *box = isl_set_universe(isl_set_get_space(places));
    for (int i = 0; i < local->n_dims; i++) {
        box = isl_set_lower_bound_si(box, isl_dim_set, (unsigned)i, 0);
        box = isl_set_upper_bound_si(box, isl_dim_set, (unsigned)i, local->sizes[i] - 1);
    }
    isl_bool stays = isl_set_is_subset(places, box);
    isl_set_free(places);
    isl_set_free(box);
    return stays;
}

/* Do the accesses of the one statement of "refs" to the copies of "mark" stay within them wherever "points" are? */
static isl_bool stay_in_copies(const struct pv_mark *mark, const pv_refs *refs, __isl_keep isl_set *points)
{
    const struct pv_stmt *stmt = refs->v[0].stmt;
    isl_bool stay = isl_bool_true;
    for (int i = 0; mark && i < mark->locals.n; i++)
        for (int j = 0; j < refs->n && stay == isl_bool_true; j++)
            for (int k = 0; k < mark->locals.v[i]->accesses.n && stay == isl_bool_true; k++)
                if (mark->locals.v[i]->accesses.v[k] == refs->v[j].access)
                    stay = stays_in_copy(mark->locals.v[i], refs->v[j].access, stmt->domain, points);
    return stay;
}

/* Do the points of the threads fill a tile? Where tiles have sizes that threads do not divide, some have points beyond. */
static bool fill_tiles(const struct pv_kernel *kernel)
{
    bool fill = true;
    for (int i = 0; i < kernel->n_axes; i++)
        fill = fill && kernel->points[i] % kernel->threads[i] == 0;
    return fill;
}

isl_bool pv_predication_is_needless(const struct pv_localplan *plan, __isl_keep isl_schedule_node *node,
                                    const pv_refs *refs, const struct pv_stage *stage)
{
    if (!fill_tiles(plan->kernel) || !works_on_copies(refs, stage))
        return isl_bool_false;
    isl_bool is_same = is_product(plan, node);
    if (is_same != isl_bool_true)
        return is_same;
    isl_set *points = all_points(plan, node, refs->v[0].stmt->domain);
    isl_bool stay = stay_in_copies(stage->outer, refs, points);
    if (stay == isl_bool_true)
        stay = stay_in_copies(stage->inner, refs, points);
    isl_set_free(points);
    return stay;
}
