/* Decides which arrays live on the device, how large they are, and what is copied. */
#include "map/hostcopy.h"

#include "base/islx.h"
#include "ir/reach.h"

#include <isl/map.h>
#include <string.h>

struct look {
    const struct pv_scop *scop;
    const struct pv_deps *deps;
    struct pv_device_plan *plan;
    bool may_test; /* at run time, what holds of parameters */
};

/* What happens to an array. */

static bool touches(const struct pv_stmt *stmt, const struct pv_array *array, bool writes)
{
    for (int j = 0; stmt->body && j < stmt->accesses.n; j++) {
        const struct pv_access *access = stmt->accesses.v[j];
        if (access->array == array && (writes ? access->is_write : access->is_read || access->is_write))
            return true;
    }
    return false;
}

/* Does a kernel access "array", or write it? */
static bool is_touched(const struct look *look, const struct pv_array *array, bool writes)
{
    for (int i = 0; i < look->scop->stmts.n; i++)
        if (!pv_device_plan_is_host(look->plan, look->scop->stmts.v[i]) &&
            touches(look->scop->stmts.v[i], array, writes))
            return true;
    return false;
}

/* Does "stmt", of the host, access "array", or write it, or is it a call that may? */
static bool host_touches(const struct pv_stmt *stmt, const struct pv_array *array, bool writes)
{
    if (pv_reach_is_open(stmt))
        return pv_reach_has(array) || touches(stmt, array, writes);
    if (!stmt->has_effects)
        return touches(stmt, array, writes);
    for (int i = 0; i < stmt->accesses.n; i++) {
        const struct pv_access *access = stmt->accesses.v[i];
        bool is_one = writes ? access->is_write : access->is_read || access->is_write;
        if (access->array == array && is_one && access->expr)
            return true;
    }
    return false;
}

static bool is_touched_by_host(const struct look *look, const struct pv_array *array, bool writes)
{
    for (int i = 0; i < look->plan->host.n; i++)
        if (host_touches(look->plan->host.v[i], array, writes))
            return true;
    return false;
}

/* A look for pointers whose value, null or not, decides something. */
struct test_search {
    const struct pv_var *var;
    bool is_found;
};

static bool look_for_test(struct pv_expr *expr, void *user)
{
    struct test_search *search = user;
    if (expr->kind == PV_EXPR_ACCESS && !expr->n_steps && expr->var == search->var && pv_ctype_is_indexable(expr->type))
        search->is_found = true;
    return !search->is_found;
}

static void look_below_root(struct pv_expr **expr, void *user)
{
    pv_expr_visit(*expr, look_for_test, user);
}

static bool look_in_tree(struct pv_tree *tree, void *user)
{
    if (tree->kind == PV_TREE_PENCIL || tree->kind == PV_TREE_LIVE_OUT)
        return false;
    pv_tree_visit_exprs(tree, look_below_root, user);
    return true;
}

static bool is_tested(const struct pv_scop *scop, const struct pv_array *array)
{
    struct test_search search = {array->var, false};
    for (int i = 0; i < scop->stmts.n && array->n_dims; i++)
        if (scop->stmts.v[i]->body)
            pv_tree_visit(scop->stmts.v[i]->body, look_in_tree, &search);
    return search.is_found;
}

/* Has each thread of every kernel its own? */
static bool is_private_everywhere(const struct pv_device_plan *plan, const struct pv_array *array)
{
    for (int i = 0; i < plan->kernels.n; i++)
        if (!pv_kernel_is_private(plan->kernels.v[i], array))
            return false;
    return true;
}

static bool is_named_after(const struct pv_region *region, const struct pv_var *var)
{
    for (int i = 0; i < region->used_after.n; i++)
        if (region->used_after.v[i] == var)
            return true;
    return false;
}

struct gathering {
    const struct pv_array *array;
    isl_set *elements; /* { A[a] } */
};

/* The elements that the range of "map" { S[i] -> A[a] } or { S[i] -> A_f[A[a] -> f[b]] } touches. */
static isl_stat gather(__isl_take isl_map *map, void *user)
{
    struct gathering *gathering = user;
    isl_set *range = isl_map_range(map);
    if (strcmp(pv_space_root_name(isl_set_get_space(range)), gathering->array->name)) {
        isl_set_free(range);
        return isl_stat_ok;
    }
    while (isl_set_is_wrapping(range) == isl_bool_true)
        range = isl_map_domain(isl_set_unwrap(range));
    gathering->elements = isl_set_union(gathering->elements, range);
    return gathering->elements ? isl_stat_ok : isl_stat_error;
}

/* { A[a] }: what kernels access in the way "which"; or what is killed. */
static __isl_give isl_set *accessed(const struct look *look, const struct pv_array *array, enum pv_relation which)
{
    const struct pv_scop *scop = look->scop;
    struct gathering gathering = {array, isl_set_empty(isl_set_get_space(array->extent))};
    for (int i = 0; i < scop->stmts.n; i++) {
        const struct pv_stmt *stmt = scop->stmts.v[i];
        if (pv_device_plan_is_host(look->plan, stmt))
            continue;
        for (int j = 0; (stmt->body || which == PV_KILL) && j < stmt->accesses.n; j++) {
            if (stmt->accesses.v[j]->array != array)
                continue;
            isl_union_map *relation = pv_access_get(stmt->accesses.v[j], which);
            relation = isl_union_map_intersect_domain(relation, isl_union_set_from_set(isl_set_copy(stmt->domain)));
            isl_stat stat = isl_union_map_foreach_map(relation, gather, &gathering);
            isl_union_map_free(relation);
            if (stat < 0)
                return isl_set_free(gathering.elements);
        }
    }
    return isl_set_intersect_params(gathering.elements, isl_set_copy(scop->context));
}

/* Sizes. */

/* Is the number of elements in the outermost dimension what its type says, and not for the caller to know? */
static bool has_own_storage(const struct pv_array *array)
{
    const struct pv_var *var = array->var;
    return var->type->kind != PV_TYPE_POINTER && !(var->is_decayed && !var->has_static_extent);
}

/* Is there a subscript of the array of which no more is known than the values that its type has? The array need not hold
 * that many elements. */
static bool has_free_subscript(const struct look *look, const struct pv_array *array)
{
    const struct pv_scop *scop = look->scop;
    for (int i = 0; i < scop->stmts.n; i++)
        for (int j = 0; !pv_device_plan_is_host(look->plan, scop->stmts.v[i]) && j < scop->stmts.v[i]->accesses.n;
             j++) {
            const struct pv_access *access = scop->stmts.v[i]->accesses.v[j];
            if (access->array == array && access->expr && !access->index)
                return true;
        }
    return false;
}

/* Are no elements of "all" { A[a] } before the first one, at least where a test at run time finds that? Then what is to be tested
 * joins the plan, and "all" has what is left. */
static isl_bool begins_at_first(struct look *look, isl_set **all)
{
    isl_set *before = isl_set_params(isl_set_upper_bound_si(isl_set_copy(*all), isl_dim_set, 0, -1));
    isl_bool begins = isl_set_is_empty(before);
    if (begins != isl_bool_false || !look->may_test) {
        isl_set_free(before);
        return begins;
    }
    isl_set *assumed = isl_set_subtract(isl_set_copy(look->scop->context), before);
    assumed = pv_set_coalesce(assumed);
    isl_set *reaching = isl_set_params(isl_set_copy(*all));
    isl_bool is_never = isl_set_is_disjoint(reaching, assumed);
    isl_set_free(reaching);
    if (is_never != isl_bool_false) {
        isl_set_free(assumed);
        return is_never < 0 ? isl_bool_error : isl_bool_false;
    }
    *all = isl_set_intersect_params(*all, isl_set_copy(assumed));
    look->plan->assumed = look->plan->assumed ? isl_set_intersect(look->plan->assumed, assumed) : assumed;
    return isl_bool_true;
}

/* { A[a] }: all that is touched. NULL with "*obstacle" set where that is without bound or begins before the first
 * element, or where neither the array nor its subscripts say how far it goes. */
static __isl_give isl_set *touched(struct look *look, const struct pv_array *array, const char **obstacle)
{
    bool is_known = array->sizes[0] || !has_free_subscript(look, array);
    isl_set *all = accessed(look, array, PV_MAY_READ);
    all = pv_set_coalesce(isl_set_union(all, accessed(look, array, PV_MAY_WRITE)));
    isl_bool begins = begins_at_first(look, &all);
    isl_bool is_bounded = isl_set_is_empty(all);
    if (is_bounded == isl_bool_false)
        is_bounded = isl_set_dim_has_upper_bound(all, isl_dim_set, 0);
    if (is_known && begins == isl_bool_true && is_bounded == isl_bool_true)
        return all;
    bool is_declarable = !array->sizes[0] && array->var->storage == PV_STORAGE_PARAM && !array->is_indirect;
    *obstacle = pv_printf(look->scop->arena, "the accessed part of '%s' is not known%s",
                          pv_var_text(look->scop->arena, array->var),
                          is_declarable ? "; declare it as an array with its length" : "");
    isl_set_free(all);
    return NULL;
}

/* "value", a function of the parameters, where it is defined, else "otherwise". */
static __isl_give isl_pw_aff *complete(struct look *look, __isl_take isl_pw_aff *value,
                                       __isl_take isl_pw_aff *otherwise)
{
    isl_set *undefined = isl_set_complement(isl_pw_aff_domain(isl_pw_aff_copy(value)));
    value = isl_pw_aff_union_add(value, isl_pw_aff_intersect_domain(otherwise, undefined));
    value = isl_pw_aff_gist(value, isl_set_copy(look->scop->context));
    return isl_pw_aff_from_range(isl_pw_aff_coalesce(value));
}

static __isl_give isl_pw_aff *constant_like(__isl_keep isl_pw_aff *value, long constant)
{
    isl_local_space *ls = isl_local_space_from_space(isl_pw_aff_get_domain_space(value));
    isl_val *val = isl_val_int_from_si(isl_pw_aff_get_ctx(value), constant);
    return isl_pw_aff_from_aff(isl_aff_val_on_domain(ls, val));
}

/* { [params] -> [n] }: the elements of the outermost dimension up to the last one that is touched. */
static __isl_give isl_pw_aff *touched_size(struct look *look, const struct pv_array *array, const char **obstacle)
{
    isl_set *all = touched(look, array, obstacle);
    if (!all)
        return NULL;
    isl_pw_aff *last = isl_set_dim_max(all, 0);
    isl_pw_aff *size = isl_pw_aff_add_constant_val(last, isl_val_one(look->scop->ctx));
    isl_pw_aff *zero = constant_like(size, 0);
    return complete(look, size, zero);
}

/* The last element of an array with a linear subscript; where nothing is touched, the one before the first. */
static bool set_last(struct look *look, struct pv_device_array *item, const char **obstacle)
{
    const struct pv_array *array = item->array;
    isl_set *all = touched(look, array, obstacle);
    if (!all)
        return false;
    item->last = pv_new_array(look->scop->arena, isl_pw_aff *, array->n_dims);
    isl_pw_multi_aff *last = isl_set_lexmax_pw_multi_aff(all);
    for (int i = 0; i < array->n_dims; i++) {
        isl_pw_aff *index = isl_pw_multi_aff_get_pw_aff(last, i);
        isl_pw_aff *before = constant_like(index, -1);
        if (i > 0)
            before = isl_pw_aff_add(before, isl_pw_aff_project_domain_on_params(isl_pw_aff_copy(array->sizes[i])));
        item->last[i] = complete(look, index, before);
    }
    isl_pw_multi_aff_free(last);
    return item->last[array->n_dims - 1] != NULL;
}

/* The size of dimension "dim". For subscripts that were linear in the text, the outermost size covers all. */
static bool set_size(struct look *look, struct pv_device_array *item, int dim, const char **obstacle)
{
    const struct pv_array *array = item->array;
    bool is_outermost = dim == 0;
    if (array->sizes[dim] && (!is_outermost || has_own_storage(array)))
        item->sizes[dim] = isl_pw_aff_copy(array->sizes[dim]);
    else if (is_outermost)
        item->sizes[dim] = touched_size(look, array, obstacle);
    else
        *obstacle = pv_printf(look->scop->arena, "the size of '%s' is not known",
                              pv_var_text(look->scop->arena, array->var));
    return item->sizes[dim] && !*obstacle;
}

/* Copies. */

/* { A[a] }: the elements that a copy of the array has. */
static __isl_give isl_set *copied(struct look *look, const struct pv_device_array *item)
{
    isl_set *all = isl_set_universe(isl_set_get_space(item->array->extent));
    for (int i = 0; i < item->array->n_dims; i++) {
        isl_local_space *ls = isl_local_space_from_space(isl_set_get_space(all));
        isl_pw_aff *index = isl_pw_aff_var_on_domain(ls, isl_dim_set, (unsigned)i);
        isl_pw_aff *size = isl_pw_aff_copy(item->sizes[i]);
        isl_map *bounded = isl_map_from_pw_aff(size); /* { [] -> [size] } */
        isl_set *sizes = isl_map_range(bounded);
        isl_map *less = isl_map_lex_gt(isl_set_get_space(sizes)); /* { [size] -> [i] : i < size } */
        isl_set *indices = isl_set_lower_bound_si(isl_set_apply(sizes, less), isl_dim_set, 0, 0);
        isl_map *of = isl_map_from_pw_aff(index); /* { A[a] -> [a_i] } */
        all = isl_set_intersect(all, isl_map_domain(isl_map_intersect_range(of, indices)));
    }
    return isl_set_intersect_params(all, isl_set_copy(look->scop->context));
}

/* Has each element of a copy of the array, at the end of the region, a value that the region wrote, or none that counts since
 * it was killed? */
static isl_bool is_written_whole(struct look *look, const struct pv_device_array *item)
{
    const struct pv_array *array = item->array;
    if (array->n_linear || (array->elem && array->elem->kind == PV_TYPE_RECORD))
        return isl_bool_false;
    isl_set *written = accessed(look, array, PV_MUST_WRITE);
    written = isl_set_union(written, accessed(look, array, PV_KILL));
    isl_set *all = copied(look, item);
    isl_bool is_whole = isl_set_is_subset(all, written);
    isl_set_free(all);
    isl_set_free(written);
    return is_whole;
}

/* Does "relation" { S[i] -> A[a] } have an element of the array? */
static isl_bool is_part_of(const struct pv_array *array, __isl_keep isl_union_map *relation)
{
    struct gathering gathering = {array, isl_set_empty(isl_set_get_space(array->extent))};
    isl_stat stat = isl_union_map_foreach_map(relation, gather, &gathering);
    isl_bool is_empty = isl_set_is_empty(gathering.elements);
    isl_set_free(gathering.elements);
    return stat < 0 ? isl_bool_error : isl_bool_not(is_empty);
}

static bool plan_copies(struct look *look, struct pv_device_array *item)
{
    const struct pv_array *array = item->array;
    bool is_written = is_touched(look, array, true);
    item->is_held = is_touched_by_host(look, array, false);
    item->copy_out = array->is_local && is_written && is_named_after(look->scop->region, array->var);
    if (array->is_local)
        return true;
    isl_bool is_live_out = is_part_of(array, look->deps->live_out);
    item->copy_out = is_written && !array->is_dead_after && is_live_out == isl_bool_true;
    isl_bool is_needed = is_live_out < 0 ? isl_bool_error : is_part_of(array, look->deps->live_in);
    if (is_needed == isl_bool_false && item->copy_out)
        is_needed = isl_bool_not(is_written_whole(look, item));
    /* What is copied back between kernels must not destroy elements that no kernel has written yet. */
    if (is_needed == isl_bool_false && item->is_held && is_written)
        is_needed = isl_bool_true;
    item->copy_in = is_needed == isl_bool_true;
    return is_needed >= 0;
}

static bool add_array(struct look *look, const struct pv_array *array, const char **obstacle)
{
    struct pv_device_array item = {.array = array};
    item.is_value = !array->n_dims && !is_touched(look, array, true) && pv_ctype_is_arithmetic(array->elem) &&
                    (!array->is_local || is_touched_by_host(look, array, true));
    item.is_tested = is_tested(look->scop, array);
    item.sizes = pv_new_array(look->scop->arena, isl_pw_aff *, array->n_dims + 1);
    pv_push(look->scop->arena, &look->plan->arrays, item);
    struct pv_device_array *added = &look->plan->arrays.v[look->plan->arrays.n - 1];
    for (int i = 0; i < array->n_dims; i++)
        if (!set_size(look, added, i, obstacle))
            return false;
    if (array->n_linear && !set_last(look, added, obstacle))
        return false;
    return added->is_value || plan_copies(look, added);
}

/* Note which arrays of the device "stmt", of the host, may access. */
static void note_host_accesses(struct look *look, const struct pv_stmt *stmt)
{
    for (int i = 0; i < look->plan->arrays.n; i++) {
        const struct pv_device_array *item = &look->plan->arrays.v[i];
        struct pv_host_access access = {stmt, i, host_touches(stmt, item->array, true)};
        if (!item->is_value && host_touches(stmt, item->array, false))
            pv_push(look->scop->arena, &look->plan->host_accesses, access);
    }
}

/* The host writes "array", which may be interleaved with "other". Would a copy of "other" from the device overwrite them? */
static bool would_overwrite(const struct look *look, const struct pv_array *array, const struct pv_array *other)
{
    const struct pv_device_array *item = pv_device_plan_find(look->plan, other);
    return item && (item->copy_out || item->is_held) && !pv_device_plan_find(look->plan, array) &&
           is_touched_by_host(look, array, true);
}

/* The functions of the region see only arrays of the device. */
static bool is_host_apart(const struct look *look, const char **obstacle)
{
    const struct pv_guard *guard = &look->scop->guard;
    struct pv_arena *arena = look->scop->arena;
    for (int i = 0; i < guard->mixed.n; i++) {
        struct pv_array_pair pair = guard->mixed.v[i];
        bool is_a = would_overwrite(look, pair.a, pair.b);
        if (!is_a && !would_overwrite(look, pair.b, pair.a))
            continue;
        *obstacle = pv_printf(arena, "'%s', which the host writes, may be interleaved with '%s'",
                              pv_var_text(arena, (is_a ? pair.a : pair.b)->var),
                              pv_var_text(arena, (is_a ? pair.b : pair.a)->var));
        return false;
    }
    return true;
}

bool pv_hostcopy_plan(const struct pv_scop *scop, const struct pv_deps *deps, bool may_test,
                      struct pv_device_plan *plan, const char **obstacle)
{
    struct look look = {scop, deps, plan, may_test};
    *obstacle = NULL;
    for (int i = 0; i < scop->arrays.n; i++) {
        const struct pv_array *array = scop->arrays.v[i];
        if (array->kind != PV_ARRAY_DATA || !is_touched(&look, array, false) || is_private_everywhere(plan, array))
            continue;
        if (!add_array(&look, array, obstacle))
            return false;
    }
    for (int i = 0; i < plan->host.n; i++)
        note_host_accesses(&look, plan->host.v[i]);
    return is_host_apart(&look, obstacle);
}
